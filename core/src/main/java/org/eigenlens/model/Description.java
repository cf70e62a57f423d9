package org.eigenlens.model;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The JSON of the metadata, read with a complaint for whatever is missing or of another type. */
final class Description {
  private final Path file;
  private final Map<?, ?> values;

  Description(Path file, String text) {
    this.file = file;
    try {
      if (Json.read(text) instanceof Map<?, ?> map) {
        values = map;
      } else {
        throw new IllegalArgumentException("This is not a JSON object.");
      }
    } catch (IllegalArgumentException e) {
      throw new ModelFileException(file, "its description cannot be read.", e);
    }
  }

  private Description(Path file, Map<?, ?> values) {
    this.file = file;
    this.values = values;
  }

  /** Returns a description within this one. */
  Description part(String name) {
    return new Description(file, get(name, Map.class));
  }

  private <T> T get(String name, Class<T> type) {
    Object value = values.get(name);
    require(name, type.isInstance(value));
    return type.cast(value);
  }

  void require(String name, boolean proper) {
    if (!proper) {
      throw new ModelFileException(
          file, "its description has no proper '" + name + "', but " + values.get(name) + ".");
    }
  }

  /** Returns all values by their names; each must be of a type. */
  <T> Map<String, T> named(Class<T> type) {
    Map<String, T> all = new LinkedHashMap<>();
    values.keySet().forEach(name -> all.put(name.toString(), get(name.toString(), type)));
    return all;
  }

  Object value(String name) {
    return values.get(name);
  }

  String text(String name) {
    return get(name, String.class);
  }

  long whole(String name) {
    return get(name, Long.class);
  }

  double number(String name) {
    // What JSON cannot express was written as null.
    return values.containsKey(name) && values.get(name) == null
        ? Double.NaN
        : get(name, Number.class).doubleValue();
  }

  boolean flag(String name) {
    return get(name, Boolean.class);
  }

  List<String> texts(String name) {
    List<?> list = get(name, List.class);
    for (Object item : list) {
      if (!(item instanceof String)) {
        throw new ModelFileException(file, "'" + name + "' holds " + item + ", not a text.");
      }
    }
    return list.stream().map(String.class::cast).toList();
  }
}
