package org.eigenlens.studio;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.eigenlens.data.ImageOptions;
import org.eigenlens.data.ReadOptions;
import org.eigenlens.data.Table;

/**
 * A fit as a page asks for it: the options of the command, by their names.
 *
 * @param inputs one, or two views
 * @param options names without dashes; a switch has an empty value, which nothing else has
 * @param stamps what the inputs were before anything was read of them
 */
record FitRequest(List<Input> inputs, Map<String, String> options, List<List<Object>> stamps) {

  /** Asks for a fit to the inputs as they are now. */
  FitRequest(List<Input> inputs, Map<String, String> options) {
    this(inputs, options, inputs.stream().map(Input::stamp).toList());
  }

  /** Opens one of the inputs, if it is what it was when the fit was asked for. */
  Table open(int input) {
    return inputs.get(input).open(reading(), stamps.get(input));
  }

  /** Refuses inputs that are not what they were: what is made of them would be of other rows. */
  void requireUnchanged() {
    for (int i = 0; i < inputs.size(); i++) {
      inputs.get(i).requireStamp(stamps.get(i));
    }
  }

  /** What {@code fit} and {@code plot} are told of the input alike. */
  private static final Set<String> OF_INPUT =
      Set.of("no-header", "label", "target", "id", "missing", "text", "resize");

  /**
   * The options of {@code fit} that a page may give. Those that name files, queries or engines, or
   * say what the machine does, are not among them; nor is a new one before somebody lists it here.
   */
  private static final Set<String> OF_FIT =
      Set.of(
          ("method components columns exclude x y standardize no-center ddof whiten solver"
                  + " tolerance precision seed kernel gamma degree coef0 landmarks pre-image neighbors"
                  + " radius neighbor-search bridge piece distances additive-constant modified"
                  + " regularization weights unnormalized quality quality-neighbors label-kernel"
                  + " label-gamma blend evaluate folds ridge permutations color language weighting"
                  + " min-df max-df iterations quantile")
              .split(" "));

  /** The options of {@code plot} that a page may give. */
  private static final Set<String> OF_PLOT =
      Set.of(
          "color axes names no-ellipses pairs scaling top shape components supplementary"
              .split(" "));

  private static final Map<String, String> SHORT = Map.of("components", "-k", "method", "-m");
  private static final Map<Object, String> LONG = Map.of("k", "components", "m", "method");
  private static final String ON = "";
  private static final String ON_THE_PAGE = "true";

  /** Returns the options of {@code fit} or {@code plot} that a page may give. */
  static List<Commands.Option> allowed(Commands commands, String command) {
    Set<String> own = command.equals("fit") ? OF_FIT : OF_PLOT;
    return commands.options(command).stream()
        .filter(option -> own.contains(option.name()) || OF_INPUT.contains(option.name()))
        .toList();
  }

  /** Returns the options by which a picture reads the rows of this fit. */
  Map<String, String> ofInput() {
    Map<String, String> some = new LinkedHashMap<>(options);
    some.keySet().retainAll(OF_INPUT);
    return some;
  }

  /** Reads a request; an option that the command does not have is refused. */
  static FitRequest of(List<Input> inputs, Fields given, Commands commands) {
    return new FitRequest(inputs, options(given, commands, "fit"));
  }

  /** Reads options: a shell shows them in one order, whichever the page has. */
  static Map<String, String> options(Fields given, Commands commands, String command) {
    Map<String, Object> values = new HashMap<>();
    given.map().forEach((key, value) -> values.put(LONG.getOrDefault(key, key.toString()), value));
    Map<String, String> options = new LinkedHashMap<>();
    List<Commands.Option> allowed = new ArrayList<>(allowed(commands, command));
    allowed.sort(Comparator.comparing(option -> !SHORT.containsKey(option.name())));
    for (Commands.Option option : allowed) {
      Object value = values.remove(option.name());
      if (option.isSwitch() ? isOn(value) : isGiven(value)) {
        options.put(option.name(), option.isSwitch() ? ON : text(option.name(), value));
      }
    }
    if (!values.isEmpty()) {
      throw Refusal.bad(
          "a page may not give the option '%s' to %s"
              .formatted(values.keySet().iterator().next(), command));
    }
    return options;
  }

