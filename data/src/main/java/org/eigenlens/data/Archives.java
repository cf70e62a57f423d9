package org.eigenlens.data;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Reads items into memory, and keeps the zips they are in open meanwhile. May be used by several
 * threads.
 */
final class Archives implements Closeable {

  private final Map<Path, ZipFile> open = new HashMap<>();
  private final List<Stamp> stamps = new ArrayList<>();

  /**
   * Reads an item.
   *
   * @param most how many bytes it may have, whatever it announces
   * @throws DataException if it has more, or cannot be read
   */
  byte[] read(Item item, int most) {
    try {
      if (item.entry() == null) {
        Stamp stamp = Stamp.of(item.path(), item.file());
        byte[] bytes = read(item, stamp.size(), Files.newInputStream(item.file()), most);
        stamp.require();
        return bytes;
      }
      ZipFile zip = zip(item.file());
      ZipEntry entry = zip.getEntry(item.entry());
      if (entry == null) {
        throw DataException.at(
            Place.file(item.path()),
            "it is not there any more: the zip was changed while it was read",
            "wait until it is written, then start again");
      }
      return read(item, entry.getSize(), zip.getInputStream(entry), most);
    } catch (IOException e) {
      throw RowCursor.unreadable(item.path(), e);
    }
  }

  private static byte[] read(Item item, long announced, InputStream stream, int most)
      throws IOException {
    try (stream) {
      // What a zip says of its entries may be a lie, so that both are looked at.
      byte[] bytes = announced > most ? null : stream.readNBytes(most + 1);
      if (bytes == null || bytes.length > most) {
        throw DataException.at(
            Place.file(item.path()),
            "it has more than the %d MB that one file may have".formatted(most >> 20),
            "leave it out, or cut it");
      }
      return bytes;
    }
  }

  private synchronized ZipFile zip(Path file) throws IOException {
    ZipFile zip = open.get(file);
    if (zip == null) {
      stamps.add(Stamp.of(file.toString(), file));
      zip = new ZipFile(file.toFile());
      open.put(file, zip);
    }
    return zip;
  }

  /** Refuses zips that were changed since they were opened. */
  synchronized void requireUnchanged() throws IOException {
    for (Stamp stamp : stamps) {
      stamp.require();
    }
  }

  @Override
  public void close() throws IOException {
    for (ZipFile zip : open.values()) {
      zip.close();
    }
  }
}
