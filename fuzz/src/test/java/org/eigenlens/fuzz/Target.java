package org.eigenlens.fuzz;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * What reads bytes of others, and the promise that is put to the test: it reads them, or refuses
 * them by the documented exception in one line.
 */
enum Target {
  /** A model file as it is. */
  MODEL {
    @Override
    void attempt(byte[] input) throws IOException {
      ModelCheck.check(file("model.eigenlens", input));
    }
  },
  /** A model file put together from its description, the header of its tensors and their bytes. */
  MODEL_PARTS {
    @Override
    void attempt(byte[] input) throws IOException {
      ModelCheck.check(file("parts.eigenlens", ModelCheck.assembled(input)));
    }
  },
  NPY,
  MTX,
  SVM,
  IDX,
  CSV,
  PARQUET,
  /** An image of any kind: the decoder goes by what is in a file, not by its ending. */
  PNG,
  /** A zip of images or documents. */
  ZIP,
  /** A request to the studio: method and address in the first line, then the body. */
  STUDIO {
    @Override
    void attempt(byte[] input) throws IOException {
      StudioCheck.check(input);
    }
  };

  private static final Path FOLDER = folder();

  /** Tries one input; what it throws is a finding. */
  void attempt(byte[] input) throws IOException {
    TableCheck.check(file("table." + label(), input));
  }

  /** Returns its name as users of the script write it. */
  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns where files of a run are. */
  static Path at(String name) {
    return FOLDER.resolve(name);
  }

  private static Path file(String name, byte[] bytes) throws IOException {
    return Files.write(at(name), bytes);
  }

  private static Path folder() {
    try {
      return Files.createTempDirectory("eigenlens-fuzz-");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Removes the files of a run, after which there can be no other. */
  static void removeFiles() throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.walk(FOLDER)) {
      files = all.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path file : files) {
      Files.delete(file);
    }
  }

  /** Requires of a refusal that it is one line which says something. */
  static void requireOneLine(Throwable refusal) {
    String message = refusal.getMessage();
    if (message == null || message.isBlank() || message.lines().count() != 1) {
      throw new AssertionError("not one line: " + message, refusal);
    }
  }
}
