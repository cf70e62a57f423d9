package org.eigenlens.cli;

import java.util.Locale;
import java.util.Optional;
import org.eigenlens.data.Words;
import org.eigenlens.manifold.FarRows;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.model.KernelModel;
import org.eigenlens.model.Model;

/** Counts rows that lie off the data of a model of neighbours, and says so. */
final class FarRowsNote {

  private final Model model;
  private FarRows seen;
  private long rows;

  FarRowsNote(Model model) {
    this.model = model;
  }

  /** Looks at some more rows. */
  void look(Matrix some) {
    if (model instanceof KernelModel kernel) {
      FarRows.of(kernel, some)
          .ifPresent(found -> seen = seen == null ? found : seen.plus(found, rows));
      rows += some.rows();
    }
  }

  /** Returns what there is to say, if anything. */
  Optional<String> note() {
    if (seen == null || seen.count() == 0) {
      return Optional.empty();
    }
    long placed = seen.count() - seen.unplaced();
    return Optional.of(
        String.format(
            Locale.ROOT,
            "%s %s farther from the nearest training row (%s%s) than any two neighbours from each"
                + " other (%.4g): %s",
            Words.count(seen.count(), "row"),
            seen.count() == 1 ? "is" : "are",
            Double.isInfinite(seen.farthest())
                ? "too far to compute with"
                : (seen.count() == 1 ? "" : "up to ")
                    + String.format(Locale.ROOT, "%.4g", seen.farthest()),
            seen.count() == 1 ? "" : "; the first is row " + (seen.first() + 1),
            seen.longestEdge(),
            placed == 0
                ? (seen.count() == 1 ? "it has" : "they have") + " no coordinates"
                : "coordinates there are a guess"
                    + (seen.unplaced() == 0
                        ? ""
                        : ", and %d of them %s none"
                            .formatted(seen.unplaced(), seen.unplaced() == 1 ? "has" : "have"))));
  }
}
