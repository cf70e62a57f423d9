package org.eigenlens.model;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * One message in the wire format of Protocol Buffers: fields with a number each, in the order they
 * are added.
 */
final class Protobuf {

  private static final int VARINT = 0;
  private static final int LENGTH_DELIMITED = 2;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  /** Adds a whole number. */
  Protobuf number(int field, long value) {
    key(field, VARINT);
    varint(value);
    return this;
  }

  /** Adds a text. */
  Protobuf text(int field, String value) {
    return bytes(field, value.getBytes(StandardCharsets.UTF_8));
  }

  /** Adds a message within this one. */
  Protobuf message(int field, Protobuf value) {
    return bytes(field, value.toBytes());
  }

  /** Adds bytes as they are. */
  Protobuf bytes(int field, byte[] value) {
    key(field, LENGTH_DELIMITED);
    varint(value.length);
    out.writeBytes(value);
    return this;
  }

  byte[] toBytes() {
    return out.toByteArray();
  }

  private void key(int field, int wireType) {
    varint(((long) field << 3) | wireType);
  }

  /** Seven bits a byte, the lowest first; the eighth says that more follow. */
  private void varint(long value) {
    long left = value;
    while ((left & ~0x7FL) != 0) {
      out.write((int) ((left & 0x7F) | 0x80));
      left >>>= 7;
    }
    out.write((int) left);
  }
}
