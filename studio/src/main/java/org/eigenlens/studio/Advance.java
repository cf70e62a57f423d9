package org.eigenlens.studio;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How far a step has come, by what the program says of it: so many of so many, or a residual that
 * falls to what is wanted. A residual falls by about the same factor in each pass, so that its
 * logarithm tells how much is done; that is a guess. Rows that are read within such a pass are no
 * step of their own. A matrix that is decomposed tells nothing but its size, whose cube is the
 * work: how long that takes is a guess too. Other steps tell nothing.
 */
final class Advance {

  private static final Pattern COUNTS = Pattern.compile("(from )?(\\d+) of (\\d+)");
  private static final Pattern FALLS =
      Pattern.compile("pass (\\d+), residual ([\\d.e+-]+), to reach ([\\d.e+-]+)");

  private static final Pattern READS = Pattern.compile("reading, rows from (\\d+).*");

  private static final Pattern DECOMPOSES = Pattern.compile("decomposing .*?(\\d+)( rows)?");

  /**
   * What decomposing a symmetric matrix with all its vectors takes, divided by the cube of its
   * size: measured with OpenBLAS on two cores at sizes of 2,000 and 4,000.
   */
  private static final double SECONDS_OF_CUBE = 1.1e-10;

  private String step = "";
  private String kind = "";
  private double fraction = Double.NaN;
  private double firstFraction;
  private long start;
  private boolean guessed;
  private int pass;
  private double firstResidual;
  private boolean readOnce;
  private double expected = Double.NaN;

  /**
   * Hears what is being done now.
   *
   * @return whether another step has begun, or the same anew
   */
  boolean hear(String words, long now) {
    if (isWithinPass(words)) {
      return false;
    }
    step = words;
    readOnce = false;
    String next = words.replaceAll("\\d[\\d.e+-]*", "#");
    boolean other = !next.equals(kind);
    double before = fraction;
    kind = next;
    Matcher counts = COUNTS.matcher(words);
    Matcher falls = FALLS.matcher(words);
    guessed = falls.find();
    if (guessed) {
      int number = Integer.parseInt(falls.group(1));
      double residual = Double.parseDouble(falls.group(2));
      other |= number <= pass;
      pass = number;
      firstResidual = other ? residual : firstResidual;
      double share = fallen(residual, Double.parseDouble(falls.group(3)));
      // A residual may rise for a moment: nothing that was done is undone.
      fraction = other || share > before ? share : before;
    } else {
      fraction = counts.find() ? share(counts) : Double.NaN;
      other |= fraction < before;
    }
    Matcher decomposes = DECOMPOSES.matcher(words);
    expected =
        decomposes.matches()
            ? SECONDS_OF_CUBE * Math.pow(Double.parseDouble(decomposes.group(1)), 3)
            : Double.NaN;
    if (other) {
      start = now;
      firstFraction = fraction;
    }
    return other;
  }

  /** Tells whether rows are read for a residual's next pass, which is once: then it is over. */
  private boolean isWithinPass(String words) {
    Matcher reads = READS.matcher(words);
    if (!guessed || fraction >= 1 || !reads.matches()) {
      return false;
    }
    boolean begins = Long.parseLong(reads.group(1)) == 0;
    boolean again = begins && readOnce;
    readOnce |= begins;
    return !again;
  }

  /** Returns which share of the way from the first residual to the wanted one is behind. */
  private double fallen(double residual, double wanted) {
    if (!(wanted > 0 && residual > wanted)) {
      return 1;
    }
    double all = Math.log(firstResidual / wanted);
    return all > 0 ? Math.max(0, Math.min(1, Math.log(firstResidual / residual) / all)) : 0;
  }

  /** Returns what is done when a part begins: all before it, or the rows that it starts from. */
  private static double share(Matcher counts) {
    double done = Double.parseDouble(counts.group(2)) - (counts.group(1) == null ? 1 : 0);
    double total = Double.parseDouble(counts.group(3));
    return total > 0 ? Math.max(0, Math.min(1, done / total)) : Double.NaN;
  }

  /** Returns what is being done, in the words of the program. */
  String step() {
    return step;
  }

  /** Returns which share of the step is done; NaN if that is not known. */
  double fraction() {
    return fraction;
  }

  /** Tells whether the share, or the time left, is only guessed from a residual or a size. */
  boolean isGuess() {
    return guessed || !Double.isNaN(expected);
  }

  /** Returns how long the rest of the step takes if it goes on as it did; NaN if nothing tells. */
  double secondsLeft(long now) {
    if (!Double.isNaN(expected)) {
      double left = expected - (now - start) / 1e9;
      return left > 0 ? left : Double.NaN; // it takes longer than was thought
    }
    double done = fraction - firstFraction;
    return done > 0 ? (now - start) / 1e9 / done * (1 - fraction) : Double.NaN;
  }
}
