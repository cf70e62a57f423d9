package org.eigenlens.data;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import javax.imageio.ImageIO;
import org.eigenlens.model.Origin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Folders, zips and files of images as tables. */
class ImageTableTest {

  @TempDir Path folder;

  private Path image(String name, byte[] bytes) throws IOException {
    return TestImages.write(folder.resolve(name), bytes);
  }

  private Table open() {
    return Tables.read(folder);
  }

  private static String refusal(Table table) {
    try {
      table.load();
    } catch (DataException e) {
      return e.getMessage();
    }
    throw new AssertionError("It was not refused.");
  }

  @Test
  void aTreeIsARowForEachImageInTheOrderOfNames() throws IOException {
    image("s2/1.pgm", TestImages.pgm(5, 6));
    image("s1/b.png", TestImages.greyPng(3, 4));
    image("s1/a.bmp", TestImages.encoded("bmp", 0x010101, 0x020202));
    Table table = open();
    Data data = table.id("file").label("folder").load();
    assertThat(data.ids()).contains(List.of("s1/a.bmp", "s1/b.png", "s2/1.pgm"));
    assertThat(data.labels()).contains(List.of("s1", "s1", "s2"));
    assertThat(data.featureNames()).containsExactly("p0_0", "p0_1");
    assertThat(data.matrix().toArray()).isDeepEqualTo(new double[][] {{1, 2}, {3, 4}, {5, 6}});
    assertThat(table.ownId()).contains("file");
    assertThat(table.ownLabel()).contains("folder");
    assertThat(table.origin()).contains(new Origin.Images(2, 1, 1));
    assertThat(table.remarks()).isEmpty();
  }

  @Test
  void aFolderWithoutFoldersHasNoLabels() throws IOException {
    image("1.pgm", TestImages.pgm(5, 6));
    assertThat(open().ownLabel()).isEmpty();
    assertThat(open().load().matrix().toArray()).isDeepEqualTo(new double[][] {{5, 6}});
  }

  @Test
  void aZipIsReadLikeItsTree() throws IOException {
    Map<String, byte[]> entries = new LinkedHashMap<>();
    entries.put("top/s2/1.pgm", TestImages.pgm(5, 6));
    entries.put("top/s1/1.pgm", TestImages.pgm(3, 4));
    entries.put("../../out.pgm", TestImages.pgm(1, 2));
    entries.put("top/readme.md", new byte[3]);
    Path zip = TestImages.zip(folder.resolve("faces.zip"), entries);
    Table table = Tables.read(zip).id("file").label("folder");
    Data data = table.load();
    assertThat(data.ids().orElseThrow())
        .containsExactly("../../out.pgm", "top/s1/1.pgm", "top/s2/1.pgm");
    assertThat(data.matrix().toArray()).isDeepEqualTo(new double[][] {{1, 2}, {3, 4}, {5, 6}});
    assertThat(table.remarks())
        .containsExactly("1 file that is no image was left out, as top/readme.md");
    assertThat(folder.toFile().list()).containsExactly("faces.zip");
  }

  @Test
  void aZipWithOneNameTwiceIsRefused() throws IOException {
    Map<String, byte[]> entries = new LinkedHashMap<>();
    entries.put("a.pgm", TestImages.pgm(5, 6));
    entries.put("b.pgm", TestImages.pgm(3, 4));
    Path zip = TestImages.zip(folder.resolve("faces.zip"), entries);
    byte[] bytes = Files.readAllBytes(zip);
    for (int i = 0; i + 5 <= bytes.length; i++) {
      if (new String(bytes, i, 5, US_ASCII).equals("b.pgm")) {
        bytes[i] = 'a';
      }
    }
    Files.write(zip, bytes);
    assertThatThrownBy(() -> Tables.read(zip))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("two entries called a.pgm");
  }

  @Test
  void aDamagedZipIsRefused() throws IOException {
    Path zip = image("faces.zip", new byte[] {'P', 'K', 3, 4, 5});
    assertThatThrownBy(() -> Tables.read(zip))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("faces.zip")
        .hasMessageContaining("cannot be read");
  }

  @Test
  void anEmptyFolderIsRefused() {
    assertThatThrownBy(this::open)
        .isInstanceOf(DataException.class)
        .hasMessageContaining("directory with no image");
  }

