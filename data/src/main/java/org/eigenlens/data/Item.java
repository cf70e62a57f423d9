package org.eigenlens.data;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/**
 * One image or one document: a file by itself, or an entry of a zip.
 *
 * @param name what its row is called: the path below the folder or within the zip that was named
 * @param folder the name of the folder it lies in; empty at the top
 * @param file where it is
 * @param entry its name in the zip; null for a file by itself
 */
record Item(String name, String folder, Path file, String entry) {

  private static final Set<String> IMAGES = Set.of("png", "jpg", "jpeg", "pgm", "bmp");

  /** What a file holds, told by its ending. */
  enum Sort {
    IMAGE,
    TEXT,
    OTHER
  }

  /** Orders by name, code point by code point, so that the order is the same everywhere. */
  static final Comparator<Item> ORDER =
      Comparator.comparing(item -> item.name().codePoints().toArray(), Arrays::compare);

  /** Names an item after its path below what the user named. */
  static Item of(String path, Path file, String entry) {
    String[] parts = path.split("/", -1);
    return new Item(path, parts.length > 1 ? parts[parts.length - 2] : "", file, entry);
  }

  /**
   * Returns the same with a name that says which of several inputs it is from.
   *
   * @param last the last part of the input's path: the folder of what lies at its top
   */
  Item within(String input, String last) {
    String base = input.endsWith("/") ? input : input + "/";
    return new Item(base + name, folder.isEmpty() ? last : folder, file, entry);
  }

  /** Returns where it is, as users find it: the path of its file, or below that of its zip. */
  String path() {
    return entry == null ? file.toString() : file + "/" + entry;
  }

  /** Tells whether there is more than one folder, what lies at the top aside. */
  static boolean areInFolders(Stream<String> folders) {
    return folders.filter(folder -> !folder.isEmpty()).distinct().limit(2).count() > 1;
  }

  static Sort sort(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    String ending = lower.substring(lower.lastIndexOf('.') + 1);
    if (IMAGES.contains(ending)) {
      return Sort.IMAGE;
    }
    return ending.equals("txt") ? Sort.TEXT : Sort.OTHER;
  }
}
