package org.eigenlens.model;

import java.util.List;
import java.util.Objects;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;

/**
 * What the rows of a model were before they became numbers: enough to make new rows alike, and to
 * show a row as what it was. A model of a table has none.
 */
public sealed interface Origin permits Origin.Images, Origin.Texts {

  /**
   * Pictures of one size: a column for each pixel, line by line from the top, its channels side by
   * side.
   *
   * @param width pixels in a line
   * @param height lines
   * @param channels 1 for grey, 3 for red, green and blue
   */
  record Images(int width, int height, int channels) implements Origin {

    /** Checks that there are pixels. */
    public Images {
      if (width < 1 || height < 1 || (channels != 1 && channels != 3)) {
        throw new IllegalArgumentException(
            "%d × %d pixels of %d channels are no picture.".formatted(width, height, channels));
      }
    }

    /** Returns how many columns a picture takes. */
    public long columns() {
      return (long) width * height * channels;
    }

    @Override
    public String toString() {
      return width + " × " + height + (channels == 1 ? " grey" : " colour");
    }
  }

  /**
   * Documents: a column for each term of the vocabulary, whose names are the columns' names.
   *
   * @param language whose analyser makes terms of text
   * @param weighting what becomes of the count of a term in a document
   * @param termWeights what each column is then multiplied by, as learned from the training
   *     documents
   * @param documents the names of the training documents; empty if the model does not keep them
   * @param coordinates a row for each of these documents; null if the model does not keep them
   */
  record Texts(
      String language,
      String weighting,
      double[] termWeights,
      List<String> documents,
      DenseMatrix coordinates)
      implements Origin {

    /** Copies the weights and names; the coordinates are handed over and must not change. */
    public Texts {
      Objects.requireNonNull(language, "language");
      Objects.requireNonNull(weighting, "weighting");
      termWeights = termWeights.clone();
      documents = List.copyOf(documents);
      int rows = coordinates == null ? 0 : coordinates.rows();
      if (documents.size() != rows) {
        throw new IllegalArgumentException(
            documents.size() + " documents need as many rows of coordinates, not " + rows + ".");
      }
    }

    @Override
    public double[] termWeights() {
      return termWeights.clone();
    }

    /** Returns the same with the first coordinates of the documents only. */
    Texts first(int components) {
      return coordinates == null
          ? this
          : withDocuments(documents, coordinates.columnRange(0, components).copy());
    }

    /** Returns the same with each coordinate of the documents multiplied. */
    Texts times(double[] factors) {
      if (coordinates == null) {
        return this;
      }
      DenseMatrix scaled = coordinates.copy();
      LinearAlgebra.scaleColumns(scaled, factors);
      return withDocuments(documents, scaled);
    }

    /** Returns the same with the training documents, so that similar ones can be found. */
    public Texts withDocuments(List<String> names, DenseMatrix rows) {
      return new Texts(language, weighting, termWeights, names, rows);
    }
  }
}
