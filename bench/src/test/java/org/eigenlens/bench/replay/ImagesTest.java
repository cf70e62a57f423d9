package org.eigenlens.bench.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ImagesTest {

  @TempDir Path folder;

  private static Images numbered(int count) {
    double[][] pixels = new double[count][1];
    int[] digits = new int[count];
    for (int i = 0; i < count; i++) {
      pixels[i][0] = i;
      digits[i] = i % 10;
    }
    return new Images(pixels, digits);
  }

  @Test
  void theLastColumnIsTheDigit() throws IOException {
    Path file = Files.writeString(folder.resolve("two.csv"), "a,b,label\n1,-1,7\n0.5,0,3\n");
    Images images = Images.read(file);
    assertThat(images.pixels()).isDeepEqualTo(new double[][] {{1, -1}, {0.5, 0}});
    assertThat(images.digits()).containsExactly(7, 3);
  }

  @Test
  void aShortRowIsNamed() throws IOException {
    Path file = Files.writeString(folder.resolve("short.csv"), "a,b,label\n1,-1,7\n0,3\n");
    assertThatThrownBy(() -> Images.read(file))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("row 2 has 2 cells, but the first line has 3");
  }

  @Test
  void aDigitThatIsNoneIsNamed() throws IOException {
    Path file = Files.writeString(folder.resolve("first.csv"), "label,a\n7,-0.5\n");
    assertThatThrownBy(() -> Images.read(file)).hasMessageContaining("the digit must come last");
  }

  @Test
  void smoothingKeepsTheInkAndSpreadsItEvenly() {
    double[] dot = new double[256];
    dot[8 * 16 + 8] = 1;
    double[] smooth = new Images(new double[][] {dot}, new int[1]).smoothed(0.75).pixels()[0];
    assertThat(Arrays.stream(smooth).sum()).isCloseTo(1, within(1e-12));
    assertThat(smooth[8 * 16 + 9]).isEqualTo(smooth[9 * 16 + 8]).isEqualTo(smooth[7 * 16 + 8]);
    // scipy.ndimage.gaussian_filter(dot, 0.75)[8, 8]
    assertThat(smooth[8 * 16 + 8]).isCloseTo(0.282925475545323, within(1e-9));
  }

  @Test
  void aCornerIsMirrored() {
    double[] corner = new double[256];
    corner[0] = 1;
    double[] smooth = new Images(new double[][] {corner}, new int[1]).smoothed(0.75).pixels()[0];
    assertThat(Arrays.stream(smooth).sum()).isCloseTo(1, within(1e-12));
  }

  @Test
  void thePartsOfASplitShareNoImage() {
    Images images = numbered(100);
    for (Images.Split split :
        new Images.Split[] {images.perDigit(7, 3, new Random(1)), images.hold(30, new Random(1))}) {
      assertThat(split.training().size()).isEqualTo(70);
      assertThat(
              Stream.concat(
                      Arrays.stream(split.training().pixels()),
                      Arrays.stream(split.test().pixels()))
                  .map(row -> row[0]))
          .doesNotHaveDuplicates()
          .hasSize(100);
    }
    assertThatThrownBy(() -> images.perDigit(8, 3, new Random(1)))
        .hasMessageContaining("11 images of each digit");
  }
}
