package org.eigenlens.bench.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommandTest {

  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin", "java").toString();

  @TempDir Path folder;

  @Test
  void aBudgetEndsTheRunsButNotTheFirst() throws IOException, InterruptedException {
    Command command = new Command(List.of(JAVA, "-version"), folder.resolve("log"), 60);

    assertThat(command.best(3, 0).count()).isEqualTo(1);
    assertThat(command.best(2, 60).count()).isEqualTo(2);
  }

  @Test
  void whatEndsBadlyDoesNotWork() throws InterruptedException {
    Path log = folder.resolve("log");

    assertThat(Command.works(List.of(JAVA, "-version"), log, 60)).isTrue();
    assertThat(Command.works(List.of(JAVA, "--no-such-option"), log, 60)).isFalse();
    assertThat(Command.works(List.of("no-such-command"), log, 60)).isFalse();
  }
}
