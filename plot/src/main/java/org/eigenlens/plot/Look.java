package org.eigenlens.plot;

import java.util.List;
import java.util.Optional;

/**
 * What users may choose about a picture.
 *
 * @param first the component along the first axis, from 0
 * @param second the component along the second axis, from 0
 * @param scaling of a biplot
 * @param top how many columns, rows or components are shown where there are more
 * @param names whether rows are named in the picture
 * @param ellipses whether categories have their ellipses
 * @param pairs whether the first five components are shown against each other
 * @param shape height and width of rows that are images; empty to find out
 * @param counts from how many components rows are reconstructed, side by side; empty for all
 */
public record Look(
    int first,
    int second,
    Scaling scaling,
    int top,
    boolean names,
    boolean ellipses,
    boolean pairs,
    Optional<Shape> shape,
    List<Integer> counts) {

  /** The first two components, everything by itself. */
  public static final Look DEFAULT =
      new Look(0, 1, Scaling.AUTO, 10, false, true, false, Optional.empty(), List.of());

  /** Checks the numbers. */
  public Look {
    if (first < 0 || second < 0 || first == second) {
      throw new IllegalArgumentException(
          "The axes are two different components from 1, not %d and %d."
              .formatted(first + 1, second + 1));
    }
    counts = List.copyOf(counts);
    if (counts.stream().anyMatch(count -> count < 1)) {
      throw new IllegalArgumentException(
          "Rows are reconstructed from 1 component at least, not from " + counts + ".");
    }
    if (top < 1) {
      throw new IllegalArgumentException("At least 1 must be shown, not " + top + ".");
    }
  }

  /** How rows and columns share a biplot. */
  public enum Scaling {
    /** As form, but with arrows stretched so that they can be seen; the picture says how much. */
    AUTO,
    /** Distances of rows are true; an arrow times a row is about the value in that column. */
    FORM,
    /** Angles and lengths of arrows are covariances; rows have unit variance along both axes. */
    COVARIANCE
  }

  /** Height and width of an image. */
  public record Shape(int height, int width) {

    /** Checks the numbers. */
    public Shape {
      if (height < 1 || width < 1) {
        throw new IllegalArgumentException(
            "An image has a height and a width from 1, not %d and %d.".formatted(height, width));
      }
    }
  }

  /** Returns the same with other axes. */
  public Look withAxes(int one, int other) {
    return new Look(one, other, scaling, top, names, ellipses, pairs, shape, counts);
  }

  /** Returns the same with another scaling of biplots. */
  public Look withScaling(Scaling other) {
    return new Look(first, second, other, top, names, ellipses, pairs, shape, counts);
  }

  /** Returns the same with so many columns, rows or components where there are more. */
  public Look withTop(int count) {
    return new Look(first, second, scaling, count, names, ellipses, pairs, shape, counts);
  }

  /** Returns the same with rows named, or not. */
  public Look withNames(boolean wanted) {
    return new Look(first, second, scaling, top, wanted, ellipses, pairs, shape, counts);
  }

  /** Returns the same with ellipses, or without. */
  public Look withEllipses(boolean wanted) {
    return new Look(first, second, scaling, top, names, wanted, pairs, shape, counts);
  }

  /** Returns the same with the first five components against each other, or only two. */
  public Look withPairs(boolean wanted) {
    return new Look(first, second, scaling, top, names, ellipses, wanted, shape, counts);
  }

  /** Returns the same for rows that are images. */
  public Look withShape(Shape other) {
    return new Look(
        first, second, scaling, top, names, ellipses, pairs, Optional.of(other), counts);
  }

  /** Returns the same for reconstructions from so many components each. */
  public Look withCounts(List<Integer> numbers) {
    return new Look(first, second, scaling, top, names, ellipses, pairs, shape, numbers);
  }
}
