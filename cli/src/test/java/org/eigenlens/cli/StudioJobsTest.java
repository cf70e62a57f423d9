package org.eigenlens.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.eigenlens.model.Model;
import org.eigenlens.studio.Settings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Fits that wait, run, are cancelled and left alone. */
final class StudioJobsTest {

  /** A kernel matrix of 4,000 rows at once: a call of native code that takes a minute or so. */
  private static final Map<String, Object> LONG =
      Map.of("method", "kernel-pca", "solver", "dense", "gamma", "0.1");

  private static Path longTable(Path folder) throws IOException {
    Random random = new Random(1);
    String lines =
        IntStream.range(0, 4000)
            .mapToObj(i -> random.nextGaussian() + "," + random.nextGaussian())
            .collect(Collectors.joining("\n"));
    return Files.writeString(folder.resolve("long.csv"), "a,b\n" + lines + "\n");
  }

  private static String input(StudioClient page, Path file)
      throws IOException, InterruptedException {
    return (String) page.postJson("/api/inputs/path", Map.of("path", file.toString())).get("id");
  }

  @Test
  void cancelsInTheMidstOfNativeCodeAndDisturbsNobody(@TempDir Path folder) throws Exception {
    List<ProcessHandle> before = ProcessHandle.current().children().toList();
    List<ProcessHandle> workers;
    try (StudioServer server =
        StudioServer.start(
            StudioServer.settings().withPatience(Duration.ofMinutes(5), Duration.ofHours(1)))) {
      StudioClient page = new StudioClient(server.link());
      String job = page.fit(input(page, longTable(folder)), LONG);
      Map<String, Object> seen = page.await(job, "running", "failed", "done");
      for (int i = 0; i < 1000 && !String.valueOf(seen.get("step")).startsWith("decomp"); i++) {
        Thread.sleep(50);
        seen = page.getJson("/api/jobs/" + job);
      }
      assertThat(seen).containsEntry("state", "running");
      workers = ProcessHandle.current().children().filter(one -> !before.contains(one)).toList();
      assertThat(workers).hasSize(1);

      // Somebody else fits meanwhile.
      StudioClient other = page.another();
      assertThat(other.fitted(other.example("iris"), Map.of("k", 2))).containsEntry("rows", 150L);
      assertThat(page.getJson("/api/jobs/" + job)).containsEntry("state", "running");

      long start = System.nanoTime();
      page.delete("/api/jobs/" + job);
      page.await(job, "cancelled");
      // At once on an idle machine; the call itself would take a minute even there.
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(20));
      workers.get(0).onExit().get(20, TimeUnit.SECONDS);
      assertThat(page.get("/api/models/" + job).statusCode()).isEqualTo(404);
      // What follows has a worker at once.
      assertThat(page.fitted(page.example("iris"), Map.of("k", 1))).containsEntry("rows", 150L);
      // Nor is it missed when the system ends one that is idle.
      workers = ProcessHandle.current().children().filter(one -> !before.contains(one)).toList();
      assertThat(workers).hasSize(1);
      assertThat(workers.get(0).destroyForcibly()).isTrue();
      workers.get(0).onExit().get(20, TimeUnit.SECONDS);
      assertThat(page.fitted(page.example("iris"), Map.of("k", 1))).containsEntry("rows", 150L);
      workers = ProcessHandle.current().children().filter(one -> !before.contains(one)).toList();
      assertThat(workers).hasSize(1);
    }
    workers.get(0).onExit().get(20, TimeUnit.SECONDS);
  }

  @Test
  void aPageThatGoesAwayCancelsItsWork(@TempDir Path folder) throws Exception {
    try (StudioServer server =
        StudioServer.start(
            StudioServer.settings().withPatience(Duration.ofSeconds(1), Duration.ofSeconds(6)))) {
      StudioClient page = new StudioClient(server.link());
      String input = input(page, longTable(folder));
      // While a page listens it is there, however quiet.
      try (Stream<String> events =
          page.http().send(page.request("/api/events").build(), BodyHandlers.ofLines()).body()) {
        String job = page.fit(input, LONG);
        List<String> heard =
            events.filter(line -> line.startsWith("data:")).limit(2).collect(Collectors.toList());
        assertThat(heard.get(0)).contains(job);
        assertThat(String.join("", heard)).contains("\"state\":\"running\"");
        Thread.sleep(1500);
        assertThat(page.getJson("/api/jobs/" + job)).containsEntry("state", "running");
      }
      // It is found out by its next heartbeats, a tenth of a second apart, and then has a second.
      assertThat(jobsAfterAbsence(page, 3, jobs -> jobs.contains("state=cancelled")))
          .contains("state=cancelled");
      assertThat(jobsAfterAbsence(page, 8, jobs -> jobs.equals("[]"))).isEqualTo("[]"); // forgotten
    }
  }

  /** Stays away for some seconds, again and again until what is waited for has come about. */
  private static String jobsAfterAbsence(StudioClient page, int seconds, Predicate<String> enough)
      throws IOException, InterruptedException {
    String jobs = "";
    for (int i = 0; i < 10 && !enough.test(jobs); i++) {
      Thread.sleep(1000L * seconds); // any question would mean that somebody is there
      jobs = page.getJson("/api/session").get("jobs").toString();
    }
    return jobs;
  }

  @Test
  void aPictureThatNobodyWaitsForIsCancelled() throws Exception {
    EndlessCommand plot = new EndlessCommand("plot");
    Settings settings =
        StudioServer.settings().withPatience(Duration.ofMinutes(5), Duration.ofHours(1));
    try (StudioServer server = StudioServer.start(settings, plot)) {
      StudioClient page = new StudioClient(server.link());
      Object model = page.fitted(page.example("iris"), Map.of("k", 2)).get("id");
      Future<HttpResponse<byte[]>> asked =
          page.http()
              .sendAsync(
                  page.request("/api/models/" + model + "/picture?kind=scores")
                      .header("X-Request", "one")
                      .build(),
                  BodyHandlers.ofByteArray());
      assertThat(plot.awaitBegin()).isTrue();
      assertThat(asked).isNotDone();
      page.delete("/api/requests/one");
      assertThat(plot.awaitCancel()).isTrue();
    }
  }

  @Test
  void rowsAreUnpackedWhilePicturesAreDrawn() throws Exception {
    EndlessCommand plot = new EndlessCommand("plot");
    Settings settings =
        StudioServer.settings().withPatience(Duration.ofMinutes(5), Duration.ofHours(1));
    try (StudioServer server = StudioServer.start(settings, plot)) {
      StudioClient page = new StudioClient(server.link());
      Object model = page.fitted(page.example("iris"), Map.of("k", 2)).get("id");
      Future<HttpResponse<byte[]>> asked =
          page.http()
              .sendAsync(
                  page.request("/api/models/" + model + "/picture?kind=scores")
                      .header("X-Request", "one")
                      .build(),
                  BodyHandlers.ofByteArray());
      assertThat(plot.awaitBegin()).isTrue();
      String rings = page.example("rings");
      page.fitted(rings, Map.of("k", 2));
      for (int i = 0; i < 1200 && !hasCells(rings); i++) {
        Thread.sleep(50);
      }
      assertThat(hasCells(rings)).isTrue();
      assertThat(asked).isNotDone();
      page.delete("/api/requests/one");
      assertThat(plot.awaitCancel()).isTrue();
    }
  }

  /** Tells whether the cells of an input are unpacked. */
  private static boolean hasCells(String input) throws IOException {
    for (Path folder : folders()) {
      try (Stream<Path> all = Files.walk(folder)) {
        if (all.anyMatch(file -> file.endsWith(Path.of(input, ".cells-0")))) {
          return true;
        }
      } catch (UncheckedIOException e) {
        assert e != null; // something is being removed; whoever asks again sees the others
      }
    }
    return false;
  }

  @Test
  void aFitThatMayNotWaitLeavesNoTrace(@TempDir Path folder) throws Exception {
    try (StudioServer server = StudioServer.start()) {
      StudioClient page = new StudioClient(server.link());
      String input = input(page, longTable(folder));
      List<String> running = List.of(page.fit(input, LONG), page.fit(input, LONG));
      for (String job : running) {
        page.await(job, "running");
      }
      for (int i = 0; i < 200; i++) {
        page.fit(input, LONG);
      }
      assertThat(
              StudioClient.error(
                  page.post("/api/fits", Map.of("input", input, "options", LONG)), 503))
          .contains("200 jobs are waiting");
      assertThat(StudioClient.list(page.getJson("/api/jobs"), "jobs")).hasSize(202);
    }
  }

  @Test
  void aModelTooLargeToLookAtCanBeDownloaded(@TempDir Path folder) throws Exception {
    // The studio holds an eighth of this; fits get by with it, since it is less than the least.
    Settings settings = Settings.of(0, List.of(), 2 << 10);
    try (StudioServer server = StudioServer.start(settings)) {
      StudioClient page = new StudioClient(server.link());
      String job = page.fit(page.example("iris"), Map.of("k", 2));
      Map<String, Object> refused = page.await(job, "failed", "done");
      assertThat(refused).containsEntry("download", true);
      assertThat((String) refused.get("error")).contains("the model takes").contains("download it");
      Path file = folder.resolve("m.eigenlens");
      Files.write(file, page.get("/api/jobs/" + job + "/model").body());
      assertThat(Model.load(file).components()).isEqualTo(2);
      page.delete("/api/jobs/" + job);
      assertThat(page.get("/api/jobs/" + job + "/model").statusCode()).isEqualTo(404);
    }
  }

  @Test
  void coordinatesCountAsTheyAreKept() throws Exception {
    Settings settings = StudioServer.settings().withDisk(12 << 10);
    try (StudioServer server = StudioServer.start(settings)) {
      StudioClient page = new StudioClient(server.link());
      String iris = page.example("iris");
      // 150 rows of 4 doubles are 5 KB, and again half of it as floats.
      String one = page.fit(iris, Map.of("k", 1));
      assertThat(page.await(one, "failed", "done")).containsEntry("state", "done");
      // The cells of rows are unpacked meanwhile: after a row they are there, or refused.
      page.get("/api/models/" + one + "/rows?at=0");
      String four = page.fit(iris, Map.of("k", 4));
      assertThat((String) page.await(four, "failed", "done").get("error"))
          .contains("there is no room for the coordinates of the rows");
      assertThat(
              StudioClient.error(page.get("/api/models/" + one + "/scores-file?format=csv"), 413))
          .contains("the coordinates as csv");
    }
  }

  @Test
  void fiftyFitsAtOnceAreAllAnswered(@TempDir Path folder) throws Exception {
    ExecutorService people = Executors.newFixedThreadPool(50);
    try (StudioServer server =
        StudioServer.start(
            StudioServer.settings().withPatience(Duration.ofMinutes(5), Duration.ofHours(1)))) {
      StudioClient page = new StudioClient(server.link());
      page.example("iris");
      // Both that fit are busy until all fifty wait.
      String table = input(page, longTable(folder));
      List<String> busy = List.of(page.fit(table, LONG), page.fit(table, LONG));
      for (String job : busy) {
        page.await(job, "running");
      }
      CountDownLatch asked = new CountDownLatch(50);
      List<Callable<Map<String, Object>>> all = new ArrayList<>();
      for (int i = 0; i < 50; i++) {
        int components = 1 + i % 4;
        all.add(
            () -> {
              StudioClient own = page.another();
              String job = own.fit(own.example("iris"), Map.of("k", components));
              asked.countDown();
              own.await(job, "done");
              return own.getJson("/api/models/" + job);
            });
      }
      List<Future<Map<String, Object>>> answers = all.stream().map(people::submit).toList();
      assertThat(asked.await(2, TimeUnit.MINUTES)).isTrue();
      assertThat(answers).noneMatch(Future::isDone);
      for (String job : busy) {
        page.delete("/api/jobs/" + job);
      }
      for (int i = 0; i < 50; i++) {
        assertThat(answers.get(i).get(5, TimeUnit.MINUTES)).containsEntry("components", 1L + i % 4);
      }
    } finally {
      people.shutdownNow();
    }
  }

  @Test
  void theCommandPrintsItsLinkAndLeavesNothing(@TempDir Path folder) throws Exception {
    Path table = Files.writeString(folder.resolve("t.csv"), "a,b\n1,2\n2,5\n4,4\n");
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    Thread command =
        new Thread(
            () ->
                Eigenlens.run(
                    new PrintWriter(out),
                    new PrintWriter(err),
                    "studio",
                    table.toString(),
                    "--no-browser"));
    List<Path> before = folders();
    command.start();
    for (int i = 0; i < 400 && out.toString().isEmpty(); i++) {
      Thread.sleep(50);
    }
    assertThat(out.toString())
        .hasLineCount(1)
        .matches("http://127\\.0\\.0\\.1:\\d+/\\?token=[A-Za-z0-9_-]{32}\\R");
    StudioClient page = new StudioClient(out.toString().strip());
    assertThat(page.getJson("/api/session").get("inputs").toString()).contains("t.csv");
    List<Path> during = new ArrayList<>(folders());
    during.removeAll(before);
    assertThat(during).isNotEmpty();
    String port = out.toString().replaceAll("(?s).*:(\\d+)/.*", "$1");
    Shell.Result taken = new Shell(folder).run("studio", "--no-browser", "--port", port);
    assertThat(taken.status()).isEqualTo(1);
    assertThat(taken.err()).contains("port " + port + " is taken");
    command.interrupt();
    command.join(20_000);
    assertThat(command.isAlive()).isFalse();
    assertThat(folders()).doesNotContainAnyElementsOf(during);
    assertThat(err.toString()).isEmpty();
  }

  /** Starts the command in a process of its own, and waits for its link. */
  private static Process started(Path temporary, List<String> links) throws IOException {
    Process studio =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djava.io.tmpdir=" + temporary,
                "-cp",
                System.getProperty("java.class.path"),
                Eigenlens.class.getName(),
                "studio",
                "--no-browser")
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    links.add(studio.inputReader().readLine());
    return studio;
  }

  private static List<Path> left(Path temporary) throws IOException {
    try (Stream<Path> all = Files.list(temporary)) {
      return all.filter(file -> file.getFileName().toString().startsWith("eigenlens")).toList();
    }
  }

  @Test
  void theNextStudioRemovesWhatAKilledOneLeft(@TempDir Path folder) throws Exception {
    Path temporary = Files.createDirectory(folder.resolve("temporary"));
    List<String> links = new ArrayList<>();
    Process killed = started(temporary, links);
    List<ProcessHandle> workers = killed.descendants().toList();
    assertThat(workers).hasSize(1);
    killed.destroyForcibly().waitFor();
    workers.get(0).onExit().get(20, TimeUnit.SECONDS); // it hears that nobody will ask it again
    List<Path> left = left(temporary);
    assertThat(left).hasSize(1);

    Process ended = started(temporary, links);
    try {
      assertThat(left.get(0)).doesNotExist();
      // DuckDB reads JSON, and has a temporary folder in the process that fits.
      Path rows =
          Files.writeString(
              folder.resolve("rows.json"),
              "[{\"a\":1,\"b\":2},{\"a\":2,\"b\":5},{\"a\":4,\"b\":4}]");
      StudioClient page = new StudioClient(links.get(1));
      assertThat(page.fitted(input(page, rows), Map.of("k", 1))).containsEntry("rows", 3L);
      workers = ended.descendants().toList();
      assertThat(workers).isNotEmpty();
    } finally {
      ended.destroy(); // as Ctrl-C does
      ended.waitFor();
    }
    for (ProcessHandle worker : workers) {
      worker.onExit().get(20, TimeUnit.SECONDS);
    }
    assertThat(left(temporary)).isEmpty();
  }

  private static List<Path> folders() throws IOException {
    try (Stream<Path> all = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
      return all.filter(file -> file.getFileName().toString().startsWith("eigenlens-studio-"))
          .toList();
    }
  }

  @Test
  void refusesInputsThatAreNotThere(@TempDir Path folder) {
    Shell.Result missing = new Shell(folder).run("studio", "--no-browser", "nix.csv");
    assertThat(missing.status()).isEqualTo(1);
    assertThat(missing.err()).contains("nix.csv: there is no such file");
    assertThat(new Shell(folder).run("studio", "--port", "70000").status()).isEqualTo(2);
  }
}
