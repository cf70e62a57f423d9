package org.eigenlens.spark;

import org.apache.spark.ml.linalg.SparseVector;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;

/** Two vectors as one, the second after the first; sparse if the first is. */
final class JoinedVectors {

  private JoinedVectors() {}

  static Vector of(Vector x, Vector y) {
    if (!(x instanceof SparseVector sparse)) {
      double[] all = new double[x.size() + y.size()];
      System.arraycopy(x.toArray(), 0, all, 0, x.size());
      System.arraycopy(y.toArray(), 0, all, x.size(), y.size());
      return Vectors.dense(all);
    }
    SparseVector second = y.toSparse();
    int stored = sparse.indices().length;
    int more = second.indices().length;
    int[] indices = new int[stored + more];
    double[] values = new double[stored + more];
    System.arraycopy(sparse.indices(), 0, indices, 0, stored);
    System.arraycopy(sparse.values(), 0, values, 0, stored);
    for (int p = 0; p < more; p++) {
      indices[stored + p] = x.size() + second.indices()[p];
      values[stored + p] = second.values()[p];
    }
    return Vectors.sparse(x.size() + y.size(), indices, values);
  }
}
