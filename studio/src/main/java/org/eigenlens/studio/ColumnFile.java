package org.eigenlens.studio;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
    Map<String, Integer> numbers = new HashMap<>();
    List<String> names = new ArrayList<>();
    List<Integer> counts = new ArrayList<>();
    int[] codes = new int[1024];
    int[] rows = {0};
    int[][] all = {codes};
    table.forEachText(
        List.of(name),
        (count, cells) -> {
          for (int i = 0; i < count; i++) {
            if (rows[0] == all[0].length) {
              all[0] = java.util.Arrays.copyOf(all[0], 2 * rows[0]);
            }
            String cell = cells[0][i];
            if (cell == null || Words.sayNothing(cell)) {
              all[0][rows[0]++] = -1;
              continue;
            }
            Integer code = numbers.get(cell);
            if (code == null) {
              code = names.size();
              numbers.put(cell, code);
              names.add(cell);
              counts.add(0);
            }
            counts.set(code, counts.get(code) + 1);
            all[0][rows[0]++] = code;
          }
          return true;
        });
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      order.add(i);
    }
    order.sort(Comparator.comparing(counts::get, Comparator.reverseOrder()));
    boolean more = names.size() > MOST_LEVELS;
    int[] places = new int[names.size()];
    List<String> levels = new ArrayList<>();
    for (int place = 0; place < order.size(); place++) {
      places[order.get(place)] = Math.min(place, MOST_LEVELS);
      if (place < MOST_LEVELS) {
        levels.add(names.get(order.get(place)));
      }
    }
    if (more) {
      levels.add("other");
    }
    ByteArrayOutputStream values = new ByteArrayOutputStream(rows[0]);
    for (int i = 0; i < rows[0]; i++) {
      values.write(all[0][i] < 0 ? NONE : places[all[0][i]]);
    }
    return file("category", "u8", levels, rows[0], values);
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
