package org.eigenlens.model;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eigenlens.kernel.ChiSquared;
import org.eigenlens.kernel.Cosine;
import org.eigenlens.kernel.Custom;
import org.eigenlens.kernel.DataKernel;
import org.eigenlens.kernel.Delta;
import org.eigenlens.kernel.DistanceTable;
import org.eigenlens.kernel.Kernel;
import org.eigenlens.kernel.Laplacian;
import org.eigenlens.kernel.Linear;
import org.eigenlens.kernel.Polynomial;
import org.eigenlens.kernel.Precomputed;
import org.eigenlens.kernel.Product;
import org.eigenlens.kernel.Rbf;
import org.eigenlens.kernel.Sigmoid;
import org.eigenlens.kernel.Sum;

/** Kernels as JSON: a name with its parameters, or a sum or product with its parts. */
public final class KernelDescription {

  /** Sums of sums of … end somewhere; a file may not overflow the stack. */
  private static final int DEEPEST = 8;

  private KernelDescription() {}

  /**
   * Describes a kernel.
   *
   * @throws IllegalStateException for a user's own function, which is code and cannot be written,
   *     and for sums and products nested too deeply
   */
  public static Map<String, Object> of(Kernel kernel) {
    return of(kernel, 0);
  }

  private static Map<String, Object> of(Kernel kernel, int depth) {
    if (depth > DEEPEST) {
      throw new IllegalStateException(
          "Sums and products of kernels are nested more than " + DEEPEST + " deep; flatten them.");
    }
    Map<String, Object> map = new LinkedHashMap<>();
    if (kernel instanceof Rbf rbf) {
      map.put("name", "rbf");
      map.put("gamma", rbf.gamma());
    } else if (kernel instanceof Laplacian laplacian) {
      map.put("name", "laplacian");
      map.put("gamma", laplacian.gamma());
    } else if (kernel instanceof ChiSquared chi) {
      map.put("name", "chi2");
      map.put("gamma", chi.gamma());
    } else if (kernel instanceof Polynomial poly) {
      map.put("name", "poly");
      map.put("gamma", poly.gamma());
      map.put("coef0", poly.coef0());
      map.put("degree", poly.degree());
    } else if (kernel instanceof Sigmoid sigmoid) {
      map.put("name", "sigmoid");
      map.put("gamma", sigmoid.gamma());
      map.put("coef0", sigmoid.coef0());
    } else if (kernel instanceof Linear
        || kernel instanceof Cosine
        || kernel instanceof Delta
        || kernel instanceof Precomputed) {
      map.put("name", kernel.name());
    } else if (kernel instanceof DistanceTable table) {
      map.put("name", "distances");
      map.put("constant", table.constant());
    } else if (kernel instanceof DataKernel made) {
      return DataKernelFile.describe(made);
    } else if (kernel instanceof Sum sum) {
      map.put("name", "sum");
      map.put("parts", sum.parts().stream().map(part -> of(part, depth + 1)).toList());
    } else if (kernel instanceof Product product) {
      map.put("name", "product");
      map.put("parts", product.parts().stream().map(part -> of(part, depth + 1)).toList());
    } else if (kernel instanceof Custom custom) {
      throw new IllegalStateException(
          "The kernel '"
              + custom.name()
              + "' is a function of yours, which a model file cannot hold; compute the similarities"
              + " yourself and use the precomputed kernel.");
    }
    return map;
  }

  static Kernel read(Description description) {
    Object value = description.value("kernel");
    Kernel kernel = null;
    try {
      kernel = read(value, 0);
    } catch (IllegalArgumentException e) {
      description.require("kernel", false);
    }
    description.require("kernel", kernel != null);
    return kernel;
  }

  /** Returns null for what is no kernel. */
  private static Kernel read(Object value, int depth) {
    if (!(value instanceof Map<?, ?> map)
        || !(map.get("name") instanceof String name)
        || depth > DEEPEST) {
      return null;
    }
    return switch (name) {
      case "linear" -> new Linear();
      case "cosine" -> new Cosine();
      case "delta" -> new Delta();
      case "precomputed" -> depth == 0 ? new Precomputed() : null;
      case "distances" -> depth == 0 ? new DistanceTable(number(map, "constant")) : null;
      case "rbf" -> new Rbf(number(map, "gamma"));
      case "laplacian" -> new Laplacian(number(map, "gamma"));
      case "chi2" -> new ChiSquared(number(map, "gamma"));
      case "sigmoid" -> new Sigmoid(number(map, "gamma"), number(map, "coef0"));
      case "poly" ->
          map.get("degree") instanceof Long degree && degree >= 1 && degree <= Polynomial.MOST
              ? new Polynomial(number(map, "gamma"), number(map, "coef0"), degree.intValue())
              : null;
      case "sum", "product" -> {
        List<Kernel> parts = parts(map.get("parts"), depth);
        yield parts == null ? null : name.equals("sum") ? new Sum(parts) : new Product(parts);
      }
      default -> null;
    };
  }

  private static List<Kernel> parts(Object value, int depth) {
    if (!(value instanceof List<?> list)) {
      return null;
    }
    List<Kernel> parts = new ArrayList<>();
    for (Object item : list) {
      Kernel part = read(item, depth + 1);
      if (part == null) {
        return null;
      }
      parts.add(part);
    }
    return parts;
  }

  /** Returns NaN, which every kernel refuses, for what is missing. */
  private static double number(Map<?, ?> map, String name) {
    return map.get(name) instanceof Number number ? number.doubleValue() : Double.NaN;
  }
}
