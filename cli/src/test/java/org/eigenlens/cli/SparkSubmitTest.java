package org.eigenlens.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.eigenlens.data.DataException;
import org.junit.jupiter.api.Test;

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
        .endsWith("--engine", "spark=local[2]");
    // Settings of its own may name a cluster.
    assertThat(submit.line("", List.of("fit"))).doesNotContain("--master");
  }
}
