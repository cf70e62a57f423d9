package org.eigenlens.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A fenced block of a document.
 *
 * @param line the line of the document its first line is on, counted from 1
 * @param language what its fence says: {@code sh}, {@code java}, {@code text}, …
 * @param lines what it holds
 * @param skipped whether a comment {@code <!-- not run: reason -->} stands right before it
 * @param adjacent whether nothing but blank lines lie between the block before and this one
 */
record DocumentedBlock(
    int line, String language, List<String> lines, boolean skipped, boolean adjacent) {

  static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  /** Returns the README and all pages below docs. */
  static List<Path> documents() {
    try (Stream<Path> files = Files.walk(ROOT.resolve("docs"))) {
      return Stream.concat(Stream.of(ROOT.resolve("README.md")), files)
          .filter(file -> file.toString().endsWith(".md"))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Finds the blocks of a file. */
  static List<DocumentedBlock> of(Path document) {
    try {
      return of(Files.readAllLines(document, UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Finds the blocks in the lines of a document. */
  static List<DocumentedBlock> of(List<String> document) {
    List<DocumentedBlock> blocks = new ArrayList<>();
    boolean skipped = false;
    boolean adjacent = false;
    for (int i = 0; i < document.size(); i++) {
      String line = document.get(i).strip();
      if (line.startsWith("```")) {
        int first = i + 1;
        int end = first;
        while (end < document.size() && !document.get(end).strip().equals("```")) {
          end++;
        }
        List<String> held = List.copyOf(document.subList(first, end));
        blocks.add(new DocumentedBlock(first + 1, line.substring(3), held, skipped, adjacent));
        i = end;
        skipped = false;
        adjacent = true;
      } else if (!line.isEmpty()) {
        skipped = line.matches("<!-- not run: .+ -->");
        adjacent = false;
      }
    }
    return blocks;
  }

  /** Returns the output that a page shows right after the block at a place, if it does. */
  static List<String> shownAfter(List<DocumentedBlock> blocks, int place) {
    if (place + 1 == blocks.size()) {
      return List.of();
    }
    DocumentedBlock next = blocks.get(place + 1);
    return next.adjacent() && next.language().equals("text") ? next.lines() : List.of();
  }
}
