package org.eigenlens.bench.compare;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/** Entries as Markdown, with everybody's time as a multiple of ours. */
final class Table {

  /** Our engine's name; variants of it begin with it. */
  static final String OURS = "eigenlens";

  private Table() {}

  static String of(String title, List<Entry> entries) {
    Optional<Entry> own = find(entries, e -> e.engine().equals(OURS), Entry::seconds);
    double ours = own.map(Entry::seconds).orElse(Double.NaN);
    boolean commands = entries.stream().anyMatch(e -> e.command() != null);
    double command = own.map(Table::commandSeconds).orElse(Double.NaN);
    StringBuilder text = new StringBuilder();
    text.append("## ").append(title).append("\n\n");
    text.append("| engine | warm s | × ours | median s | first s |");
    text.append(" error of λ₁ | worst error | residual | right | MB beyond data |");
    text.append(commands ? " command s | × ours | its MB |" : "").append(" |\n");
    text.append("|---|---:|---:|---:|---:|---:|---:|---:|:-:|---:|");
    text.append(commands ? "---:|---:|---:|" : "").append("---|\n");
    for (Entry entry : entries) {
      text.append("| ").append(entry.engine()).append(line(entry, ours));
      text.append(commands ? command(entry, command) : "");
      String note = entry.note();
      boolean both = !note.isEmpty() && !entry.version().isEmpty();
      text.append(" | ").append(entry.version()).append(both ? "; " : "").append(note);
      text.append(" |\n");
    }
    text.append('\n').append(summary(entries, ours, command)).append('\n');
    return text.toString();
  }

  private static String line(Entry e, double ours) {
    if (!e.timed()) {
      return " | –".repeat(9);
    }
    return String.format(
        Locale.ROOT,
        " | %.3f | %.2f | %.3f | %.3f | %.0e | %.0e | %s | %s | %s",
        e.seconds(),
        e.seconds() / ours,
        e.median(),
        e.first(),
        e.verdict().leading(),
        e.verdict().worst(),
        Double.isNaN(e.verdict().residual())
            ? "–"
            : String.format(Locale.ROOT, "%.0e", e.verdict().residual()),
        e.verdict().right() ? "yes" : "**no**",
        megabytes(e.memory()));
  }

  private static String command(Entry e, double ours) {
    if (e.command() == null) {
      return " | –".repeat(3);
    }
    return String.format(
        Locale.ROOT,
        " | %.2f | %s | %s",
        e.command().seconds(),
        Double.isNaN(ours) ? "–" : String.format(Locale.ROOT, "%.2f", commandSeconds(e) / ours),
        megabytes(e.command().peak()));
  }

  private static String megabytes(long bytes) {
    return bytes == 0 ? "–" : Long.toString(Math.round(bytes / 1e6));
  }

  private static double commandSeconds(Entry e) {
    return e.command() == null ? Double.NaN : e.command().seconds();
  }

  private static String summary(List<Entry> entries, double ours, double command) {
    if (Double.isNaN(ours)) {
      return "Ours has no result.\n";
    }
    Predicate<Entry> peer = e -> e.timed() && !e.engine().startsWith(OURS);
    Predicate<Entry> right = peer.and(e -> e.verdict().right());
    Optional<Entry> any = find(entries, peer, Entry::seconds);
    if (any.isEmpty()) {
      return "Ours is alone.\n";
    }
    Optional<Entry> best = find(entries, right, Entry::seconds);
    Optional<Entry> bestCommand =
        Double.isNaN(command)
            ? Optional.empty()
            : find(entries, right.and(e -> e.command() != null), Table::commandSeconds);
    String warm =
        best.map(e -> against("Ours", "the fastest peer that is right", e, ours / e.seconds()))
            .orElse("No peer is right. ");
    String rest =
        any.equals(best)
            ? ""
            : any.map(e -> against("Ours", "the fastest of all", e, ours / e.seconds())).orElse("");
    String whole =
        bestCommand
            .map(
                e ->
                    against(
                        "As a whole command ours",
                        "the fastest peer that is right",
                        e,
                        command / commandSeconds(e)))
            .orElse("");
    return warm + rest + whole + "\n";
  }

  private static String against(String who, String what, Entry peer, double ratio) {
    return String.format(
        Locale.ROOT, "%s takes %.2f of the time of %s, %s. ", who, ratio, what, peer.engine());
  }

  /** Returns the fastest of those that match. */
  private static Optional<Entry> find(
      List<Entry> entries, Predicate<Entry> wanted, ToDoubleFunction<Entry> seconds) {
    return entries.stream()
        .filter(wanted)
        .min((a, b) -> Double.compare(seconds.applyAsDouble(a), seconds.applyAsDouble(b)));
  }
}
