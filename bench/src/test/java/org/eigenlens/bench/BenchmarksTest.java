package org.eigenlens.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collection;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Runs every benchmark once on tiny data; what does not run any more fails here. */
class BenchmarksTest {

  @Test
  void everyBenchmarkStillRuns() throws Exception {
    Collection<RunResult> results =
        new Runner(
                new OptionsBuilder()
                    .param("shape", "TINY")
                    .mode(Mode.SingleShotTime)
                    .warmupIterations(0)
                    .measurementIterations(1)
                    .forks(0)
                    .shouldFailOnError(true)
                    .verbosity(VerboseMode.SILENT)
                    .build())
            .run();

    assertThat(results)
        .extracting(result -> result.getPrimaryResult().getLabel())
        .contains(
            "covariance",
            "gram",
            "svd",
            "krylov",
            "power",
            "streaming",
            "transform",
            "load",
            "buildFloat",
            "applyRounded",
            "oneByOne")
        .hasSize(26);
  }
}
