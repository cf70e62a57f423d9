package org.eigenlens.matrix.openblas;

import java.lang.ref.Reference;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import org.bytedeco.javacpp.DoublePointer;
import org.bytedeco.javacpp.FloatPointer;
import org.bytedeco.javacpp.Pointer;
import org.eigenlens.matrix.Precision;
import org.eigenlens.matrix.Storage;

/**
 * Numbers off the heap, where BLAS reads them without a copy.
 *
 * <p>BLAS gets pointers; Java reads and writes through buffers over the same memory, which cost
 * neither a native call nor garbage. A buffer holds at most 2³¹ bytes, so there are several.
 *
 * <p>The memory goes back when the storage is released or collected, whichever comes first. Buffers
 * do not keep it alive, hence the fences.
 */
final class NativeStorage extends Storage {

  private static final int SHIFT = 27;
  private static final int SEGMENT = 1 << SHIFT;

  private final DoublePointer doubles;
  private final FloatPointer floats;
  private DoubleBuffer[] doubleSegments;
  private FloatBuffer[] floatSegments;

  NativeStorage(long length, Precision precision, boolean zeroed) {
    super(length, precision);
    // A pointer to nothing is null, which LAPACK refuses: keep at least one element.
    long size = Math.max(1, length);
    int segments = Math.toIntExact((size + SEGMENT - 1) >> SHIFT);
    if (precision == Precision.DOUBLE) {
      doubles = new DoublePointer(size);
      floats = null;
      doubleSegments = new DoubleBuffer[segments];
      for (int i = 0; i < segments; i++) {
        long from = (long) i << SHIFT;
        DoublePointer start = doubles.getPointer(from);
        doubleSegments[i] = start.capacity(Math.min(SEGMENT, size - from)).asBuffer();
      }
    } else {
      doubles = null;
      floats = new FloatPointer(size);
      floatSegments = new FloatBuffer[segments];
      for (int i = 0; i < segments; i++) {
        long from = (long) i << SHIFT;
        FloatPointer start = floats.getPointer(from);
        floatSegments[i] = start.capacity(Math.min(SEGMENT, size - from)).asBuffer();
      }
    }
    if (zeroed) {
      Pointer.memset(pointer(), 0, size * precision.bytes());
    }
  }

  private Pointer pointer() {
    return doubles != null ? doubles : floats;
  }

  /** Returns a pointer to an element; it must not be closed. */
  DoublePointer doublesAt(long index) {
    if (doubleSegments == null) {
      throw released();
    }
    return doubles.getPointer(index);
  }

  /** Returns a pointer to an element; it must not be closed. */
  FloatPointer floatsAt(long index) {
    if (floatSegments == null) {
      throw released();
    }
    return floats.getPointer(index);
  }

  private DoubleBuffer doubleSegment(long index) {
    if (doubleSegments == null) {
      throw released();
    }
    return doubleSegments[(int) (index >> SHIFT)];
  }

  private FloatBuffer floatSegment(long index) {
    if (floatSegments == null) {
      throw released();
    }
    return floatSegments[(int) (index >> SHIFT)];
  }

  private static int within(long index) {
    return (int) (index & (SEGMENT - 1));
  }

  @Override
  public double get(long index) {
    try {
      return doubles != null
          ? doubleSegment(index).get(within(index))
          : floatSegment(index).get(within(index));
    } finally {
      Reference.reachabilityFence(this);
    }
  }

  @Override
  public void set(long index, double value) {
    try {
      if (doubles != null) {
        doubleSegment(index).put(within(index), value);
      } else {
        floatSegment(index).put(within(index), (float) value);
      }
    } finally {
      Reference.reachabilityFence(this);
    }
  }

  @Override
  public void read(long from, double[] into, int at, int count) {
    try {
      for (int done = 0, run; done < count; done += run) {
        int start = within(from + done);
        run = Math.min(count - done, SEGMENT - start);
        if (doubles != null) {
          doubleSegment(from + done).get(start, into, at + done, run);
          continue;
        }
        FloatBuffer narrow = floatSegment(from + done);
        for (int i = 0; i < run; i++) {
          into[at + done + i] = narrow.get(start + i);
        }
      }
    } finally {
      Reference.reachabilityFence(this);
    }
  }

  @Override
  public void write(long from, double[] source, int at, int count) {
    try {
      for (int done = 0, run; done < count; done += run) {
        int start = within(from + done);
        run = Math.min(count - done, SEGMENT - start);
        if (doubles != null) {
          doubleSegment(from + done).put(start, source, at + done, run);
          continue;
        }
        FloatBuffer narrow = floatSegment(from + done);
        for (int i = 0; i < run; i++) {
          narrow.put(start + i, (float) source[at + done + i]);
        }
      }
    } finally {
      Reference.reachabilityFence(this);
    }
  }

  @Override
  public void read(long from, float[] into, int at, int count) {
    try {
      for (int done = 0, run; done < count; done += run) {
        int start = within(from + done);
        run = Math.min(count - done, SEGMENT - start);
        floatSegment(from + done).get(start, into, at + done, run);
      }
    } finally {
      Reference.reachabilityFence(this);
    }
  }

  @Override
  public void write(long from, float[] source, int at, int count) {
    try {
      for (int done = 0, run; done < count; done += run) {
        int start = within(from + done);
        run = Math.min(count - done, SEGMENT - start);
        floatSegment(from + done).put(start, source, at + done, run);
      }
    } finally {
      Reference.reachabilityFence(this);
    }
  }

  @Override
  public void release() {
    doubleSegments = null;
    floatSegments = null;
    pointer().close();
  }
}
