package org.eigenlens.studio;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/**
 * Where names stand, without the names: a name is known by 128 bits of its SHA-256, which no two
 * names share that anybody will ever find.
 *
 * <p>Takes 20 bytes a place, and up to twice as many places as names, however long they are. Not
 * for several threads.
 */
final class NamePlaces {

  private static final int FREE = -1;

  private final MessageDigest digest = sha256();
  private long[] keys = new long[2 << 10];
  private int[] places = new int[1 << 10];
  private int size;

  NamePlaces() {
    Arrays.fill(places, FREE);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java has SHA-256", e);
    }
  }

  int size() {
    return size;
  }

  /** Says where a name stands; of one that was said before, this place is the last. */
  void put(String name, int place) {
    if (3L * size > 2L * places.length) {
      grow();
    }
    ByteBuffer key = key(name);
    int slot = slot(key.getLong(0), key.getLong(8));
    if (places[slot] == FREE) {
      size++;
    }
    set(slot, key.getLong(0), key.getLong(8), place);
  }

  /** Returns where a name stands, or −1. */
  int get(String name) {
    ByteBuffer key = key(name);
    return places[slot(key.getLong(0), key.getLong(8))];
  }

  private ByteBuffer key(String name) {
    return ByteBuffer.wrap(digest.digest(name.getBytes(UTF_8)));
  }

  /** Returns where a key is, or where it would be. */
  private int slot(long first, long second) {
    int slot = (int) first & (places.length - 1);
    while (places[slot] != FREE && (keys[2 * slot] != first || keys[2 * slot + 1] != second)) {
      slot = (slot + 1) & (places.length - 1);
    }
    return slot;
  }

  private void set(int slot, long first, long second, int place) {
    keys[2 * slot] = first;
    keys[2 * slot + 1] = second;
    places[slot] = place;
  }

  private void grow() {
    long[] oldKeys = keys;
    int[] oldPlaces = places;
    keys = new long[Math.multiplyExact(2, oldKeys.length)];
    places = new int[2 * oldPlaces.length];
    Arrays.fill(places, FREE);
    for (int i = 0; i < oldPlaces.length; i++) {
      if (oldPlaces[i] != FREE) {
        long first = oldKeys[2 * i];
        long second = oldKeys[2 * i + 1];
        set(slot(first, second), first, second, oldPlaces[i]);
      }
    }
  }
}
