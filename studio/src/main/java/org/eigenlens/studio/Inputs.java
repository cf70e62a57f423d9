package org.eigenlens.studio;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;

/** Brings inputs in: by upload, from where the user points, and the examples. */
final class Inputs {

  private static final int LONGEST_NAME = 120;
  private static final int BUFFER = 1 << 16;

  private final Workspace workspace;
  private final Examples examples;
  private final long uploadLimit;

  Inputs(Workspace workspace, Examples examples, long uploadLimit) {
    this.workspace = workspace;
    this.examples = examples;
    this.uploadLimit = uploadLimit;
  }

  private static String newId() {
    return UUID.randomUUID().toString();
  }

  /** Makes a folder for an input: for what was uploaded, and what is read of it. */
  private static Path folder(Path folder, String id) throws IOException {
    return Files.createDirectories(folder.resolve(id));
  }

  /**
   * Takes an uploaded file, which goes to the disk as it comes.
   *
   * @param announced how long it says it is, or −1
   */
  Input uploaded(Session session, String name, long announced, InputStream body)
      throws IOException {
    String id = newId();
    String plain = plainName(name);
    requireAllowed(plain, announced);
    workspace.require(Math.max(0, announced), plain);
    Path folder = folder(session.folder(), id);
    Path file = folder.resolve(plain);
    try {
      copy(plain, announced, body, file);
    } catch (IOException | RuntimeException | OutOfMemoryError e) {
      workspace.remove(folder);
      throw e;
    }
    return new Input(id, plain, file, folder, Input.Source.UPLOAD);
  }

  private void requireAllowed(String name, long bytes) {
    if (bytes > uploadLimit) {
      throw new Refusal(
          Refusal.TOO_LARGE,
          "%s has more than the %s that may be uploaded; give its path instead"
              .formatted(name, Workspace.size(uploadLimit)));
    }
  }

  private void copy(String name, long announced, InputStream body, Path file) throws IOException {
    byte[] buffer = new byte[BUFFER];
    long written = 0;
    try (OutputStream out = Files.newOutputStream(file)) {
      for (int count = read(body, buffer, name); count >= 0; count = read(body, buffer, name)) {
        out.write(buffer, 0, count);
        written += count;
        requireAllowed(name, written);
        boolean moreMegabytes = (written >> 24) != ((written - count) >> 24);
        if (moreMegabytes) {
          // What is written is on the disk, and counted there.
          workspace.require(Math.max(0, announced - written), name);
        }
      }
    }
    if (written < announced) {
      throw brokenOff(name);
    }
    if (written == 0) {
      throw Refusal.bad(name + ": it is empty; give a file with data in it");
    }
  }

  private static int read(InputStream body, byte[] buffer, String name) {
    try {
      return body.read(buffer);
    } catch (IOException e) {
      assert e != null; // whoever sends has gone
      throw brokenOff(name);
    }
  }

  private static Refusal brokenOff(String name) {
    return Refusal.bad(name + ": sending it was broken off; send it again");
  }

  /** Returns the last part of a name, without what may mislead: no path leads out of a folder. */
  static String plainName(String name) {
    String last = name.replaceFirst("^.*[/\\\\]", "").replaceAll("[\\p{Cntrl}:*?\"<>|]", "_");
    last = last.length() > LONGEST_NAME ? last.substring(last.length() - LONGEST_NAME) : last;
    return last.isBlank() || last.matches("\\.+") ? "data" : last;
  }

  /**
   * Takes a file or folder where it is; one that the page has, and that has not changed, is that.
   */
  Input at(Session session, String typed) throws IOException {
    String name = atHome(typed.strip());
    Optional<Input> known =
        session.inputs().stream().filter(input -> input.isStill(name)).findFirst();
    return known.isPresent() ? known.get() : at(session.folder(), typed);
  }

  /** Takes a file or folder where it is. */
  Input at(Path folder, String typed) throws IOException {
    if (typed.strip().matches("(?i)(https?|ftp|s3)://.*")) {
      throw Refusal.bad(
          typed
              + ": the studio fetches nothing from elsewhere; download it first, and name the"
              + " file");
    }
    // The commands that the page shows quote the name, and a quoted ~ is no home.
    String name = atHome(typed.strip());
    Path file;
    try {
      file = Path.of(name);
    } catch (InvalidPathException e) {
      throw Refusal.bad(typed + " is no path");
    }
    if (!Files.exists(file)) {
      throw Refusal.notFound(
          "%s: there is no such file%s; check the name"
              .formatted(
                  typed, file.isAbsolute() ? "" : " in " + file.toAbsolutePath().getParent()));
    }
    if (!Files.isRegularFile(file) && !Files.isDirectory(file)) {
      throw Refusal.bad(typed + ": it is neither a file nor a folder");
    }
    if (!Files.isReadable(file)) {
      throw Refusal.bad(typed + ": no permission; check who owns it and its mode");
    }
    String id = newId();
    return new Input(id, name, file, folder(folder, id), Input.Source.USER);
  }

  /** Takes ~/ for the home of the user, as a shell does. */
  private static String atHome(String typed) {
    String home =
        Optional.ofNullable(System.getenv("HOME")).orElse(System.getProperty("user.home"));
    return typed.startsWith("~/") ? home + typed.substring(1) : typed;
  }

  /** Removes what is kept of inputs that a page has forgotten, once no fit or model needs them. */
  void tidy(Session session) {
    for (Input input : session.forgotten()) {
      // Jobs come first: one that ends meanwhile has put its model there before.
      boolean needed =
          session.jobs().stream().anyMatch(job -> job.needs(input))
              || session.models().stream()
                  .anyMatch(model -> model.request().inputs().contains(input));
      if (!needed) {
        session.drop(input);
        remove(session, input);
      }
    }
  }

  /** Removes what is kept of an input that a page does not have, or no longer. */
  void remove(Session session, Input input) {
    if (input.folder().startsWith(session.folder())) {
      workspace.remove(input.folder());
    }
  }

  /** Takes an example; one that the page has is that. */
  Input example(Session session, String name) throws IOException {
    Path file = examples.file(name);
    for (Input known : session.inputs()) {
      if (known.isExample() && known.file().equals(file)) {
        return known;
      }
    }
    String id = newId();
    return new Input(
        id,
        file.getFileName().toString(),
        file,
        folder(session.folder(), id),
        Examples.isSample(name) ? Input.Source.SAMPLE : Input.Source.EXAMPLE);
  }
}
