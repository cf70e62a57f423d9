package org.eigenlens.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands that cannot be right: exit status 2, one line, nothing written. */
class WrongCommandTest {

  @TempDir Path folder;
  private Shell shell;
  private Path iris;

  @BeforeEach
  void irises() {
    shell = new Shell(folder);
    iris = shell.iris();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "-k 0|from 1 on",
        "-k -1|'-1' is neither",
        "-k 1.5|share above 0 and up to 1",
        "-k 0.0|share",
        "-k many|neither a number of components",
        "-k horn|neither a number of components, such as 10, nor a share, such as 0.95, nor a rule",
        "-k kaiser|-k kaiser does not apply: it compares with the variance of one standardised column",
        "-k mle --no-center|-k mle does not apply: it compares variances, and the data are not centred",
        "-k parallel -m lsa|-k parallel does not apply",
        "-k mle -m kernel-pca|-k mle is for linear models; kernel-pca takes elbow, cv, a share",
        "-k NaN|neither a number of components",
        "-m tsne|there is no method 'tsne' in this version",
        "-m pcaa|there is no method",
        "--solver nystrom|pca has no solver 'nystrom'",
        "--solver dense|pca has no solver 'dense'",
        "--solver best|there is no solver 'best'",
        "--ddof 2|0 or 1, not 2",
        "--tolerance 0|between 0 and 1",
        "--ddof x|it can be 0 or 1, not x",
        "--tolerance much|option '--tolerance': it must be a number between 0 and 1",
        "--seed x|option '--seed': 'x' is not a whole number",
        "--threads 0|number of threads",
        "--threads two|number of threads",
        "--memory much|'much' is not a size",
        "--memory 0|'0' is not a size",
        "--memory 99999999999g|'99999999999g' is more memory than any machine has",
        "--precision half|'half' is none of double, float",
        "--missing guess|'guess' is none of drop, mean, em",
        "--kernel rbf|--kernel is for kernel methods, not for pca; use -m kernel-pca",
        "-m lsa --gamma 1|--gamma is for kernel methods, not for lsa",
        "--degree 2|--degree is for kernel methods",
        "--coef0 2|--coef0 is for kernel methods",
        "--landmarks 9|--landmarks is for kernel methods",
        "--pre-image mds|--pre-image is for kernel methods",
        "--standardise|did you mean '--standardize'",
        "--scores scores.txt|.csv, .parquet or .npy",
        "-m dual-pca --solver svd|dual-pca is the gram solver",
        "--solver gram --memory 1k|Gram",
        "--solver streaming --missing em|memory",
      })
  void optionsOfFitThatCannotBe(String options, String complaint) {
    Object[] words =
        Stream.concat(
                Stream.of("fit", iris, "--label", "species"), Stream.of(options.split(" ", -1)))
            .toArray();
    assertThat(shell.fails(2, words)).contains(complaint, "eigenlens fit --help");
  }

  @ParameterizedTest
  @ValueSource(strings = {"cluster", "fti"})
  void commandsThatDoNotExist(String command) {
    assertThat(shell.fails(2, command, iris)).contains("unknown command '" + command + "'");
  }

  @Test
  void aMisspeltCommandSuggestsTheNearest() {
    assertThat(shell.fails(2, "trasnform")).contains("did you mean 'transform'");
  }

  @Test
  void noCommandAndNoInput() {
    assertThat(shell.fails(2)).contains("no command");
    assertThat(shell.fails(2, "fit")).contains("no input");
    assertThat(shell.fails(2, "transform")).contains("MODEL");
    shell.ok("fit", iris, "-o", shell.path("m"));
    assertThat(shell.fails(2, "transform", shell.path("m"))).contains("no input");
    assertThat(shell.fails(2, "reconstruct", shell.path("m"))).contains("no input");
    assertThat(shell.fails(2, "inspect")).contains("MODEL");
  }

  @Test
  void theDemoHasNoJson() {
    assertThat(shell.fails(2, "demo", "--json")).contains("unknown option '--json'");
  }

  @Test
  void anInputIsNeverOverwritten() {
    assertThat(shell.fails(2, "fit", iris, "-o", iris)).contains("would be overwritten");
    assertThat(shell.fails(2, "fit", iris, "--scores", iris)).contains("would be overwritten");
    Path both = shell.path("both.csv");
    assertThat(shell.fails(2, "fit", iris, "-o", both, "--scores", both))
        .contains("would be overwritten");
    Path model = shell.path("m.csv");
    shell.ok("fit", iris, "-o", model);
    for (Path file : List.of(iris, model)) {
      assertThat(shell.fails(2, "transform", model, iris, "-o", file)).contains("overwritten");
      assertThat(shell.fails(2, "reconstruct", model, iris, "-o", file)).contains("overwritten");
    }
    assertThat(shell.fails(2, "inspect", model, "--loadings", model)).contains("overwritten");
    shell.ok("fit", iris, "-o", model);
  }

  @Test
  void nothingIsWrittenByAWrongCommand() {
    shell.fails(2, "fit", iris, "-o", shell.path("m"), "--solver", "gram", "--memory", "1k");
    shell.fails(2, "fit", iris, "-o", shell.path("m"), "--scores", shell.path("s.txt"));
    assertThat(shell.files()).containsExactly("iris.csv");
  }

  @ParameterizedTest
  @ValueSource(strings = {"fit", "transform", "reconstruct", "denoise", "inspect", "demo", "help"})
  void everyCommandHasHelpWithAnExample(String command) {
    Shell.Result asked = shell.ok(command, "--help");
    assertThat(asked.out()).contains("Usage: eigenlens ", "Example: eigenlens ");
    assertThat(asked.err()).isEmpty();
    assertThat(shell.ok("help", command).out()).isEqualTo(asked.out());
  }

  @Test
  void helpOfNothingIsTheHelpOfAll() {
    assertThat(shell.ok("help").out()).isEqualTo(shell.ok("--help").out());
    assertThat(shell.fails(2, "help", "fits")).contains("did you mean 'fit'");
  }

  /** As a variable of a shell that was not set leaves it. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "fit |INPUT is empty; name a file",
        "fit iris.csv |INPUT is empty; name a file",
        "fit iris.csv -o |--output is empty; name a file",
        "fit iris.csv --report |--report is empty; name a file",
        "inspect |MODEL is empty; name a file",
        "transform m |INPUT is empty; name a file",
        "plot scree  -o a.svg|MODEL is empty; name a file",
        "demo -o |--output is empty; name a folder",
        "studio |INPUT is empty; name a file"
      })
  void anEmptyNameIsNoFile(String words, String expected) {
    String[] command = words.replace("iris.csv", iris.toString()).split(" ", -1);
    assertThat(shell.fails(2, (Object[]) command))
        .contains("the name given for " + expected + "; see eigenlens " + command[0] + " --help");
    assertThat(shell.files()).containsExactly("iris.csv");
  }

  @Test
  void aColumnIsNotClassesAndNumbersAtOnce() {
    Path rows = shell.write("rows.csv", "a,b,kind", "1,2,0", "3,1,1", "2,5,0", "4,4,1");
    Path model = shell.path("m");
    shell.ok("fit", rows, "--label", "kind", "--target", "b", "-o", model);
    for (List<Object> command :
        List.<List<Object>>of(
            List.of("fit", rows, "--label", "kind", "--target", "kind"),
            List.of("fit", rows, "-m", "kernel-pca", "--label", "kind", "--target", "b,kind"),
            List.of("fit", rows, "--label", "kind", "--target", "k*", "--evaluate"),
            List.of("select", rows, "--label", "kind", "--target", "b..kind"),
            List.of("transform", model, rows, "--label", "kind", "--target", "kind"))) {
      assertThat(shell.fails(2, command.toArray()))
          .contains(
              "column 'kind' is named by --label, for classes, and by --target, for numbers; leave"
                  + " one of them out; see eigenlens "
                  + command.get(0)
                  + " --help");
    }
  }

  @Test
  void aRegularizationThatLeavesNothingIsNamedByItsOption() {
    for (String value : List.of("1e308", "2e15", "0", "-1", "NaN")) {
      assertThat(shell.fails(2, "fit", iris, "-m", "lle", "--regularization", value))
          .contains(
              "invalid value for option '--regularization': it must be a number above 0 and up to"
                  + " 1e15, not "
                  + value);
    }
  }
}
