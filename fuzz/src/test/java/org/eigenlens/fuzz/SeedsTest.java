package org.eigenlens.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tries the kept inputs, among them all that ever found something, and changes of them. */
class SeedsTest {

  private static final Path SEEDS = Path.of("src", "test", "resources", "seeds");

  /** Changed inputs of each target: what a second or two is enough for. */
  private static final int CHANGED = 400;

  /** Of those that libraries read, which take longer over each. */
  private static final int SLOW = 40;

  @AfterAll
  static void remove() throws IOException {
    StudioCheck.close();
    Target.removeFiles();
  }

  @ParameterizedTest
  @EnumSource
  void everySeedIsReadOrRefusedInOneLine(Target target) throws IOException {
    List<Path> seeds = seeds(target);
    assertThat(seeds).isNotEmpty();
    for (Path seed : seeds) {
      byte[] bytes = Files.readAllBytes(seed);
      assertThatCode(() -> target.attempt(bytes)).as("%s", seed).doesNotThrowAnyException();
    }
  }

  @ParameterizedTest
  @EnumSource
  void soAreSeedsWithBytesChangedAddedOrMissing(Target target) throws IOException {
    List<Path> seeds = seeds(target);
    int count = target == Target.PARQUET || target == Target.PNG ? SLOW : CHANGED;
    for (int i = 0; i < count; i++) {
      Random random = new Random(i);
      Path seed = seeds.get(random.nextInt(seeds.size()));
      byte[] bytes = changed(Files.readAllBytes(seed), random);
      assertThatCode(() -> target.attempt(bytes))
          .as("%s, change %d", seed, i)
          .doesNotThrowAnyException();
    }
  }

  private static List<Path> seeds(Target target) throws IOException {
    try (Stream<Path> files = Files.list(SEEDS.resolve(target.label()))) {
      return files.sorted().toList();
    }
  }

  /** Changes some bytes, cuts the end off, or puts a piece in a second time. */
  private static byte[] changed(byte[] bytes, Random random) {
    byte[] other = bytes.clone();
    int count = 1 + random.nextInt(3);
    for (int i = 0; i < count && other.length > 0; i++) {
      int at = random.nextInt(other.length);
      switch (random.nextInt(4)) {
        case 0 -> other = Arrays.copyOf(other, at);
        case 1 -> other[at] ^= (byte) (1 << random.nextInt(8));
        case 2 -> other[at] = (byte) random.nextInt(256);
        default -> {
          byte[] longer = Arrays.copyOf(other, other.length + other.length - at);
          System.arraycopy(other, at, longer, other.length, other.length - at);
          other = longer;
        }
      }
    }
    return other;
  }
}
