package org.eigenlens.cli;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.eigenlens.EmbeddingQuality;
import org.eigenlens.Isomap;
import org.eigenlens.LaplacianEigenmaps;
import org.eigenlens.Lle;
import org.eigenlens.ManifoldBuilder;
import org.eigenlens.Mds;
import org.eigenlens.Progress;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.model.KernelModel;
import org.eigenlens.model.Model;
import org.eigenlens.neighbors.Barycentric;
import org.eigenlens.neighbors.NeighborSearch;
import org.eigenlens.neighbors.Pieces;
import org.eigenlens.pca.Wanted;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options of methods whose kernel is made from the data, and of judging what they made. */
final class NeighborOptions {

  /** How neighbours are weighed. */
  enum Weights {
    HEAT,
    BINARY
  }

  @Option(
      names = "--neighbors",
      paramLabel = "N",
      converter = CountConverter.class,
      description =
          "For isomap, lle and laplacian-eigenmaps: how many of the nearest rows are neighbours; 10"
              + " by default.")
  private Optional<Integer> neighbors = Optional.empty();

  @Option(
      names = "--radius",
      paramLabel = "R",
      converter = PositiveConverter.class,
      description = "Instead of --neighbors: all rows within this distance are neighbours.")
  private Optional<Double> radius = Optional.empty();

  @Option(
      names = "--neighbor-search",
      paramLabel = "auto|exact|approximate",
      converter = SearchConverter.class,
      description =
          "How neighbours are found: auto is exact unless that takes many minutes, and says so.")
  private NeighborSearch search = NeighborSearch.AUTO;

  @Option(
      names = "--bridge",
      description = "Join pieces of the neighbour graph by the shortest edges.")
  private boolean bridge;

  @Option(
      names = "--piece",
      paramLabel = "N",
      converter = CountConverter.class,
      description =
          "Fit to one piece of the neighbour graph, 1 being the largest; other rows get no"
              + " coordinates.")
  private Optional<Integer> piece = Optional.empty();

  @Option(
      names = "--distances",
      description = "The input is a square table of distances (mds, isomap).")
  private boolean distances;

  @Option(
      names = "--additive-constant",
      description =
          "For mds with --distances: add the smallest constant that makes them Euclidean.")
  private boolean additiveConstant;

  @Option(
      names = "--modified",
      description = "For lle: several weight vectors a neighbourhood, which is steadier.")
  private boolean modified;

  @Option(
      names = "--regularization",
      paramLabel = "R",
      converter = RegularizationConverter.class,
      description =
          "For lle: what share of the trace is added to a neighbourhood's products; 0.001 by"
              + " default.")
  private Optional<Double> regularization = Optional.empty();

  @Option(
      names = "--weights",
      paramLabel = "heat|binary",
      converter = WeightsConverter.class,
      description =
          "For laplacian-eigenmaps: neighbours count by exp(−gamma·distance²), or all alike; heat by"
              + " default, with gamma 1/(2·median of the squared distances of neighbours).")
  private Optional<Weights> weights = Optional.empty();

  @Option(
      names = "--unnormalized",
      description = "For laplacian-eigenmaps: do not divide by the degrees.")
  private boolean unnormalized;

  @Option(
      names = "--quality",
      description =
          "Say how well the coordinates keep neighbourhoods and distances; for any method of one"
              + " view.")
  private boolean quality;

  @Option(
      names = "--quality-neighbors",
      paramLabel = "N",
      converter = CountConverter.class,
      description = "For --quality: how many of the nearest rows count as near; 5 by default.")
  private Optional<Integer> qualityNeighbors = Optional.empty();

  boolean isTable() {
    return distances;
  }

  boolean judges() {
    return quality;
  }

  Optional<Integer> piece() {
    return piece;
  }

  /** Judges coordinates of rows. */
  EmbeddingQuality quality(Model model, Matrix rows, Matrix coordinates, long seed) {
    return EmbeddingQuality.of(
        model, rows, coordinates, qualityNeighbors.orElse(EmbeddingQuality.NEIGHBORS), seed);
  }

