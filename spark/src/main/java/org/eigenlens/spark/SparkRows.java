package org.eigenlens.spark;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.storage.StorageLevel;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.DistributedRows;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.matrix.Parallel;
import org.eigenlens.matrix.Scratch;
import org.eigenlens.matrix.Summary;
import scala.Tuple2;

/**
 * Rows in the partitions of a cluster.
 *
 * <p>Each partition becomes one summary, computed by its task on one thread; summaries are merged
 * in the order of their partitions, by a tree where there are many, so that the same partitions
 * give the same bits. What is lost with an executor Spark computes again.
 */
final class SparkRows implements DistributedRows, AutoCloseable {

  /** Up to so many summaries are merged by the driver, fewer if they are large. */
  private static final int FEW = 8;

  /** The part of what the driver may receive that summaries may take: Spark counts more. */
  private static final double RECEIVED = 0.8;

  /** A task that merges holds at most so many bytes of summaries, unless two are more. */
  private static final long MERGED = 1L << 29;

  private final JavaSparkContext context;
  private final JavaRDD<InternalRow> rows;
  private final RowPacker.Layout layout;

  /** Packed rows for passes to come; null as long as none are known to come. */
  private JavaRDD<RowBlock> kept;

  private int passes;

  SparkRows(JavaSparkContext context, JavaRDD<InternalRow> rows, RowPacker.Layout layout) {
    this.context = context;
    this.rows = rows;
    this.layout = layout;
  }

  @Override
  public int columns() {
    return layout.columns();
  }

  /** Keeps packed rows in the executors' memory, or on their disks, for passes to come. */
  void keep() {
    if (kept == null) {
      kept = packed(false).persist(StorageLevel.MEMORY_AND_DISK());
    }
  }

  private JavaRDD<RowBlock> packed(boolean passing) {
    RowPacker.Layout wanted = layout;
    return rows.mapPartitions(part -> new RowPacker(part, wanted, passing));
  }

  @Override
  public void close() {
    if (kept != null) {
      kept.unpersist(false);
    }
  }

  @Override
  public <S extends Summary<S>> S summarize(int tileRows, int lanes, Summary.Start<S> start) {
    // Whoever comes a second time may come a third.
    if (passes++ > 0) {
      keep();
    }
    long most = context.getConf().getSizeAsBytes("spark.driver.maxResultSize", "1g");
    int few = few(start.bytes(), most);
    Broadcast<Parcel<Summary.Start<S>>> sent = context.broadcast(Parcel.of(start));
    try {
      int width = columns();
      JavaRDD<RowBlock> blocks = kept == null ? packed(true) : kept;
      JavaRDD<Tuple2<Integer, Parcel<S>>> parts =
          blocks.mapPartitionsWithIndex(
              (number, part) -> summary(number, part, width, tileRows, sent.value()), false);
      List<Tuple2<Integer, Parcel<S>>> last =
          new ArrayList<>(merged(parts, few, start.bytes()).collect());
      last.sort(Comparator.comparing(Tuple2::_1));
      S total = null;
      for (Tuple2<Integer, Parcel<S>> part : last) {
        total = merged(total, part._2().open());
      }
      return total == null ? start.get() : total;
    } catch (Exception e) {
      // Spark throws checked exceptions that it does not declare.
      throw SparkRows.<RuntimeException>own(e);
    } finally {
      sent.destroy();
    }
  }

  /**
   * Returns how many summaries the driver can receive at once.
   *
   * @param bytes of each; 0 if they are small
   * @param most what it may receive; 0 for any amount
   */
  static int few(long bytes, long most) {
    if (bytes > Parcel.MOST) {
      throw Parcel.tooLarge(bytes);
    }
    if (most <= 0 || bytes == 0) {
      return FEW;
    }
    if (bytes > RECEIVED * most) {
      throw new IllegalArgumentException(
          "A summary of %d MB is more than the driver may receive; set spark.driver.maxResultSize to at least %dm."
              .formatted(bytes >> 20, (long) (bytes / RECEIVED) / (1 << 20) + 1));
    }
    return (int) Math.max(1, Math.min(FEW, RECEIVED * most / bytes));
  }

  /** Sums up one partition, if it has rows. */
  private static <S extends Summary<S>> Iterator<Tuple2<Integer, Parcel<S>>> summary(
      int number,
      Iterator<RowBlock> part,
      int columns,
      int tileRows,
      Parcel<Summary.Start<S>> start) {
    if (!part.hasNext()) {
      return List.<Tuple2<Integer, Parcel<S>>>of().iterator();
    }
    Summary.Start<S> shared = start.share();
    try {
      // Other tasks keep the other cores busy.
      Parcel<S> found = Parallel.alone(() -> packed(added(part, columns, tileRows, shared.get())));
      return List.of(new Tuple2<>(number, found)).iterator();
    } finally {
      start.done(Summary.Start::release);
    }
  }

