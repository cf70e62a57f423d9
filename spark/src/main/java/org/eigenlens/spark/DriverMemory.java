package org.eigenlens.spark;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** What a fit may take where the driver runs: matrices lie outside its heap. */
final class DriverMemory {

  private static final double USABLE = 0.7;

  private DriverMemory() {}

  /** Returns most of what the machine, or the container, has, in bytes. */
  static long allowed() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean machine
        ? (long) (USABLE * machine.getTotalMemorySize())
        : Runtime.getRuntime().maxMemory();
  }
}
