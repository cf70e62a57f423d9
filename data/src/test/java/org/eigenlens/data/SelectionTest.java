package org.eigenlens.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.eigenlens.matrix.DenseMatrix;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SelectionTest {

  @TempDir Path folder;
  private Table table;

  @BeforeEach
  void write() throws IOException {
    Path file = folder.resolve("t.csv");
    Files.writeString(file, "id,a,b,c,y,kind\nr1,1,2,3,0.5,k07\nr2,4,5,6,1.5,x\n");
    table = Tables.read(file);
  }

  @Test
  void labelTargetAndIdAreNoFeatures() {
    Data data = table.select(Selection.ALL.withLabel("kind").withTargets("y").withId("id")).load();
    assertThat(data.featureNames()).containsExactly("a", "b", "c");
    assertThat(data.matrix().toArray()).isDeepEqualTo(new double[][] {{1, 2, 3}, {4, 5, 6}});
    assertThat(data.targetNames()).containsExactly("y");
    assertThat(data.targets().toArray()).isDeepEqualTo(new double[][] {{0.5}, {1.5}});
    assertThat(data.labels()).contains(List.of("k07", "x"));
    assertThat(data.ids()).contains(List.of("r1", "r2"));
    assertThat(data.remarks()).isEmpty();
  }

  @Test
  void columnsAndExclude() {
    Selection some = Selection.ALL.withColumns("c,a..b").withExclude("b");
    assertThat(table.select(some).featureNames()).containsExactly("c", "a");
    assertThat(table.without("a", "y").featureNames()).containsExactly("b", "c");
    assertThat(table.without("a", "b").without("c").featureNames()).containsExactly("y");
  }

  @Test
  void labelIsTakenOutOfTheColumnsAskedFor() {
    assertThat(table.select(Selection.ALL.withColumns("a..y").withLabel("b")).featureNames())
        .containsExactly("a", "c", "y");
  }

  @Test
  void oneColumnCanBeLabelAndTarget() {
    Data data = table.select(Selection.ALL.withLabel("y").withTargets("y").withId("y")).load();
    assertThat(data.labels()).contains(List.of("0.5", "1.5"));
    assertThat(data.ids()).contains(List.of("0.5", "1.5"));
    assertThat(data.targets().get(1, 0)).isEqualTo(1.5);
  }

  @Test
  void unknownColumnsAreNamedWithTheNearest() {
    assertThatThrownBy(() -> table.label("kinds").load())
        .hasMessageContaining("there is no column 'kinds'; did you mean 'kind'");
    assertThatThrownBy(() -> table.without("typo").load())
        .hasMessageContaining("there is no column 'typo'");
  }

  @Test
  void labelMustBeOneColumn() {
    assertThatThrownBy(() -> table.label("a..c").load())
        .hasMessageContaining("'a..c' stands for 3 columns");
  }

  @Test
  void nothingLeft() {
    assertThatThrownBy(() -> table.without("a..y").load())
        .hasMessageContaining("no numeric column is left");
  }

  @Test
  void nothingLeftOfWhatWasAskedFor() {
    Selection asked = Selection.ALL.withColumns("c,y").withTargets("y").withLabel("c");
    assertThatThrownBy(() -> table.select(asked).load())
        .hasMessageContaining("the columns asked for are label, id, targets or left out: c, y");
  }

  @Test
  void textsCanBeReadWithoutANumber() throws IOException {
    Path csv = Files.writeString(folder.resolve("texts.csv"), "a,b\nx,u\ny,v\nx,v\n");
    Path parquet = folder.resolve("texts.parquet");
    TableWriter.write(
        parquet,
        List.of("a", "b"),
        List.of(List.of("x", "y", "x"), List.of("u", "v", "v")),
        List.of("c"),
        DenseMatrix.zeros(3, 1));
    for (Path file : List.of(csv, parquet)) {
      Data data =
          Tables.read(file)
              .select(Selection.ALL.withFeatures(List.of()).withId("a").withLabel("b"))
              .load();
      assertThat(data.matrix().rows()).isEqualTo(3);
      assertThat(data.matrix().columns()).isZero();
      assertThat(data.ids().orElseThrow()).containsExactly("x", "y", "x");
      assertThat(data.labels().orElseThrow()).containsExactly("u", "v", "v");
    }
  }

  @Test
  void targetMustBeNumeric() {
    assertThatThrownBy(() -> table.select(Selection.ALL.withTargets("id")).load())
        .hasMessageContaining("line 2, column 'id': 'r1' is not a number");
  }

  @Test
  void featuresOfAModelAreFoundByName() {
    Selection model = Selection.ALL.withFeatures(List.of("c", "a"));
    assertThat(table.select(model).load().matrix().toArray())
        .isDeepEqualTo(new double[][] {{3, 1}, {6, 4}});
  }

  @Test
  void missingFeaturesOfAModelAreListed() {
    Selection model = Selection.ALL.withFeatures(List.of("c", "p", "q"));
    assertThatThrownBy(() -> table.select(model).load())
        .hasMessageContaining("2 columns that the model needs are missing: p, q");
  }

  @Test
  void withoutNamesFeaturesOfAModelAreFoundByPosition() throws IOException {
    Path file = Files.writeString(folder.resolve("u.csv"), "1,2,3\n4,5,6\n");
    Selection model = Selection.ALL.withFeatures(List.of("p", "q", "r"));
    Data data = Tables.read(file).select(model).load();
    assertThat(data.featureNames()).containsExactly("p", "q", "r");
    assertThat(data.matrix().row(1)).containsExactly(4, 5, 6);
    Selection wider = Selection.ALL.withFeatures(List.of("p", "q"));
    assertThatThrownBy(() -> Tables.read(file).select(wider).load())
        .hasMessageContaining("it has 3 columns, but the model needs 2");
  }

  @Test
  void chosenColumnsAndModelFeaturesExcludeEachOther() {
    assertThatThrownBy(
            () ->
                new Selection(
                    Optional.of("a"),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.of(List.of("a"))))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void complaintAboutACell() {
    assertThat(table.load().complaint(1, 2, "it is odd", "change it"))
        .hasMessageEndingWith("t.csv, line 3, column 'c': it is odd; change it");
  }
}
