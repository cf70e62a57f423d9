package org.eigenlens.model;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eigenlens.matrix.DenseMatrix;

/**
 * Where rows come from, as part of a model file: an object {@code origin} of the description, and
 * for texts the tensors {@code termWeights} and {@code documents}.
 */
final class OriginFile {

  private static final String NAME = "origin";
  private static final String WEIGHTS = "termWeights";
  private static final String DOCUMENTS = "documents";

  private OriginFile() {}

  /** Adds an origin, if there is one, to what is about to be written. */
  static void describe(
      Origin origin,
      Map<String, DenseMatrix> matrices,
      Map<String, double[]> vectors,
      Map<String, Object> into) {
    Map<String, Object> description = new LinkedHashMap<>();
    if (origin instanceof Origin.Images images) {
      description.put("kind", "images");
      description.put("width", images.width());
      description.put("height", images.height());
      description.put("channels", images.channels());
    } else if (origin instanceof Origin.Texts texts) {
      description.put("kind", "texts");
      description.put("language", texts.language());
      description.put("weighting", texts.weighting());
      description.put(DOCUMENTS, texts.documents());
      vectors.put(WEIGHTS, texts.termWeights());
      if (texts.coordinates() != null) {
        matrices.put(DOCUMENTS, texts.coordinates());
      }
    }
    if (origin != null) {
      into.put(NAME, description);
    }
  }

  /** Reads the origin of a model with so many columns and components; null if there is none. */
  static Origin read(
      Path file, Safetensors.Content content, Description description, int columns, int k) {
    if (description.value(NAME) == null) {
      return null;
    }
    Description origin = description.part(NAME);
    return switch (origin.text("kind")) {
      case "images" -> images(origin, columns, description);
      case "texts" -> {
        requireOnce(description.texts("columns"), file);
        yield texts(file, content, origin, columns, k);
      }
      default ->
          throw new ModelFileException(
              file,
              "its rows come from the unknown '"
                  + origin.text("kind")
                  + "'; use a newer version of Eigenlens.");
    };
  }

  private static Origin.Images images(Description origin, int columns, Description description) {
    long width = origin.whole("width");
    long height = origin.whole("height");
    long channels = origin.whole("channels");
    origin.require("width", width > 0 && width <= columns);
    origin.require("height", height > 0 && height <= columns);
    origin.require("channels", channels == 1 || channels == 3);
    description.require(NAME, width * height * channels == columns);
    return new Origin.Images((int) width, (int) height, (int) channels);
  }

  /** Refuses a term that is there twice: it could not be told which column counts it. */
  private static void requireOnce(List<String> terms, Path file) {
    Set<String> seen = new HashSet<>();
    for (String term : terms) {
      if (!seen.add(term)) {
        throw new ModelFileException(file, "its vocabulary has '" + term + "' twice.");
      }
    }
  }

  private static Origin.Texts texts(
      Path file, Safetensors.Content content, Description origin, int columns, int k) {
    double[] weights = ModelFile.vector(content, WEIGHTS, columns, file);
    ModelFile.check(WEIGHTS, weights, -Double.MIN_VALUE, file);
    List<String> documents = origin.texts(DOCUMENTS);
    DenseMatrix coordinates =
        documents.isEmpty() ? null : ModelFile.matrix(content, DOCUMENTS, file);
    if (coordinates != null
        && (coordinates.rows() != documents.size() || coordinates.columns() != k)) {
      throw new ModelFileException(
          file,
          "it has %d × %d coordinates for %d documents and %d components."
              .formatted(coordinates.rows(), coordinates.columns(), documents.size(), k));
    }
    return new Origin.Texts(
        origin.text("language"), origin.text("weighting"), weights, documents, coordinates);
  }
}
