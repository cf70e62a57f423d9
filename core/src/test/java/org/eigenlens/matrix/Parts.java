package org.eigenlens.matrix;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.eigenlens.Samples;

/** Distributed rows for tests: parts that are summed up apart, and summaries that travel. */
public record Parts(int columns, List<Matrix> parts) implements DistributedRows {

  /** Divides rows among parts, dense ones. */
  public static Parts dense(double[][] x, int count) {
    return of(x, count, false);
  }

  /** Divides rows among parts, sparse ones. */
  public static Parts sparse(double[][] x, int count) {
    return of(x, count, true);
  }

  private static Parts of(double[][] x, int count, boolean sparse) {
    List<Matrix> parts = new ArrayList<>();
    for (int part = 0; part < count; part++) {
      double[][] some =
          Arrays.copyOfRange(x, part * x.length / count, (part + 1) * x.length / count);
      parts.add(sparse ? Samples.sparse(some) : Matrix.of(some));
    }
    return new Parts(x[0].length, parts);
  }

  @Override
  public <S extends Summary<S>> S summarize(int tileRows, int lanes, Summary.Start<S> start) {
    S total = null;
    for (Matrix part : parts) {
      S summary = sent(start).get();
      if (part instanceof SparseMatrix sparse) {
        summary.add(0, sparse);
      } else {
        part.forEachTile(tileRows, 1, (lane, first, tile) -> summary.add(first, tile));
      }
      S back = sent(summary);
      if (total == null) {
        total = back;
      } else {
        total.merge(back);
      }
    }
    return total;
  }

  @SuppressWarnings("unchecked") // what was put in comes out
  private static <T> T sent(T content) {
    try {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
        out.writeObject(content);
      }
      return (T) new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
    } catch (IOException | ClassNotFoundException e) {
      throw new AssertionError(e);
    }
  }
}
