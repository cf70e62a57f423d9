package org.eigenlens.bench.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The peak resident memory of processes, where the system tells (Linux). */
final class ProcessMemory {

  private ProcessMemory() {}

  /** Returns the peak in bytes, or 0 where it is not known. */
  static long peak(long pid) {
    try {
      for (String line : Files.readAllLines(Path.of("/proc", Long.toString(pid), "status"))) {
        if (line.startsWith("VmHWM:")) {
          return 1024 * Long.parseLong(line.replaceAll("\\D", ""));
        }
      }
    } catch (IOException e) {
      // Another system, or the process has ended.
      return 0;
    }
    return 0;
  }
}
