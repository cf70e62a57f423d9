package org.eigenlens.studio;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.eigenlens.data.PictureWriter;
import org.eigenlens.model.Origin;

/** What a page asks of a model while it is looked at. */
final class ModelRoutes {

  private static final int MOST_ROWS = 200;

  /** So many rows that a search found are listed with what they were found by. */
  private static final int MOST_HITS = 20;

  /** 35, row 35 or row 1,035. */
  private static final Pattern NUMBERED =
      Pattern.compile("(?i)(row\\s+)?(\\d{1,9}|\\d{1,3}(?:,\\d{3}){1,2})");

  private static final long CANCEL_MILLIS = 1500;

  private final Workspace workspace;
  private final Inputs inputs;
  private final Jobs jobs;

  ModelRoutes(Workspace workspace, Inputs inputs, Jobs jobs) {
    this.workspace = workspace;
    this.inputs = inputs;
    this.jobs = jobs;
  }

  void addTo(Router router) {
    router
        .add("GET", "/api/models/*", call -> Answer.json(model(call).json()))
        .add("DELETE", "/api/models/*", this::forget)
        .add("GET", "/api/models/*/scores", ModelRoutes::scores)
        .add("GET", "/api/models/*/column", ModelRoutes::column)
        .add("GET", "/api/models/*/rows", ModelRoutes::rows)
        .add("GET", "/api/models/*/search", ModelRoutes::search)
        .add("GET", "/api/models/*/neighbors", ModelRoutes::neighbors)
        .add("GET", "/api/models/*/image", ModelRoutes::image)
        .add("GET", "/api/models/*/scale", call -> Answer.json(model(call).spread().scale()))
        .add(
            "POST",
            "/api/models/*/decode",
            call -> Answer.json(shaped(call, new Decoding(model(call)).decode(call.json()))))
        .add(
            "POST",
            "/api/models/*/clean",
            call -> Answer.json(shaped(call, new Decoding(model(call)).clean(call.json()))));
  }

  static FittedModel model(Call call) {
    return call.session().model(call.parts().get(0));
  }

  /** Forgets a model; what is still made of it ends first, so that it leaves no files behind. */
  private Answer forget(Call call) throws InterruptedException {
    FittedModel model = call.session().forgetModel(call.parts().get(0));
    List<Job> needing = call.session().jobs().stream().filter(job -> job.needs(model)).toList();
    needing.forEach(jobs::cancel);
    for (Job job : needing) {
      job.await(CANCEL_MILLIS);
    }
    workspace.remove(model.folder());
    inputs.tidy(call.session());
    return Answer.bytes(204, "text/plain", new byte[0]);
  }

  private static Answer scores(Call call) {
    FloatFile scores = model(call).scores();
    int[] wanted =
        call.asked("components").isPresent()
            ? call.numbers("components")
            : IntStream.range(0, scores.columns()).toArray();
    if (wanted.length > scores.columns()) {
      throw Refusal.bad("there are only %d components".formatted(scores.columns()));
    }
    for (int component : wanted) {
      if (component >= scores.columns()) {
        throw Refusal.bad(
            "there is no component %d; they are 0 to %d"
                .formatted(component, scores.columns() - 1));
      }
    }
    return Answer.binary(
            (long) scores.rows() * wanted.length * Float.BYTES, out -> scores.write(wanted, out))
        .with("X-Rows", String.valueOf(scores.rows()));
  }

  private static Answer column(Call call) throws IOException {
    boolean category = call.asked("as").filter("category"::equals).isPresent();
    byte[] bytes = model(call).rows().column(call.required("name"), category);
    return Answer.binary(bytes.length, out -> out.write(bytes));
  }

  private static Answer rows(Call call) throws IOException {
    int[] wanted = call.numbers("at");
    if (wanted.length > MOST_ROWS) {
      throw Refusal.bad(
          "%d rows at once are too many; ask for up to %d".formatted(wanted.length, MOST_ROWS));
    }
    return Answer.json(rows(model(call), wanted));
  }

  private static List<Map<String, Object>> rows(FittedModel model, int[] wanted)
      throws IOException {
    Optional<String> id = model.rows().id();
    List<Map<String, Object>> rows = new ArrayList<>();
    RowCells cells = model.rows().cells();
    try (RowCells.Reader reader = cells.open()) {
      for (int row : wanted) {
        model.scores().check(row);
        int number = row + 1;
        Map<String, Object> json = new LinkedHashMap<>();
        Map<String, Object> texts = new LinkedHashMap<>();
        String[] found = reader.row(row);
        for (int j = 0; j < found.length; j++) {
          texts.put(cells.columns().get(j).name(), found[j]);
        }
        json.put("row", row);
        json.put("id", id.map(texts::get).orElseGet(() -> String.valueOf(number)));
        json.put("cells", texts);
        json.put("coordinates", model.scores().row(row));
        if (model.shape().isPresent()) {
          json.put("image", true);
        }
        rows.add(json);
      }
    }
    return rows;
  }

