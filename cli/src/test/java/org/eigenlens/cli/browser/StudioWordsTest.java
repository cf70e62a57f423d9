package org.eigenlens.cli.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.eigenlens.cli.StudioServer;
import org.eigenlens.plot.Kind;
import org.junit.jupiter.api.Test;

/** What the page calls things, compared with what the commands have. */
class StudioWordsTest extends StudioPages {

  @Test
  void everyMethodAndOptionHasPlainWords() {
    Page page = open();
    String unknown =
        """
        async ([choices, usual]) => {
          const {OPTIONS} = await import('/js/vocabulary/options.js');
          const {methodPurpose} = await import('/js/vocabulary/methods.js');
          const {methods, options} = await (await fetch('/api/options', {
            headers: {'X-Session': sessionStorage.getItem('session')}})).json();
          const named = options.filter(({name}) => name === 'method' || OPTIONS[name]?.label);
          return [
            ...methods.map(({name}) => name).filter((name) => !methodPurpose(name)),
            ...options.filter((option) => !named.includes(option)).map(({name}) => name),
            ...options.flatMap((option) => differing(option, OPTIONS[option.name]?.ways))];
          // What the page offers the command has, and the other way round; '' is what is usual.
          function differing({name, value}, ways) {
            if (!ways || name === 'language') return []; // whose help names some only
            const offered = ways.map(([way]) => way || usual[name]).filter(Boolean);
            const all = choices[name] ?? value.split('|').filter((way) => /^[a-z0-9-]+$/.test(way));
            return [
              ...offered.filter((way) => !all.includes(way)),
              ...all.filter((way) => !offered.includes(way))].map((way) => `${name} ${way}`);
          }
        }
        """;
    // What the page leaves to the command, and the command does unless something is said.
    Map<String, String> usual =
        Map.of(
            "weighting", "tf-idf",
            "kernel", "rbf",
            "ddof", "1",
            "label-gamma", "median",
            "neighbor-search", "auto",
            "weights", "heat",
            "solver", "auto",
            "precision", "double");
    assertThat(page.evaluate(unknown, List.of(StudioServer.choices(), usual))).isEqualTo(List.of());
    String words =
        """
        async (line) => (await import('/js/vocabulary/failures.js')).inPageWords(line)
        """;
    assertThat(
            page.evaluate(
                words,
                "take more neighbours (--neighbors), bridge them by the shortest edges (--bridge),"
                    + " or fit to one piece at a time (--piece 1); see eigenlens fit --help"))
        .isEqualTo(
            "take more neighbours (“Neighbours”), bridge them by the shortest edges (“Bridge gaps”),"
                + " or fit to one piece at a time (“Only one piece”)");
    assertThat(page.evaluate(words, "it is not; or fit without the column: --exclude price €"))
        .isEqualTo("it is not; or untick price € among the columns");
  }

  @Test
  void everyPictureSaysHowToReadIt() {
    List<String> kinds =
        Arrays.stream(Kind.values())
            .filter(kind -> kind != Kind.COMPARE) // of two models, which the page shows itself
            .map(Kind::label)
            .toList();
    String silent =
        """
        async (kinds) => {
          const {pictureHint} = await import('/js/vocabulary/pictures.js');
          return kinds.filter((kind) => !pictureHint(kind));
        }
        """;
    assertThat(open().evaluate(silent, kinds)).isEqualTo(List.of());
  }

  @Test
  void whyThereIsNoCorrelationCircleIsSaid() {
    Page page = open();
    look(page, "iris");
    tab(page, "Pictures").click();
    String why =
        "A correlation circle is drawn of standardised models only: fit again with “Standardise"
            + " columns” for one.";
    assertThat(page.locator("main")).containsText(why);
    String input =
        (String)
            page.evaluate(
                "import('/js/session.js').then(({session}) => [...session.inputs.keys()][0])");
    go(page, "#/look/" + fit(page, input, Map.of("standardize", "true")) + "?tab=pictures");
    assertThat(page.locator("option[value=correlation-circle]")).hasCount(1);
    assertThat(page.locator("main")).not().containsText("standardised models only");
  }

