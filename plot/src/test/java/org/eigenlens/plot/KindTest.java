package org.eigenlens.plot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Every kind of picture for every kind of model: drawn, or refused with a reason. */
class KindTest {

  private static final Map<String, Scene> SCENES =
      Map.ofEntries(
          Map.entry("standardised", Scenes.standardised()),
          Map.entry("plain", Scenes.plain()),
          Map.entry("kernel", Scenes.kernel()),
          Map.entry("costs", Scenes.costs()),
          Map.entry("supervised", Scenes.supervised()),
          Map.entry("fisher", Scenes.fisher()),
          Map.entry("paired", Scenes.paired()),
          Map.entry("kernelPaired", Scenes.kernelPaired()),
          Map.entry("toy", Scenes.toy()),
          Map.entry("digits", Scenes.digits()));

  private static final String NO_SUMS = "components that are weighted sums of columns";
  private static final String OWN_UNITS = "keep their own units";

  /** What is refused, and words of the reason. */
  private static final Map<Kind, Map<String, String>> REFUSED =
      Map.ofEntries(
          refused(Kind.SCREE, ""),
          refused(Kind.SCORES, ""),
          refused(Kind.BIPLOT, NO_SUMS, "kernel", "costs", "toy", "paired", "kernelPaired"),
          both(
              refused(
                  Kind.CORRELATION_CIRCLE,
                  NO_SUMS,
                  "kernel",
                  "costs",
                  "toy",
                  "paired",
                  "kernelPaired"),
              OWN_UNITS,
              "plain",
              "supervised",
              "fisher",
              "digits"),
          both(
              refused(Kind.LOADINGS, NO_SUMS, "kernel", "costs", "toy"),
              "needs scores that are weighted sums of columns",
              "kernelPaired"),
          refused(Kind.CONTRIBUTIONS, NO_SUMS, "kernel", "costs", "toy", "paired", "kernelPaired"),
          both(
              refused(Kind.COS2, NO_SUMS, "kernel", "costs", "toy", "paired", "kernelPaired"),
              "those of fisher are askew",
              "fisher"),
          refused(
              Kind.RECONSTRUCTION, "needs a way back to rows", "costs", "paired", "kernelPaired"),
          refused(Kind.COMPONENTS, NO_SUMS, "kernel", "costs", "toy", "paired", "kernelPaired"),
          refused(
              Kind.CONTOURS,
              "over the plane of two columns, and this model has",
              "standardised",
              "plain",
              "kernel",
              "costs",
              "supervised",
              "fisher",
              "paired",
              "kernelPaired",
              "digits"),
          refused(
              Kind.CORRELATIONS,
              "shows two views, and this model of",
              "standardised",
              "plain",
              "kernel",
              "costs",
              "supervised",
              "fisher",
              "toy",
              "digits"),
          both(
              refused(Kind.OUTLIERS, NO_SUMS, "kernel", "costs", "toy", "paired", "kernelPaired"),
              "rests on principal components, and these are of",
              "supervised",
              "fisher"),
          refused(Kind.COMPARE, "there is only one", SCENES.keySet().toArray(String[]::new)));

  private static Map.Entry<Kind, Map<String, String>> refused(
      Kind kind, String reason, String... models) {
    return both(Map.entry(kind, Map.of()), reason, models);
  }

  private static Map.Entry<Kind, Map<String, String>> both(
      Map.Entry<Kind, Map<String, String>> some, String reason, String... models) {
    Map<String, String> all = new java.util.HashMap<>(some.getValue());
    Stream.of(models).forEach(model -> all.put(model, reason));
    return Map.entry(some.getKey(), all);
  }

  @TestFactory
  Stream<DynamicTest> everyKindForEveryModel() {
    return Stream.of(Kind.values())
        .flatMap(
            kind ->
                SCENES.keySet().stream()
                    .map(
                        model ->
                            DynamicTest.dynamicTest(
                                kind.label() + " of " + model, () -> check(kind, model))));
  }

  private static void check(Kind kind, String model) {
    Scene scene = SCENES.get(model);
    String reason = REFUSED.get(kind).get(model);
    if (reason != null) {
      // What is wrong, and after the semicolon what to do.
      assertThatThrownBy(() -> kind.draw(scene))
          .isInstanceOf(PictureException.class)
          .hasMessageContaining(reason)
          .hasMessageMatching("[^;]+; [^;]+");
      return;
    }
    Picture picture = kind.draw(scene);
    Drawing drawing = Drawing.of(picture);
    assertThat(drawing.texts()).contains(picture.title());
    assertThat(drawing.all("title").get(0).getTextContent()).isEqualTo(picture.title());
    assertThat(drawing.values("data-tip")).isEmpty();
    Drawing.onPage(picture); // fails where marks and what they tell do not match
    assertThat(picture.svg()).isEqualTo(kind.draw(scene).svg());
  }

  @Test
  void rowsAreAskedForWhereTheyAreMissing() {
    Scene alone = Scene.of(Scenes.plain().model());
    for (Kind kind : Kind.values()) {
      if (kind.needsRows() && kind != Kind.CONTOURS && kind != Kind.CORRELATIONS) {
        assertThatThrownBy(() -> kind.draw(alone))
            .isInstanceOf(PictureException.class)
            .hasMessageContaining("name the input after the model");
      }
    }
  }
}