  @Test
  void severalFoldersAreAppendedUnderTheirNames() throws IOException {
    image("a/1.pgm", TestImages.pgm(1, 2));
    image("b/1.pgm", TestImages.pgm(3, 4));
    List<String> inputs = List.of(folder.resolve("b") + "", folder.resolve("a") + "");
    Data data = Tables.open(inputs, ReadOptions.DEFAULT).id("file").load();
    assertThat(data.ids().orElseThrow())
        .containsExactly(folder.resolve("b/1.pgm") + "", folder.resolve("a/1.pgm") + "");
  }

  @Test
  void linksAreFollowedOnceAndCirclesEnd() throws IOException {
    image("real/1.pgm", TestImages.pgm(1, 2));
    Files.createSymbolicLink(folder.resolve("real/up"), folder);
    Files.createSymbolicLink(folder.resolve("a-link"), folder.resolve("real"));
    Table table = open();
    assertThat(table.id("file").load().ids()).contains(List.of("real/1.pgm"));
    assertThat(table.remarks())
        .singleElement()
        .asString()
        .startsWith("2 links lead to what was read");
  }

  @Test
  void aLinkToAnImageThatIsReadIsNotReadAgain(@TempDir Path elsewhere) throws IOException {
    Path real = image("z.pgm", TestImages.pgm(1, 2));
    Files.createSymbolicLink(folder.resolve("a.pgm"), real);
    Path other = TestImages.write(elsewhere.resolve("1.pgm"), TestImages.pgm(3, 4));
    Files.createSymbolicLink(folder.resolve("b.pgm"), other);
    Table table = open();
    assertThat(table.id("file").load().ids()).contains(List.of("b.pgm", "z.pgm"));
    assertThat(table.remarks()).singleElement().asString().startsWith("1 link leads to what was");
  }

  @Test
  void ofSeveralFoldersTheirOwnNamesAreTheClasses() throws IOException {
    image("s1/1.pgm", TestImages.pgm(1, 2));
    image("s2/1.pgm", TestImages.pgm(3, 4));
    Path zip = TestImages.zip(folder.resolve("s3.zip"), Map.of("1.pgm", TestImages.pgm(5, 6)));
    List<String> inputs = List.of(folder + "/s1", folder + "/s2/", zip.toString());
    Table table = Tables.open(inputs, ReadOptions.DEFAULT);
    assertThat(table.ownLabel()).contains("folder");
    assertThat(table.label("folder").load().labels()).contains(List.of("s1", "s2", "s3"));
  }

  @Test
  void whatLiesAtTheTopIsNoClassBesideAFolder() throws IOException {
    image("1.pgm", TestImages.pgm(1, 2));
    image("s1/1.pgm", TestImages.pgm(3, 4));
    assertThat(open().ownLabel()).isEmpty();
  }

  @Test
  void aLinkToAFolderElsewhereIsFollowed(@TempDir Path elsewhere) throws IOException {
    TestImages.write(elsewhere.resolve("1.pgm"), TestImages.pgm(1, 2));
    Files.createSymbolicLink(folder.resolve("link"), elsewhere);
    assertThat(open().id("file").load().ids()).contains(List.of("link/1.pgm"));
  }

  @Test
  void hiddenFilesAndOthersAreCounted() throws IOException {
    image("1.pgm", TestImages.pgm(1, 2));
    image(".hidden.pgm", TestImages.pgm(1, 2, 3));
    image("notes.txt", new byte[] {'a'});
    image("list.csv", new byte[] {'a'});
    Table table = open();
    assertThat(table.load().matrix().rows()).isEqualTo(1);
    assertThat(table.remarks())
        .containsExactly("3 files that are no images were left out, as .hidden.pgm");
  }

  @Test
  void sizesThatDifferAreNamed() throws IOException {
    image("a.pgm", TestImages.pgm(1, 2));
    image("b.pgm", TestImages.pgm(1, 2, 3));
    image("c.pgm", TestImages.pgm(1, 2, 3, 4));
    assertThat(refusal(open()))
        .isEqualTo(
            folder
                + "/b.pgm: it has 3 × 1 pixels, but the first, a.pgm, has 2 × 1; bring all to one"
                + " size with --resize 2x1");
  }

  @Test
  void sizesThatDifferAreBroughtToOne() throws IOException {
    image("a.pgm", TestImages.pgm(10, 20, 30, 40));
    image("b.pgm", TestImages.pgm(7, 9));
    ReadOptions options =
        ReadOptions.DEFAULT.withImages(
            ImageOptions.DEFAULT.withResize(new ImageOptions.Size(2, 1)));
    assertThat(Tables.read(folder, options).load().matrix().toArray())
        .isDeepEqualTo(new double[][] {{15, 35}, {7, 9}});
  }

