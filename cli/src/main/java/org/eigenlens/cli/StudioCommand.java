package org.eigenlens.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.eigenlens.studio.Settings;
import org.eigenlens.studio.Studio;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** Opens the studio, and stays until it is interrupted. */
@Command(
    name = "studio",
    description = {
      "Open a page in the browser to look at data, fit models and see what they do.",
      "",
      "The page is served on this machine alone; its link, which holds a key, is printed. Ctrl-C ends"
          + " it, and removes what was uploaded."
    },
    footer = {"", "Example: eigenlens studio iris.csv"})
final class StudioCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;
  @Mixin private RunOptions run;

  @Parameters(
      arity = "0..*",
      paramLabel = "INPUT",
      description = "Files or folders that the page has from the start.")
  private List<String> inputs = List.of();

  @Option(
      names = "--port",
      paramLabel = "N",
      converter = PortConverter.class,
      defaultValue = "0",
      description = "The port to listen at; one that is free by default.")
  private int port;

  @Option(names = "--no-browser", description = "Only print the link.")
  private boolean noBrowser;

  @Option(
      names = "--upload-limit",
      paramLabel = "SIZE",
      converter = RunOptions.Size.class,
      defaultValue = "2g",
      description = "How large an uploaded file may be, as in 500m; 2g by default.")
  private long uploadLimit;

  @Override
  public Integer call() throws IOException {
    run.start();
    Headless.start();
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    Settings settings = Settings.of(port, inputs, run.memory()).withUploadLimit(uploadLimit);
    try (StudioCommands commands = new StudioCommands();
        Studio studio = Studio.start(settings, commands, err)) {
      commands.warmUp();
      out.println(studio.link());
      if (out.checkError()) {
        throw new Eigenlens.OutputLostException(); // without the link nobody is let in
      }
      if (!noBrowser) {
        browse(studio.linkForOnce(), err); // others can read the arguments of a process
      }
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return 0;
  }

  /** Has the system open the link; where it cannot, the printed link is all there is. */
  private static void browse(String link, PrintWriter err) {
    String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    List<String> opener =
        system.contains("mac")
            ? List.of("open", link)
            : system.contains("windows")
                ? List.of("rundll32", "url.dll,FileProtocolHandler", link)
                : List.of("xdg-open", link);
    try {
      new ProcessBuilder(opener)
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start();
    } catch (IOException e) {
      err.println("no browser was found; open the link in one yourself");
    }
  }

  /** Reads a port. */
  static final class PortConverter implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String text) {
      if (!text.matches("\\d{1,5}") || Integer.parseInt(text) > 65_535) {
        throw new TypeConversionException("'" + text + "' is not a port from 0 to 65535");
      }
      return Integer.valueOf(text);
    }
  }
}