  /** Returns what is wrong with these options for a method that has no neighbours. */
  Optional<String> problemElsewhere(Method method) {
    Map<String, String> given = new LinkedHashMap<>();
    String graph = "isomap, lle or laplacian-eigenmaps";
    neighbors.ifPresent(n -> given.put("--neighbors", graph));
    radius.ifPresent(r -> given.put("--radius", graph));
    piece.ifPresent(p -> given.put("--piece", graph));
    regularization.ifPresent(r -> given.put("--regularization", "lle"));
    weights.ifPresent(w -> given.put("--weights", "laplacian-eigenmaps"));
    if (bridge) {
      given.put("--bridge", graph);
    }
    if (search != NeighborSearch.AUTO) {
      given.put("--neighbor-search", graph);
    }
    if (distances) {
      given.put("--distances", "mds or isomap");
    }
    if (additiveConstant) {
      given.put("--additive-constant", "mds");
    }
    if (modified) {
      given.put("--modified", "lle");
    }
    if (unnormalized) {
      given.put("--unnormalized", "laplacian-eigenmaps");
    }
    return given.entrySet().stream()
        .findFirst()
        .map(
            first ->
                "%s is for %s, not for %s; %s"
                    .formatted(
                        first.getKey(),
                        first.getValue(),
                        method.label(),
                        first.getKey().equals("--neighbors") && quality
                            ? "how many count as near is said by --quality-neighbors"
                            : "choose the method with -m"))
        .or(this::problemOfQuality);
  }

  private Optional<String> problemOfQuality() {
    return qualityNeighbors.isPresent() && !quality
        ? Optional.of("--quality-neighbors says what --quality looks at; give both")
        : Optional.empty();
  }

  /** Returns what is wrong with these options for a method that is made from the data. */
  Optional<String> problem(Method method, Solver solver, KernelOptions kernel, Wanted wanted) {
    boolean graph = method != Method.MDS;
    boolean laplacian = method == Method.LAPLACIAN_EIGENMAPS;
    Optional<String> judging = problemOfQuality();
    if (judging.isPresent()) {
      return judging;
    }
    if (!graph && (neighbors.isPresent() || radius.isPresent() || bridge)) {
      return Optional.of("mds compares all pairs and has no neighbours; use -m isomap");
    }
    if (search == NeighborSearch.APPROXIMATE && (!graph || distances || radius.isPresent())) {
      return Optional.of(
          "--neighbor-search approximate finds the --neighbors of rows, and there is no such search"
              + " here; leave it out");
    }
    if (!graph && search == NeighborSearch.EXACT) {
      return Optional.of("mds compares all pairs and has no neighbours; leave the search out");
    }
    if (neighbors.isPresent() && radius.isPresent()) {
      return Optional.of("--neighbors and --radius both say who is near; leave one of them out");
    }
    if (!graph && piece.isPresent()) {
      return Optional.of("--piece is of a neighbour graph, which mds has none of");
    }
    if (piece.isPresent() && (bridge || distances)) {
      return Optional.of(
          bridge
              ? "--piece and --bridge are different answers to the same question; leave one out"
              : "--piece needs rows, not a table of distances; take its rows and columns out");
    }
    if (distances && !method.takesDistances()) {
      return Optional.of(
          "--distances is for mds and isomap; %s needs rows".formatted(method.label()));
    }
    if (additiveConstant && !(method == Method.MDS && distances)) {
      return Optional.of("--additive-constant is for -m mds --distances");
    }
    if (method != Method.LLE && (modified || regularization.isPresent())) {
      return Optional.of("--modified and --regularization are for lle");
    }
    if (!laplacian && (weights.isPresent() || unnormalized)) {
      return Optional.of("--weights and --unnormalized are for laplacian-eigenmaps");
    }
    if ((method == Method.LLE || laplacian) && wanted instanceof Wanted.Share) {
      return Optional.of(
          "the eigenvalues of %s are costs, of which there are no shares; give a number of components"
              .formatted(method.label()));
    }
    Optional<String> other =
        kernel.givenBut(laplacian ? "--gamma" : graph || !distances ? "--landmarks" : "");
    if (method == Method.LLE) {
      other = kernel.givenBut("");
    }
    if (other.isPresent()) {
      return Optional.of(
          "%s has no effect on %s, whose kernel is made from the data; leave it out"
              .formatted(other.get(), method.label()));
    }
    if (weights.equals(Optional.of(Weights.BINARY)) && kernel.givenBut("").isPresent()) {
      return Optional.of("--gamma is for --weights heat; leave one of them out");
    }
    boolean sketch = kernel.givenBut("").equals(Optional.of("--landmarks"));
    if (sketch && solver != Solver.AUTO && solver != Solver.NYSTROM) {
      return Optional.of(
          "--solver %s is exact and takes no landmarks; leave one of the two out"
              .formatted(solver.label()));
    }
    if (solver == Solver.NYSTROM && (method == Method.LLE || laplacian || (distances && !graph))) {
      return Optional.of(
          "%s has no landmarks; choose one of auto, dense, krylov, power"
              .formatted(method.label()));
    }
    return Optional.empty();
  }

