package org.eigenlens.bench.replay;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Random;
import java.util.function.Supplier;

/**
 * Runs the replays, prints them and writes them to a file; started by the script {@code replay}.
 */
public final class Replay {

  private static final long SEED = 1;

  /** As many as in the test file that came with the digits. */
  private static final int HELD = 2007;

  /** In pixels; neither paper states it, see docs/replays.md. */
  private static final double SMOOTHING = 0.75;

  private Replay() {}

  /** Takes the file to write to, the digits, and optionally the digits to judge by. */
  public static void main(String[] args) throws IOException {
    Path report = Path.of(args[0]);
    Images images = Images.read(Path.of(args[1])).smoothed(SMOOTHING);
    boolean original = args.length > 2;
    Images.Split split =
        original
            ? new Images.Split(images, Images.read(Path.of(args[2])).smoothed(SMOOTHING))
            : images.hold(HELD, new Random(SEED));
    Files.createDirectories(report.toAbsolutePath().getParent());
    Files.deleteIfExists(report);
    say(
        report,
        """
        # Replays of published tables

        %d images, smoothed by a Gaussian of %s pixels, which is inferred and not stated by the \
        papers; all draws from seed %d. %s
        """
            .formatted(
                images.size(),
                SMOOTHING,
                SEED,
                original
                    ? "Classifiers are judged by the test file."
                    : ("No test file was given: classifiers are judged by %d images drawn from the"
                            + " same file and left out of the training. The papers' test set is"
                            + " more difficult: compare the shape and not the level.")
                        .formatted(HELD)));
    timed(report, new NoisyDigits(images, SEED)::report);
    timed(report, new Clusters(SEED)::report);
    timed(report, new DigitFeatures(split, SEED)::report);
    System.out.println("Written to " + report);
  }

  private static void timed(Path report, Supplier<String> section) throws IOException {
    long start = System.nanoTime();
    String text = section.get();
    say(report, text + "\n%d seconds.%n".formatted((System.nanoTime() - start) / 1_000_000_000));
  }

  private static void say(Path file, String text) throws IOException {
    System.out.println(text);
    Files.writeString(file, text + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }
}
