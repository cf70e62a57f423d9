package org.eigenlens.studio;

import java.time.Duration;
import java.util.List;

/**
 * How a studio runs.
 *
 * @param port where it listens; 0 for any that is free
 * @param inputs files that every page has from the start, as the user named them
 * @param uploadLimit how many bytes one uploaded file may have
 * @param disk how many bytes all pages together may keep in the studio's folder
 * @param memory how many bytes all fits together may take
 * @param absence how long a page may be away before its work is cancelled
 * @param keep how long what a page left is kept
 */
public record Settings(
    int port,
    List<String> inputs,
    long uploadLimit,
    long disk,
    long memory,
    Duration absence,
    Duration keep) {

  /** Returns what users get who ask for nothing else. */
  public static Settings of(int port, List<String> inputs, long memory) {
    return new Settings(
        port, inputs, 2L << 30, 20L << 30, memory, Duration.ofSeconds(20), Duration.ofMinutes(30));
  }

  /** Returns the same with another limit for uploads. */
  public Settings withUploadLimit(long bytes) {
    return new Settings(port, inputs, bytes, Math.max(disk, bytes), memory, absence, keep);
  }

  /** Returns the same with another bound for what is kept on the disk. */
  public Settings withDisk(long bytes) {
    return new Settings(port, inputs, uploadLimit, bytes, memory, absence, keep);
  }

  /** Returns the same with other times for pages that are away. */
  public Settings withPatience(Duration untilCancelled, Duration untilRemoved) {
    return new Settings(port, inputs, uploadLimit, disk, memory, untilCancelled, untilRemoved);
  }
}
