package org.eigenlens.studio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
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

  /** What is written already is on the disk, and is not to be counted a second time. */
  @Test
  void anUploadMayHaveAllTheRoomThatThereIs() throws IOException {
    long room = 100 << 20;
    try (Workspace workspace = new Workspace(room, new PrintWriter(new StringWriter()))) {
      Inputs inputs = new Inputs(workspace, null, room);
      Session session = new Session("s", workspace.folder("s"), List.of());
      long most = room - 1;
      Input kept = inputs.uploaded(session, "most.csv", most, new Zeros(most));
      assertThat(Files.size(kept.file())).isEqualTo(most);
      assertThatThrownBy(() -> inputs.uploaded(session, "more.csv", 10, new Zeros(10)))
          .hasMessageContaining("there is no room for more.csv");
      workspace.remove(kept.folder());
      // One that does not say how long it is, or lies, is ended while it is written.
      for (long announced : new long[] {-1, 10}) {
        assertThatThrownBy(
                () -> inputs.uploaded(session, "liar.csv", announced, new Zeros(2 * room)))
            .hasMessageContaining("liar.csv has more than the 100 MB that may be uploaded");
      }
    }
  }

  /** As many zeros. */
  private static final class Zeros extends InputStream {
    private long left;

    Zeros(long count) {
      this.left = count;
    }

    @Override
    public int read() {
      return left-- > 0 ? 0 : -1;
    }

    @Override
    public int read(byte[] bytes, int from, int length) {
      int count = (int) Math.min(length, left);
      left -= count;
      return count == 0 ? -1 : count;
    }
  }
}
