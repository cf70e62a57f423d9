package org.eigenlens.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.eigenlens.KernelPca;
import org.eigenlens.Pca;
import org.eigenlens.Samples;
import org.eigenlens.SupervisedPca;
import org.eigenlens.kernel.Kernels;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.supervised.Labels;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Files that are damaged or made to harm: each is refused in one line that names the file and the
 * fault, before anything of the size it claims is allocated.
 */
class HostileModelFileTest {

  private static byte[] sound;

  @TempDir private Path folder;
  private Path file;

  /** A sound file taken apart: its header, its description and its numbers. */
  private Map<String, Object> header;

  private Map<String, Object> description;
  private byte[] data;

  @BeforeAll
  static void makeASoundFile(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("sound.eigenlens");
    Pca.builder().components(1).standardize(true).fit(Matrix.of(Samples.lecture())).save(file);
    sound = Files.readAllBytes(file);
  }

  @BeforeEach
  @SuppressWarnings("unchecked")
  void takeASoundFileApart() throws IOException {
    file = folder.resolve("bad.eigenlens");
    Files.write(file, sound);
    ByteBuffer bytes = ByteBuffer.wrap(sound).order(ByteOrder.LITTLE_ENDIAN);
    byte[] head = new byte[(int) bytes.getLong()];
    bytes.get(head);
    header = (Map<String, Object>) Json.read(new String(head, StandardCharsets.UTF_8));
    Map<String, String> metadata = (Map<String, String>) header.get("__metadata__");
    description = (Map<String, Object>) Json.read(metadata.get("eigenlens"));
    data = new byte[bytes.remaining()];
    bytes.get(data);
  }

  private void writeHeader(String json, byte[] numbers) throws IOException {
    byte[] head = json.getBytes(StandardCharsets.UTF_8);
    ByteBuffer bytes =
        ByteBuffer.allocate(8 + head.length + numbers.length).order(ByteOrder.LITTLE_ENDIAN);
    Files.write(file, bytes.putLong(head.length).put(head).put(numbers).array());
  }

  private void write() throws IOException {
    header.put("__metadata__", Map.of("eigenlens", Json.write(description, false)));
    writeHeader(Json.write(header, false), data);
  }

  private void assertRefused(String fault) {
    Throwable thrown = catchThrowable(() -> Model.load(file));
    assertThat(thrown).isInstanceOf(ModelFileException.class);
    assertThat(thrown.getMessage())
        .startsWith(file.toString())
        .contains(fault)
        .doesNotContain("\n")
        .hasSizeLessThan(file.toString().length() + 400);
  }

  @Test
  void whatWasTakenApartAndPutTogetherLoads() throws IOException {
    write();
    assertThat(Model.load(file).components()).isEqualTo(1);
  }

  @Test
  void filesCutOffAnywhere() throws IOException {
    for (int length = 0; length < sound.length; length++) {
      Files.write(file, Arrays.copyOf(sound, length));
      assertRefused("");
    }
  }

  @Test
  void aFileWithBytesAfterTheEnd() throws IOException {
    data = Arrays.copyOf(data, data.length + 8);
    write();
    assertRefused("where");
  }

