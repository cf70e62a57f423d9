package org.eigenlens.data;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.stream.IntStream;
import org.eigenlens.kernel.DistanceTable;
import org.eigenlens.matrix.Matrix;

/**
 * Tells whether a table seems to hold the distances between its own rows: as many features as rows,
 * the same both ways up to rounding, none negative, 0 from each row to itself, and mostly more than
 * 0 to others. Five rows are enough to tell; three where they are named like the columns, whose
 * order may then be another.
 *
 * <p>Tables of other kinds are told by their first rows, and those of more than {@value #MOST}
 * features are not looked at, so that this costs next to nothing. It is a guess, to be said aloud
 * and to be declined.
 */
public final class MutualDistances {

  /** Of so many features at most; a table that may be one of distances is loaded: 32 MB. */
  static final int MOST = 2000;

  private static final int FEWEST = 5;
  private static final int FEWEST_NAMED = 3;
  private static final int BATCH = 16;

  private final int[] order;
  private int rows;
  private double largest;
  private long apart;

  private MutualDistances(int[] order) {
    this.order = order;
  }

  /**
   * Tells whether the chosen features of a table are such distances; reads no more than it must.
   */
  public static boolean areIn(Table table) {
    List<String> features = table.featureNames();
    boolean counted = table.documents().isPresent(); // words, which takes longer than to look
    if (isTooSmallOrLarge(features) || table.pixels().isPresent() || counted) {
      return false;
    }
    List<String> ids = new ArrayList<>();
    table
        .selection()
        .id()
        .ifPresent(
            id ->
                table.forEachText(
                    List.of(id),
                    (count, cells) -> {
                      ids.addAll(Arrays.asList(cells[0]).subList(0, count));
                      return ids.size() <= features.size();
                    }));
    MutualDistances found = new MutualDistances(order(features, ids));
    try {
      table.forEachBatch(
          BATCH,
          batch -> {
            if (!found.takes(batch.matrix())) {
              throw new Enough();
            }
          });
      return found.isComplete(features, ids) && areInLoaded(table);
    } catch (Enough | DataException e) {
      return false;
    }
  }

  /** Looks at all of them, and gives back at once what they take off the heap. */
  private static boolean areInLoaded(Table table) {
    Data data = table.load();
    try {
      return areIn(data);
    } finally {
      data.release();
    }
  }

  /** Tells whether the features of a table in memory are such distances. */
  public static boolean areIn(Data data) {
    List<String> features = data.featureNames();
    if (isTooSmallOrLarge(features) || data.matrix().rows() != features.size()) {
      return false;
    }
    List<String> ids = data.ids().orElse(List.of());
    MutualDistances found = new MutualDistances(order(features, ids));
    return found.takes(data.matrix())
        && found.isComplete(features, ids)
        && found.isSymmetric(data.matrix());
  }

  private static boolean isTooSmallOrLarge(List<String> features) {
    return features.size() < FEWEST_NAMED || features.size() > MOST;
  }

  private static boolean areNamedAlike(List<String> features, List<String> ids) {
    return ids.size() == features.size() && new HashSet<>(ids).equals(new HashSet<>(features));
  }

  /** Returns which feature belongs to each row: by its name, or by its place. */
  private static int[] order(List<String> features, List<String> ids) {
    return areNamedAlike(features, ids)
        ? ids.stream().mapToInt(features::indexOf).toArray()
        : IntStream.range(0, features.size()).toArray();
  }

  /** Looks at the cells of further rows one by one, until one is none of distances. */
  private boolean takes(Matrix some) {
    for (int i = 0; i < some.rows(); i++, rows++) {
      if (rows == order.length || some.get(i, order[rows]) != 0) {
        return false;
      }
      for (int j = 0; j < order.length; j++) {
        double distance = some.get(i, j);
        if (!(distance >= 0) || Double.isInfinite(distance)) {
          return false;
        }
        largest = Math.max(largest, distance);
        apart += distance > 0 ? 1 : 0;
      }
    }
    return true;
  }

  private boolean isComplete(List<String> features, List<String> ids) {
    int n = order.length;
    return rows == n
        && n >= (areNamedAlike(features, ids) ? FEWEST_NAMED : FEWEST)
        && 2 * apart > (long) n * (n - 1);
  }

  private boolean isSymmetric(Matrix all) {
    for (int i = 0; i < order.length; i++) {
      for (int j = 0; j < i; j++) {
        if (!DistanceTable.areSame(all.get(i, order[j]), all.get(j, order[i]), largest)) {
          return false;
        }
      }
    }
    return true;
  }

  /** Ends a pass over a table. */
  private static final class Enough extends RuntimeException {
    private static final long serialVersionUID = 1;

    Enough() {
      super(null, null, false, false);
    }
  }
}
