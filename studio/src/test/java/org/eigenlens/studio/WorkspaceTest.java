package org.eigenlens.studio;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;

/** The folder of a studio, which no other may take for one that was left. */
final class WorkspaceTest {

  private static final int TAKEN = 3;

  /** Looks from another process whether somebody holds a lock. */
  public static void main(String[] arguments) throws IOException {
    try (FileChannel file = FileChannel.open(Path.of(arguments[0]), StandardOpenOption.WRITE)) {
      System.exit(file.tryLock() == null ? TAKEN : 0);
    }
  }

  @Test
  void aSecondStudioOfAProcessLeavesTheFirstItsLock() throws IOException, InterruptedException {
    PrintWriter log = new PrintWriter(new StringWriter());
    try (Workspace first = new Workspace(1 << 20, log);
        Workspace second = new Workspace(1 << 20, log)) {
      for (Workspace one : new Workspace[] {first, second}) {
        Process other =
            new ProcessBuilder(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-cp",
                    System.getProperty("java.class.path"),
                    WorkspaceTest.class.getName(),
                    one.folder().resolve("lock").toString())
                .redirectErrorStream(true)
                .start();
        assertThat(other.waitFor()).isEqualTo(TAKEN);
      }
    }
  }
}