  private static Answer search(Call call) throws IOException {
    FittedModel model = model(call);
    String text = call.required("text");
    Optional<Integer> numbered = numbered(model, text);
    RowCells cells = model.rows().cells();
    Hits hits = cells.search(text, call.asked("column"));
    numbered.ifPresent(hits::clear);
    Map<String, Object> json = new LinkedHashMap<>();
    List<Integer> found =
        Stream.concat(numbered.stream(), hits.inOrder().boxed()).limit(MOST_ROWS).toList();
    json.put("rows", found);
    json.put("passages", passages(model, cells, found.stream().limit(MOST_HITS).toList(), text));
    json.put("total", hits.count() + numbered.stream().count());
    return Answer.json(json);
  }

  /** Returns what of each row has the text; nothing where its name says so. */
  private static List<String> passages(
      FittedModel model, RowCells cells, List<Integer> rows, String text) throws IOException {
    SoughtText sought = new SoughtText(text);
    Optional<String> id = model.rows().id();
    List<String> passages = new ArrayList<>();
    try (RowCells.Reader reader = cells.open()) {
      for (int row : rows) {
        String[] found = reader.row(row);
        List<String> others =
            IntStream.range(0, found.length)
                .filter(j -> !id.filter(cells.columns().get(j).name()::equals).isPresent())
                .mapToObj(j -> found[j])
                .toList();
        passages.add(sought.passage(others));
      }
    }
    return passages;
  }

  /** Returns the row that the page calls so: by its number from 1 where rows have no names. */
  private static Optional<Integer> numbered(FittedModel model, String text) {
    boolean named = model.request().option("id").isPresent();
    Matcher number = NUMBERED.matcher(text.strip());
    if (!number.matches() || (named && number.group(1) == null)) {
      return Optional.empty();
    }
    int row = Integer.parseInt(number.group(2).replace(",", "")) - 1;
    return row >= 0 && row < model.scores().rows() ? Optional.of(row) : Optional.empty();
  }

  private static Answer neighbors(Call call) throws IOException {
    FittedModel model = model(call);
    int count = Math.min(call.asked("count").isPresent() ? call.number("count") : 10, MOST_ROWS);
    // Texts are near by their angle, as for the command similar: long ones lie farther out.
    Neighbors.By by = model.isOfTexts() ? Neighbors.By.ANGLE : Neighbors.By.DISTANCE;
    Neighbors found = Neighbors.of(model.scores(), call.number("row"), count, by);
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("rows", Arrays.stream(found.rows()).boxed().toList());
    json.put(by == Neighbors.By.ANGLE ? "cosines" : "distances", found.values());
    return Answer.json(json);
  }

  private static Answer image(Call call) throws IOException {
    FittedModel model = model(call);
    Origin.Images shape =
        model.shape().orElseThrow(() -> Refusal.notFound("the rows of this model are no images"));
    FloatFile features = model.features();
    double[] pixels = features.row(call.number("row"));
    scale(pixels, features, model);
    return Answer.bytes(200, "image/png", PictureWriter.png(shape, pixels));
  }

  /** Brings the values of a table to 0 to 255; those of images are so already. */
  private static void scale(double[] pixels, FloatFile features, FittedModel model) {
    double low = model.isGuessedImage() ? features.least() : 0;
    double range = model.isGuessedImage() ? Math.max(1e-30, features.largest() - low) : 255;
    Arrays.setAll(pixels, i -> Double.isNaN(pixels[i]) ? 0 : 255 * (pixels[i] - low) / range);
  }

  /** Says how to paint values that are an image. */
  private static Map<String, Object> shaped(Call call, Map<String, Object> answer)
      throws IOException {
    FittedModel model = model(call);
    if (model.shape().isPresent()) {
      Origin.Images shape = model.shape().get();
      boolean guessed = model.isGuessedImage();
      answer.put("image", true);
      answer.put("width", shape.width());
      answer.put("height", shape.height());
      answer.put("channels", shape.channels());
      answer.put("least", guessed ? model.features().least() : 0.0);
      answer.put("largest", guessed ? model.features().largest() : 255.0);
    }
    return answer;
  }
}
