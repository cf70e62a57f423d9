package org.eigenlens.data;

import static java.util.regex.Pattern.DOTALL;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.Parallel;

/**
 * Writes comma-separated text; pieces of rows are formatted on all cores and written in order.
 *
 * <p>Numbers that are NaN are empty cells. Text that a spreadsheet would take for a formula gets an
 * apostrophe before it, which makes it text there as well.
 */
final class CsvSink implements TableSink {

  /** Cells that are formatted together, and those that are there as text before any is written. */
  private static final int PIECE = 1 << 15;

  private static final int WAVE = 1 << 21;

  /** What starts like these may call a function or a program; a sign or a name alone does not. */
  private static final Pattern FORMULA = Pattern.compile("[=\t\r].*|[-+@].*[(|!].*", DOTALL);

  private final OutputStream out;
  private final int columns;
  private final LongAdder formulas = new LongAdder();

  /**
   * The names of the columns until they are written, which a failure before the first rows
   * prevents.
   */
  private String header;

  CsvSink(OutputStream out, List<String> texts, List<String> numbers) {
    this.out = out;
    columns = Math.max(1, texts.size() + numbers.size());
    header =
        Stream.concat(texts.stream(), numbers.stream())
            .map(this::cell)
            .collect(Collectors.joining(","));
  }

  private void start() throws IOException {
    if (header != null) {
      out.write((header + "\n").getBytes(StandardCharsets.UTF_8));
      header = null;
    }
  }

  @Override
  public void append(List<List<String>> texts, Matrix numbers) throws IOException {
    start();
    int piece = Math.max(1, PIECE / columns);
    int wave = Math.max(1, WAVE / columns);
    for (long first = 0; first < numbers.rows(); first += wave) {
      int start = (int) first;
      int end = (int) Math.min(numbers.rows(), first + wave);
      byte[][] pieces = new byte[(end - start + piece - 1) / piece][];
      Parallel.forEach(
          pieces.length,
          p -> {
            int from = start + p * piece;
            pieces[p] = format(texts, numbers, from, Math.min(end, from + piece));
          });
      for (byte[] lines : pieces) {
        out.write(lines);
      }
    }
  }

  private byte[] format(List<List<String>> texts, Matrix numbers, int from, int to) {
    StringBuilder lines = new StringBuilder();
    for (int i = from; i < to; i++) {
      int start = lines.length();
      String separator = "";
      for (List<String> column : texts) {
        lines.append(separator).append(cell(column.get(i)));
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

  private String cell(String text) {
    if (text.isEmpty() || Character.isLetterOrDigit(text.charAt(0)) || !isFormula(text)) {
      return quoted(text);
    }
    formulas.increment();
    return quoted("'" + text);
  }

  private static boolean isFormula(String text) {
    return FORMULA.matcher(text).matches();
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
    start();
    out.flush();
  }

  @Override
  public List<String> remarks() {
    long count = formulas.sum();
    return count == 0
        ? List.of()
        : List.of(
            Words.count(count, "text")
                + " that a spreadsheet would run as a formula got an apostrophe each; .parquet"
                + " keeps texts as they are");
  }

  @Override
  public void release() {}
}
