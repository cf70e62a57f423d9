package org.eigenlens.data;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * The images or documents behind what a user named: folders with all below them, zips of such, and
 * files by themselves.
 *
 * <p>The order is that of the names, input after input. Links are followed, but nothing is read
 * twice, so that a link to a folder above ends there. Hidden files and files of other kinds are
 * counted and left out. Of a zip only the names are looked at; nothing is unpacked to disk.
 */
final class Items {

  private static final int MOST_ENTRIES = 1_000_000;

  /** A file or folder whose name starts with a dot, or what a Mac puts beside files in a zip. */
  private static final Pattern HIDDEN = Pattern.compile("(^|/)(\\.(?!\\.?(/|$))|__MACOSX/)");

  private final List<Item> images = new ArrayList<>();
  private final List<Item> texts = new ArrayList<>();
  private final Set<Path> entered = new HashSet<>();
  private final List<String> others = new ArrayList<>();
  private int again;

  private Items() {}

  /** Tells whether a file is for this class: a folder, a zip, an image or a document. */
  static boolean holds(Path file) {
    return Files.isDirectory(file)
        || isZip(file)
        || (Files.isRegularFile(file) && Item.sort(file.toString()) != Item.Sort.OTHER);
  }

  private static boolean isZip(Path file) {
    return Files.isRegularFile(file) && file.toString().toLowerCase(Locale.ROOT).endsWith(".zip");
  }

  /** Looks through inputs. */
  static Items of(List<Inputs.Found> inputs) {
    Items all = new Items();
    boolean several = inputs.stream().filter(input -> !isSingle(input.path())).count() > 1;
    for (Inputs.Found input : inputs) {
      Items part = new Items();
      try {
        part.add(input);
      } catch (IOException e) {
        throw Inputs.unreadable(input.name(), e);
      }
      if (part.images.isEmpty() && part.texts.isEmpty()) {
        throw DataException.at(
            Place.file(input.name()),
            "it is a %s with no image (.png .jpg .pgm .bmp) and no text (.txt) in it"
                .formatted(isZip(input.path()) ? "zip" : "directory"),
            "name one that holds some, or a table");
      }
      boolean prefixed = several && !isSingle(input.path());
      all.images.addAll(named(part.images, prefixed, input));
      all.texts.addAll(named(part.texts, prefixed, input));
      all.others.addAll(part.others);
      all.again += part.again;
    }
    return all;
  }

  private static List<Item> named(List<Item> items, boolean prefixed, Inputs.Found input) {
    Collections.sort(items, Item.ORDER);
    Path last = input.path().toAbsolutePath().normalize().getFileName();
    String folder = last == null ? "" : last.toString().replaceFirst("(?i)\\.zip$", "");
    return prefixed
        ? items.stream().map(item -> item.within(input.name(), folder)).toList()
        : items;
  }

  private static boolean isSingle(Path file) {
    return !Files.isDirectory(file) && !isZip(file);
  }

  /** Tells whether there are images; documents beside them are then left out. */
  boolean hasImages() {
    return !images.isEmpty();
  }

  List<Item> images() {
    return images;
  }

  List<Item> texts() {
    return texts;
  }

  /** Returns what was left out, a line for the user each. */
  List<String> remarks() {
    List<String> remarks = new ArrayList<>();
    List<String> left = new ArrayList<>(others);
    if (hasImages()) {
      texts.forEach(text -> left.add(text.name()));
    }
    if (!left.isEmpty()) {
      remarks.add(
          "%s left out, as %s"
              .formatted(
                  left.size() == 1
                      ? "1 file that is no " + (hasImages() ? "image" : "text") + " was"
                      : left.size()
                          + " files that are no "
                          + (hasImages() ? "images" : "texts")
                          + " were",
                  left.get(0)));
    }
    if (again > 0) {
      remarks.add(
          again == 1
              ? "1 link leads to what was read already, and was not followed again"
              : again + " links lead to what was read already, and were not followed again");
    }
    return remarks;
  }

  private void add(Inputs.Found input) throws IOException {
    if (Files.isDirectory(input.path())) {
      enter(input.path(), "");
    } else if (isZip(input.path())) {
      addZip(input);
    } else {
      add(input.name().replace('\\', '/'), input.path(), null);
    }
  }

  private void add(String name, Path file, String entry) {
    switch (Item.sort(name)) {
      case IMAGE -> images.add(Item.of(name, file, entry));
      case TEXT -> texts.add(Item.of(name, file, entry));
      case OTHER -> others.add(name);
    }
  }

  /** Adds what lies below an input, unless it is hidden. */
  private void addBelow(String name, Path file, String entry) {
    if (HIDDEN.matcher(name).find()) {
      others.add(name);
    } else {
      add(name, file, entry);
    }
  }

  private void enter(Path folder, String prefix) throws IOException {
    if (!entered.add(folder.toRealPath())) {
      again++;
      return;
    }
    List<Path> children = Inputs.entries(folder);
    Collections.sort(children);
    List<Path> links = new ArrayList<>();
    for (Path child : children) {
      String name = prefix + child.getFileName();
      boolean link = Files.isSymbolicLink(child) && Files.exists(child);
      if (!Files.isDirectory(child) && !link) {
        boolean there = Files.exists(child);
        if (there) {
          entered.add(child.toRealPath());
        }
        if (there && !Files.isRegularFile(child)) {
          others.add(name); // a pipe or a device, which may never end
        } else {
          addBelow(name, child, null);
        }
      } else if (HIDDEN.matcher(name).find()) {
        others.add(name);
      } else if (link) {
        links.add(child);
      } else {
        enter(child, name + "/");
      }
    }
    // Links come last: what lies here is known by its own name.
    for (Path link : links) {
      String name = prefix + link.getFileName();
      if (Files.isDirectory(link)) {
        enter(link, name + "/");
      } else if (Item.sort(name) != Item.Sort.OTHER && !entered.add(link.toRealPath())) {
        again++;
      } else if (!Files.isRegularFile(link)) {
        others.add(name);
      } else {
        addBelow(name, link, null);
      }
    }
  }

  private void addZip(Inputs.Found input) throws IOException {
    Set<String> names = new HashSet<>();
    try (ZipFile zip = new ZipFile(input.path().toFile())) {
      if (zip.size() > MOST_ENTRIES) {
        throw DataException.at(
            Place.file(input.name()),
            "it has " + zip.size() + " entries, more than the " + MOST_ENTRIES + " that are read",
            "unpack it and name the folder");
      }
      for (ZipEntry entry : Collections.list(zip.entries())) {
        if (entry.isDirectory()) {
          continue;
        }
        if (!names.add(entry.getName())) {
          throw DataException.at(
              Place.file(input.name()),
              "it has two entries called " + entry.getName(),
              "pack it again with each name once");
        }
        addBelow(entry.getName(), input.path(), entry.getName());
      }
    } catch (IllegalArgumentException e) {
      // What entries are called is checked when a zip is opened, what is remarked of them is not.
      throw DataException.at(
          Place.file(input.name()),
          "what it remarks on one of its entries is not UTF-8 text",
          "pack it again");
    }
  }
}
