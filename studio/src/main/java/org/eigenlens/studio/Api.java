package org.eigenlens.studio;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.eigenlens.data.ReadOptions;
import org.eigenlens.matrix.Parallel;

/** What a page asks for before there is a model: inputs, options, fits, and how they go. */
final class Api {

  /** Ten heartbeats in the time that a page may be away, but one in two seconds at least. */
  private static final int HEARTBEATS = 10;

  private static final long SLOWEST_MILLIS = 2000;
  private static final long CANCEL_MILLIS = 1500;

  /** Of a file that is refused so many bytes are heard, on loopback within seconds. */
  private static final long MOST_HEARD = 4L << 30;

  /** A tab that nobody sees may ask once a minute. */
  private static final int MOST_QUIET_SECONDS = 120;

  private final Settings settings;
  private final Commands commands;
  private final Inputs inputs;
  private final Fits fits;
  private final Jobs jobs;
  private final AtomicInteger streams = new AtomicInteger();
  private final int mostStreams;

  Api(Settings settings, Commands commands, Inputs inputs, Fits fits, Jobs jobs, int mostStreams) {
    this.settings = settings;
    this.commands = commands;
    this.inputs = inputs;
    this.fits = fits;
    this.jobs = jobs;
    this.mostStreams = mostStreams;
  }

  void addTo(Router router) {
    router
        .add("GET", "/api/session", this::session)
        .add("GET", "/api/options", this::options)
        .add("GET", "/api/events", this::events)
        .add("POST", "/api/inputs", this::upload)
        .add(
            "POST",
            "/api/inputs/path",
            call -> added(call, inputs.at(call.session(), call.json().requiredText("path"))))
        .add(
            "POST",
            "/api/inputs/example",
            call -> added(call, inputs.example(call.session(), call.json().requiredText("name"))))
        .add("GET", "/api/inputs/*", call -> Answer.json(input(call).report()))
        .add("DELETE", "/api/inputs/*", this::forget)
        .add("POST", "/api/inputs/*/preview", Api::preview)
        .add(
            "GET",
            "/api/inputs/*/images",
            call -> Answer.bytes(200, "image/png", FirstImages.png(input(call))))
        .add("POST", "/api/fits", this::fit)
        .add("GET", "/api/jobs", Api::jobs)
        .add("GET", "/api/jobs/*", call -> Answer.json(job(call).json()))
        .add("DELETE", "/api/jobs/*", this::cancel)
        .add("DELETE", "/api/requests/*", Api::end);
  }

  private static Input input(Call call) {
    return call.session().input(call.parts().get(0));
  }

  private static Job job(Call call) {
    return call.session().job(call.parts().get(0));
  }

  private Answer session(Call call) {
    Session session = call.session();
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("version", commands.version());
    json.put("program", commands.quoted(List.of()));
    json.put("threads", Parallel.threads());
    json.put("memory", settings.memory());
    json.put("uploadLimit", settings.uploadLimit());
    json.put("examples", Examples.json());
    json.put("inputs", session.inputs().stream().map(Input::report).toList());
    json.put("jobs", list(session.jobs(), Job::json));
    json.put("models", session.models().stream().map(FittedModel::json).toList());
    return Answer.json(json);
  }

  /**
   * Tells how jobs go, to a page that does not listen; it may say for how long it will be quiet.
   */
  private static Answer jobs(Call call) {
    if (call.asked("quiet").isPresent()) {
      long seconds = Math.min(MOST_QUIET_SECONDS, call.number("quiet"));
      call.session().mayBeQuiet(TimeUnit.SECONDS.toNanos(seconds));
    }
    return Answer.json(Map.of("jobs", list(call.session().jobs(), Job::json)));
  }

