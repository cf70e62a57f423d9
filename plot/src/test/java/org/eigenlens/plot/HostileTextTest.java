package org.eigenlens.plot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.eigenlens.Pca;
import org.eigenlens.model.Model;
import org.junit.jupiter.api.Test;

/** Labels, ids and names of columns come from anywhere. */
class HostileTextTest {

  private static final String SCRIPT = "</text></svg><script>alert(1)</script><b a=\"'&amp;";

  @Test
  void markupInLabelsStaysText() {
    Picture picture = Kind.SCORES.draw(Scenes.hostile(SCRIPT));
    // A legend breaks what is long into lines.
    assertThat(String.join("", Drawing.of(picture).texts()).replaceAll("\\s", ""))
        .contains(SCRIPT.replaceAll("\\s", ""));
    assertThat(Drawing.of(picture).all("script")).isEmpty();
    assertThat(picture.html()).doesNotContain("<script>alert").doesNotContain("<b a=");
  }

  @Test
  void markupInNamesOfColumnsStaysText() {
    Model model =
        Pca.builder()
            .components(2)
            .standardize(true)
            .build()
            .fit(Scenes.iris(), List.of(SCRIPT, "<i>b</i>", "a\u0000b", "\u202Eevil"));
    Scene scene = Scenes.of(model, Scenes.iris());
    for (Kind kind :
        List.of(Kind.BIPLOT, Kind.LOADINGS, Kind.CORRELATION_CIRCLE, Kind.CONTRIBUTIONS)) {
      Drawing drawing = Drawing.of(kind.draw(scene));
      assertThat(drawing.texts()).as(kind.label()).contains("<i>b</i>", "a\uFFFDb", "\uFFFDevil");
      assertThat(drawing.all("script")).isEmpty();
    }
  }

  @Test
  void linksInLabelsStayText() {
    Picture picture = Kind.SCORES.draw(Scenes.hostile("<a href=\"http://example.org\">x</a>"));
    assertThat(Drawing.of(picture).all("a")).isEmpty();
  }

  @Test
  void controlCharactersAndMarksThatTurnTextBecomeVisible() {
    assertThat(Texts.clean("a\u0007b\u202Ec\nd\uD800e")).isEqualTo("a\uFFFDb\uFFFDc d\uFFFDe");
    assertThat(Texts.clean("ünïcødé 数字 🙂")).isEqualTo("ünïcødé 数字 🙂");
    assertThat(Texts.clean("x".repeat(1000))).hasSize(60).endsWith("…");
  }

  @Test
  void labelsThatAreNotThereAreCalledSo() {
    Picture picture = Kind.SCORES.draw(Scenes.hostile("  "));
    assertThat(Drawing.of(picture).texts()).contains("(none)");
  }

  @Test
  void theReportEscapesWhatItIsTold() {
    String page =
        new ModelReport(
                Scenes.hostile(SCRIPT),
                new ModelReport.Circumstances(
                    "pca",
                    "<script>alert(2)</script>.csv",
                    List.of(SCRIPT),
                    List.of(SCRIPT),
                    Optional.of(SCRIPT),
                    Optional.of(SCRIPT),
                    Optional.of(SCRIPT),
                    Optional.of(SCRIPT),
                    List.of(SCRIPT)))
            .html();
    assertThat(page).doesNotContain("<script>alert").contains("&lt;script&gt;alert(2)");
  }

  @Test
  void labelsThatLookLikeReferencesStayText() {
    Drawing drawing = Drawing.onPage(Kind.SCORES.draw(Scenes.hostile("url(#a)")));
    assertThat(drawing.values("data-group")).contains("url(#a)");
  }

  @Test
  void longLabelsThatBeginAlikeStayApart() {
    String stem = "x".repeat(80);
    Categories categories = Categories.of(List.of(stem + "a", stem + "b", stem + "a"));
    assertThat(categories.names()).hasSize(2).doesNotHaveDuplicates();
    assertThat(categories.names()).allMatch(name -> Texts.clean(name).equals(name));
    assertThat(categories.all().get(0))
        .isEqualTo(categories.all().get(2))
        .isNotEqualTo(categories.all().get(1));
  }

  @Test
  void aLabelThatIsCalledOthersIsNotTheOthers() {
    List<String> labels = new java.util.ArrayList<>();
    for (int i = 0; i < 12; i++) {
      labels.add("c" + i);
    }
    labels.add("others (3)");
    labels.add("others (3)");
    assertThat(Categories.of(labels).names()).hasSize(11).doesNotHaveDuplicates();
  }

  @Test
  void labelsOfWhichSomeAreNumbersAreInAlphabeticalOrder() {
    assertThat(Categories.of(List.of("9", "10", "1a")).names()).containsExactly("10", "1a", "9");
    assertThat(Categories.of(List.of("9", "10", "1")).names()).containsExactly("1", "9", "10");
    assertThat(Texts.clean("a\u061Cb")).isEqualTo("a\uFFFDb");
  }
}
