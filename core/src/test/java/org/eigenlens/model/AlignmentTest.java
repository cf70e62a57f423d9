package org.eigenlens.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.eigenlens.Cca;
import org.eigenlens.KernelCca;
import org.eigenlens.KernelPca;
import org.eigenlens.Lle;
import org.eigenlens.Mds;
import org.eigenlens.PairedSamples;
import org.eigenlens.Pca;
import org.eigenlens.Samples;
import org.eigenlens.kernel.Kernels;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Matrix;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Signs of one model given to another. */
class AlignmentTest {

  private static final double[][] IRIS = Samples.table("iris");

  @TempDir Path folder;

  private static Matrix rows(int... left) {
    return Matrix.of(
        IntStream.range(0, IRIS.length)
            .filter(i -> Arrays.stream(left).noneMatch(other -> other == i))
            .mapToObj(i -> IRIS[i])
            .toArray(double[][]::new));
  }

  private static boolean[] all(Model model) {
    boolean[] which = new boolean[model.components()];
    Arrays.fill(which, true);
    return which;
  }

  /** Aligns a refit with a model that was turned round, whose coordinates it must then share. */
  private static void assertFollows(Model earlier, Model refit, Matrix rows, double alike) {
    Model turned = earlier.turned(all(earlier));
    Alignment found = Alignment.of(refit, turned);
    assertThat(found.components()).hasSize(earlier.components());
    assertThat(found.components())
        .allSatisfy(
            component -> {
              assertThat(component.turned()).isTrue();
              assertThat(component.agreement()).isBetween(alike, 1.0);
            });
    assertThat(found.warnings()).isEmpty();
    double[][] expected = refit.transform(rows).toArray();
    double[][] actual = found.model().transform(rows).toArray();
    for (int i = 0; i < expected.length; i++) {
      for (int j = 0; j < expected[i].length; j++) {
        // A sign changes no other bit, but products may be summed in another order.
        assertThat(actual[i][j]).isEqualTo(-expected[i][j], within(1e-12));
      }
    }
    assertThat(found.model().provenance().aligned()).isTrue();
    assertThat(found.model().eigenvalues()).containsExactly(refit.eigenvalues());
  }

  @Test
  void aLinearRefitFollows() {
    Pca pca = Pca.builder().components(2).build();
    // Without five of 150 rows the first two components of iris turn by less than 6 degrees.
    assertFollows(pca.fit(rows()), pca.fit(rows(1, 51, 77, 101, 149)), rows(), 0.995);
  }

  @Test
  void aKernelRefitFollowsAndItsDecoderToo() {
    KernelPca kpca = KernelPca.builder().kernel(Kernels.rbf(0.25)).components(2).build();
    KernelModel earlier = kpca.fit(rows());
    KernelModel refit = kpca.fit(rows(1, 51, 77, 101, 149));
    assertFollows(earlier, refit, rows(), 0.99);
    KernelModel turned = refit.turned(all(refit));
    // The same point of feature space, known by coordinates of other signs.
    double[][] back = turned.inverseTransform(turned.transform(rows())).toArray();
    double[][] before = refit.inverseTransform(refit.transform(rows())).toArray();
    for (int i = 0; i < back.length; i++) {
      assertThat(back[i]).containsExactly(before[i], within(1e-9));
    }
  }

  @Test
  void trainingCoordinatesTurnWithTheModel() {
    KernelModel lle = Lle.builder().neighbors(10).components(2).fit(PairedSamples.noise(80, 3, 4));
    double[][] before = lle.trainingCoordinates().toArray();
    double[][] after = lle.turned(new boolean[] {true, false}).trainingCoordinates().toArray();
    for (int i = 0; i < before.length; i++) {
      assertThat(after[i]).containsExactly(-before[i][0], before[i][1]);
    }
  }

