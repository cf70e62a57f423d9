package org.eigenlens.model;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import com.fasterxml.jackson.core.io.SerializedString;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * JSON as plain maps, lists, strings, numbers and booleans.
 *
 * <p>Numbers are written in the shortest form that reads back the same; those that JSON cannot
 * express (NaN, infinity) become null. Characters that a terminal obeys, or that turn the direction
 * of text, are written by their numbers: the same value, and harmless where it is looked at.
 * Reading is strict: no duplicate names, no deep nesting.
 */
public final class Json {

  private static final int MAX_DEPTH = 20;
  private static final Pattern SWITCHES =
      Pattern.compile(
          ": enable `JsonReadFeature[^`]*` to allow| \\(not recognized as one since Feature"
              + " [^)]*\\)");
  private static final JsonFactory FACTORY =
      new JsonFactoryBuilder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(StreamWriteFeature.USE_FAST_DOUBLE_WRITER)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(MAX_DEPTH)
                  .maxStringLength(Integer.MAX_VALUE)
                  .maxNameLength(Integer.MAX_VALUE)
                  .build())
          .characterEscapes(new Escapes())
          .build();

  /** Escapes what is not to be seen, beside what JSON itself wants escaped. */
  private static final class Escapes extends CharacterEscapes {
    private static final long serialVersionUID = 1;
    private static final int DELETE = 0x7F;

    @Override
    public int[] getEscapeCodesForAscii() {
      int[] codes = standardAsciiEscapesForJSON();
      codes[DELETE] = ESCAPE_STANDARD;
      return codes;
    }

    @Override
    public SerializableString getEscapeSequence(int character) {
      return isUnseen(character) ? new SerializedString("\\u%04X".formatted(character)) : null;
    }
  }

  /** Tells whether a character is a control, ends a line, or turns the direction of text. */
  public static boolean isUnseen(int c) {
    return Character.isISOControl(c)
        || c == 0x061C
        || c == 0x200E
        || c == 0x200F
        || (c >= 0x2028 && c <= 0x202E)
        || (c >= 0x2066 && c <= 0x2069);
  }

  private Json() {}

  /** Writes maps, iterables, arrays of doubles, strings, numbers, booleans and null. */
  public static String write(Object value, boolean indented) {
    StringWriter text = new StringWriter();
    try (JsonGenerator generator = FACTORY.createGenerator(text)) {
      if (indented) {
        generator.useDefaultPrettyPrinter();
      }
      write(generator, value);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  private static void write(JsonGenerator out, Object value) throws IOException {
    if (value == null) {
      out.writeNull();
    } else if (value instanceof Map<?, ?> map) {
      out.writeStartObject();
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        out.writeFieldName(entry.getKey().toString());
        write(out, entry.getValue());
      }
      out.writeEndObject();
    } else if (value instanceof Iterable<?> list) {
      out.writeStartArray();
      for (Object item : list) {
        write(out, item);
      }
      out.writeEndArray();
    } else if (value instanceof double[] numbers) {
      out.writeStartArray();
      for (double number : numbers) {
        writeDouble(out, number);
      }
      out.writeEndArray();
    } else if (value instanceof Boolean flag) {
      out.writeBoolean(flag);
    } else if (value instanceof Double || value instanceof Float) {
      writeDouble(out, ((Number) value).doubleValue());
    } else if (value instanceof Number number) {
      out.writeNumber(number.longValue());
    } else {
      out.writeString(value.toString());
    }
  }

  private static void writeDouble(JsonGenerator out, double value) throws IOException {
    if (Double.isFinite(value)) {
      out.writeNumber(value);
    } else {
      out.writeNull();
    }
  }

  /**
   * Reads one JSON value.
   *
   * @throws IllegalArgumentException if the text is not exactly one well-formed value
   */
  public static Object read(String text) {
    return read(text, FACTORY);
  }

  /**
   * Reads one JSON value that may be so deep.
   *
   * @throws IllegalArgumentException if the text is not exactly one well-formed value
   */
  public static Object read(String text, int depth) {
    StreamReadConstraints deep =
        FACTORY.streamReadConstraints().rebuild().maxNestingDepth(depth).build();
    return read(text, new JsonFactoryBuilder(FACTORY).streamReadConstraints(deep).build());
  }

  private static Object read(String text, JsonFactory factory) {
    try (JsonParser parser = factory.createParser(text)) {
      parser.nextToken();
      Object value = read(parser);
      if (parser.nextToken() != null) {
        throw new IllegalArgumentException("There is more text after the end of the JSON value.");
      }
      return value;
    } catch (IOException e) {
      throw new IllegalArgumentException("This is not JSON: " + reason(e.getMessage()), e);
    }
  }

  /** Returns the first line, without what a programmer could switch on. */
  private static String reason(String message) {
    String first = message == null ? "" : message.lines().findFirst().orElse("");
    return SWITCHES.matcher(first).replaceAll("");
  }

  private static Object read(JsonParser in) throws IOException {
    JsonToken token = in.currentToken();
    if (token == null) {
      throw new IllegalArgumentException("The JSON text is empty.");
    }
    return switch (token) {
      case START_OBJECT -> {
        Map<String, Object> map = new LinkedHashMap<>();
        while (in.nextToken() != JsonToken.END_OBJECT) {
          String name = in.currentName();
          in.nextToken();
          map.put(name, read(in));
        }
        yield map;
      }
      case START_ARRAY -> {
        List<Object> list = new ArrayList<>();
        while (in.nextToken() != JsonToken.END_ARRAY) {
          list.add(read(in));
        }
        yield list;
      }
      case VALUE_STRING -> in.getText();
      case VALUE_NUMBER_INT -> in.getLongValue();
      case VALUE_NUMBER_FLOAT -> in.getDoubleValue();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NULL -> null;
      default -> throw new IllegalArgumentException("Unexpected " + token + " in JSON.");
    };
  }
}
