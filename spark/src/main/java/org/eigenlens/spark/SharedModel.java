package org.eigenlens.spark;

import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.lang.ref.SoftReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.spark.ml.linalg.DenseVector;
import org.apache.spark.ml.linalg.SparseVector;
import org.apache.spark.ml.linalg.Vector;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.matrix.Parallel;
import org.eigenlens.matrix.SparseMatrix;
import org.eigenlens.model.LinearModel;
import org.eigenlens.model.Model;
import org.eigenlens.model.PairedModel;

/**
 * A model that travels as the bytes of its file, and is read once in each process, however often it
 * arrives there, as long as memory lasts.
 *
 * <p>A row costs what it does alone: kernel models read all their points for each, 8md bytes.
 */
final class SharedModel implements Serializable {

  /** What has arrived in this process, by a hash of its file. */
  private static final Map<Integer, SoftReference<SharedModel>> ARRIVED = new HashMap<>();

  private final byte[] file;
  private transient volatile Model model;

  private SharedModel(byte[] file) {
    this.file = file;
  }

  static SharedModel of(Model model) {
    SharedModel shared = new SharedModel(bytes(model));
    shared.model = model;
    return shared;
  }

  /** Reads the bytes of a model file; nothing in them is executed. */
  static SharedModel of(byte[] file) {
    SharedModel shared = new SharedModel(file);
    shared.model();
    return shared;
  }

  private Object readResolve() {
    synchronized (ARRIVED) {
      ARRIVED.values().removeIf(each -> each.get() == null);
      SoftReference<SharedModel> before = ARRIVED.get(Arrays.hashCode(file));
      SharedModel known = before == null ? null : before.get();
      if (known != null && Arrays.equals(known.file, file)) {
        return known;
      }
      ARRIVED.put(Arrays.hashCode(file), new SoftReference<>(this));
      return this;
    }
  }

  byte[] file() {
    return file;
  }

  Model model() {
    if (model == null) {
      synchronized (this) {
        model = model == null ? read() : model;
      }
    }
    return model;
  }

  private static byte[] bytes(Model model) {
    return withFile(
        path -> {
          model.save(path);
          return Files.readAllBytes(path);
        });
  }

  private Model read() {
    return withFile(
        path -> {
          Files.write(path, file);
          return Model.load(path);
        });
  }

  @FunctionalInterface
  private interface FileWork<T> {
    T with(Path path) throws IOException;
  }

  private static <T> T withFile(FileWork<T> work) {
    try {
      Path folder = Files.createTempDirectory("eigenlens");
      Path path = folder.resolve("model.eigenlens");
      try {
        return work.with(path);
      } finally {
        Files.deleteIfExists(path);
        Files.deleteIfExists(folder);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Encodes one row.
   *
   * @param where it comes from, for whoever hears that it cannot be encoded
   */
  Vector encode(Vector row, String where) {
    check(row, model().columnNames(), where);
    if (model() instanceof LinearModel linear) {
      return new DenseVector(
          row instanceof SparseVector sparse
              ? linear.transform(sparse.size(), sparse.indices(), sparse.values())
              : linear.transform(row.toArray()));
    }
    return new DenseVector(alone(row, model()::transform));
  }

  /** Encodes one row of one view. */
  Vector encode(PairedModel.Side side, Vector row, String where) {
    PairedModel pair = (PairedModel) model();
    check(row, pair.columnNames(side), where);
    return new DenseVector(alone(row, rows -> pair.transform(side, rows)));
  }

  /** Refuses a row of another width than the model's, or with a number that is not finite. */
  private static void check(Vector row, List<String> names, String where) {
    if (row.size() != names.size()) {
      throw new NumericalException(
          "There is a vector of %d elements in %s, but the model was fitted to %d."
              .formatted(row.size(), where, names.size()));
    }
    double[] stored =
        row instanceof SparseVector sparse ? sparse.values() : ((DenseVector) row).values();
    for (int p = 0; p < stored.length; p++) {
      if (!Double.isFinite(stored[p])) {
        int at = row instanceof SparseVector sparse ? sparse.indices()[p] : p;
        throw new NumericalException(
            "Element %d ('%s') of a vector in %s is %s; every element must be a finite number."
                .formatted(at, names.get(at), where, stored[p]));
      }
    }
  }

  /** Encodes a row on this thread alone, and leaves no native memory to the collector. */
  private static double[] alone(Vector row, Function<Matrix, DenseMatrix> encoder) {
    Matrix rows = matrix(row);
    try {
      return Parallel.alone(() -> first(encoder.apply(rows)));
    } finally {
      if (rows instanceof DenseMatrix dense) {
        dense.storage().release();
      }
    }
  }

  private static Matrix matrix(Vector row) {
    return row instanceof SparseVector sparse
        ? SparseMatrix.of(
            1,
            sparse.size(),
            new int[] {0, sparse.indices().length},
            sparse.indices(),
            sparse.values())
        : DenseMatrix.copyOf(1, row.size(), row.toArray());
  }

  private static double[] first(DenseMatrix coordinates) {
    double[] row = coordinates.row(0);
    coordinates.storage().release();
    return row;
  }
}