  @ParameterizedTest
  @MethodSource
  void headerLengths(long length) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(sound.clone()).order(ByteOrder.LITTLE_ENDIAN);
    bytes.putLong(0, length);
    Files.write(file, bytes.array());
    assertRefused("header claims " + length);
  }

  static Stream<Long> headerLengths() {
    return Stream.of(-1L, Long.MIN_VALUE, Long.MAX_VALUE, 0L, 1L, 1L << 31, 1L << 40, 99_000_000L);
  }

  @ParameterizedTest
  @MethodSource
  void headersThatAreNoDescription(String json, String fault) throws IOException {
    writeHeader(json, data);
    assertRefused(fault);
  }

  static Stream<Arguments> headersThatAreNoDescription() {
    return Stream.of(
        Arguments.of("not JSON at all", "not JSON"),
        Arguments.of("{}", "where"),
        Arguments.of("[1, 2]", "no JSON object"),
        Arguments.of("null", "no JSON object"),
        Arguments.of("{\"a\": 1}{\"b\": 2}", "more text"),
        Arguments.of("{\"a\": 1, \"a\": 2}", "not JSON: Duplicate"),
        Arguments.of("[".repeat(100_000), "nesting"),
        Arguments.of("{\"a\":".repeat(1000), "nesting"),
        Arguments.of("{\"a\": 1}", "'a' is not described"),
        Arguments.of("{\"a\\nb\": 1}", "is not described"),
        Arguments.of("{\"" + "n".repeat(40_000) + "\": 1}", "is not described"),
        Arguments.of("{\"a\": " + "9".repeat(500) + "}", "out of range"),
        Arguments.of("{\"__metadata__\": {\"eigenlens\": 1}}", "not a text"),
        Arguments.of("  ", "empty"));
  }

  @Test
  void aHeaderThatIsNotText() throws IOException {
    byte[] bytes = sound.clone();
    bytes[20] = (byte) 0xff;
    Files.write(file, bytes);
    assertRefused("cannot be read");
  }

  private void describe(String tensor, String dtype, List<?> shape, Object from, Object to) {
    Map<String, Object> entry = new LinkedHashMap<>();
    entry.put("dtype", dtype);
    entry.put("shape", shape);
    entry.put("data_offsets", Arrays.asList(from, to));
    header.put(tensor, entry);
  }

  @ParameterizedTest
  @MethodSource
  void tensors(String dtype, List<?> shape, Object from, Object to, String fault)
      throws IOException {
    // The sound entry: components, F64, 1 × 2, bytes 0 to 16.
    describe("components", dtype, shape, from, to);
    write();
    assertRefused(fault);
  }

  static Stream<Arguments> tensors() {
    long big = 1L << 31;
    return Stream.of(
        Arguments.of("F32", List.of(1, 2), 0, 16, "F32"),
        Arguments.of(null, List.of(1, 2), 0, 16, "not F64"),
        Arguments.of("F64", List.of(1, 2), 0, 24, "claims 1 × 2"),
        Arguments.of("F64", List.of(1, 3), 0, 24, "starts at byte"),
        Arguments.of("F64", List.of(1, 1), 8, 16, "starts at byte 8"),
        Arguments.of("F64", List.of(1, 1), 0, 8, "starts at byte"),
        Arguments.of("F64", List.of(1, 2), 16, 0, "claims"),
        Arguments.of("F64", List.of(1, 2), -16, 0, "-16"),
        Arguments.of("F64", List.of(1, 2), 0, Long.MAX_VALUE, "claims"),
        Arguments.of("F64", List.of(1, 2), Long.MAX_VALUE, Long.MAX_VALUE, "claims"),
        Arguments.of("F64", List.of(1, 2), "0", 16, "size or offset 0"),
        Arguments.of("F64", List.of(1.5, 2), 0, 16, "1.5"),
        Arguments.of("F64", List.of(-1, -2), 0, 16, "-1"),
        Arguments.of("F64", List.of(big, big), 0, 16, "claims"),
        Arguments.of("F64", List.of(big, big), 0, 0, "claims"),
        Arguments.of("F64", List.of(1L << 32, 1L << 32), 0, 0, "claims"),
        Arguments.of("F64", List.of(1L << 61, 8), 0, 0, "claims"),
        // No numbers at all, but rows or columns without end.
        Arguments.of("F64", List.of(0, big - 1), 0, 0, "claims"),
        Arguments.of("F64", List.of(big - 1, 0), 0, 0, "claims"),
        Arguments.of("F64", List.of(0), 0, 0, "claims"),
        Arguments.of("F64", List.of(1, 1, 2), 0, 16, "more than 2 dimensions"),
        Arguments.of("F64", List.of(2), 0, 16, "'components' is missing"));
  }

  @Test
  void tensorsThatOverlap() throws IOException {
    describe("more", "F64", List.of(1, 2), 0, 16);
    write();
    assertRefused("starts at byte 0 where 16");
  }

  @ParameterizedTest
  @MethodSource
  void descriptions(String name, Object value, String fault) throws IOException {
    description.put(name, value);
    write();
    assertRefused(fault);
  }

  static Stream<Arguments> descriptions() {
    return Stream.of(
        Arguments.of("format", 2, "use a newer version"),
        Arguments.of("format", 0, "format 0"),
        Arguments.of("format", "1", "'format'"),
        Arguments.of("kind", "kernel of another age", "unknown kind"),
        Arguments.of("kind", null, "'kind'"),
        Arguments.of("rows", "many", "'rows'"),
        Arguments.of("rows", 1.5, "'rows'"),
        Arguments.of("rows", -9, "'rows'"),
        Arguments.of("ddof", 7, "'ddof'"),
        Arguments.of("centered", "yes", "'centered'"),
        Arguments.of("standardized", false, "'standardized'"),
        Arguments.of("totalSquares", "large", "'totalSquares'"),
        Arguments.of("totalSquares", -1.0, "'totalSquares'"),
        Arguments.of("columns", List.of("a"), "1 column,"),
        Arguments.of("columns", List.of("a", 2), "not a text"),
        Arguments.of("columns", "a,b", "'columns'"),
        Arguments.of("warnings", Map.of("a", "b"), "'warnings'"),
        Arguments.of("method", List.of("line\nbreak ".repeat(500)), "'method'"));
  }

  @Test
  void aDescriptionThatIsNoObject() throws IOException {
    for (String text : List.of("", "[]", "7", "null", "{", "{\"a\":1,\"a\":1}")) {
      header.put("__metadata__", Map.of("eigenlens", text));
      writeHeader(Json.write(header, false), data);
      assertRefused("description cannot be read");
    }
  }

  @Test
  void aSafetensorsFileOfSomebodyElse() throws IOException {
    header.put("__metadata__", Map.of("format", "pt"));
    writeHeader(Json.write(header, false), data);
    assertRefused("not a model of Eigenlens");
    header.remove("__metadata__");
    writeHeader(Json.write(header, false), data);
    assertRefused("not a model of Eigenlens");
    header.put("__metadata__", List.of(1));
    writeHeader(Json.write(header, false), data);
    assertRefused("not a model of Eigenlens");
  }

  private void writeDirections(double orthogonality, double[]... rows) throws IOException {
    Provenance of = LinearModel.load(file).provenance();
    Provenance claims =
        new Provenance(
            of.method(),
            of.solver(),
            of.solverReason(),
            of.rows(),
            of.centered(),
            false,
            of.whitened(),
            of.ddof(),
            of.seed(),
            of.tolerance(),
            of.maxRelativeResidual(),
            orthogonality,
            of.version(),
            of.warnings());
    int d = rows[0].length;
    new LinearModel(
            claims,
            IntStream.range(0, d).mapToObj(j -> "c" + j).toList(),
            new double[d],
            null,
            Matrix.of(rows),
            new double[rows.length],
            1,
            0)
        .save(file);
  }

  @Test
  void directionsThatAreNotOfLengthOne() throws IOException {
    writeDirections(1e-15, new double[] {1, 0}, new double[] {0, 1.5});
    assertRefused("direction 2 has length 1.50000 instead of 1");
  }

  @Test
  void directionsThatAreNotAtRightAngles() throws IOException {
    writeDirections(1e-15, new double[] {1, 0, 0}, new double[] {0.6, 0.8, 0});
    assertRefused("is not at right angles to the others");
  }

  @Test
  void directionsAsGoodAsTheirCertificateLoad() throws IOException {
    double single = (float) Math.sqrt(0.5);
    writeDirections(1e-16, new double[] {single, single}, new double[] {single, -single});
    assertThat(LinearModel.load(file).components()).isEqualTo(2);
    writeDirections(1e-15, new double[] {1, 0}, new double[] {0, 0});
    assertThat(LinearModel.load(file).components()).isEqualTo(2);
    writeDirections(0.7, new double[] {1, 0}, new double[] {0.6, 0.8});
    assertThat(LinearModel.load(file).components()).isEqualTo(2);
    writeDirections(Double.NaN, new double[] {2, 0}, new double[] {1, 1});
    assertThat(LinearModel.load(file).components()).isEqualTo(2);
  }

  @Test
  void aModelOfAnotherKindIsNoLinearOne() throws IOException {
    KernelPca.builder()
        .kernel(Kernels.rbf(1))
        .components(1)
        .fit(Matrix.of(new double[][] {{1, 2}, {3, 4}, {5, 7}}))
        .save(file);
    assertThat(catchThrowable(() -> LinearModel.load(file)))
        .isInstanceOf(ModelFileException.class)
        .hasMessageContaining("not a linear one");
  }

  @Test
  void numbersNoModelCanHave() throws IOException {
    ByteBuffer numbers = ByteBuffer.wrap(data).order(ByteOrder.LITTLE_ENDIAN);
    // In order: components (2), mean (2), scale (2), eigenvalues (1).
    String[] names = {"components", "components", "mean", "mean", "scale", "scale", "eigenvalues"};
    for (int i = 0; i < names.length; i++) {
      double sound = numbers.getDouble(8 * i);
      numbers.putDouble(8 * i, Double.NaN);
      write();
      assertRefused("'" + names[i] + "'");
      numbers.putDouble(8 * i, sound);
    }
    numbers.putDouble(8 * 4, 0);
    write();
    assertRefused("'scale'");
    numbers.putDouble(8 * 4, 1);
    numbers.putDouble(8 * 6, -1);
    write();
    assertRefused("'eigenvalues'");
  }

  @Test
  void aBitThatChangedIsFoundWhereverItIs() throws IOException {
    double[] direction = ((LinearModel) Model.load(file)).directions().row(0);
    for (int bit = 0; bit < 8 * sound.length; bit++) {
      byte[] damaged = sound.clone();
      damaged[bit / 8] ^= (byte) (1 << bit % 8);
      Files.write(file, damaged);
      Throwable thrown = catchThrowable(() -> Model.load(file));
      if (thrown == null) {
        // Only in the name of the checksum, without which the rest is believed, and is whole.
        assertThat(new String(damaged, 8, 40, StandardCharsets.ISO_8859_1))
            .doesNotContain("crc32c");
        assertThat(((LinearModel) Model.load(file)).directions().row(0)).isEqualTo(direction);
      } else {
        assertThat(thrown).as("bit %d", bit).isInstanceOf(ModelFileException.class);
      }
    }
  }

  @Test
  void aChangedNumberIsToldByTheChecksum() throws IOException {
    byte[] damaged = sound.clone();
    damaged[damaged.length - 8] ^= 1;
    Files.write(file, damaged);
    assertRefused("bits have changed");
  }

  @Test
  void randomlyDamagedFilesNeverEndInAnythingElse() throws IOException {
    Random random = new Random(91);
    for (int trial = 0; trial < 1000; trial++) {
      byte[] damaged = sound.clone();
      for (int hit = 0; hit <= trial % 4; hit++) {
        damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
      }
      Files.write(file, damaged);
      Throwable thrown = catchThrowable(() -> Model.load(file));
      if (thrown != null) {
        assertThat(thrown).as("seed 91, trial %d", trial).isInstanceOf(ModelFileException.class);
      }
    }
  }

  /** Opening a pipe would wait until somebody writes to it. */
  @Test
  @DisabledOnOs(OS.WINDOWS)
  void aPipeIsNoModel() throws Exception {
    Path pipe = folder.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    assertThat(catchThrowable(() -> Model.load(pipe)))
        .isInstanceOf(ModelFileException.class)
        .hasMessageContaining("a pipe or a device");
  }

  /** What is the name of a class in a table is a name in the description. */
  @Test
  void aModelWithAClassWhoseNameIsAMegabyteLoadsAgain() throws IOException {
    String name = "m".repeat(1 << 20);
    Model model =
        SupervisedPca.builder()
            .components(1)
            .fit(
                Matrix.of(new double[][] {{1, 2}, {2, 1}, {4, 4}}),
                Labels.ofClasses(List.of("a", name, "a")));
    Path file = folder.resolve("long");
    model.save(file);
    assertThat(Model.load(file).provenance().labels().sizes()).containsKey(name);
  }
}
