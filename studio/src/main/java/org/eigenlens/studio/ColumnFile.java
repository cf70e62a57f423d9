package org.eigenlens.studio;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.eigenlens.data.Column;
import org.eigenlens.data.Selection;
import org.eigenlens.data.Table;
import org.eigenlens.data.Words;
import org.eigenlens.model.Json;

/**
 * A column for colours and sizes, as the page takes it: the length of a JSON object (4 bytes,
 * little-endian), the object, padded with spaces to a multiple of four, and a value for each row.
 *
 * <p>Numbers are floats, NaN where there is none. Categories are bytes: the place of the category
 * among the levels, the most frequent first; the last level is "other" where there are more than
 * can be told apart, and 255 stands for no value. Costs a pass over the table.
 */
final class ColumnFile {

  private static final int MOST_LEVELS = 60;

  /** More different texts are names of rows, not classes, and would fill the memory. */
  private static final int MOST_TEXTS = 100_000;

  private static final int NONE = 255;

  private ColumnFile() {}

  /**
   * Reads a column.
   *
   * @param category whether numbers are taken for names
   */
  static byte[] read(Table table, String name, boolean category) throws IOException {
    Column column =
        table.columns().stream()
            .filter(one -> one.name().equals(name))
            .findFirst()
            .orElseThrow(() -> Refusal.notFound("there is no column '" + name + "'"));
    return column.isNumeric() && !category ? numbers(table, name) : categories(table, name);
  }

  private static byte[] numbers(Table table, String name) throws IOException {
    ByteArrayOutputStream values = new ByteArrayOutputStream();
    ByteBuffer one = ByteBuffer.allocate(Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    int[] rows = {0};
    table
        .select(Selection.ALL.withFeatures(List.of(name)))
        .forEachBatch(
            1 << 14,
            batch -> {
              for (int i = 0; i < batch.matrix().rows(); i++) {
                values.writeBytes(one.putFloat(0, (float) batch.matrix().get(i, 0)).array());
              }
              rows[0] += batch.matrix().rows();
            });
    return file("number", "f32", List.of(), rows[0], values);
  }

  private static byte[] categories(Table table, String name) throws IOException {
    Categories found = new Categories(name);
    table.forEachText(
        List.of(name),
        (count, cells) -> {
          for (int i = 0; i < count; i++) {
            found.add(cells[0][i]);
          }
          return true;
        });
    int[] byCount =
        IntStream.range(0, found.names.size())
            .boxed()
            .sorted(Comparator.comparing(found.counts::get, Comparator.reverseOrder()))
            .mapToInt(Integer::intValue)
            .toArray();
    int[] places = new int[byCount.length];
    List<String> levels = new ArrayList<>();
    for (int place = 0; place < byCount.length; place++) {
      places[byCount[place]] = Math.min(place, MOST_LEVELS);
      if (place < MOST_LEVELS) {
        levels.add(found.names.get(byCount[place]));
      }
    }
    if (byCount.length > MOST_LEVELS) {
      levels.add("other");
    }
    ByteArrayOutputStream values = new ByteArrayOutputStream(found.rows);
    for (int i = 0; i < found.rows; i++) {
      values.write(found.codes[i] < 0 ? NONE : places[found.codes[i]]);
    }
    return file("category", "u8", levels, found.rows, values);
  }

  /** The categories of rows, numbered as they come. */
  private static final class Categories {
    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<String> names = new ArrayList<>();
    private final List<Integer> counts = new ArrayList<>();
    private final String column;
    private int[] codes = new int[1024];
    private int rows;

    Categories(String column) {
      this.column = column;
    }

    void add(String cell) {
      if (rows == codes.length) {
        codes = Arrays.copyOf(codes, 2 * rows);
      }
      codes[rows++] = cell == null || Words.sayNothing(cell) ? -1 : number(cell);
    }

    private int number(String name) {
      int number = numbers.computeIfAbsent(name, other -> names.size());
      if (number == names.size()) {
        if (number == MOST_TEXTS) {
          throw new Refusal(
              Refusal.TOO_LARGE,
              String.format(
                  Locale.ROOT,
                  "column '%s' has more than %,d different texts, too many for colours or sizes; choose another",
                  column,
                  MOST_TEXTS));
        }
        names.add(name);
        counts.add(0);
      }
      counts.set(number, counts.get(number) + 1);
      return number;
    }
  }

  private static byte[] file(
      String type, String dtype, List<String> levels, int rows, ByteArrayOutputStream values)
      throws IOException {
    Map<String, Object> head = new LinkedHashMap<>();
    head.put("type", type);
    head.put("dtype", dtype);
    head.put("rows", rows);
    head.put("levels", levels);
    byte[] plain = Json.write(head, false).getBytes(UTF_8);
    byte[] json =
        (Json.write(head, false) + " ".repeat((4 - plain.length % 4) % 4)).getBytes(UTF_8);
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    file.writeBytes(
        ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(json.length).array());
    file.writeBytes(json);
    values.writeTo(file);
    return file.toByteArray();
  }
}
