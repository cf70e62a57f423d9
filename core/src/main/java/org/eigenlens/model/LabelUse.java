package org.eigenlens.model;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eigenlens.kernel.Kernel;

/**
 * How labels chose the components of a model: those of Xᵀ H ((1 − η)K_y + ηI) H X, or Fisher's.
 *
 * @param kernel the similarity K_y of labels, as {@link KernelDescription#of} describes it; empty
 *     where none compares them, as for Fisher's directions
 * @param blend the weight η of the identity
 * @param classes how many there are; 0 where labels are numbers
 * @param sizes how many rows each class has, by name; empty where there are too many to keep
 * @param columns the columns of the table that held them; empty where that is not known
 */
public record LabelUse(
    Map<String, Object> kernel,
    double blend,
    int classes,
    Map<String, Long> sizes,
    List<String> columns) {

  private static final int KEPT = 100;

  /** Checks the numbers, and keeps the rest from being changed. */
  public LabelUse {
    if (!(blend >= 0 && blend <= 1)) {
      throw new IllegalArgumentException("The blend lies between 0 and 1, not at " + blend + ".");
    }
    if (classes < 0) {
      throw new IllegalArgumentException("There are 0 classes or more, not " + classes + ".");
    }
    kernel = Collections.unmodifiableMap(new LinkedHashMap<>(kernel));
    sizes =
        sizes.size() > KEPT ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(sizes));
    columns = List.copyOf(columns);
  }

  /** Describes labels that were no columns of a table. */
  public LabelUse(Map<String, Object> kernel, double blend, int classes, Map<String, Long> sizes) {
    this(kernel, blend, classes, sizes, List.of());
  }

  /** Returns the same for labels that were columns of a table. */
  LabelUse withColumns(List<String> names) {
    return new LabelUse(kernel, blend, classes, sizes, names);
  }

  /** Describes a kernel of labels: of one that cannot be written the name, of null nothing. */
  public static Map<String, Object> describe(Kernel kernel) {
    if (kernel == null) {
      return Map.of();
    }
    try {
      return KernelDescription.of(kernel);
    } catch (IllegalStateException e) {
      return Map.of("name", kernel.name());
    }
  }

  /** Describes this for a file. */
  Map<String, Object> describe() {
    Map<String, Object> description = new LinkedHashMap<>();
    description.put("kernel", kernel);
    description.put("blend", blend);
    description.put("classes", classes);
    description.put("sizes", sizes);
    if (!columns.isEmpty()) {
      description.put("columns", columns);
    }
    return description;
  }

  /** Reads what {@link #describe()} wrote; null where nothing was written. */
  static LabelUse read(Description description) {
    if (description.value("labels") == null) {
      return null;
    }
    Description labels = description.part("labels");
    double blend = labels.number("blend");
    labels.require("blend", blend >= 0 && blend <= 1);
    long classes = labels.whole("classes");
    labels.require("classes", classes >= 0 && classes <= Integer.MAX_VALUE);
    Map<String, Object> kernel = labels.part("kernel").named(Object.class);
    Map<String, Long> sizes = labels.part("sizes").named(Long.class);
    List<String> columns = labels.value("columns") == null ? List.of() : labels.texts("columns");
    return new LabelUse(kernel, blend, (int) classes, sizes, columns);
  }
}
