package org.eigenlens.matrix;

import java.util.Locale;

/**
 * Says how much memory something takes, in the units that {@code --memory} and Java's {@code -Xmx}
 * are given in: 1 MB is 2²⁰ bytes, 1 GB is 1024 of those.
 *
 * <p>What is needed is rounded up and what is allowed is rounded down, so that what does not fit is
 * never told with the same figure twice, in one unit. A limit in whole megabytes or tenths of a
 * gigabyte is told back as that; one of ten gigabytes and more to the tenth.
 */
public final class Bytes {

  private static final double MEGABYTE = 1 << 20;
  private static final double GIGABYTE = 1 << 30;

  private Bytes() {}

  /** Returns how much is needed: at least so many bytes. */
  public static String needed(double bytes) {
    return bytes <= GIGABYTE - MEGABYTE
        ? text("%.0f MB", Math.ceil(bytes / MEGABYTE))
        : text("%.1f GB", Math.ceil(10 * (bytes / GIGABYTE)) / 10);
  }

  /** Returns how much is allowed: at most so many bytes. */
  public static String allowed(double bytes) {
    double tenths = 10 * (bytes / GIGABYTE);
    // 1500m is no number of gigabytes, and 20 GB need not be told to the megabyte.
    return tenths >= 10 && (tenths == Math.rint(tenths) || tenths >= 100)
        ? text("%.1f GB", Math.floor(tenths) / 10)
        : text("%.0f MB", Math.floor(bytes / MEGABYTE));
  }

  private static String text(String format, double number) {
    return String.format(Locale.ROOT, format, number);
  }
}