  private Answer options(Call call) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("methods", list(commands.methods(), Api::method));
    json.put("kernels", commands.kernels());
    json.put("options", list(FitRequest.allowed(commands, "fit"), Api::option));
    return Answer.json(json);
  }

  private static <T> List<Map<String, Object>> list(
      List<T> all, Function<T, Map<String, Object>> json) {
    return all.stream().map(json).toList();
  }

  private static Map<String, Object> method(Commands.Method method) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("name", method.name());
    json.put("kernel", method.kernel());
    json.put("labels", method.labels());
    json.put("pairs", method.pairs());
    json.put("neighbors", method.neighbors());
    return json;
  }

  private static Map<String, Object> option(Commands.Option option) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("name", option.name());
    json.put("value", option.value());
    json.put("switch", option.isSwitch());
    json.put("help", option.help());
    return json;
  }

  private Answer events(Call call) {
    if (streams.incrementAndGet() > mostStreams) {
      streams.decrementAndGet();
      throw new Refusal(Refusal.BUSY, "%d pages listen already; close some".formatted(mostStreams));
    }
    long heartbeat = Math.min(SLOWEST_MILLIS, settings.absence().toMillis() / HEARTBEATS);
    EventStream stream = new EventStream(call.session(), heartbeat);
    return exchange -> {
      try {
        stream.send(exchange);
      } finally {
        streams.decrementAndGet();
      }
    };
  }

  private Answer upload(Call call) throws IOException {
    String length = call.exchange().getRequestHeaders().getFirst("Content-Length");
    long announced = length != null && length.matches("\\d{1,18}") ? Long.parseLong(length) : -1;
    try (InputStream body = call.exchange().getRequestBody()) {
      return uploaded(call, announced, body);
    }
  }

  /** Hears a refused file to its end: a browser that is cut short shows no reason. */
  private Answer uploaded(Call call, long announced, InputStream body) throws IOException {
    try {
      return added(call, inputs.uploaded(call.session(), call.required("name"), announced, body));
    } catch (Refusal e) {
      hear(body);
      throw e;
    }
  }

  private static void hear(InputStream body) {
    byte[] buffer = new byte[1 << 16];
    long heard = 0;
    try {
      for (int count = 0; count >= 0 && heard < MOST_HEARD; count = body.read(buffer)) {
        heard += count;
      }
    } catch (IOException e) {
      assert e != null; // whoever sends has gone
    }
  }

  /** Keeps an input that can be read, and describes it. */
  private Answer added(Call call, Input input) {
    try {
      input.report();
    } catch (RuntimeException | OutOfMemoryError e) {
      inputs.remove(call.session(), input);
      if (!Failures.isMeantForUsers(e)) {
        throw e;
      }
      throw Refusal.bad(input.inWords(Failures.line(e)));
    }
    // Whoever asks twice at once gets one.
    Input kept = call.session().keep(input);
    if (kept != input) {
      inputs.remove(call.session(), input);
    }
    return Answer.json(kept.report());
  }

  private Answer forget(Call call) {
    call.session().forgetInput(call.parts().get(0));
    inputs.tidy(call.session());
    return Answer.bytes(204, "text/plain", new byte[0]);
  }

  private static Answer preview(Call call) throws IOException {
    Fields choice = call.json();
    ReadOptions reading =
        choice.flag("no-header")
            ? ReadOptions.DEFAULT.withHeader(ReadOptions.Header.NO)
            : ReadOptions.DEFAULT;
    return Answer.json(InputReport.preview(input(call), choice, reading));
  }

  private Answer fit(Call call) throws IOException {
    Fields request = call.json();
    List<Input> chosen = new ArrayList<>();
    request.texts("input").forEach(id -> chosen.add(call.session().input(id)));
    if (chosen.isEmpty() || chosen.size() > 2) {
      throw Refusal.bad("a fit needs one input, or two views; name them by input");
    }
    FitRequest fit = FitRequest.of(chosen, request.object("options"), commands);
    return Answer.json(202, fits.start(call.session(), fit).json());
  }

  /** Ends a request that is still being answered. */
  private static Answer end(Call call) {
    call.session().endAnswer(call.parts().get(0));
    return Answer.bytes(204, "text/plain", new byte[0]);
  }

  /** Cancels a job, or forgets one that is over and has no model. */
  private Answer cancel(Call call) throws InterruptedException {
    Job job = job(call);
    if (job.state().isFinal()) {
      fits.forget(call.session(), job);
      return Answer.bytes(204, "text/plain", new byte[0]);
    }
    jobs.cancel(job);
    return Answer.json(job.await(CANCEL_MILLIS).isFinal() ? 200 : 202, job.json());
  }
}
