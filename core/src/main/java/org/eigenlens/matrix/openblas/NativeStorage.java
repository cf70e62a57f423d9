package org.eigenlens.matrix.openblas;

import org.bytedeco.javacpp.DoublePointer;
import org.bytedeco.javacpp.FloatPointer;
import org.bytedeco.javacpp.Pointer;
import org.eigenlens.matrix.Precision;
import org.eigenlens.matrix.Storage;

/**
 * Numbers off the heap, where BLAS reads them without a copy.
 *
 * <p>The memory goes back when the storage is released or collected, whichever comes first.
 */
final class NativeStorage extends Storage {

  private final DoublePointer doubles;
  private final FloatPointer floats;

  NativeStorage(long length, Precision precision, boolean zeroed) {
    super(length, precision);
    // A pointer to nothing is null, which LAPACK refuses: keep at least one element.
    long size = Math.max(1, length);
    doubles = precision == Precision.DOUBLE ? new DoublePointer(size) : null;
    floats = precision == Precision.FLOAT ? new FloatPointer(size) : null;
    if (zeroed) {
      Pointer.memset(pointer(), 0, size * precision.bytes());
    }
  }

  private Pointer pointer() {
    return doubles != null ? doubles : floats;
  }

  /** Returns a pointer to an element; it must not be closed. */
  DoublePointer doublesAt(long index) {
    return doubles.getPointer(index);
  }

  /** Returns a pointer to an element; it must not be closed. */
  FloatPointer floatsAt(long index) {
    return floats.getPointer(index);
  }

  @Override
  public double get(long index) {
    return doubles != null ? doubles.get(index) : floats.get(index);
  }

  @Override
  public void set(long index, double value) {
    if (doubles != null) {
      doubles.put(index, value);
    } else {
      floats.put(index, (float) value);
    }
  }

  @Override
  public void read(long from, double[] into, int at, int count) {
    if (doubles != null) {
      doublesAt(from).get(into, at, count);
    } else {
      float[] narrow = new float[count];
      floatsAt(from).get(narrow, 0, count);
      for (int i = 0; i < count; i++) {
        into[at + i] = narrow[i];
      }
    }
  }

  @Override
  public void write(long from, double[] source, int at, int count) {
    if (doubles != null) {
      doublesAt(from).put(source, at, count);
    } else {
      float[] narrow = new float[count];
      for (int i = 0; i < count; i++) {
        narrow[i] = (float) source[at + i];
      }
      floatsAt(from).put(narrow, 0, count);
    }
  }

  @Override
  public void release() {
    pointer().close();
  }
}
