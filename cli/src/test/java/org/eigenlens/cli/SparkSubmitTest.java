package org.eigenlens.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.eigenlens.data.DataException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class SparkSubmitTest {

  @Test
  void withoutSparkItSaysHowToGetIt() {
    assertThatThrownBy(() -> SparkSubmit.find(Map.of("PATH", "/nowhere")))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("neither SPARK_HOME nor a spark-submit on the PATH")
        .hasMessageContaining("spark.apache.org")
        .hasMessageContaining("spark-submit --class org.eigenlens.cli.Eigenlens");
  }

  @Test
  void startsTheSameCommandInsideSpark() {
    SparkSubmit submit =
        new SparkSubmit(
            Path.of("spark-submit"),
            Path.of("eigenlens-spark.jar"),
            List.of(Path.of("eigenlens.jar"), Path.of("core.jar")));
    assertThat(submit.line("local[2]", List.of("fit", "a.csv", "--engine", "spark=local[2]")))
        .startsWith("spark-submit", "--master", "local[2]")
        .containsSubsequence("--class", "org.eigenlens.cli.Eigenlens")
        .containsSubsequence("--jars", "eigenlens.jar,core.jar", "eigenlens-spark.jar", "fit")
        .contains("spark.log.level=FATAL")
        .endsWith("--engine", "spark=local[2]");
    assertThat(submit.line("", List.of("fit", "--stacktrace"))).contains("spark.log.level=ERROR");
    // Settings of its own may name a cluster.
    assertThat(submit.line("", List.of("fit"))).doesNotContain("--master");
  }

  @Test
  @DisabledOnOs(OS.WINDOWS) // the program is a shell's
  void aStatusThatTheCommandDoesNotHaveIsTold(@TempDir Path folder) throws Exception {
    Path program = folder.resolve("spark-submit");
    for (int status : new int[] {0, 1, 2, 52}) {
      Files.writeString(program, "#!/bin/sh\nexit " + status + "\n");
      Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
      SparkSubmit submit = new SparkSubmit(program, Path.of("spark.jar"), List.of());
      if (status == 52) {
        assertThatThrownBy(() -> submit.run("", List.of("fit")))
            .isInstanceOf(DataException.class)
            .hasMessageContaining("Spark ended with status 52")
            .hasMessageContaining("spark.driver.memory");
      } else {
        assertThat(submit.run("", List.of("fit"))).isEqualTo(status);
      }
    }
  }

  @Test
  void whatIsWrongWithTheCommandOrTheColumnsIsSaidBeforeSparkStarts(@TempDir Path folder) {
    Shell shell = new Shell(folder);
    String file = shell.write("rows.csv", "kind,a,b", "u,1,2", "v,4,3", "u,5,5").toString();
    // Without Spark on hand the next thing said would be how to get it.
    assertThat(shell.fails(1, "fit", file, "--columns", "a,c", "--engine", "spark"))
        .contains("there is no column 'c'");
    assertThat(
            shell.fails(
                1, "fit", file, "-m", "supervised-pca", "--label", "sort", "--engine", "spark"))
        .contains("there is no column 'sort'");
    assertThat(shell.fails(1, "fit", file, "-m", "cca", "--views", "a", "c", "--engine", "spark"))
        .contains("there is no column 'c'");
    String other = shell.write("other.csv", "kind;a;b", "u;1;2", "v;4;3").toString();
    assertThat(shell.fails(1, "fit", file, other, "--engine", "spark"))
        .contains("rows.csv and ", "other.csv have other separators");
    String quoted = shell.write("quoted.csv", "kind,\"a,1\",b", "u,1,2", "v,4,3").toString();
    assertThat(shell.fails(1, "fit", quoted, "--engine", "spark"))
        .contains("the first line of ", "has quotes or a separator that --engine does not know");
    for (String master : List.of("cluster", "local[two]", "http://head:7077")) {
      assertThat(shell.fails(2, "fit", file, "--engine", "spark=" + master))
          .contains("'" + master + "' is no master of Spark's", "local[*]");
    }
    assertThat(shell.fails(1, "fit", file, "--columns", "c", "--engine", "spark=local[2 , 3]"))
        .contains("there is no column 'c'");
  }
}