  @Test
  void anImageUnlikeThoseOfTheModelIsNamed() throws IOException {
    image("a.pgm", TestImages.pgm(1, 2));
    ReadOptions options =
        ReadOptions.DEFAULT.withImages(
            ImageOptions.DEFAULT.withExpected(new Origin.Images(3, 1, 1)));
    assertThatThrownBy(() -> Tables.read(folder, options))
        .isInstanceOf(DataException.class)
        .hasMessage(
            folder
                + "/a.pgm: it has 2 × 1 pixels, but the model was fitted to 3 × 1; bring all to one"
                + " size with --resize 3x1");
  }

  @Test
  void colourTurnsToGreyByRec601AndIsTold() throws IOException {
    image("a.png", TestImages.encoded("png", 0xFF0000, 0x0A0A0A));
    image("b.png", TestImages.greyPng(7, 8));
    Table table = open();
    double[][] rows = table.load().matrix().toArray();
    // Sums of three products: off by roundings only.
    assertThat(rows[0][0]).isEqualTo(0.299 * 255, within(1e-12));
    assertThat(rows[0][1]).isEqualTo(10);
    assertThat(rows[1]).containsExactly(7, 8);
    assertThat(table.remarks())
        .containsExactly("1 image has colours, which were turned to grey; --color keeps them");
  }

  @Test
  void colourIsKeptWhereAskedFor() throws IOException {
    image("a.png", TestImages.encoded("png", 0x010203));
    image("b.png", TestImages.greyPng(9));
    ReadOptions options = ReadOptions.DEFAULT.withImages(ImageOptions.DEFAULT.withColor(true));
    Table table = Tables.read(folder, options);
    assertThat(table.featureNames()).containsExactly("p0_0_r", "p0_0_g", "p0_0_b");
    assertThat(table.load().matrix().toArray())
        .isDeepEqualTo(new double[][] {{1, 2, 3}, {9, 9, 9}});
    assertThat(table.origin()).contains(new Origin.Images(1, 1, 3));
  }

  @Test
  void aJpegIsReadAndACutOneRefused() throws IOException {
    int[] line = new int[64];
    Arrays.fill(line, 0x808080);
    byte[] jpeg = TestImages.encoded("jpg", line);
    image("a.jpg", jpeg);
    // Flat grey survives the compression to a level or two.
    assertThat(open().load().matrix().toArray()[0][5]).isEqualTo(128, within(2.0));
    image("a.jpg", Arrays.copyOf(jpeg, jpeg.length - 20));
    assertThat(refusal(open())).startsWith(folder + "/a.jpg: it cannot be read as an image: ");
  }

  @Test
  void aDamagedImageIsNamed() throws IOException {
    byte[] png = TestImages.greyPng(new Random(1).ints(1000, 0, 256).toArray());
    image("a.png", png);
    image("b.png", Arrays.copyOf(png, png.length / 2));
    assertThat(refusal(open())).startsWith(folder + "/b.png: it cannot be read as an image: ");
    image("a.png", "no image".getBytes(US_ASCII));
    assertThatThrownBy(this::open)
        .hasMessageStartingWith(
            folder + "/a.png: it cannot be read as an image: it starts like no format");
  }

  @Test
  void aHeaderThatAnnouncesTooMuchIsRefusedBeforeMemoryIsTaken() throws IOException {
    image("a.png", TestImages.pngHeader(1_000_000, 1_000_000));
    assertThatThrownBy(this::open)
        .isInstanceOf(DataException.class)
        .hasMessageEndingWith(
            "a.png: its header says 1000000 × 1000000 pixels, and at most 268435456 are read of an"
                + " image; leave it out, or make it smaller");
    // A size that an array could well hold, but not the memory.
    int width = ImageDecoder.MOST_PIXELS / 1000 + 1;
    image("a.png", TestImages.pngHeader(width, 1000));
    assertThatThrownBy(this::open)
        .isInstanceOf(DataException.class)
        .hasMessageContaining("a.png: its header says %d × 1000 pixels".formatted(width))
        .hasMessageContaining("fit in the heap; leave it out, make it smaller, or give java the")
        .hasMessageMatching(".* -Xmx[0-9]+m");
    Files.delete(folder.resolve("a.png"));
    image("a.pgm", "P5 2000000000 2000000000 255\n".getBytes(US_ASCII));
    assertThatThrownBy(this::open)
        .isInstanceOf(DataException.class)
        .hasMessageContaining("2000000000 × 2000000000 pixels");
    image("a.pgm", "P5 0 5 255\n".getBytes(US_ASCII));
    assertThatThrownBy(this::open)
        .isInstanceOf(DataException.class)
        .hasMessageEndingWith(
            "a.pgm: its header says 0 × 5 pixels, which is no image; leave it out, or save it again");
    image("a.pgm", "P5 99999999999 1 255\n".getBytes(US_ASCII));
    assertThatThrownBy(this::open)
        .isInstanceOf(DataException.class)
        .hasMessageContaining("too large at byte 3");
  }

