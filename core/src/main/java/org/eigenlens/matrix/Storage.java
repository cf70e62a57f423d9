package org.eigenlens.matrix;

/**
 * A run of numbers addressed by a long, on or off the heap as the {@link Backend} prefers.
 *
 * <p>Not thread-safe for writes to the same element; otherwise free of state.
 */
public abstract class Storage {

  private final long length;
  private final Precision precision;

  /** Creates a storage of a fixed length. */
  protected Storage(long length, Precision precision) {
    this.length = length;
    this.precision = precision;
  }

  /** Returns the number of elements. */
  public final long length() {
    return length;
  }

  /** Returns how each element is kept. */
  public final Precision precision() {
    return precision;
  }

  /** Returns one element; {@link #read} takes a whole row in one call. */
  public abstract double get(long index);

  /** Sets one element; {@link #write} takes a whole row in one call. */
  public abstract void set(long index, double value);

  /** Copies {@code count} elements from here into an array. */
  public abstract void read(long from, double[] into, int at, int count);

  /** Copies {@code count} elements of an array to here. */
  public abstract void write(long from, double[] source, int at, int count);

  /** Copies {@code count} elements of a storage of floats into an array. */
  public abstract void read(long from, float[] into, int at, int count);

  /** Copies {@code count} elements of an array to a storage of floats. */
  public abstract void write(long from, float[] source, int at, int count);

  /**
   * Gives the memory back early; whoever uses the storage afterwards gets an {@link
   * IllegalStateException}. Releasing it again does nothing.
   */
  public abstract void release();

  /** Returns what to throw when a released storage is used; for backends. */
  protected final IllegalStateException released() {
    return new IllegalStateException(
        "A matrix was used after its storage of " + length + " numbers was released.");
  }
}
