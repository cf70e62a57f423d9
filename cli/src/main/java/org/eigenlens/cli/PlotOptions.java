package org.eigenlens.cli;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.eigenlens.plot.Kind;
import org.eigenlens.plot.Look;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options that say how a picture looks. */
final class PlotOptions {

  @Option(
      names = "--color",
      paramLabel = "COL",
      description = "Colour rows by the numbers of this column (--label colours by category).")
  private Optional<String> colour;

  @Option(
      names = "--axes",
      paramLabel = "I,J",
      converter = AxesConverter.class,
      description = "Which components to draw; 1,2 by default.")
  private Optional<int[]> axes = Optional.empty();

  @Option(names = "--names", description = "Write the name of each row beside it, as of --id.")
  private boolean names;

  @Option(names = "--no-ellipses", description = "Leave out the 95 %% ellipses of categories.")
  private boolean noEllipses;

  @Option(
      names = "--pairs",
      description = "For scores: the first five components against each other.")
  private boolean pairs;

  @Option(
      names = "--scaling",
      paramLabel = "auto|form|covariance",
      converter = ScalingConverter.class,
      description = "For biplots: how rows and columns share the plane; the picture says which.")
  private Optional<Look.Scaling> scaling = Optional.empty();

  @Option(
      names = "--top",
      paramLabel = "N",
      converter = CountConverter.class,
      description = "How many columns, rows or components to show where there are more.")
  private Optional<Integer> top = Optional.empty();

  @Option(
      names = "--shape",
      paramLabel = "HxW",
      converter = ShapeConverter.class,
      description = "Rows are images of this height and width, as in 8x8.")
  private Optional<Look.Shape> shape = Optional.empty();

  @Option(
      names = "--components",
      paramLabel = "N,…",
      split = ",",
      converter = CountConverter.class,
      description = "For reconstruction: from so many components each, as in 5,10,20.")
  private List<Integer> counts = List.of();

  @Option(
      names = "--supplementary",
      paramLabel = "COLS",
      description = "For correlation-circle: columns of the input that took no part in the fit.")
  private Optional<String> supplementary;

  @Option(
      names = "--supplementary-rows",
      paramLabel = "FILE",
      description = "For scores and biplot: rows that took no part in the fit, drawn as triangles.")
  private Optional<String> supplementaryRows;

  @Option(names = "--with", paramLabel = "MODEL", description = "For compare: the other model.")
  private Optional<Path> with;

  Optional<String> colour() {
    return colour;
  }

  Optional<String> supplementary() {
    return supplementary;
  }

  Optional<String> supplementaryRows() {
    return supplementaryRows;
  }

  /** Tells whether something is to be read of rows. */
  boolean asksForRows() {
    return colour.isPresent() || supplementary.isPresent() || supplementaryRows.isPresent();
  }

  Optional<Path> with() {
    return with;
  }

  Look look() {
    Look look = Look.DEFAULT.withNames(names).withEllipses(!noEllipses).withPairs(pairs);
    look = look.withCounts(counts);
    if (axes.isPresent()) {
      look = look.withAxes(axes.get()[0], axes.get()[1]);
    }
    if (scaling.isPresent()) {
      look = look.withScaling(scaling.get());
    }
    if (top.isPresent()) {
      look = look.withTop(top.get());
    }
    return shape.isPresent() ? look.withShape(shape.get()) : look;
  }

  /** Returns what is wrong with the options for a kind of picture, if anything. */
  Optional<String> problem(Kind kind) {
    Set<Kind> plane = EnumSet.of(Kind.SCORES, Kind.BIPLOT, Kind.CORRELATION_CIRCLE);
    plane.addAll(EnumSet.of(Kind.CONTRIBUTIONS, Kind.COS2, Kind.COMPARE));
    Set<Kind> named = EnumSet.of(Kind.SCORES, Kind.BIPLOT, Kind.COS2, Kind.OUTLIERS);
    return belongs("--color", colour.isPresent(), kind, EnumSet.of(Kind.SCORES, Kind.BIPLOT))
        .or(() -> belongs("--axes", axes.isPresent(), kind, plane))
        .or(() -> belongs("--names", names, kind, named))
        .or(() -> belongs("--no-ellipses", noEllipses, kind, EnumSet.of(Kind.SCORES)))
        .or(() -> belongs("--pairs", pairs, kind, EnumSet.of(Kind.SCORES)))
        .or(() -> belongs("--scaling", scaling.isPresent(), kind, EnumSet.of(Kind.BIPLOT)))
        .or(
            () ->
                belongs(
                    "--shape",
                    shape.isPresent(),
                    kind,
                    EnumSet.of(Kind.RECONSTRUCTION, Kind.COMPONENTS)))
        .or(() -> belongs("--components", !counts.isEmpty(), kind, EnumSet.of(Kind.RECONSTRUCTION)))
        .or(
            () ->
                belongs(
                    "--supplementary",
                    supplementary.isPresent(),
                    kind,
                    EnumSet.of(Kind.CORRELATION_CIRCLE)))
        .or(
            () ->
                belongs(
                    "--supplementary-rows",
                    supplementaryRows.isPresent(),
                    kind,
                    EnumSet.of(Kind.SCORES, Kind.BIPLOT)))
        .or(() -> belongs("--with", with.isPresent(), kind, EnumSet.of(Kind.COMPARE)));
  }

