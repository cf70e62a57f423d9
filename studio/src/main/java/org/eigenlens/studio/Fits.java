package org.eigenlens.studio;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.eigenlens.model.Json;

/** Turns requests for fits into jobs that run the command, and what it wrote into models. */
final class Fits {

  private final Commands commands;
  private final Jobs jobs;
  private final Jobs background;
  private final Inputs inputs;
  private final ModelCache cache;
  private final Workspace workspace;
  private final long memory;

  /**
   * Prepares to fit.
   *
   * @param background runs what a page will soon need of a model, but need not wait for
   * @param memory how many bytes one fit may take
   */
  Fits(
      Commands commands,
      Jobs jobs,
      Jobs background,
      Inputs inputs,
      ModelCache cache,
      Workspace workspace,
      long memory) {
    this.commands = commands;
    this.jobs = jobs;
    this.background = background;
    this.inputs = inputs;
    this.cache = cache;
    this.workspace = workspace;
    this.memory = memory;
  }

  /** Starts a fit, or has it wait for its turn. */
  Job start(Session session, FitRequest request) {
    workspace.require(0, "another model");
    Map<String, Object> about = new LinkedHashMap<>();
    about.put("kind", "fit");
    about.put("inputs", request.inputs().stream().map(Input::id).toList());
    about.put("options", request.onThePage());
    about.put("command", commands.quoted(request.keeping()));
    String id = UUID.randomUUID().toString();
    Job job =
        new Job(
            id,
            session.id(),
            about,
            running -> {
              FittedModel model = fit(running, session, request, about);
              if (running.finish(() -> session.add(model))) {
                unpackRows(session, model);
              } else {
                workspace.remove(model.folder());
              }
            },
            changed -> heard(session, changed));
    start(session, job);
    return job;
  }

  /** Starts a job of a page, or has it wait; the oldest that came to nothing make room for it. */
  void start(Session session, Job job) {
    session.outdated().forEach(old -> forget(session, old));
    session.start(job, jobs);
  }

  /** Tells a page how its job goes; when it is over, inputs may no longer be needed. */
  void heard(Session session, Job job) {
    session.tell("job", job.json());
    if (job.state().isFinal()) {
      inputs.tidy(session);
    }
  }

  /** Forgets a job that is over, and what it left; its model, if it made one, stays. */
  void forget(Session session, Job job) {
    if (session.models().stream().noneMatch(model -> model.id().equals(job.id()))) {
      session.forget(job);
      workspace.remove(folder(session, job));
    }
  }

  /** Has the cells of the rows at hand when somebody points at the first. */
  private void unpackRows(Session session, FittedModel model) {
    try {
      background.add(
          new Job(
              "rows-" + model.id(),
              session.id(),
              Map.of(),
              running -> model.rows().cells(),
              changed -> {}));
    } catch (Refusal e) {
      assert e != null; // too much to do: whoever points at the first row waits for it
    }
  }

  /** Returns where the files of a fit are. */
  static Path folder(Session session, Job job) {
    return session.folder().resolve(job.id());
  }

  private FittedModel fit(Job job, Session session, FitRequest request, Map<String, Object> about)
      throws IOException {
    Path folder = Files.createDirectories(folder(session, job));
    boolean kept = false;
    try {
      CommandRun command = new CommandRun(commands, request);
      String answer = command.run(job, words(request, folder));
      Path scores = FittedModel.scoresFile(folder);
      workspace.require(Files.size(scores), "the coordinates of the rows");
      if (!cache.holds(FittedModel.modelFile(folder))) {
        kept = true; // it cannot be looked at, but downloaded
        job.leaveFile();
        Files.delete(scores);
      }
      Map<String, Object> json = new LinkedHashMap<>(about);
      json.put("id", job.id());
      json.put(
          "java",
          commands.program(request.shown(), cache.get(FittedModel.modelFile(folder))).orElse(null));
      job.step("preparing the view");
      json.put("summary", summary(request, folder, answer));
      json.put("text", inspected(job, command, folder));
      FittedModel model = new FittedModel(job.id(), request, folder, cache, workspace, json);
      kept = true;
      return model;
    } finally {
      if (!kept) {
        workspace.remove(folder);
      }
    }
  }

  private List<String> words(FitRequest request, Path folder) {
    List<String> words = new ArrayList<>(request.real());
    words.addAll(
        List.of(
            "--json",
            "--output=" + FittedModel.modelFile(folder),
            "--scores=" + FittedModel.scoresFile(folder),
            "--memory=" + memory));
    return words;
  }

  private static Map<String, Object> summary(FitRequest request, Path folder, String answer) {
    Map<String, Object> summary = new LinkedHashMap<>();
    Fields.of(Json.read(answer)).map().forEach((key, value) -> summary.put((String) key, value));
    summary.remove("model"); // a file of the studio's own
    summary.computeIfPresent("warnings", (key, value) -> warnings(request, folder, value));
    return summary;
  }

  private static List<String> inspected(Job job, CommandRun command, Path folder)
      throws IOException {
    List<String> words = List.of("inspect", FittedModel.modelFile(folder).toString());
    return command.run(job, words).lines().toList();
  }

  /** Returns warnings in the user's words, without those of files that only the studio knows. */
  private static List<String> warnings(FitRequest request, Path folder, Object lines) {
    return ((List<?>) lines)
        .stream()
            .map(String::valueOf)
            .filter(line -> !line.contains(folder.toString()))
            .map(request::inWords)
            .toList();
  }
}