  private static boolean isOn(Object value) {
    return Boolean.TRUE.equals(value) || ON_THE_PAGE.equals(value);
  }

  private static boolean isGiven(Object value) {
    return value != null && !value.equals("") && !value.equals(false);
  }

  private static String text(String name, Object value) {
    if (value instanceof List<?> list) {
      if (list.isEmpty()) {
        throw Refusal.bad(name + " must not be an empty list");
      }
      return list.stream().map(String::valueOf).collect(Collectors.joining(","));
    }
    if (value instanceof Double number && number == Math.rint(number) && Math.abs(number) < 1e15) {
      return String.valueOf(number.longValue());
    }
    if (value instanceof String || value instanceof Number) {
      return value.toString();
    }
    throw Refusal.bad(name + " must be a text or a number");
  }

  /** Returns the options as the page has them. */
  Map<String, String> onThePage() {
    Map<String, String> shown = new LinkedHashMap<>(options);
    shown.replaceAll((name, value) -> value.equals(ON) ? ON_THE_PAGE : value);
    return shown;
  }

  Optional<String> option(String name) {
    return Optional.ofNullable(options.get(name));
  }

  /** Tells whether rows of two inputs belong together. */
  boolean isJoined() {
    return inputs.size() > 1;
  }

  boolean hasHeader() {
    return !options.containsKey("no-header");
  }

  /** Returns the command with the inputs as users know them. */
  List<String> shown() {
    return words(Input::name);
  }

  /** Returns the same command that also keeps its model, for the commands that follow it. */
  List<String> keeping() {
    List<String> words = new ArrayList<>(shown());
    words.addAll(List.of("-o", operand(baseName() + ".eigenlens")));
    return words;
  }

  /** Returns what files made of this fit are called, before their endings. */
  String baseName() {
    String name = Inputs.plainName(inputs.get(0).name());
    return name.replaceFirst("(\\.gz)?$", "").replaceFirst("\\.[^.]+$", "")
        + "-"
        + option("method").orElse("pca");
  }

  /** Returns the command with the inputs where they are. */
  List<String> real() {
    return words(input -> input.file().toString());
  }

  private List<String> words(Function<Input, String> place) {
    List<String> words = new ArrayList<>(List.of("fit"));
    inputs.forEach(input -> words.add(operand(place.apply(input))));
    words.addAll(words(options));
    return words;
  }

  /** Returns the name of a file so that no command takes it for an option. */
  static String operand(String file) {
    return file.startsWith("-") ? "./" + file : file;
  }

  /** Returns options as words; a value that looks like an option stays with its own. */
  static List<String> words(Map<String, String> options) {
    List<String> words = new ArrayList<>();
    options.forEach(
        (name, value) -> {
          String option = SHORT.getOrDefault(name, "--" + name);
          if (value.equals(ON)) {
            words.add(option);
          } else if (value.startsWith("-")) {
            words.add("--" + name + "=" + value);
          } else {
            words.addAll(List.of(option, value));
          }
        });
    return words;
  }

  /** Returns how the rows are read, text aside. */
  ReadOptions reading() {
    ReadOptions reading = ReadOptions.DEFAULT;
    if (!hasHeader()) {
      reading = reading.withHeader(ReadOptions.Header.NO);
    }
    ImageOptions images = reading.images().withColor(options.containsKey("color"));
    Optional<String> resize =
        option("resize").filter(size -> size.matches("\\d{1,5}[xX×]\\d{1,5}"));
    if (resize.isPresent()) {
      String[] sides = resize.get().split("[xX×]", -1);
      images =
          images.withResize(
              new ImageOptions.Size(Integer.parseInt(sides[0]), Integer.parseInt(sides[1])));
    }
    return reading.withImages(images);
  }

  /** Replaces the places of files by the names that users know. */
  String inWords(String line) {
    String said = line;
    for (Input input : inputs) {
      said = input.inWords(said);
    }
    return said;
  }
}
