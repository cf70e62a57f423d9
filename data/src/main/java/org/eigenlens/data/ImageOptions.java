package org.eigenlens.data;

import java.util.Objects;
import java.util.Optional;
import org.eigenlens.model.Origin;

/**
 * How images become rows.
 *
 * @param color whether red, green and blue are columns of their own; otherwise pixels are grey
 * @param resize the size all images are brought to; if absent, they must have the same
 * @param expected the pictures that a model was fitted to; new ones must be like them
 */
public record ImageOptions(boolean color, Optional<Size> resize, Optional<Origin.Images> expected) {

  /** Grey pixels of images that have one size. */
  public static final ImageOptions DEFAULT =
      new ImageOptions(false, Optional.empty(), Optional.empty());

  /**
   * Pixels in a line, and lines.
   *
   * @param width at least 1
   * @param height at least 1
   */
  public record Size(int width, int height) {

    /** Checks that there are pixels. */
    public Size {
      if (width < 1 || height < 1) {
        throw new IllegalArgumentException(width + " × " + height + " pixels are no picture.");
      }
    }

    @Override
    public String toString() {
      return width + " × " + height;
    }
  }

  /** Checks that nothing is null. */
  public ImageOptions {
    Objects.requireNonNull(resize, "resize");
    Objects.requireNonNull(expected, "expected");
  }

  /** Returns these options with pixels in colour or in grey. */
  public ImageOptions withColor(boolean wanted) {
    return new ImageOptions(wanted, resize, expected);
  }

  /** Returns these options with another size. */
  public ImageOptions withResize(Size size) {
    return new ImageOptions(color, Optional.of(size), expected);
  }

  /** Returns these options for rows that go to a model. */
  public ImageOptions withExpected(Origin.Images pictures) {
    return new ImageOptions(pictures.channels() == 3, resize, Optional.of(pictures));
  }
}