  @Test
  void itemsOfTablesAreMatchedByName() {
    double[][] d = new double[6][6];
    double[][] points = {{0, 0}, {9, 1}, {4, 2}, {5, -3}, {1, 3}, {7, 0}};
    for (int i = 0; i < 6; i++) {
      for (int j = 0; j < 6; j++) {
        d[i][j] = Math.hypot(points[i][0] - points[j][0], points[i][1] - points[j][1]);
      }
    }
    Mds mds = Mds.builder().components(2).build();
    KernelModel earlier = mds.fitDistances(Matrix.of(d), List.of("a", "b", "c", "d", "e", "f"));
    int[] order = {3, 5, 0, 1, 4};
    double[][] fewer =
        Arrays.stream(order)
            .mapToObj(i -> Arrays.stream(order).mapToDouble(j -> d[i][j]).toArray())
            .toArray(double[][]::new);
    KernelModel refit = mds.fitDistances(Matrix.of(fewer), List.of("d", "f", "a", "b", "e"));
    Alignment found = Alignment.of(refit, earlier.turned(new boolean[] {true, false}));
    double[][] old = earlier.turned(new boolean[] {true, false}).trainingCoordinates().toArray();
    double[][] now = ((KernelModel) found.model()).trainingCoordinates().toArray();
    for (int c = 0; c < 2; c++) {
      double product = 0;
      for (int i = 0; i < order.length; i++) {
        product += old[order[i]][c] * now[i][c];
      }
      assertThat(product).isPositive();
    }
  }

  @Test
  void bothViewsOfAPairTurnTogether() {
    Matrix x = Matrix.of(PairedSamples.exercise());
    Matrix y = Matrix.of(PairedSamples.physiology());
    PairedModel cca = Cca.builder().components(2).build().fit(x, y);
    PairedModel turned = cca.turned(new boolean[] {true, false});
    Alignment found = Alignment.of(cca, turned);
    assertThat(found.components())
        .extracting(Alignment.Component::turned)
        .containsExactly(true, false);
    PairedModel aligned = (PairedModel) found.model();
    for (PairedModel.Side side : PairedModel.Side.values()) {
      double[][] before = cca.loadings(side).toArray();
      double[][] after = aligned.loadings(side).toArray();
      for (int i = 0; i < before.length; i++) {
        assertThat(after[i]).containsExactly(-before[i][0], before[i][1]);
      }
    }
    // A correlation is of both scores: it keeps its sign.
    assertThat(aligned.correlations()).containsExactly(cca.correlations());
  }

  /** Structure correlations are not at right angles: both pairs are like the earlier first one. */
  @Test
  void twoPairsAreNotWhatOneWas() {
    DenseMatrix noise = PairedSamples.noise(200, 4, 7);
    double[][] x = new double[200][];
    double[][] y = new double[200][];
    for (int i = 0; i < x.length; i++) {
      double[] e = noise.row(i);
      x[i] = new double[] {e[0] + 0.1 * e[1], e[0] - 0.1 * e[1]};
      double first = e[0] + e[1] + 0.1 * e[2];
      double second = e[0] - e[1] + e[3];
      double mean = first + second;
      y[i] = new double[] {mean + 0.1 * (first - second), mean - 0.1 * (first - second)};
    }
    PairedModel one = Cca.builder().components(1).build().fit(Matrix.of(x), Matrix.of(y));
    PairedModel two = Cca.builder().components(2).build().fit(Matrix.of(x), Matrix.of(y));
    double[] ofFirst = two.loadings(PairedModel.Side.X).column(0);
    double[] ofSecond = two.loadings(PairedModel.Side.X).column(1);
    // Nearly the same direction, or nearly the opposite.
    assertThat(Math.abs(ofFirst[0] * ofSecond[0] + ofFirst[1] * ofSecond[1])).isGreaterThan(0.7);
    assertThat(Alignment.of(two, one).components())
        .extracting(Alignment.Component::earlier)
        .containsExactly(OptionalInt.of(0), OptionalInt.empty());
  }

  @Test
  void kernelViewsFollowToo() {
    Matrix x = PairedSamples.noise(40, 2, 1);
    Matrix y = PairedSamples.noise(40, 2, 2);
    PairedModel cca =
        KernelCca.builder()
            .kernels(Kernels.rbf(0.5), Kernels.rbf(0.5))
            .components(1)
            .build()
            .fit(x, y);
    Alignment found = Alignment.of(cca, cca.turned(new boolean[] {true}));
    assertThat(found.components().get(0).turned()).isTrue();
    assertThat(found.components().get(0).agreement()).isEqualTo(1, within(1e-9));
  }

