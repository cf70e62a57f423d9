package org.eigenlens.plot;

import java.util.List;
import java.util.stream.IntStream;

/** An axis of columns, for profiles of rows and of components. */
final class Curves {

  private static final int MOST_NAMES = 12;

  private Curves() {}

  /**
   * Names the columns along the first axis: all of them if they are few, otherwise every so many.
   */
  static Chart columns(Chart chart, List<String> names) {
    int step = (names.size() + MOST_NAMES - 1) / MOST_NAMES;
    List<Integer> named =
        IntStream.range(0, names.size()).filter(j -> j % step == 0).boxed().toList();
    return chart
        .axis("x", null)
        .ticks(
            "x",
            named.stream().map(Integer::doubleValue).toList(),
            named.stream().map(j -> Texts.tick(names.get(j))).toList());
  }
}