  /** Returns what is wrong with the options for a model of two views, if anything. */
  Optional<String> pairedProblem() {
    Map<String, Boolean> given = new LinkedHashMap<>();
    given.put("--axes", axes.isPresent());
    given.put("--pairs", pairs);
    given.put("--names", names);
    given.put("--color", colour.isPresent());
    given.put("--no-ellipses", noEllipses);
    given.put("--supplementary-rows", supplementaryRows.isPresent());
    return given.entrySet().stream()
        .filter(Map.Entry::getValue)
        .map(
            option ->
                option.getKey()
                    + " is for models of one view: the scores of two are drawn pair by pair")
        .findFirst();
  }

  private static Optional<String> belongs(String option, boolean given, Kind kind, Set<Kind> to) {
    return !given || to.contains(kind)
        ? Optional.empty()
        : Optional.of(
            option
                + " is for plot "
                + to.stream().map(Kind::label).collect(Collectors.joining(", "))
                + ", not for plot "
                + kind.label());
  }

  /** Reads two numbers of components. */
  static final class AxesConverter implements ITypeConverter<int[]> {
    private static final Pattern TWO = Pattern.compile("([1-9]\\d{0,5}),([1-9]\\d{0,5})");

    @Override
    public int[] convert(String text) {
      Matcher two = TWO.matcher(text);
      if (!two.matches() || two.group(1).equals(two.group(2))) {
        throw new TypeConversionException(
            "'" + text + "' is not two different components such as 1,2");
      }
      return new int[] {Integer.parseInt(two.group(1)) - 1, Integer.parseInt(two.group(2)) - 1};
    }
  }

  /** Reads how many to show. */
  static final class CountConverter implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String text) {
      if (!text.matches("[1-9]\\d{0,5}")) {
        throw new TypeConversionException("'" + text + "' is not a whole number from 1");
      }
      return Integer.valueOf(text);
    }
  }

  /** Reads the height and width of images. */
  static final class ShapeConverter implements ITypeConverter<Look.Shape> {
    private static final Pattern TWO = Pattern.compile("([1-9]\\d{0,4})[x×]([1-9]\\d{0,4})");

    @Override
    public Look.Shape convert(String text) {
      Matcher two = TWO.matcher(text);
      if (!two.matches()) {
        throw new TypeConversionException("'" + text + "' is not a height and width such as 8x8");
      }
      return new Look.Shape(Integer.parseInt(two.group(1)), Integer.parseInt(two.group(2)));
    }
  }

  /** Reads a scaling. */
  static final class ScalingConverter implements ITypeConverter<Look.Scaling> {
    @Override
    public Look.Scaling convert(String text) {
      return Arrays.stream(Look.Scaling.values())
          .filter(scaling -> scaling.name().equalsIgnoreCase(text))
          .findFirst()
          .orElseThrow(
              () ->
                  new TypeConversionException("'" + text + "' is none of auto, form, covariance"));
    }
  }

  /** Reads a kind of picture. */
  static final class KindConverter implements ITypeConverter<Kind> {
    @Override
    public Kind convert(String text) {
      return Kind.find(text)
          .orElseThrow(
              () ->
                  new TypeConversionException(
                      "there is no picture '%s'; choose %s"
                          .formatted(
                              text.toLowerCase(Locale.ROOT),
                              Arrays.stream(Kind.values())
                                  .map(Kind::label)
                                  .collect(Collectors.joining(", ")))));
    }
  }
}
