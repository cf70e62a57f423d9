package org.eigenlens.studio;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.eigenlens.data.Column;
import org.eigenlens.data.Selection;
import org.eigenlens.data.Table;
import org.eigenlens.data.Tables;
import org.eigenlens.data.Words;
import org.eigenlens.matrix.Counted;
import org.eigenlens.model.KernelModel;
import org.eigenlens.model.LinearModel;
import org.eigenlens.model.Model;
import org.eigenlens.model.Origin;
import org.eigenlens.model.PairedModel;

/**
 * A model that a page has fitted, with the coordinates of its rows and the rows themselves.
 *
 * <p>The model itself is held by {@link ModelCache}; everything else is in files that are made when
 * first needed, one thread at a time.
 */
final class FittedModel {

  /** Of so many pairs of directions at most the columns are told, and of each so many. */
  private static final int MOST_PAIRS = 3;

  private static final int MOST_CLOSEST = 5;

  private final String id;
  private final FitRequest request;
  private final Path folder;
  private final ModelCache cache;
  private final Workspace workspace;
  private final Map<String, Object> json;
  private final FloatFile scores;
  private final List<String> coordinates;
  private final Origin.Images shape;
  private final boolean ofImages;
  private final boolean ofTexts;
  private final ModelRows rows;
  private FloatFile features;
  private Spread spread;

  /**
   * Takes what a fit has written.
   *
   * @param folder where its files are
   * @param json what the page is told of it; more is added here
   */
  FittedModel(
      String id,
      FitRequest request,
      Path folder,
      ModelCache cache,
      Workspace workspace,
      Map<String, Object> json)
      throws IOException {
    this.id = id;
    this.request = request;
    this.folder = folder;
    this.cache = cache;
    this.workspace = workspace;
    this.json = new LinkedHashMap<>(json);
    Model model = model();
    Table written = Tables.read(scoresFile());
    List<String> names = written.columns().stream().map(Column::name).toList();
    int width = model.components() * (model instanceof PairedModel ? 2 : 1);
    this.scores =
        FloatFile.of(
            written.select(
                Selection.ALL.withFeatures(names.subList(names.size() - width, names.size()))),
            folder.resolve("scores.f32"));
    this.rows = new ModelRows(request, scores.rows(), this::require);
    this.coordinates = coordinates(model);
    this.ofTexts = model.provenance().origin() instanceof Origin.Texts;
    this.ofImages = model.provenance().origin() instanceof Origin.Images;
    this.shape = InputReport.shape(model.provenance().origin(), model.columnNames());
    describe(model);
  }

  private void describe(Model model) {
    json.put("method", model.provenance().method());
    json.put("rows", scores.rows());
    json.put("columns", model.columnNames().stream().limit(5000).toList());
    json.put("columnCount", model.columns());
    json.put("components", model.components());
    json.put("coordinates", coordinates);
    json.put("isImage", shape != null);
    if (shape != null) {
      json.put("imageSize", List.of((long) shape.width(), shape.height()));
      json.put("channels", shape.channels());
    }
    json.put("canDecode", canDecode(model) && hasFeatures(model));
    json.put("canEncode", !(model instanceof PairedModel) && hasFeatures(model));
    json.put("kinds", Kinds.of(model));
    json.put("scree", scree(model));
    if (model instanceof LinearModel linear) {
      json.put("leading", leading(linear));
    }
    if (model instanceof PairedModel paired && paired.isLinear()) {
      json.put("pairs", pairs(paired));
    }
    json.put("colours", colourColumns());
    json.put("targets", rows.targets());
  }

  /** Returns what the coordinates are called. */
  private static List<String> coordinates(Model model) {
    int k = model.components();
    return model instanceof PairedModel
        ? Stream.concat(Words.numbered("X", k).stream(), Words.numbered("Y", k).stream()).toList()
        : Words.numbered("PC", k);
  }

  /** Returns the column that the first direction has most of, and which share of its square. */
  private static Map<String, Object> leading(LinearModel model) {
    double[] direction = model.directions().row(0);
    int most = 0;
    for (int j = 1; j < direction.length; j++) {
      most = Math.abs(direction[j]) > Math.abs(direction[most]) ? j : most;
    }
    return Map.of(
        "column", model.columnNames().get(most), "share", direction[most] * direction[most]);
  }

  /**
   * Returns for each of the first pairs of directions the columns that correlate most with them.
   */
  private static List<Map<String, Object>> pairs(PairedModel model) {
    List<Map<String, Object>> pairs = new ArrayList<>();
    for (int i = 0; i < Math.min(MOST_PAIRS, model.components()); i++) {
      pairs.add(
          Map.of(
              "x", closest(model, PairedModel.Side.X, i),
              "y", closest(model, PairedModel.Side.Y, i)));
    }
    return pairs;
  }