  @Test
  void anImageWithMorePixelsThanColumnsNeedsAnotherSize() throws IOException {
    image("a.png", TestImages.pngHeader(2049, 2048));
    assertThatThrownBy(this::open)
        .isInstanceOf(DataException.class)
        .hasMessageContaining("4196352 columns")
        .hasMessageContaining("--resize 64x64");
  }

  @Test
  void aPixelIsNoLabel() throws IOException {
    image("a.pgm", TestImages.pgm(1, 2));
    assertThat(refusal(open().label("p0_1"))).contains("a pixel cannot be a label");
  }

  @Test
  void imagesAndTablesDoNotGoTogether() throws IOException {
    image("a.pgm", TestImages.pgm(1, 2));
    image("t.csv", "a,b\n1,2\n".getBytes(US_ASCII));
    List<String> inputs = List.of(folder.resolve("a.pgm") + "", folder.resolve("t.csv") + "");
    assertThatThrownBy(() -> Tables.open(inputs, ReadOptions.DEFAULT))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("t.csv: it is neither an image nor a text");
    assertThatThrownBy(
            () -> Tables.open(inputs.subList(0, 1), Optional.of("select 1"), ReadOptions.DEFAULT))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("leave --sql out");
  }

  @Test
  void greyMapsAreReadInAllTheirForms() {
    assertThat(pgm("P2 # a comment\n2 1 # another\n10\n0 5").values()).containsExactly(0, 127.5);
    assertThat(pgm("P2\n2\n1\n255\n7 255\n").values()).containsExactly(7, 255);
    assertThat(pgm("P5 1 1 65535\n\u0001\u0000").values()).containsExactly(256 * 255.0 / 65535);
    assertThat(pgm("P5\n#c\n1 2\n255\n#\n").values()).containsExactly('#', '\n');
  }

  @Test
  void damagedGreyMapsAreRefused() {
    assertThatThrownBy(() -> pgm("P5 2 2 255\nabc")).hasMessageContaining("ends early");
    assertThatThrownBy(() -> pgm("P2 2 2 255\n1 2 3")).hasMessageContaining("ends early");
    assertThatThrownBy(() -> pgm("P2 2 1 255\n1 300")).hasMessageContaining("300, beyond");
    assertThatThrownBy(() -> pgm("P2 2 1 255\n1 b  ")).hasMessageContaining("number is missing");
    assertThatThrownBy(() -> pgm("P5 2 1 0\nab")).hasMessageContaining("largest value is 0");
    assertThatThrownBy(() -> pgm("P5 2")).hasMessageContaining("number is missing");
  }

  private static PixelValues pgm(String text) {
    return ImageDecoder.decode("x.pgm", text.getBytes(ISO_8859_1), false);
  }

  @Test
  void shrinkingTakesMeansOfAreasAndGrowingLiesBetween() {
    PixelValues picture = new PixelValues(3, 2, 1, new double[] {0, 3, 6, 6, 9, 12}, false);
    // Each half of three columns takes one and a half of them: (0 + 3/2)/1.5 and (3/2 + 6)/1.5.
    assertThat(picture.resized(2, 2).values())
        .containsExactly(new double[] {1, 5, 7, 11}, within(1e-12));
    assertThat(picture.resized(1, 1).values()).containsExactly(new double[] {6}, within(1e-12));
    assertThat(picture.resized(3, 2).values()).containsExactly(picture.values());
    PixelValues line = new PixelValues(2, 1, 1, new double[] {0, 8}, false);
    assertThat(line.resized(4, 1).values())
        .containsExactly(new double[] {0, 2, 6, 8}, within(1e-12));
  }

