package org.eigenlens.studio;

import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.model.KernelModel;
import org.eigenlens.model.Model;

/**
 * Goes back from coordinates to rows while somebody drags: a row at a time, in the calling thread.
 *
 * <p>Costs k·d for a linear model, and for a kernel model a search over its reference points.
 */
final class Decoding {

  private final FittedModel fitted;
  private final Model model;
  private final Spread spread;

  Decoding(FittedModel fitted) throws IOException {
    this.fitted = fitted;
    this.model = fitted.model();
    if (!FittedModel.canDecode(model)) {
      throw Refusal.bad(
          "a model of %s has no way back from coordinates to rows; fit with pca or kernel-pca"
              .formatted(model.provenance().method()));
    }
    this.spread = fitted.spread();
  }

  /** Decodes coordinates, or those of a row after some of them were changed or left out. */
  Map<String, Object> decode(Fields request) throws IOException {
    Map<String, Object> answer = new LinkedHashMap<>();
    double[] coordinates;
    double[] start = null;
    if (request.has("row")) {
      int row = request.count("row", 0, 0, fitted.scores().rows() - 1);
      coordinates = fitted.scores().row(row);
      requirePlaced(coordinates); // before a part of them is set to 0
      start = row(row);
      answer.put("original", start);
      answer.put("filled", filled(row));
    } else {
      coordinates = request.numbers("coordinates");
      if (coordinates.length != model.components()) {
        throw Refusal.bad(
            "there are %d coordinates, and the model has %d"
                .formatted(coordinates.length, model.components()));
      }
    }
    keepLeading(coordinates, request);
    change(coordinates, request.object("change"));
    answer.put("coordinates", coordinates);
    double[] values = decode(coordinates, start);
    answer.put("values", values);
    if (start != null) {
      answer.put("error", error(start, values));
    }
    return answer;
  }

  private void keepLeading(double[] coordinates, Fields request) {
    int leading = request.count("components", model.components(), 0, model.components());
    Arrays.fill(coordinates, leading, coordinates.length, 0);
  }

  private static void change(double[] coordinates, Fields change) {
    for (Object key : change.map().keySet()) {
      String name = key.toString();
      if (!name.matches("\\d{1,6}") || Integer.parseInt(name) >= coordinates.length) {
        throw Refusal.bad("change: there is no component " + name);
      }
      coordinates[Integer.parseInt(name)] = change.number(name, 0);
    }
  }

  private double[] decode(double[] coordinates, double[] start) {
    DenseMatrix one = DenseMatrix.copyOf(new double[][] {coordinates});
    if (model instanceof KernelModel kernel && start != null) {
      return kernel.preImages(one, DenseMatrix.copyOf(new double[][] {start})).points().row(0);
    }
    return model.inverseTransform(one).row(0);
  }

  /** Refuses a row that was left out: what its missing cells would be nobody has said. */
  private static void requirePlaced(double[] coordinates) {
    if (Arrays.stream(coordinates).anyMatch(Double::isNaN)) {
      throw Refusal.bad("this row has missing cells and no coordinates; choose another");
    }
  }

  /** Returns the features of a row, missing ones as they were filled for the fit. */
  private double[] row(int row) throws IOException {
    double[] values = fitted.features().row(row);
    if (Arrays.stream(values).anyMatch(Double::isNaN)) {
      model.filling().ifPresent(filling -> filling.fill(values));
    }
    return values;
  }

  /** Names the columns in which a row had no value. */
  private List<String> filled(int row) throws IOException {
    double[] values = fitted.features().row(row);
    return IntStream.range(0, values.length)
        .filter(j -> Double.isNaN(values[j]))
        .mapToObj(model.columnNames()::get)
        .toList();
  }

  /** Adds noise to a row, and has the model take it away. */
  Map<String, Object> clean(Fields request) throws IOException {
    double[] clean;
    if (request.has("values")) {
      clean = request.numbers("values");
    } else {
      int row = request.count("row", 0, 0, fitted.scores().rows() - 1);
      requirePlaced(fitted.scores().row(row));
      clean = row(row);
    }
    if (clean.length != model.columns()) {
      throw Refusal.bad(
          "there are %d values, and the model has %d columns"
              .formatted(clean.length, model.columns()));
    }
    double[] noisy = withNoise(clean, request.object("noise"));
    DenseMatrix rows = DenseMatrix.copyOf(new double[][] {noisy});
    double[] coordinates = model.transform(rows).row(0);
    keepLeading(coordinates, request);
    double[] cleaned = decode(coordinates, noisy);
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("original", clean);
    answer.put("noisy", noisy);
    answer.put("cleaned", cleaned);
    answer.put("errors", List.of(error(clean, noisy), error(clean, cleaned)));
    return answer;
  }

  /**
   * Gaussian noise, or cells at the ends of their range. Pixels are alike, so that the amount is a
   * share of the range of all; columns are not, and for each it is in its own standard deviations.
   */
  private double[] withNoise(double[] clean, Fields noise) {
    double amount = noise.number("amount", 0);
    if (amount < 0 || amount > 1) {
      throw Refusal.bad("the amount of noise is " + amount + ", and must be from 0 to 1");
    }
    String kind = noise.text("kind").orElse("gaussian");
    if (!kind.equals("gaussian") && !kind.equals("salt")) {
      throw Refusal.bad("there is no noise '" + kind + "'; choose gaussian or salt");
    }
    Random random = new Random((long) noise.number("seed", 1));
    double[] noisy = clean.clone();
    for (int i = 0; i < noisy.length; i++) {
      if (kind.equals("gaussian")) {
        noisy[i] += amount * spread.noise(i) * random.nextGaussian();
      } else if (random.nextDouble() < amount) {
        noisy[i] = random.nextBoolean() ? spread.largest(i) : spread.least(i);
      }
    }
    return noisy;
  }

  /** Returns the mean of the squared differences, each in the unit of its column. */
  private double error(double[] x, double[] y) {
    double squares = 0;
    for (int i = 0; i < x.length; i++) {
      double difference = (x[i] - y[i]) / spread.unit(i);
      squares += difference * difference;
    }
    return squares / x.length;
  }
}