  private static List<List<Object>> closest(PairedModel model, PairedModel.Side side, int pair) {
    double[] correlations = model.loadings(side).column(pair);
    return IntStream.range(0, correlations.length)
        .boxed()
        .sorted(Comparator.comparingDouble(j -> -Math.abs(correlations[j])))
        .limit(MOST_CLOSEST)
        .map(j -> List.<Object>of(model.columnNames(side).get(j), correlations[j]))
        .toList();
  }

  private static Map<String, Object> scree(Model model) {
    Map<String, Object> scree = new LinkedHashMap<>();
    scree.put("eigenvalues", model.eigenvalues());
    boolean costs = model instanceof KernelModel kernel && kernel.minimizes();
    if (model instanceof PairedModel paired) {
      scree.put("correlations", paired.correlations());
    } else if (!costs) {
      double[] shares = model.explainedVarianceRatio();
      double[] cumulative = shares.clone();
      for (int i = 1; i < cumulative.length; i++) {
        cumulative[i] += cumulative[i - 1];
      }
      scree.put("variances", model.explainedVariance());
      scree.put("shares", shares);
      scree.put("cumulative", cumulative);
      scree.put("total", model.totalVariance());
    }
    return scree;
  }

  private List<Map<String, Object>> colourColumns() {
    List<Map<String, Object>> columns = new ArrayList<>();
    for (RowColumn column : rows.shown()) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("name", column.name());
      one.put("type", column.numeric() ? "number" : "category");
      columns.add(one);
    }
    return columns;
  }

  static boolean canDecode(Model model) {
    return model instanceof LinearModel
        || (model instanceof KernelModel kernel && kernel.preImage() != null);
  }

  private boolean hasFeatures(Model model) {
    return !(model.provenance().origin() instanceof Origin.Texts)
        && !(model instanceof KernelModel kernel && kernel.isTable());
  }

  String id() {
    return id;
  }

  FitRequest request() {
    return request;
  }

  Path folder() {
    return folder;
  }

  Path modelFile() {
    return modelFile(folder);
  }

  static Path modelFile(Path folder) {
    return folder.resolve("model.eigenlens");
  }

  Path scoresFile() {
    return scoresFile(folder);
  }

  static Path scoresFile(Path folder) {
    return folder.resolve("scores.npy");
  }

  Model model() throws IOException {
    return cache.get(modelFile());
  }

  Map<String, Object> json() {
    return json;
  }

  /** Returns the names of the coordinates. */
  List<String> coordinates() {
    return coordinates;
  }

  /** Returns the coordinates of all rows. */
  FloatFile scores() {
    return scores;
  }

  /** Returns the shape of the images that rows are, if they are such. */
  Optional<Origin.Images> shape() {
    return Optional.ofNullable(shape);
  }

  /** Tells whether rows are taken for images only since their columns look so. */
  boolean isGuessedImage() {
    return shape != null && !ofImages;
  }

  /** Tells whether rows are texts, by their words. */
  boolean isOfTexts() {
    return ofTexts;
  }

  /** Returns the rows that the coordinates belong to. */
  ModelRows rows() {
    return rows;
  }

  private Input input() {
    return request.inputs().get(0);
  }

  /** Refuses where there is no room for so many bytes more of the rows. */
  void require(long bytes) {
    workspace.require(bytes, "the rows of " + input().name());
  }

  /** Returns the features of all rows as the model takes them, missing ones as NaN. */
  synchronized FloatFile features() throws IOException {
    if (features == null) {
      Model model = model();
      if (!hasFeatures(model) || request.isJoined()) {
        throw Refusal.bad("the rows of this model are no numbers to be looked at");
      }
      workspace.require(
          (long) scores.rows() * model.columns() * Float.BYTES,
          Counted.table(scores.rows(), model.columns()) + ", unpacked");
      Table table = request.open(0);
      List<String> names = table.pixels().isPresent() ? table.featureNames() : model.columnNames();
      FloatFile read =
          FloatFile.of(
              table.select(Selection.ALL.withFeatures(names)), folder.resolve("features.f32"));
      rows.requireAll(read.rows());
      features = read;
    }
    return features;
  }

  /** Returns how far the features reach: those of images alike, others each by itself. */
  synchronized Spread spread() throws IOException {
    if (spread == null) {
      spread = shape == null ? Spread.ofEach(features()) : Spread.ofAll(features());
    }
    return spread;
  }
}