  @Test
  void aPictureIsResizedByTheSmallerWayBetween() {
    double[] line = new double[70_000];
    Arrays.fill(line, 7);
    // The other way round, 70,000 × 70,000 numbers would lie between.
    PixelValues turned = new PixelValues(70_000, 1, 1, line, false).resized(1, 70_000);
    // A mean of 70,000 equal numbers, each with a rounding.
    assertThat(turned.values()[69_999]).isEqualTo(7, within(1e-9));
    assertThat(turned.values()).hasSize(70_000);
  }

  @Test
  void sixteenBitsAndTransparencyAreBroughtTo255OnWhite() throws IOException {
    BufferedImage deep = new BufferedImage(2, 1, BufferedImage.TYPE_USHORT_GRAY);
    deep.getRaster().setSample(0, 0, 0, 65535);
    deep.getRaster().setSample(1, 0, 0, 257);
    assertThat(png(deep, false)).containsExactly(255, 1);
    BufferedImage clear = new BufferedImage(3, 1, BufferedImage.TYPE_INT_ARGB);
    clear.setRGB(0, 0, 0xFF102030);
    clear.setRGB(1, 0, 0x00102030);
    clear.setRGB(2, 0, 0x33000000);
    // An opacity of 51/255 leaves four fifths of the white: 204, up to a rounding.
    assertThat(png(clear, true))
        .containsExactly(new double[] {16, 32, 48, 255, 255, 255, 204, 204, 204}, within(1e-12));
  }

  private static double[] png(BufferedImage image, boolean color) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ImageIO.write(image, "png", out);
    return ImageDecoder.decode("x.png", out.toByteArray(), color).values();
  }

  @Test
  void picturesAreWrittenUnderTheirNames() throws IOException {
    PictureWriter writer = new PictureWriter(folder.resolve("out"), new Origin.Images(3, 1, 1));
    writer.write("s1/a.pgm", new double[] {-5, 99.6, 300});
    writer.write("s1/a.jpg", new double[] {1, 2, 3});
    Data data = Tables.read(folder.resolve("out")).id("file").load();
    assertThat(data.ids().orElseThrow()).containsExactly("s1/a.jpg.png", "s1/a.png");
    assertThat(data.matrix().toArray()).isDeepEqualTo(new double[][] {{1, 2, 3}, {0, 100, 255}});
    assertThatThrownBy(() -> writer.write("../b.pgm", new double[] {1, 2, 3}))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("leads out of the folder");
    assertThat(folder.resolve("b.png")).doesNotExist();
  }

  @Test
  void noPictureOverwritesAnotherOrOneThatIsKept() throws IOException {
    Path kept = folder.resolve("kept.png");
    Origin.Images shape = new Origin.Images(1, 1, 1);
    PictureWriter.writeFile(kept, shape, List.of(), new double[] {7});
    PictureWriter writer = new PictureWriter(folder, shape, List.of(kept));
    double[] pixel = {9};
    assertThatThrownBy(() -> writer.write("kept.jpg", pixel))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("one of the files that are read");
    assertThatThrownBy(() -> PictureWriter.writeFile(kept, shape, List.of(kept), pixel))
        .isInstanceOf(DataException.class);
    for (int i = 0; i < 4; i++) {
      writer.write("same", pixel);
    }
    assertThat(Tables.read(folder).id("file").load().ids().orElseThrow())
        .containsExactly("kept.png", "same-2.png", "same-3.png", "same-4.png", "same.png");
    assertThatThrownBy(() -> writer.write("nan", new double[] {Double.NaN}))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void picturesKeepTheirColours() throws IOException {
    Origin.Images shape = new Origin.Images(1, 1, 3);
    PictureWriter.writeFile(folder.resolve("c.png"), shape, List.of(), new double[] {1, 2, 3});
    ReadOptions options = ReadOptions.DEFAULT.withImages(ImageOptions.DEFAULT.withColor(true));
    assertThat(Tables.read(folder, options).load().matrix().toArray())
        .isDeepEqualTo(new double[][] {{1, 2, 3}});
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aFullDiskIsNoErrorOfPng() {
    Origin.Images shape = new Origin.Images(2, 1, 1);
    Path full = Path.of("/dev/full");
    assertThatThrownBy(() -> PictureWriter.writeFile(full, shape, List.of(), new double[2]))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("/dev/full: it cannot be written: No space left on device");
  }
}