  /** Adds all rows of a partition to a summary. */
  private static <S extends Summary<S>> S added(
      Iterator<RowBlock> part, int columns, int tileRows, S summary) {
    boolean done = false;
    try (Scratch scratch = new Scratch()) {
      Tile tile = new Tile(scratch, tileRows, columns);
      while (part.hasNext()) {
        RowBlock block = part.next();
        if (block.isSparse()) {
          summary.add(Summary.UNNUMBERED, block.sparse());
        } else {
          tile.add(block, summary);
        }
      }
      tile.flush(summary);
      done = true;
      return summary;
    } finally {
      if (!done) {
        summary.release();
      }
    }
  }

  /** Gathers dense rows to tiles as tall as a summary likes them. */
  private static final class Tile {
    private final Scratch scratch;
    private final int height;
    private final int columns;
    private DenseMatrix rows;
    private int filled;

    Tile(Scratch scratch, int height, int columns) {
      this.scratch = scratch;
      this.height = height;
      this.columns = columns;
    }

    void add(RowBlock block, Summary<?> summary) {
      // Sparse rows alone need none.
      rows = rows == null ? scratch.matrix(height, columns) : rows;
      int from = 0;
      while (from < block.rows()) {
        int count = Math.min(block.rows() - from, rows.rows() - filled);
        block.copy(from, count, rows, filled);
        filled += count;
        from += count;
        if (filled == rows.rows()) {
          flush(summary);
        }
      }
    }

    void flush(Summary<?> summary) {
      if (filled > 0) {
        // A number within a part is no number of a row.
        summary.add(Summary.UNNUMBERED, rows.rowRange(0, filled));
        filled = 0;
      }
    }
  }

  /** Merges neighbours, in the order of their numbers, until few are left. */
  private static <S extends Summary<S>> JavaRDD<Tuple2<Integer, Parcel<S>>> merged(
      JavaRDD<Tuple2<Integer, Parcel<S>>> parts, int few, long bytes) {
    int count = parts.getNumPartitions();
    JavaRDD<Tuple2<Integer, Parcel<S>>> left = parts;
    while (count > few) {
      int group = group(count, bytes);
      int groups = (count + group - 1) / group;
      left =
          left.mapToPair(part -> new Tuple2<>(part._1() / group, part))
              .groupByKey(groups)
              .map(
                  neighbours -> {
                    List<Tuple2<Integer, Parcel<S>>> ordered = new ArrayList<>();
                    neighbours._2().forEach(ordered::add);
                    ordered.sort(Comparator.comparing(Tuple2::_1));
                    return new Tuple2<>(
                        neighbours._1(),
                        Parallel.alone(
                            () -> {
                              S total = null;
                              for (Tuple2<Integer, Parcel<S>> part : ordered) {
                                total = merged(total, part._2().open());
                              }
                              return packed(total);
                            }));
                  });
      count = groups;
    }
    return left;
  }

  /** Returns how many of so many summaries one task merges. */
  static int group(int count, long bytes) {
    long fit = MERGED / Math.max(1, bytes);
    return (int) Math.max(2, Math.min((long) Math.ceil(Math.sqrt(count)), fit));
  }

  /** Packs a summary that is not needed here any more. */
  private static <S extends Summary<S>> Parcel<S> packed(S summary) {
    try {
      return Parcel.of(summary);
    } finally {
      summary.release();
    }
  }

  private static <S extends Summary<S>> S merged(S total, S more) {
    if (total == null) {
      return more;
    }
    total.merge(more);
    return total;
  }

  /** Throws what the library said on an executor instead of what Spark says about it. */
  @SuppressWarnings("unchecked") // the compiler need not know of what Spark does not declare
  private static <E extends Exception> RuntimeException own(Exception thrown) throws E {
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      if (cause instanceof NumericalException
          || (cause instanceof IllegalArgumentException && isOurs(cause))) {
        throw (RuntimeException) cause;
      }
    }
    throw (E) thrown;
  }

  /** Tells whether the library threw it, and not Spark or whoever reads the rows. */
  static boolean isOurs(Throwable thrown) {
    StackTraceElement[] places = thrown.getStackTrace();
    return places.length > 0 && places[0].getClassName().startsWith("org.eigenlens.");
  }
}
