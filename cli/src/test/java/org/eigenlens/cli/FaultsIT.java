package org.eigenlens.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.eigenlens.model.Model;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * A machine that lets the program down: it is killed or interrupted, has no room, no home, no place
 * for temporary files, no native library or little memory.
 *
 * <p>{@code -Deigenlens.kills=100} kills as often as the promise was tested with.
 */
class FaultsIT {

  private static final int KILLS = Integer.getInteger("eigenlens.kills", 8);

  /** What an interrupted program may take, on a machine that does other things as well. */
  private static final long PATIENCE_SECONDS = 20;

  private static final int INTERRUPTED = 130;

  @TempDir Path folder;
  private Shell shell;
  private Launcher launcher;

  @BeforeEach
  void digits() {
    shell = new Shell(folder);
    shell.digits();
    launcher = new Launcher(folder);
  }

  private List<String> hidden() {
    return shell.files().stream().filter(name -> name.startsWith(".")).toList();
  }

  private static String[] java(Object... words) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-Deigenlens.backend=java", "-cp"));
    command.add(System.getProperty("java.class.path"));
    for (Object word : words) {
      command.add(word.toString());
    }
    return command.toArray(String[]::new);
  }

  @Test
  void aKilledFitLeavesTheEarlierFilesWhole() throws IOException, InterruptedException {
    String[] words = {"fit", "digits.csv", "--label", "label", "-o", "m", "--scores", "s.csv"};
    assertThat(launcher.run(words)).isZero();
    byte[] model = Files.readAllBytes(shell.path("m"));
    byte[] scores = Files.readAllBytes(shell.path("s.csv"));
    Random random = new Random(1);
    int writing = 0;
    // Wherever the process is when it is killed, the files are the earlier or the same new ones.
    for (int i = 0; i < KILLS; i++) {
      int before = hidden().size();
      Process process = launcher.start(words);
      if (i % 2 == 0) {
        process.waitFor(100 + random.nextInt(1400), TimeUnit.MILLISECONDS);
      }
      // Every other time while it writes, however long it takes to come to that.
      while (i % 2 == 1 && process.isAlive() && hidden().size() == before) {
        process.waitFor(1, TimeUnit.MILLISECONDS);
      }
      process.destroyForcibly().waitFor();
      // What it was writing stays where no program is left to remove it.
      writing += hidden().size() > before ? 1 : 0;
      assertThat(Files.readAllBytes(shell.path("m"))).isEqualTo(model);
      assertThat(Files.readAllBytes(shell.path("s.csv"))).isEqualTo(scores);
    }
    assertThat(writing).as("killed while it wrote, of %d times", KILLS).isPositive();
    assertThat(launcher.run("inspect", "m")).isZero();
  }

  @Test
  void aKilledSaveLeavesAWholeModel() throws IOException, InterruptedException {
    Path file = shell.path("saved");
    Random random = new Random(1);
    for (int i = 0; i < KILLS; i++) {
      Process process = saving(file);
      process.waitFor(random.nextInt(60), TimeUnit.MILLISECONDS);
      process.destroyForcibly().waitFor();
      assertThat(Model.load(file).components()).isEqualTo(15);
    }
  }

  /** Starts a program that saves all the time, and waits until it does. */
  private Process saving(Path file) throws IOException, InterruptedException {
    Process process = launcher.startProcess(java("org.eigenlens.cli.SavingForever", file));
    while (process.isAlive() && launcher.out().isEmpty()) {
      process.waitFor(20, TimeUnit.MILLISECONDS);
    }
    assertThat(process.isAlive()).as(launcher.err()).isTrue();
    return process;
  }

  /** Sends what Ctrl-C sends. */
  private static void interrupt(Process process) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-INT", String.valueOf(process.pid())).start().waitFor();
    try {
      assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    } finally {
      process.destroyForcibly(); // where an interrupt is ignored it would go on for an hour
    }
    assertThat(process.exitValue()).isEqualTo(INTERRUPTED);
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void anInterruptWhileItSavesLeavesNothingBeside() throws IOException, InterruptedException {
    for (int i = 0; i < 3; i++) {
      interrupt(saving(shell.path("saved")));
      assertThat(hidden()).isEmpty();
      assertThat(Model.load(shell.path("saved")).components()).isEqualTo(15);
    }
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void anInterruptWhileItReadsLeavesNothing() throws IOException, InterruptedException {
    Path temporary = Files.createDirectory(shell.path("temporary"));
    launcher.with("EIGENLENS_OPTS", "-Djava.io.tmpdir=" + temporary);
    // Standard input stays open, so that there is always more to read.
    Process process = launcher.start("fit", "/dev/stdin", "-o", "m");
    process.getOutputStream().write("a,b\n1,2\n".getBytes(UTF_8));
    process.getOutputStream().flush();
    while (process.isAlive() && isEmpty(temporary)) {
      process.waitFor(20, TimeUnit.MILLISECONDS);
    }
    interrupt(process);
    assertThat(temporary).isEmptyDirectory();
    assertThat(shell.files()).doesNotContain("m");
  }

  private static Duration worked(Process process) {
    return process.info().totalCpuDuration().orElse(Duration.ZERO);
  }

  private static boolean isEmpty(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.findAny().isEmpty();
    }
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void anInterruptWhileItFitsLeavesNothing() throws IOException, InterruptedException {
    Process process =
        launcher.start("hsic", "digits.csv", "--label", "label", "--permutations", "900000");
    // To start takes a second of the processor; what is beyond that is work.
    while (process.isAlive() && worked(process).compareTo(Duration.ofSeconds(3)) < 0) {
      process.waitFor(20, TimeUnit.MILLISECONDS);
    }
    interrupt(process);
    assertThat(shell.files()).containsExactly("digits.csv", "err", "out");
    assertThat(launcher.out()).isEmpty();
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void anInterruptEndsTheStudioAndItsProcesses() throws IOException, InterruptedException {
    Path temporary = Files.createDirectory(shell.path("temporary"));
    launcher.with("EIGENLENS_OPTS", "-Djava.io.tmpdir=" + temporary);
    Process process = launcher.start("studio", "--no-browser");
    while (process.isAlive() && !launcher.out().contains("token=")) {
      process.waitFor(20, TimeUnit.MILLISECONDS);
    }
    List<ProcessHandle> workers = process.descendants().toList();
    interrupt(process);
    for (ProcessHandle worker : workers) {
      worker.onExit().orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
    }
    assertThat(temporary).isEmptyDirectory();
  }

  @Test
  void aRequestThatNeverEndsIsCutOff() throws IOException, InterruptedException {
    launcher.with("EIGENLENS_OPTS", "-Dsun.net.httpserver.maxReqTime=1");
    Process process = launcher.start("studio", "--no-browser");
    while (process.isAlive() && !launcher.out().contains("token=")) {
      process.waitFor(20, TimeUnit.MILLISECONDS);
    }
    int port = URI.create(launcher.out().replaceFirst("(?s).*(http\\S+).*", "$1")).getPort();
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout((int) TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
      socket.getOutputStream().write("GET / HTTP/1.1\r\nHost: 127".getBytes(UTF_8));
      assertThat(socket.getInputStream().read()).isEqualTo(-1);
    }
    interrupt(process);
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aFullDiskLeavesTheEarlierFiles() throws IOException, InterruptedException {
    assertThat(launcher.run("fit", "digits.csv", "--label", "label", "-o", "m")).isZero();
    byte[] model = Files.readAllBytes(shell.path("m"));
    Path temporary = Files.createDirectory(shell.path("temporary"));
    launcher.with("TMPDIR", temporary.toString());
    // No file may grow beyond 8 blocks of 1024 bytes: the system says no as on a full disk.
    for (String command :
        List.of(
            "fit digits.csv --label label -o m",
            "fit digits.csv --label label -k 2 --scores s.csv",
            "fit digits.csv --label label -k 1 -o m --scores s.parquet",
            "fit digits.csv --label label -k 1 -o m --report r.html",
            "transform m digits.csv -o s.parquet",
            "transform m digits.csv -o s.npy",
            "fit --sql 'values (1, 2)' -k 1",
            "plot scores m digits.csv -o p.svg",
            "fit digits.csv --label label --report r.html")) {
      Process process =
          launcher.startProcess(
              "bash", "-c", "ulimit -f 8; trap '' XFSZ; exec '" + Launcher.FILE + "' " + command);
      assertThat(process.waitFor()).as("%s: %s", command, launcher.err()).isEqualTo(1);
      assertThat(launcher.err().lines().filter(line -> !line.startsWith("warning: ")))
          .as(command)
          .singleElement()
          .asString()
          .startsWith("eigenlens: ")
          .doesNotContain("internal error");
      assertThat(hidden()).as(command).isEmpty();
      assertThat(temporary).as(command).isEmptyDirectory();
    }
    assertThat(Files.readAllBytes(shell.path("m"))).isEqualTo(model);
    assertThat(shell.files()).containsExactly("digits.csv", "err", "m", "out", "temporary");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void withoutHomeOrPlaceForTemporaryFilesOrNativeLibraries()
      throws IOException, InterruptedException {
    Path root = Path.of("/.cache"); // what a home without a name would be
    boolean before = Files.exists(root);
    launcher.with("HOME", null).with("XDG_CACHE_HOME", null).with("TMPDIR", "/proc/none");
    String none = "-Djava.io.tmpdir=/proc/none -Duser.home=/proc/none";
    launcher.with("EIGENLENS_OPTS", none + " -Xmx256m");
    assertThat(launcher.run("fit", "digits.csv", "--label", "label", "-o", "m", "--threads", "1"))
        .as(launcher.err())
        .isZero();
    assertThat(launcher.run("transform", "m", "digits.csv", "-o", "s.csv")).isZero();
    // What cannot be done without is said in a line.
    for (String[] words :
        new String[][] {
          {"transform", "m", "digits.csv", "-o", "s.parquet"}, {"studio", "--no-browser"}
        }) {
      assertThat(launcher.run(words)).as(launcher.out()).isEqualTo(1);
      assertThat(launcher.err())
          .hasLineCount(1)
          .startsWith("eigenlens: ")
          .contains("there is no folder for temporary files: /proc/none does not exist; ")
          .doesNotContain("internal error", "Exception");
    }
    assertThat(Files.exists(root)).isEqualTo(before);
  }

  @Test
  void aHeapOf256MegabytesIsEnoughForARealisticFile() throws IOException, InterruptedException {
    List<String> lines = new ArrayList<>(List.of("a,b,c,d,e,f,g,h"));
    Random random = new Random(3);
    for (int i = 0; i < 100_000; i++) {
      StringBuilder line = new StringBuilder();
      for (int j = 0; j < 8; j++) {
        line.append(j == 0 ? "" : ",").append(random.nextInt(100_000) / 1000.0);
      }
      lines.add(line.toString());
    }
    shell.write("large.csv", lines.toArray(String[]::new));
    launcher.with("EIGENLENS_OPTS", "-Xmx256m");
    assertThat(launcher.run("fit", "large.csv", "-k", "2", "-o", "m", "--scores", "s.csv"))
        .as(launcher.err())
        .isZero();
    assertThat(launcher.run("reconstruct", "m", "large.csv", "-o", "r.parquet")).isZero();
  }
}
