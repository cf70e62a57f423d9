package org.eigenlens.data;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.imageio.ImageIO;

/** Small image files for tests. */
final class TestImages {

  private TestImages() {}

  /** Returns a grey map of one line whose pixels are given. */
  static byte[] pgm(int... line) {
    byte[] head = ("P5\n" + line.length + " 1\n255\n").getBytes(StandardCharsets.US_ASCII);
    ByteBuffer bytes = ByteBuffer.allocate(head.length + line.length).put(head);
    for (int value : line) {
      bytes.put((byte) value);
    }
    return bytes.array();
  }

  /** Returns an image file of one line whose pixels are given as 0xRRGGBB. */
  static byte[] encoded(String format, int... line) throws IOException {
    BufferedImage image = new BufferedImage(line.length, 1, BufferedImage.TYPE_INT_RGB);
    for (int x = 0; x < line.length; x++) {
      image.setRGB(x, 0, line[x]);
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ImageIO.write(image, format, out);
    return out.toByteArray();
  }

  /** Returns a grey PNG file of one line. */
  static byte[] greyPng(int... line) throws IOException {
    BufferedImage image = new BufferedImage(line.length, 1, BufferedImage.TYPE_BYTE_GRAY);
    for (int x = 0; x < line.length; x++) {
      image.getRaster().setSample(x, 0, 0, line[x]);
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ImageIO.write(image, "png", out);
    return out.toByteArray();
  }

  /** Returns a PNG file of a few bytes whose header announces a size. */
  static byte[] pngHeader(int width, int height) {
    ByteBuffer header =
        ByteBuffer.allocate(17)
            .put("IHDR".getBytes(StandardCharsets.US_ASCII))
            .putInt(width)
            .putInt(height)
            .put(new byte[] {8, 0, 0, 0, 0});
    CRC32 sum = new CRC32();
    sum.update(header.array());
    return ByteBuffer.allocate(33)
        .put(new byte[] {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'})
        .putInt(13)
        .put(header.array())
        .putInt((int) sum.getValue())
        .array();
  }

  static Path write(Path file, byte[] bytes) throws IOException {
    Files.createDirectories(file.getParent());
    return Files.write(file, bytes);
  }

  static Path zip(Path file, Map<String, byte[]> entries) throws IOException {
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(file))) {
      for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
        out.putNextEntry(new ZipEntry(entry.getKey()));
        out.write(entry.getValue());
      }
    }
    return file;
  }
}