  @Test
  void whatIsSaidOfAModelDependsOnItsMethod() {
    Page page = open();
    String words = "async (model) => (await import('/js/parts/summary.js')).inShort(model)";
    Map<String, Object> isomap =
        Map.of(
            "method", "isomap",
            "options", Map.of(),
            "scree", Map.of("shares", List.of(0.9, 0.05), "cumulative", List.of(0.9, 0.95)),
            "summary", Map.of("landmarks", 50, "certificate", Map.of("maxRelativeResidual", 0.5)));
    assertThat((String) page.evaluate(words, isomap))
        .startsWith(
            "Two coordinates show 95.0\u00a0% of the squared distances walked along the data.")
        .contains("checked, of the landmarks only:")
        .doesNotContain("rough");
    Map<String, Object> sigmoid =
        Map.of(
            "method", "kernel-pca",
            "options", Map.of("kernel", "sigmoid"),
            "scree", Map.of("shares", List.of(0.9, 0.7), "cumulative", List.of(0.9, 1.6)),
            "summary", Map.of("kernel", Map.of("name", "sigmoid")));
    assertThat((String) page.evaluate(words, sigmoid))
        .startsWith("Shares say little here:")
        .doesNotContain("160");
    Map<String, Object> constant =
        Map.of(
            "method", "pca",
            "options", Map.of(),
            "scree", Map.of("shares", List.of(0), "cumulative", List.of(0), "total", 0),
            "summary", Map.of("certificate", Map.of("maxRelativeResidual", 0)));
    assertThat((String) page.evaluate(words, constant))
        .startsWith("Nothing varies")
        .doesNotContain("checked");
    Map<String, Object> cca =
        Map.of(
            "method", "cca",
            "options", Map.of(),
            "summary",
                Map.of("correlations", List.of(0.75), "crossValidatedCorrelations", List.of(0.5)));
    assertThat((String) page.evaluate(words, cca))
        .isEqualTo("The first pair of directions correlates by 0.75, and by 0.5 on rows left out.");
    Map<String, Object> forced =
        Map.of(
            "method", "cca",
            "options", Map.of(),
            "summary",
                Map.of(
                    "rows", 64,
                    "views", List.of(Map.of("columns", 3116), Map.of("columns", 10)),
                    "ridge", List.of(0, 0),
                    "correlations", List.of(1),
                    "certificate", Map.of("maxRelativeResidual", 1e-15)));
    assertThat((String) page.evaluate(words, forced))
        .startsWith("Any two such tables correlate by 1, whatever they hold, because")
        .contains("(3,116 + 10) as rows (64)")
        .doesNotContain("checked");
    String ways =
        """
        async ([method, kernel]) => (await import('/js/vocabulary/meanings.js'))
          .meaningOf('gamma', method, kernel).ways.length
        """;
    assertThat(page.evaluate(ways, List.of("kernel-pca", "rbf"))).isEqualTo(2);
    assertThat(page.evaluate(ways, List.of("kernel-pca", "poly"))).isEqualTo(1);
    assertThat(page.evaluate(ways, List.of("laplacian-eigenmaps", "rbf"))).isEqualTo(1);
    String solvers =
        """
        async (method) => (await import('/js/vocabulary/meanings.js'))
          .meaningOf('solver', method).ways.map(([way]) => way)
        """;
    assertThat(page.evaluate(solvers, "isomap"))
        .isEqualTo(List.of("", "krylov", "power", "dense", "nystrom"));
    assertThat(page.evaluate(solvers, "lle")).isEqualTo(List.of("", "krylov", "power", "dense"));
    assertThat(page.evaluate(solvers, "kernel-supervised-pca"))
        .isEqualTo(List.of("", "dense", "nystrom"));
  }
}
