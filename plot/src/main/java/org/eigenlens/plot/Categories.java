package org.eigenlens.plot;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Categories of rows with their colours. There are ten colours that can be told apart: where there
 * are more categories the ten largest have them, and the others are one grey.
 */
final class Categories {

  private final List<String> all;
  private final List<String> names;
  private final List<String> colours;
  private final Optional<String> note;

  private Categories(List<String> labels) {
    List<String> clean = labels.stream().map(Points::named).map(Texts::clean).toList();
    Map<String, Integer> counts = new HashMap<>();
    clean.forEach(label -> counts.merge(label, 1, Integer::sum));
    Comparator<String> bySize = Comparator.comparing(label -> -counts.get(label));
    List<String> shown =
        new ArrayList<>(
            counts.keySet().stream()
                .sorted(bySize.thenComparing(Categories::compare))
                .limit(Palette.CATEGORIES.size())
                .sorted(Categories::compare)
                .toList());
    colours = new ArrayList<>(Palette.CATEGORIES.subList(0, shown.size()));
    int others = counts.size() - shown.size();
    String other = "others (" + others + ")";
    all = clean.stream().map(label -> shown.contains(label) ? label : other).toList();
    note =
        others == 0
            ? Optional.empty()
            : Optional.of(
                "Of %d categories the ten largest have a colour; the others are grey."
                    .formatted(counts.size()));
    if (others > 0) {
      shown.add(other);
      colours.add(Palette.OTHER);
    }
    names = shown;
  }

  static Categories of(List<String> labels) {
    return new Categories(labels);
  }

  /** Orders names by the number they are, where all are numbers, and otherwise by letters. */
  private static int compare(String a, String b) {
    try {
      return Double.compare(Double.parseDouble(a), Double.parseDouble(b));
    } catch (NumberFormatException e) {
      return a.compareTo(b);
    }
  }

  /** Returns the category of each row, as it is shown. */
  List<String> all() {
    return all;
  }

  /** Returns the categories that are shown, in order. */
  List<String> names() {
    return names;
  }

  /** Returns what the reader must know, if there are too many. */
  Optional<String> note() {
    return note;
  }

  /** Gives the categories their colours in a chart. */
  void colour(Chart chart, String aesthetic) {
    chart.categories(aesthetic, "", names, colours);
  }
}
