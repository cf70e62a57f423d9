package org.eigenlens.spark;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.function.Consumer;

/**
 * An object of the library on its way through Spark, as bytes: whatever serializer Spark is set to,
 * matrices outside the heap travel the one way they know.
 *
 * @param <T> what is inside
 */
final class Parcel<T> implements Serializable {

  /** The most bytes that an array holds, less what Java's own format adds to large numbers. */
  static final int MOST = Integer.MAX_VALUE - (1 << 20);

  private final byte[] bytes;
  private transient T opened;
  private transient int users;

  private Parcel(byte[] bytes) {
    this.bytes = bytes;
  }

  /**
   * Packs something.
   *
   * @throws IllegalArgumentException if it takes more bytes than an array can hold
   */
  static <T> Parcel<T> of(T content) {
    ByteArrayOutputStream bytes = new Bounded();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new Parcel<>(bytes.toByteArray());
  }

  /**
   * Returns what is inside, the same to all who share the parcel in one process at a time; each
   * must say when it is done.
   */
  synchronized T share() {
    if (users == 0) {
      opened = open();
    }
    users++;
    return opened;
  }

  /** Ends a use; the last has what was shared released. */
  synchronized void done(Consumer<T> release) {
    if (--users == 0) {
      release.accept(opened);
      opened = null;
    }
  }

  /** Returns what is inside, to the caller alone. */
  @SuppressWarnings("unchecked") // what was put in comes out
  T open() {
    try (ObjectInputStream in = new Input(bytes)) {
      return (T) in.readObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException("The executors lack Eigenlens: add its jars.", e);
    }
  }

  static IllegalArgumentException tooLarge(long bytes) {
    return new IllegalArgumentException(
        "%d MB or more would have to travel in one piece, but 2047 MB is the most; take fewer columns, components or landmarks."
            .formatted(bytes >> 20));
  }

  /** Refuses what would not fit, instead of running out of memory. */
  private static final class Bounded extends ByteArrayOutputStream {
    @Override
    public synchronized void write(byte[] from, int at, int length) {
      if ((long) count + length > MOST) {
        throw tooLarge((long) count + length);
      }
      super.write(from, at, length);
    }
  }

  /** Finds classes where Spark puts those of the application. */
  private static final class Input extends ObjectInputStream {
    Input(byte[] bytes) throws IOException {
      super(new ByteArrayInputStream(bytes));
    }

    @Override
    protected Class<?> resolveClass(ObjectStreamClass description)
        throws IOException, ClassNotFoundException {
      try {
        return Class.forName(
            description.getName(), false, Thread.currentThread().getContextClassLoader());
      } catch (ClassNotFoundException e) {
        return super.resolveClass(description);
      }
    }
  }
}
