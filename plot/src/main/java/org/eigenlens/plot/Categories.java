package org.eigenlens.plot;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Categories of rows with their colours. There are ten colours that can be told apart: where there
 * are more categories the ten largest have them, and the others are one grey.
 */
final class Categories {

  /** What is left of a long label that begins as another does. */
  private static final int STEM = 50;

  private final List<String> all;
  private final List<String> names;
  private final int own;
  private final List<String> colours;
  private final Optional<String> note;

  private Categories(List<String> labels) {
    List<String> whole = labels.stream().map(Points::named).map(Texts::sentence).toList();
    Map<String, Integer> counts = new HashMap<>();
    whole.forEach(label -> counts.merge(label, 1, Integer::sum));
    Comparator<String> byName =
        counts.keySet().stream().allMatch(Categories::isNumber)
            ? Comparator.<String>comparingDouble(Double::parseDouble)
                .thenComparing(Comparator.naturalOrder())
            : Comparator.naturalOrder();
    Map<String, String> shown = new LinkedHashMap<>();
    counts.keySet().stream()
        .sorted(
            Comparator.<String, Integer>comparing(label -> -counts.get(label))
                .thenComparing(byName))
        .limit(Palette.CATEGORIES.size())
        .sorted(byName)
        .forEach(label -> shown.put(label, unlike(label, shown.values())));
    own = shown.size();
    names = new ArrayList<>(shown.values());
    colours = new ArrayList<>(Palette.CATEGORIES.subList(0, shown.size()));
    int others = counts.size() - shown.size();
    String other = unlike("others (" + others + ")", names);
    all = whole.stream().map(label -> shown.getOrDefault(label, other)).toList();
    note =
        others == 0
            ? Optional.empty()
            : Optional.of(
                "Of %d categories the %s have a colour; the others are grey."
                    .formatted(counts.size(), chosen(counts, own)));
    if (others > 0) {
      names.add(other);
      colours.add(Palette.OTHER);
    }
  }

  static Categories of(List<String> labels) {
    return new Categories(labels);
  }

  /** Says by what categories were chosen: by size, unless that leaves several equal ones. */
  private static String chosen(Map<String, Integer> counts, int most) {
    List<Integer> sizes = counts.values().stream().sorted(Comparator.reverseOrder()).toList();
    int last = sizes.get(most - 1);
    if (sizes.get(most) < last) {
      return "ten largest";
    }
    return sizes.get(0) == last
        ? "first ten of equally large ones"
        : "ten largest (the first of equally large ones)";
  }

  /** Returns a label as short as it must be, but unlike others that are shown. */
  private static String unlike(String label, Collection<String> others) {
    String name = Texts.clean(label);
    for (int i = 2; others.contains(name); i++) {
      name = Texts.clean(label.substring(0, Math.min(label.length(), STEM)) + "… (" + i + ")");
    }
    return name;
  }

  private static boolean isNumber(String label) {
    try {
      return !Double.isNaN(Double.parseDouble(label));
    } catch (NumberFormatException e) {
      return false;
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

  /** Returns the categories that have a colour of their own. */
  List<String> own() {
    return names.subList(0, own);
  }

  /** Returns the colour of a category that is shown. */
  String colourOf(String name) {
    return colours.get(names.indexOf(name));
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
