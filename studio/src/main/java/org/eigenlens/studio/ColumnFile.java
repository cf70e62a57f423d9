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
 * can be told apart, and 255 stands for no value. Costs a pass over each table that has the column,
 * which an interrupt ends.
 */
final class ColumnFile {

  private static final int MOST_LEVELS = 60;

  /** More different texts are names of rows, not classes, and would fill the memory. */
  private static final int MOST_TEXTS = 100_000;

  /** So many characters of them are held while they are counted. */
  private static final int MOST_CHARACTERS = 10_000_000;

  private static final int NONE = 255;

  private static final int BATCH = 1 << 14;

  private ColumnFile() {}

  /**
   * Reads a column of the rows of a fit.
   *
   * @param tables of its inputs
   * @param partners which rows of the inputs the rows are
   * @param category whether numbers are taken for names
   */
  static byte[] read(List<Table> tables, RowColumn column, Partners partners, boolean category)
      throws IOException {
    return column.numeric() && !category
        ? numbers(tables, column, partners)
        : categories(tables, column, partners);
  }

  private static byte[] numbers(List<Table> tables, RowColumn column, Partners partners)
      throws IOException {
    float[] values = new float[partners.rows()];
    Arrays.fill(values, Float.NaN);
    for (int i = column.parts().size() - 1; i >= 0; i--) { // what is first comes last, and stays
      RowColumn.Part part = column.parts().get(i);
      float[] own = numbers(tables.get(part.input()), part.column());
      for (int row = 0; row < values.length; row++) {
        int place = partners.place(part.input(), row);
        if (place >= 0) {
          values[row] = own[require(place, own.length)];
        }
      }
    }
    ByteBuffer bytes =
        ByteBuffer.allocate(Math.multiplyExact(values.length, Float.BYTES))
            .order(ByteOrder.LITTLE_ENDIAN);
    bytes.asFloatBuffer().put(values);
    return file("number", "f32", List.of(), values.length, bytes.array());
  }

  /** Refuses a row that a table no longer has. */
  private static int require(int place, int rows) {
    if (place >= rows) {
      throw Refusal.bad("the data have changed since they were fitted; fit again");
    }
    return place;
  }

  private static float[] numbers(Table table, String name) {
    float[][] values = {new float[1024]};
    int[] rows = {0};
    table
        .select(Selection.ALL.withFeatures(List.of(name)))
        .forEachBatch(
            BATCH,
            batch -> {
              int count = batch.matrix().rows();
              if (rows[0] + count > values[0].length) {
                values[0] = Arrays.copyOf(values[0], Math.max(2 * rows[0], rows[0] + count));
              }
              for (int i = 0; i < count; i++) {
                values[0][rows[0]++] = (float) batch.matrix().get(i, 0);
              }
            });
    return Arrays.copyOf(values[0], rows[0]);
  }

  private static byte[] categories(List<Table> tables, RowColumn column, Partners partners)
      throws IOException {
    Categories found = new Categories(column.name());
    int[] codes = new int[partners.rows()];
    Arrays.fill(codes, -1);
    for (int i = column.parts().size() - 1; i >= 0; i--) { // what is first comes last, and stays
      RowColumn.Part part = column.parts().get(i);
      int[] own = found.codes(tables.get(part.input()), part.column());
      for (int row = 0; row < codes.length; row++) {
        int place = partners.place(part.input(), row);
        if (place >= 0) {
          codes[row] = own[require(place, own.length)];
        }
      }
    }
    int[] counts = new int[found.names.size()];
    for (int code : codes) {
      if (code >= 0) {
        counts[code]++;
      }
    }
    int[] byCount =
        IntStream.range(0, counts.length)
            .filter(code -> counts[code] > 0)
            .boxed()
            .sorted(Comparator.comparing(code -> -counts[code]))
            .mapToInt(Integer::intValue)
            .toArray();
    int[] places = new int[counts.length];
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
    byte[] values = new byte[codes.length];
    for (int row = 0; row < codes.length; row++) {
      values[row] = (byte) (codes[row] < 0 ? NONE : places[codes[row]]);
    }
    return file("category", "u8", levels, values.length, values);
  }

  /** The categories of a column, numbered as they come. */
  private static final class Categories {
    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<String> names = new ArrayList<>();
    private final String column;
    private long characters;

    Categories(String column) {
      this.column = column;
    }

    /** Returns the number of the category of each row of a table; −1 where it has none. */
    int[] codes(Table table, String name) {
      int[][] codes = {new int[1024]};
      int[] rows = {0};
      table.forEachText(
          List.of(name),
          (count, cells) -> {
            if (rows[0] + count > codes[0].length) {
              codes[0] = Arrays.copyOf(codes[0], Math.max(2 * rows[0], rows[0] + count));
            }
            for (int i = 0; i < count; i++) {
              codes[0][rows[0]++] = Words.sayNothing(cells[0][i]) ? -1 : number(cells[0][i]);
            }
            return true;
          });
      return Arrays.copyOf(codes[0], rows[0]);
    }

    private int number(String name) {
      int number = numbers.computeIfAbsent(name, other -> names.size());
      if (number == names.size()) {
        characters += name.length();
        if (number == MOST_TEXTS || characters > MOST_CHARACTERS) {
          throw new Refusal(
              Refusal.TOO_LARGE,
              String.format(
                  Locale.ROOT,
                  "column '%s' has more than %,d %s, too many for colours or sizes; choose another",
                  column,
                  number == MOST_TEXTS ? MOST_TEXTS : MOST_CHARACTERS,
                  number == MOST_TEXTS ? "different texts" : "characters of different texts"));
        }
        names.add(name);
      }
      return number;
    }
  }

  private static byte[] file(
      String type, String dtype, List<String> levels, int rows, byte[] values) throws IOException {
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
    file.writeBytes(values);
    return file.toByteArray();
  }
}
