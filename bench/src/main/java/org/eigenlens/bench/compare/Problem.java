package org.eigenlens.bench.compare;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.eigenlens.matrix.DenseMatrix;

/** What is to be found in the data of a case, by whom, and how it is judged. */
sealed interface Problem
    permits LinearProblem, KernelProblem, SupervisedProblem, PairedProblem, ManifoldProblem {

  /** How many components most problems ask for. */
  int COMPONENTS = 10;

  /**
   * How long to try.
   *
   * @param runs how many warm runs at most
   * @param budget warm runs stop when together they have taken so many seconds
   * @param limit whoever takes more seconds than this to load and solve once is left out
   */
  record Effort(int runs, double budget, int limit) {}

  /** Says what the data and the problem are. */
  String title(int rows, int columns);

  /** Returns how many components are sought. */
  default int components() {
    return COMPONENTS;
  }

  /** Makes the data. */
  DenseMatrix data(int rows, int columns);

  /** Returns the engines in Java; ours is the first. */
  List<String> java();

  /** Returns the engines in Python. */
  List<String> python();

  /** Returns why an engine is not asked, or null. */
  String whyNot(String engine, int rows, int columns);

  /** Returns what workers must know beside data and number of components. */
  List<String> arguments();

  /** Returns the options of our command that solve the problem; empty where it is not timed. */
  List<String> commandOptions();

  /** Names what an engine is to find, where not all of them find the same. */
  default String task(String engine) {
    return "";
  }

  /** Solves a task in a way that is to be trusted. */
  Judge judge(DenseMatrix x, int components, String task);

  /** Returns how long to try. */
  Effort effort();

  /** Reads the problem from what {@link #arguments} returned, and prepares an engine for it. */
  static Fitter fitter(String engine, Path data, int components, List<String> arguments)
      throws IOException {
    if (arguments.isEmpty()) {
      return Fitter.of(engine, data, components);
    }
    if (ManifoldProblem.isWritten(arguments)) {
      return ManifoldProblem.fitter(data, components, arguments);
    }
    if (PairedProblem.isWritten(arguments)) {
      return PairedProblem.fitter(data, components, arguments);
    }
    return arguments.get(0).equals(SupervisedProblem.NAME)
        ? SupervisedFitter.of(engine, data, components)
        : KernelFitter.of(engine, data, components, KernelProblem.of(arguments));
  }
}