  /** Fits as these options say. */
  KernelModel fit(Settings settings, KernelOptions kernel, Matrix x, List<String> names) {
    return switch (settings.method()) {
      case MDS -> {
        Mds.Builder builder = common(Mds.builder(), settings).additiveConstant(additiveConstant);
        settings.share().ifPresent(builder::components);
        kernel.landmarks(builder::landmarks, () -> builder.landmarks(Math.min(1000, x.rows())));
        yield distances ? builder.build().fitDistances(x, names) : builder.build().fit(x, names);
      }
      case ISOMAP -> {
        Isomap.Builder builder = common(Isomap.builder(), settings);
        settings.share().ifPresent(builder::components);
        kernel.landmarks(builder::landmarks, builder::automaticLandmarks);
        yield distances ? builder.build().fitDistances(x, names) : builder.build().fit(x, names);
      }
      case LLE -> {
        Lle.Builder builder = common(Lle.builder(), settings).modified(modified);
        regularization.ifPresent(builder::regularization);
        yield builder.build().fit(x, names);
      }
      default -> {
        LaplacianEigenmaps.Builder builder =
            common(LaplacianEigenmaps.builder(), settings).normalized(!unnormalized);
        kernel.givenGamma().ifPresent(builder::heat);
        if (weights.equals(Optional.of(Weights.BINARY))) {
          builder.binary();
        }
        yield builder.build().fit(x, names);
      }
    };
  }

  /** Finds the pieces of the neighbour graph, and says if neighbours are approximate. */
  Pieces pieces(Settings settings, Matrix x, List<String> columnNames, List<String> warnings) {
    return common(Isomap.builder(), settings).pieces(x, columnNames, warnings);
  }

  /** What these methods share with others. */
  record Settings(
      Method method,
      Wanted wanted,
      boolean standardize,
      boolean whiten,
      int ddof,
      Solver solver,
      Optional<Double> tolerance,
      long seed,
      long memory,
      Progress progress) {

    private OptionalDouble share() {
      return wanted instanceof Wanted.Share share
          ? OptionalDouble.of(share.share())
          : OptionalDouble.empty();
    }
  }

  private <B extends ManifoldBuilder<B>> B common(B builder, Settings settings) {
    B set =
        builder
            .standardize(settings.standardize())
            .whiten(settings.whiten())
            .ddof(settings.ddof())
            .solver(settings.solver().kernel().orElseThrow())
            .seed(settings.seed())
            .memory(settings.memory())
            .bridge(bridge)
            .neighborSearch(search)
            .progress(settings.progress());
    settings.tolerance().ifPresent(set::tolerance);
    neighbors.ifPresent(set::neighbors);
    radius.ifPresent(set::radius);
    if (settings.wanted() instanceof Wanted.Count count) {
      set.components(count.components());
    }
    return set;
  }

  /** Reads one of a few words. */
  private static <E extends Enum<E>> E word(E[] values, String text) {
    List<String> words = Arrays.stream(values).map(v -> v.name().toLowerCase(Locale.ROOT)).toList();
    int at = words.indexOf(text.toLowerCase(Locale.ROOT));
    if (at < 0) {
      throw new TypeConversionException(
          "it must be one of " + String.join(", ", words) + ", not " + text);
    }
    return values[at];
  }

  /** Reads how neighbours are weighed. */
  static final class WeightsConverter implements ITypeConverter<Weights> {
    @Override
    public Weights convert(String text) {
      return word(Weights.values(), text);
    }
  }

  /** Reads how neighbours are found. */
  static final class SearchConverter implements ITypeConverter<NeighborSearch> {
    @Override
    public NeighborSearch convert(String text) {
      return word(NeighborSearch.values(), text);
    }
  }

  /** Reads a number of things. */
  static final class CountConverter implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String text) {
      if (!text.matches("0*[1-9]\\d{0,6}")) {
        throw new TypeConversionException(
            "it must be a whole number from 1 on, such as 10, not " + text);
      }
      return Integer.valueOf(text);
    }
  }

  /** Reads what is added to the products of a neighbourhood. */
  static final class RegularizationConverter implements ITypeConverter<Double> {
    @Override
    public Double convert(String text) {
      double value = KernelValues.number(text.toLowerCase(Locale.ROOT));
      if (!(value > 0 && value <= Barycentric.MOST)) {
        throw new TypeConversionException(
            "it must be a number above 0 and up to 1e15, not " + text);
      }
      return value;
    }
  }

  /** Reads a positive number. */
  static final class PositiveConverter implements ITypeConverter<Double> {
    @Override
    public Double convert(String text) {
      double value = KernelValues.number(text.toLowerCase(Locale.ROOT));
      if (!(value > 0)) {
        throw new TypeConversionException("it must be a positive number, not " + text);
      }
      return value;
    }
  }
}
