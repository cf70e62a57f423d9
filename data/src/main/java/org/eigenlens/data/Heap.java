package org.eigenlens.data;

/**
 * Java's heap, and who decides how large it may become.
 *
 * <p>The launcher says in the property {@code eigenlens.heap} whether the heap follows {@code
 * --memory} ({@code memory}) or was bounded by somebody else ({@code given}); who starts Java
 * without it says nothing.
 */
public final class Heap {

  /** The property that tells who decides. */
  public static final String DECIDED_BY = "eigenlens.heap";

  /** The largest {@code --memory} that the launcher bounds the heap by. */
  private static final long MOST_MEGABYTES = 8192;

  private Heap() {}

  /** Returns how many bytes the heap may take. */
  public static long bytes() {
    return Runtime.getRuntime().maxMemory();
  }

  /** Tells whether this is a Java that was started without the launcher. */
  public static boolean isOfJavaAlone() {
    return System.getProperty(DECIDED_BY) == null;
  }

  /** Returns how many megabytes a heap must have that is to hold so many bytes. */
  static long megabytes(double bytes) {
    // Java counts a part of its heap that it keeps free as not there.
    return (long) (bytes / (1 << 20) * 9 / 8) + 1;
  }

  /** Returns how a heap of at least so many megabytes is to be had, as the rest of a sentence. */
  public static String remedy(long megabytes) {
    if (isOfJavaAlone()) {
      return "give java the option -Xmx" + megabytes + "m";
    }
    // The heap of --memory is that and more, but where somebody else has bounded it.
    boolean follows =
        System.getProperty(DECIDED_BY).equals("memory") && megabytes <= MOST_MEGABYTES;
    return follows
        ? "allow more with --memory " + megabytes + "m"
        : "start with EIGENLENS_OPTS=-Xmx" + megabytes + "m";
  }
}