  @Test
  void columnsAreMatchedByNameAndTheirOrderDoesNotMatter() {
    double[][] x = {{0, 0, 1}, {4, 1, 0}, {8, 2, 2}, {12, 2, 1}};
    double[][] swapped =
        Arrays.stream(x).map(r -> new double[] {r[2], r[0], r[1]}).toArray(double[][]::new);
    Pca pca = Pca.builder().components(1).build();
    LinearModel earlier =
        pca.fit(Matrix.of(x), List.of("a", "b", "c")).turned(new boolean[] {true});
    Alignment found = Alignment.of(pca.fit(Matrix.of(swapped), List.of("c", "a", "b")), earlier);
    assertThat(found.components().get(0))
        .satisfies(
            component -> {
              assertThat(component.turned()).isTrue();
              assertThat(component.agreement()).isEqualTo(1, within(1e-14));
            });
    LinearModel other = pca.fit(Matrix.of(x), List.of("p", "q", "r"));
    assertThatThrownBy(() -> Alignment.of(other, earlier))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'p'")
        .hasMessageContaining("'a'");
  }

  @Test
  void componentsThatChangedPlacesAreNamed() {
    double[][] wide = {{-3, 0}, {3, 0}, {0, -2}, {0, 2}};
    double[][] tall = {{-2, 0}, {2, 0}, {0, -3}, {0, 3}};
    Pca pca = Pca.builder().components(2).build();
    LinearModel earlier = pca.fit(Matrix.of(wide)).turned(new boolean[] {true, false});
    Alignment found = Alignment.of(pca.fit(Matrix.of(tall)), earlier);
    assertThat(found.warnings())
        .containsExactly(
            "component 1 is what component 2 of the earlier model was, with its sign (they agree"
                + " 1.00 of 1)",
            "component 2 is what component 1 of the earlier model was, with its sign (they agree"
                + " 1.00 of 1)");
    assertThat(((LinearModel) found.model()).directions().toArray())
        .isDeepEqualTo(new double[][] {{0, 1}, {-1, 0}});
  }

  @Test
  void aComponentThatMovedBeyondTheEarlierOnesIsNamedAndFollows() {
    double[][] wide = {{-3, 0}, {3, 0}, {0, -2}, {0, 2}};
    double[][] tall = {{-2, 0}, {2, 0}, {0, -3}, {0, 3}};
    LinearModel one =
        Pca.builder().components(1).build().fit(Matrix.of(wide)).turned(new boolean[] {true});
    LinearModel two = Pca.builder().components(2).build().fit(Matrix.of(tall));
    Alignment found = Alignment.of(two, one);
    assertThat(found.components())
        .extracting(Alignment.Component::turned)
        .containsExactly(false, true);
    assertThat(found.warnings())
        .anySatisfy(text -> assertThat(text).startsWith("component 1 agrees only 0.00"))
        .anySatisfy(text -> assertThat(text).startsWith("component 2 is what component 1 "));
  }

  @Test
  void anEarlierComponentThatIsNotNearIsNotNamed() {
    double[][] before = {{3, 0, 0, 0}, {-3, 0, 0, 0}, {0, 1, 0, 0}, {0, -1, 0, 0}};
    // The second direction is (0.6, 0, 0, 0.8).
    double[][] now = {{0, 0, 3, 0}, {0, 0, -3, 0}, {0.6, 0, 0, 0.8}, {-0.6, 0, 0, -0.8}};
    Pca pca = Pca.builder().components(2).build();
    Alignment found = Alignment.of(pca.fit(Matrix.of(now)), pca.fit(Matrix.of(before)));
    assertThat(found.warnings())
        .hasSize(2)
        .last()
        .isEqualTo(
            "component 2 agrees only 0.00 of 1 with that of the earlier model, which has no other"
                + " that is like it: its sign means little");
  }

