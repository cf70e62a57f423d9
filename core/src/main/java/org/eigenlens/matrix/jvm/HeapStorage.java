package org.eigenlens.matrix.jvm;

import org.eigenlens.matrix.Precision;
import org.eigenlens.matrix.Storage;

/** Numbers in arrays on the heap, cut in segments because an array holds at most 2³¹ elements. */
final class HeapStorage extends Storage {

  private static final int SHIFT = 27;
  private static final int SEGMENT = 1 << SHIFT;

  private double[][] doubles;
  private float[][] floats;

  HeapStorage(long length, Precision precision) {
    super(length, precision);
    int segments = Math.toIntExact((length + SEGMENT - 1) >> SHIFT);
    if (precision == Precision.DOUBLE) {
      doubles = new double[segments][];
      for (int i = 0; i < segments; i++) {
        doubles[i] = new double[(int) Math.min(SEGMENT, length - ((long) i << SHIFT))];
      }
    } else {
      floats = new float[segments][];
      for (int i = 0; i < segments; i++) {
        floats[i] = new float[(int) Math.min(SEGMENT, length - ((long) i << SHIFT))];
      }
    }
  }

  private double[] doubleSegment(long index) {
    if (doubles == null) {
      throw released();
    }
    return doubles[(int) (index >> SHIFT)];
  }

  private float[] floatSegment(long index) {
    if (floats == null) {
      throw released();
    }
    return floats[(int) (index >> SHIFT)];
  }

  private static int within(long index) {
    return (int) (index & (SEGMENT - 1));
  }

  @Override
  public double get(long index) {
    return precision() == Precision.DOUBLE
        ? doubleSegment(index)[within(index)]
        : floatSegment(index)[within(index)];
  }

  @Override
  public void set(long index, double value) {
    if (precision() == Precision.DOUBLE) {
      doubleSegment(index)[within(index)] = value;
    } else {
      floatSegment(index)[within(index)] = (float) value;
    }
  }

  @Override
  public void read(long from, double[] into, int at, int count) {
    int done = 0;
    while (done < count) {
      long index = from + done;
      int start = within(index);
      int run = Math.min(count - done, SEGMENT - start);
      if (precision() == Precision.DOUBLE) {
        System.arraycopy(doubleSegment(index), start, into, at + done, run);
      } else {
        float[] source = floatSegment(index);
        for (int i = 0; i < run; i++) {
          into[at + done + i] = source[start + i];
        }
      }
      done += run;
    }
  }

  @Override
  public void write(long from, double[] source, int at, int count) {
    int done = 0;
    while (done < count) {
      long index = from + done;
      int start = within(index);
      int run = Math.min(count - done, SEGMENT - start);
      if (precision() == Precision.DOUBLE) {
        System.arraycopy(source, at + done, doubleSegment(index), start, run);
      } else {
        float[] target = floatSegment(index);
        for (int i = 0; i < run; i++) {
          target[start + i] = (float) source[at + done + i];
        }
      }
      done += run;
    }
  }

  @Override
  public void read(long from, float[] into, int at, int count) {
    for (int done = 0, run; done < count; done += run) {
      int start = within(from + done);
      run = Math.min(count - done, SEGMENT - start);
      System.arraycopy(floatSegment(from + done), start, into, at + done, run);
    }
  }

  @Override
  public void write(long from, float[] source, int at, int count) {
    for (int done = 0, run; done < count; done += run) {
      int start = within(from + done);
      run = Math.min(count - done, SEGMENT - start);
      System.arraycopy(source, at + done, floatSegment(from + done), start, run);
    }
  }

  @Override
  public void release() {
    doubles = null;
    floats = null;
  }
}
