package org.eigenlens.matrix;

/** How a dense matrix keeps its numbers. Arithmetic is in double whatever the storage. */
public enum Precision {
  /** 64-bit IEEE numbers. */
  DOUBLE(8),
  /** 32-bit IEEE numbers: half the memory, about seven digits. */
  FLOAT(4);

  private final int bytes;

  Precision(int bytes) {
    this.bytes = bytes;
  }

  /** Returns the size of one number in bytes. */
  public int bytes() {
    return bytes;
  }
}