  @Test
  void weightOnColumnsThatOnlyOneHasIsDisagreement() {
    double[][] x = {{0, 0}, {1, 3}, {2, 6.1}, {3, 8.9}};
    Pca pca = Pca.builder().components(1).build();
    LinearModel earlier = pca.fit(Matrix.of(x), List.of("a", "b"));
    LinearModel other = pca.fit(Matrix.of(x), List.of("a", "c"));
    Alignment found = Alignment.of(other, earlier);
    // Only a tenth of the squared weight lies on the column they share.
    assertThat(found.components().get(0).agreement()).isBetween(0.05, 0.15);
    assertThat(found.warnings())
        .containsExactly(
            "the earlier model has a column 'b' that this one lacks",
            "this model has a column 'c' that the earlier one lacks",
            found.warnings().get(2))
        .last()
        .asString()
        .startsWith("component 1 agrees only 0.");
  }

  @Test
  void componentsThatTheEarlierModelLacksAreSaidToKeepTheirSign() {
    LinearModel one = Pca.builder().components(1).build().fit(rows());
    LinearModel two = Pca.builder().components(2).build().fit(rows());
    assertThat(Alignment.of(two, one).differences())
        .singleElement()
        .asString()
        .startsWith("the earlier model has 1 of the 2 components");
    assertThat(Alignment.of(one, two).differences()).isEmpty();
  }

  @Test
  void componentsWithoutVarianceAreLeftAlone() {
    double[][] line = {{0, 0}, {1, 1}, {2, 2}};
    LinearModel model = Pca.builder().components(2).build().fit(Matrix.of(line));
    assertThat(model.eigenvalues()[1]).isZero();
    Alignment found = Alignment.of(model, model.turned(new boolean[] {true, false}));
    assertThat(found.components())
        .extracting(Alignment.Component::turned)
        .containsExactly(true, false);
    assertThat(found.warnings()).isEmpty();
  }

  @Test
  void modelsThatWereMadeDifferentlyAreNamed() {
    LinearModel raw = Pca.builder().components(1).build().fit(rows());
    LinearModel standardised = Pca.builder().components(1).standardize(true).build().fit(rows());
    assertThat(Alignment.of(standardised, raw).differences())
        .containsExactly("this model is standardised, and the earlier one is not");
    assertThat(Alignment.of(raw, standardised).differences())
        .containsExactly("the earlier model is standardised, and this one is not");
  }

  @Test
  void modelsOfDifferentKindsAreRefused() {
    LinearModel linear = Pca.builder().components(1).build().fit(rows());
    KernelModel kernel = KernelPca.builder().kernel(Kernels.rbf(1)).components(1).fit(rows());
    assertThatThrownBy(() -> Alignment.of(linear, kernel))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("pca")
        .hasMessageContaining("kernel-pca");
  }

  @Test
  void theFileSaysWhereSignsComeFrom() throws IOException {
    LinearModel model = Pca.builder().components(2).build().fit(rows());
    Path file = folder.resolve("m.eigenlens");
    model.save(file);
    assertThat(Model.load(file).provenance().aligned()).isFalse();
    model.turned(new boolean[] {false, true}).save(file);
    LinearModel loaded = LinearModel.load(file);
    assertThat(loaded.provenance().aligned()).isTrue();
    assertThat(loaded.directions().row(1))
        .containsExactly(Arrays.stream(model.directions().row(1)).map(v -> -v).toArray());
  }

  @Test
  void documentsTurnWithTheModel() {
    DenseMatrix documents = DenseMatrix.copyOf(new double[][] {{1, 2}});
    Origin.Texts texts =
        new Origin.Texts("english", "tf-idf", new double[4], List.of("d"), documents);
    Model model = Pca.builder().components(2).build().fit(rows()).withOrigin(texts);
    Origin.Texts turned =
        (Origin.Texts) model.turned(new boolean[] {false, true}).provenance().origin();
    assertThat(turned.coordinates().row(0)).containsExactly(1, -2);
    assertThat(documents.row(0)).containsExactly(1, 2);
  }
}
