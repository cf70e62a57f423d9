package org.eigenlens.cli;

import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.eigenlens.data.TableWriter;

/** Where tables go: to a file, or as CSV to standard output. */
final class Outputs {

  private Outputs() {}

  /** Returns numbered names: PC1, PC2, … */
  static List<String> names(String prefix, int count) {
    return IntStream.rangeClosed(1, count).mapToObj(i -> prefix + i).toList();
  }

  /** Starts a table in a file or on a stream. */
  static TableWriter writer(
      Optional<Path> file, OutputStream otherwise, List<String> texts, List<String> numbers) {
    return file.isPresent()
        ? TableWriter.create(file.get(), texts, numbers)
        : TableWriter.csv(otherwise, texts, numbers);
  }
}
