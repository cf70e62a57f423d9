package org.eigenlens.bench.components;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.eigenlens.ComponentRules;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.rules.Answer;
import org.eigenlens.rules.Recommendation;
import org.eigenlens.rules.Rules;

/**
 * Counts how often each rule finds ten factors in a hundred columns, by noise; started by the
 * script {@code components}.
 */
public final class KnownRank {

  private static final int COLUMNS = 100;
  private static final int FACTORS = 10;
  private static final double UNEVEN = 0.5;

  /** The only rule that needs standardised data, and is asked of them. */
  private static final String STANDARDISED = "kaiser";

  private KnownRank() {}

  /** Takes the file to write to and how many data sets to draw for each cell of a table. */
  public static void main(String[] args) throws IOException {
    int sets = Integer.parseInt(args[1]);
    StringBuilder report = new StringBuilder();
    for (int rows : new int[] {300, 80}) {
      List<Factors> cases = new ArrayList<>();
      for (double noise : new double[] {1, 2, 4, 6, 8}) {
        cases.add(new Factors(rows, COLUMNS, FACTORS, noise, 0));
      }
      for (double noise : new double[] {1, 2, 4}) {
        cases.add(new Factors(rows, COLUMNS, FACTORS, noise, UNEVEN));
      }
      String table = table(cases, sets);
      System.out.println(table);
      report.append(table).append('\n');
    }
    Path file = Path.of(args[0]);
    Files.createDirectories(file.toAbsolutePath().getParent());
    Files.writeString(file, report);
    System.out.println("Written to " + file);
  }

  /** Returns a table in Markdown: a row for each rule, a column for each case. */
  static String table(List<Factors> cases, int sets) {
    Map<String, List<String>> lines = new LinkedHashMap<>();
    for (Factors factors : cases) {
      Map<String, List<OptionalInt>> numbers = numbers(factors, sets);
      numbers.forEach(
          (rule, found) ->
              lines
                  .computeIfAbsent(rule, name -> new ArrayList<>())
                  .add(cell(found, factors.factors())));
    }
    StringBuilder table = new StringBuilder();
    table.append("| %d rows, noise:".formatted(cases.get(0).rows()));
    for (Factors factors : cases) {
      String noise = String.valueOf(factors.noise()).replaceFirst("\\.0$", "");
      table.append(" | ").append(noise).append(factors.uneven() > 0 ? " uneven" : "");
    }
    table.append(" |\n|---").append("|--:".repeat(cases.size())).append("|\n");
    lines.forEach(
        (rule, cells) ->
            table
                .append("| ")
                .append(rule)
                .append(" | ")
                .append(String.join(" | ", cells))
                .append(" |\n"));
    return table.toString();
  }

  private static Map<String, List<OptionalInt>> numbers(Factors factors, int sets) {
    ComponentRules plain = ComponentRules.builder().build();
    ComponentRules standardised = ComponentRules.builder().standardize(true).build();
    Map<String, List<OptionalInt>> numbers = new LinkedHashMap<>();
    for (int set = 0; set < sets; set++) {
      DenseMatrix x = factors.draw(set);
      Recommendation advice = plain.select(x);
      for (Answer answer : advice.answers()) {
        OptionalInt number =
            answer.rule().equals(STANDARDISED)
                ? standardised.answer(Rules.named(STANDARDISED).orElseThrow(), x).components()
                : answer.components();
        numbers.computeIfAbsent(answer.rule(), name -> new ArrayList<>()).add(number);
      }
      numbers
          .computeIfAbsent("consensus", name -> new ArrayList<>())
          .add(OptionalInt.of(advice.consensus().orElseThrow().components()));
      x.storage().release();
    }
    return numbers;
  }

  /** Returns how often the number was right, and the median of what was said. */
  private static String cell(List<OptionalInt> found, int right) {
    int[] numbers =
        found.stream().filter(OptionalInt::isPresent).mapToInt(OptionalInt::getAsInt).toArray();
    if (numbers.length == 0) {
      return "–";
    }
    Arrays.sort(numbers);
    long hits = Arrays.stream(numbers).filter(number -> number == right).count();
    return "%d %% (%d)".formatted(100 * hits / found.size(), numbers[(numbers.length - 1) / 2]);
  }
}
