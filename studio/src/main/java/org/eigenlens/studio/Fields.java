package org.eigenlens.studio;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A JSON object that came with a request, read with care: what is not as it must be is refused. */
record Fields(Map<?, ?> map) {

  static Fields of(Object value) {
    if (value instanceof Map<?, ?> map) {
      return new Fields(map);
    }
    throw Refusal.bad("the request is no JSON object; send {…}");
  }

  boolean has(String name) {
    return map.get(name) != null;
  }

  Optional<String> text(String name) {
    Object value = map.get(name);
    if (value == null || value.equals("")) {
      return Optional.empty();
    }
    if (value instanceof String || value instanceof Number) {
      return Optional.of(value.toString());
    }
    throw Refusal.bad(name + " must be a text");
  }

  String requiredText(String name) {
    return text(name).orElseThrow(() -> Refusal.bad("the request lacks " + name));
  }

  boolean flag(String name) {
    return Boolean.TRUE.equals(map.get(name));
  }

  double number(String name, double otherwise) {
    Object value = map.get(name);
    if (value == null) {
      return otherwise;
    }
    if (value instanceof Number number && Double.isFinite(number.doubleValue())) {
      return number.doubleValue();
    }
    throw Refusal.bad(name + " must be a number");
  }

  /** Returns a whole number within bounds. */
  int count(String name, int otherwise, int least, int most) {
    double value = number(name, otherwise);
    if (value != Math.rint(value) || value < least || value > most) {
      throw Refusal.bad(
          "%s is %s, and must be a whole number from %d to %d".formatted(name, value, least, most));
    }
    return (int) value;
  }

  Fields object(String name) {
    Object value = map.get(name);
    return value == null ? new Fields(Map.of()) : of(value);
  }

  double[] numbers(String name) {
    return numbers(name, map.get(name));
  }

  private static double[] numbers(String name, Object value) {
    if (!(value instanceof List<?> list)) {
      throw Refusal.bad(name + " must be a list of numbers");
    }
    double[] numbers = new double[list.size()];
    for (int i = 0; i < numbers.length; i++) {
      if (!(list.get(i) instanceof Number number) || !Double.isFinite(number.doubleValue())) {
        throw Refusal.bad(name + " must be a list of numbers; number " + (i + 1) + " is none");
      }
      numbers[i] = number.doubleValue();
    }
    return numbers;
  }

  /** Returns rows of numbers, all of one width. */
  double[][] rows(String name, int least, int most) {
    if (!(map.get(name) instanceof List<?> list)) {
      throw Refusal.bad(name + " must be a list of rows of numbers");
    }
    if (list.size() < least || list.size() > most) {
      throw Refusal.bad("%s has %d rows; give %d to %d".formatted(name, list.size(), least, most));
    }
    double[][] rows = new double[list.size()][];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = numbers(name, list.get(i));
      if (rows[i].length == 0 || rows[i].length != rows[0].length) {
        throw Refusal.bad("the rows of " + name + " differ in length at row " + (i + 1));
      }
    }
    return rows;
  }

  List<String> texts(String name) {
    Object value = map.get(name);
    if (value instanceof List<?> list) {
      return list.stream().map(String::valueOf).toList();
    }
    return text(name).map(List::of).orElse(List.of());
  }
}
