package org.eigenlens.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.eigenlens.cli.LabelOptions.LabelKernel;
import org.eigenlens.kernel.preimage.PreImageMethod;
import org.eigenlens.studio.Commands;
import org.eigenlens.studio.Settings;
import org.eigenlens.studio.Studio;

/** A studio with the real commands, in this process, for tests. */
public final class StudioServer implements AutoCloseable {

  /** A third of it is enough for the largest fit of the tests. */
  private static final long MEMORY = 1L << 30;

  private final StringWriter log = new StringWriter();
  private final Commands commands;
  private final Studio studio;

  private StudioServer(Settings settings, Commands commands) throws IOException {
    this.commands = commands;
    studio = Studio.start(settings, commands, new PrintWriter(log, true));
  }

  /** Returns settings for tests: any port, and short times. */
  public static Settings settings(String... inputs) {
    return Settings.of(0, List.of(inputs), MEMORY)
        .withPatience(Duration.ofSeconds(20), Duration.ofMinutes(30));
  }

  /** Starts a studio that users would get. */
  public static StudioServer start(String... inputs) throws IOException {
    return start(settings(inputs));
  }

  /** Starts a studio. */
  public static StudioServer start(Settings settings) throws IOException {
    return new StudioServer(settings, new StudioCommands());
  }

  /** Starts a studio in which one command only ends when it is cancelled. */
  public static StudioServer start(Settings settings, EndlessCommand endless) throws IOException {
    return new StudioServer(settings, endless.among(new StudioCommands()));
  }

  /** Returns what options take whose help says it in words. */
  public static Map<String, List<String>> choices() {
    return Map.of(
        "solver", Arrays.stream(Solver.values()).map(Solver::label).toList(),
        "kernel", new StudioCommands().kernels(),
        "label-kernel", Arrays.stream(LabelKernel.values()).map(LabelKernel::label).toList(),
        "pre-image", Arrays.stream(PreImageMethod.values()).map(PreImageMethod::label).toList());
  }

  /** Returns the address that opens the page. */
  public String link() {
    return studio.link();
  }

  /** Returns an address that opens the page once. */
  String linkForOnce() {
    return studio.linkForOnce();
  }

  /** Returns what the studio complained of within. */
  public String log() {
    return log.toString();
  }

  @Override
  public void close() {
    studio.close();
    commands.close();
  }
}
