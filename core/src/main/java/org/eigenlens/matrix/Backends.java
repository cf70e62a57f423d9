package org.eigenlens.matrix;

import org.eigenlens.matrix.jvm.PureJava;

/** Which backend this process computes on, chosen when the first matrix is made. */
final class Backends {

  static final Backend CHOSEN = choose();

  private Backends() {}

  private static Backend choose() {
    String wanted = System.getProperty("eigenlens.backend", "auto");
    return switch (wanted) {
      case "java" -> new PureJava();
      case "native" -> openBlas();
      case "auto" -> {
        try {
          yield openBlas();
        } catch (IllegalStateException e) {
          yield new PureJava();
        }
      }
      default ->
          throw new IllegalArgumentException(
              "eigenlens.backend is '" + wanted + "'; it can be auto, native or java.");
    };
  }

  /** Loads OpenBLAS by name, so that a class path without it still works. */
  private static Backend openBlas() {
    try {
      return Class.forName("org.eigenlens.matrix.openblas.OpenBlas")
          .asSubclass(Backend.class)
          .getDeclaredConstructor()
          .newInstance();
    } catch (ReflectiveOperationException | LinkageError e) {
      throw new IllegalStateException("The native backend could not be loaded: " + e, e);
    }
  }
}
