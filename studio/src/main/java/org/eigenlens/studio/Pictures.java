package org.eigenlens.studio;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.eigenlens.plot.Kind;

/**
 * Pictures and reports as the commands make them. They are drawn on threads of their own, so that
 * they need not wait for fits; whoever asks waits for the picture.
 */
final class Pictures {

  private static final long PATIENCE_MILLIS = 600_000;

  private static final Map<String, String> TYPES =
      Map.of(
          "svg", "image/svg+xml",
          "png", "image/png",
          "html", "text/html; charset=utf-8");

  /** What a request says of the picture beside options of the command. */
  private static final Set<String> OWN = Set.of("kind", "format", "session", "beside", "download");

  private final Commands commands;
  private final Jobs jobs;
  private final Fits fits;
  private final long memory;

  /**
   * Prepares to draw.
   *
   * @param jobs draws pictures
   * @param fits writes reports, for which the fit is repeated
   * @param memory how many bytes a command may take
   */
  Pictures(Commands commands, Jobs jobs, Fits fits, long memory) {
    this.commands = commands;
    this.jobs = jobs;
    this.fits = fits;
    this.memory = memory;
  }

  void addTo(Router router) {
    router
        .add("GET", "/api/models/*/picture", this::picture)
        .add("GET", "/api/models/*/picture-command", this::command)
        .add("POST", "/api/models/*/report", this::write)
        .add("GET", "/api/models/*/report", Pictures::report);
  }

  private static String format(Call call) {
    String format = call.asked("format").orElse("svg");
    if (!TYPES.containsKey(format)) {
      throw Refusal.bad("format is '" + format + "'; choose svg, png or html");
    }
    return format;
  }

  private static Kind kind(Call call) {
    String name = call.required("kind");
    return Kind.find(name).orElseThrow(() -> Refusal.bad("there is no picture '" + name + "'"));
  }

  private Answer picture(Call call) throws IOException, InterruptedException {
    FittedModel model = ModelRoutes.model(call);
    String format = format(call);
    Path file = model.folder().resolve("picture-" + UUID.randomUUID() + "." + format);
    List<String> words = words(call, model, true);
    words.add("--output=" + file);
    try {
      if (kind(call).usesRows()) {
        model.request().requireUnchanged();
      }
      run(call, model, words);
      if (kind(call).usesRows()) {
        model.request().requireUnchanged(); // another file may have come in between
      }
      byte[] bytes = Files.readAllBytes(file);
      Answer answer = Answer.bytes(200, TYPES.get(format), bytes);
      // A page of its own has scripts of its own: it is for keeping, not for being shown here.
      return call.asked("download").isPresent() || format.equals("html")
          ? answer.as(model.request().baseName() + "-" + kind(call).label() + "." + format)
          : answer;
    } finally {
      Files.deleteIfExists(file);
    }
  }

  /** Returns the command that draws a picture, as users would type it. */
  private Answer command(Call call) throws IOException {
    FittedModel model = ModelRoutes.model(call);
    List<String> words = words(call, model, false);
    words.add("--output=" + kind(call).label() + "." + format(call));
    return Answer.json(Map.of("command", commands.quoted(words)));
  }

  /**
   * Puts the command together.
   *
   * @param real whether files are named by where they are, or as users know them
   */
  private List<String> words(Call call, FittedModel model, boolean real) throws IOException {
    Kind kind = kind(call);
    List<String> words = new ArrayList<>(List.of("plot", kind.label()));
    words.add(
        real
            ? model.modelFile().toString()
            : FitRequest.operand(model.request().baseName() + ".eigenlens"));
    Map<String, String> options = new LinkedHashMap<>();
    if (kind.usesRows()) {
      model
          .request()
          .inputs()
          .forEach(in -> words.add(FitRequest.operand(real ? in.file().toString() : in.name())));
      options.putAll(model.request().ofInput());
    }
    Map<String, Object> given = new LinkedHashMap<>();
    call.query()
        .forEach(
            (name, value) -> {
              if (!OWN.contains(name)) {
                given.put(name, value);
                options.remove(name);
              }
            });
    options.putAll(FitRequest.options(new Fields(given), commands, "plot"));
    boolean shows = kind == Kind.RECONSTRUCTION || kind == Kind.COMPONENTS;
    if (shows && model.isGuessedImage()) {
      options.putIfAbsent(
          "shape", model.shape().get().height() + "x" + model.shape().get().width());
    }
    words.addAll(FitRequest.words(options));
    if (call.asked("beside").isPresent()) {
      FittedModel other = call.session().model(call.asked("beside").get());
      words.add(
          "--with=" + (real ? other.modelFile() : other.request().baseName() + "-2.eigenlens"));
    }
    return words;
  }

  private static Path reportOf(FittedModel model) {
    return model.folder().resolve("report.html");
  }

  private static Answer report(Call call) {
    FittedModel model = ModelRoutes.model(call);
    if (!Files.exists(reportOf(model))) {
      throw Refusal.notFound("the report is not written yet; ask for it first");
    }
    return Answer.download(
        reportOf(model), TYPES.get("html"), model.request().baseName() + "-report.html");
  }

  /** Has the fit run again, and write its report: a job that the page sees and can cancel. */
  private Answer write(Call call) {
    FittedModel model = ModelRoutes.model(call);
    Map<String, Object> about = new LinkedHashMap<>();
    about.put("kind", "report");
    about.put("model", model.id());
    about.put("inputs", model.request().inputs().stream().map(Input::id).toList());
    Session session = call.session();
    Job job =
        new Job(
            UUID.randomUUID().toString(),
            session.id(),
            about,
            running -> write(running, model),
            changed -> fits.heard(session, changed));
    fits.start(session, job);
    return Answer.json(202, job.json());
  }

  private void write(Job job, FittedModel model) throws IOException {
    Path made = model.folder().resolve("report-" + job.id() + ".html");
    List<String> words = new ArrayList<>(model.request().real());
    words.addAll(List.of("--report=" + made, bound()));
    model.request().requireUnchanged();
    new CommandRun(commands, model.request()).run(job, words);
    model.request().requireUnchanged(); // another file may have come in between
    String html = Files.readString(made);
    for (Input input : model.request().inputs()) {
      String name = escaped(input.name());
      html = html.replace(escaped(input.file().toString()), name);
      html = html.replace(input.file().toString(), name);
    }
    html = html.replace(made.toString(), "report.html").replace(" " + bound(), "");
    Files.writeString(made, html);
    Files.move(made, reportOf(model), StandardCopyOption.REPLACE_EXISTING);
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  /** Returns the word that bounds the memory of a command, which is no matter of users. */
  private String bound() {
    return "--memory=" + memory;
  }

  private void run(Call call, FittedModel model, List<String> words)
      throws IOException, InterruptedException {
    words.add(bound());
    Job job =
        new Job(
            UUID.randomUUID().toString(),
            call.session().id(),
            Map.of(),
            running -> new CommandRun(commands, model.request()).run(running, words),
            changed -> {});
    jobs.add(job);
    Job.State state;
    try {
      state = job.await(PATIENCE_MILLIS);
    } finally {
      // Nobody waits any more, for whatever reason; one that is over stays as it is.
      jobs.cancel(job);
    }
    if (state == Job.State.FAILED) {
      throw Refusal.bad(job.error());
    }
    if (state != Job.State.DONE) {
      throw new Refusal(Refusal.BUSY, "the picture was cancelled, since it took too long");
    }
  }
}
