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

  /** Returns one element. Costs a native call where the storage is off the heap. */
  public abstract double get(long index);

  /** Sets one element. Costs a native call where the storage is off the heap. */
  public abstract void set(long index, double value);

  /** Copies {@code count} elements from here into an array. */
  public abstract void read(long from, double[] into, int at, int count);

  /** Copies {@code count} elements of an array to here. */
  public abstract void write(long from, double[] source, int at, int count);

  /** Gives the memory back early; the storage must not be used afterwards. */
  public abstract void release();
}
