package org.eigenlens.model;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.eigenlens.kernel.Kernel;

/**
 * How labels chose the components of a model: those of Xᵀ H ((1 − η)K_y + ηI) H X.
 *
 * @param kernel the similarity K_y of labels, as {@link KernelDescription#of} describes it
 * @param blend the weight η of the identity
 */
public record LabelUse(Map<String, Object> kernel, double blend) {

  /** Checks the weight, and keeps the description from being changed. */
  public LabelUse {
    if (!(blend >= 0 && blend <= 1)) {
      throw new IllegalArgumentException("The blend lies between 0 and 1, not at " + blend + ".");
    }
    kernel = Collections.unmodifiableMap(new LinkedHashMap<>(kernel));
  }

  /** Describes a kernel of labels; of one that cannot be written only its name is known. */
  public static LabelUse of(Kernel kernel, double blend) {
    try {
      return new LabelUse(KernelDescription.of(kernel), blend);
    } catch (IllegalStateException e) {
      return new LabelUse(Map.of("name", kernel.name()), blend);
    }
  }

  /** Describes this for a file. */
  Map<String, Object> describe() {
    Map<String, Object> description = new LinkedHashMap<>();
    description.put("kernel", kernel);
    description.put("blend", blend);
    return description;
  }

  /** Reads what {@link #describe} wrote; null where nothing was written. */
  static LabelUse read(Description description) {
    if (description.value("labels") == null) {
      return null;
    }
    Description labels = description.part("labels");
    double blend = labels.number("blend");
    labels.require("blend", blend >= 0 && blend <= 1);
    Map<String, Object> kernel = new LinkedHashMap<>();
    labels.part("kernel").text("name");
    ((Map<?, ?>) labels.value("kernel"))
        .forEach((name, value) -> kernel.put(name.toString(), value));
    return new LabelUse(kernel, blend);
  }
}
