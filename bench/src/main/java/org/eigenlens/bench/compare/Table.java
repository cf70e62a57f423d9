package org.eigenlens.bench.compare;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;

/** Entries as Markdown, with everybody's time as a multiple of ours. */
final class Table {

  private static final String OURS = "eigenlens";

  private Table() {}

  static String of(String title, List<Entry> entries) {
    double ours =
        find(entries, e -> e.engine().equals(OURS)).map(Entry::seconds).orElse(Double.NaN);
    StringBuilder text = new StringBuilder();
    text.append("## ").append(title).append("\n\n");
    text.append(
        "| engine | warm s | × ours | first s | error of λ₁ | worst error | residual | right"
            + " | MB beyond data | |\n");
    text.append("|---|---:|---:|---:|---:|---:|---:|:-:|---:|---|\n");
    for (Entry entry : entries) {
      text.append(line(entry, ours)).append('\n');
    }
    text.append('\n').append(summary(entries, ours)).append('\n');
    return text.toString();
  }

  private static String line(Entry e, double ours) {
    if (!e.timed()) {
      return "| %s | – | – | – | – | – | – | – | – | %s |".formatted(e.engine(), e.note());
    }
    String note = e.note().isEmpty() ? e.version() : e.version() + "; " + e.note();
    return String.format(
        Locale.ROOT,
        "| %s | %.3f | %.2f | %.3f | %.0e | %.0e | %.0e | %s | %s | %s |",
        e.engine(),
        e.seconds(),
        e.seconds() / ours,
        e.cold(),
        e.verdict().leading(),
        e.verdict().worst(),
        e.verdict().residual(),
        e.verdict().right() ? "yes" : "**no**",
        e.memory() == 0 ? "–" : Long.toString(Math.round(e.memory() / 1e6)),
        note);
  }

  private static String summary(List<Entry> entries, double ours) {
    if (Double.isNaN(ours)) {
      return "Ours has no result.\n";
    }
    Predicate<Entry> peer = e -> e.timed() && !e.engine().equals(OURS);
    Optional<Entry> right = find(entries, peer.and(e -> e.verdict().right()));
    Optional<Entry> any = find(entries, peer);
    String best =
        right
            .map(e -> against("the fastest peer that is right", e, ours))
            .orElse("No peer is right. ");
    boolean same = any.equals(right);
    return best
        + (same ? "" : any.map(e -> against("the fastest of all", e, ours)).orElse(""))
        + "\n";
  }

  private static String against(String what, Entry peer, double ours) {
    return String.format(
        Locale.ROOT,
        "Ours takes %.2f of the time of %s, %s. ",
        ours / peer.seconds(),
        what,
        peer.engine());
  }

  /** Returns the fastest of those that match. */
  private static Optional<Entry> find(List<Entry> entries, Predicate<Entry> wanted) {
    return entries.stream().filter(wanted).min((a, b) -> Double.compare(a.seconds(), b.seconds()));
  }
}
