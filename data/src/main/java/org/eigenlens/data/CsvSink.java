package org.eigenlens.data;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.Parallel;

/**
 * Writes comma-separated text; pieces of rows are formatted on all cores and written in order.
 *
 * <p>Numbers that are NaN are empty cells.
 */
final class CsvSink implements TableSink {

  private static final int PIECE = 1024;
  private static final int PIECES_PER_THREAD = 8;

  private final OutputStream out;

  CsvSink(OutputStream out, List<String> texts, List<String> numbers) throws IOException {
    this.out = out;
    String header =
        Stream.concat(texts.stream(), numbers.stream())
            .map(CsvSink::quoted)
            .collect(Collectors.joining(","));
    out.write((header + "\n").getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public void append(List<List<String>> texts, Matrix numbers) throws IOException {
    int wave = PIECE * PIECES_PER_THREAD * Parallel.threads();
    for (int first = 0; first < numbers.rows(); first += wave) {
      int start = first;
      int end = (int) Math.min(numbers.rows(), (long) first + wave);
      byte[][] pieces = new byte[(end - start + PIECE - 1) / PIECE][];
      Parallel.forEach(
          pieces.length,
          p -> {
            int from = start + p * PIECE;
            pieces[p] = format(texts, numbers, from, Math.min(end, from + PIECE));
          });
      for (byte[] piece : pieces) {
        out.write(piece);
      }
    }
  }

  private static byte[] format(List<List<String>> texts, Matrix numbers, int from, int to) {
    StringBuilder lines = new StringBuilder();
    for (int i = from; i < to; i++) {
      int start = lines.length();
      String separator = "";
      for (List<String> column : texts) {
        lines.append(separator).append(quoted(column.get(i)));
        separator = ",";
      }
      for (double value : numbers.row(i)) {
        lines.append(separator).append(Numbers.text(value));
        separator = ",";
      }
      if (lines.length() == start) {
        // A blank line would be no row at all.
        lines.append("\"\"");
      }
      lines.append('\n');
    }
    return lines.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static String quoted(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == ',' || c == '"' || c == '\n' || c == '\r') {
        return '"' + text.replace("\"", "\"\"") + '"';
      }
    }
    return text;
  }

  @Override
  public void finish() throws IOException {
    out.flush();
  }

  @Override
  public void release() {}
}
