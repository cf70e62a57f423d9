package org.eigenlens.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Text that is not UTF-8 is never mangled in silence. */
class TextEncodingTest {

  private static final Charset WINDOWS = Charset.forName("windows-1252");

  @TempDir Path folder;

  private Table table(String text, Charset charset) throws IOException {
    return Tables.read(Files.write(folder.resolve("t.csv"), text.getBytes(charset)));
  }

  @Test
  void namesAndLabelsInWindows1252AreReadWithOneRemark() throws IOException {
    Table table = table("höhe,preis €,ort\n1,2,Köln\n3,4,Düren\n", WINDOWS).label("ort");
    assertThat(table.featureNames()).containsExactly("höhe", "preis €");
    Data data = table.load();
    assertThat(data.labels()).contains(List.of("Köln", "Düren"));
    assertThat(data.remarks())
        .singleElement()
        .asString()
        .contains("t.csv: its text is not UTF-8 and was read as Windows-1252");
  }

  @Test
  void utf8NeedsNoRemark() throws IOException {
    Data data = table("höhe,ort\n1,\uFFFD\n2,Köln\n", StandardCharsets.UTF_8).label("ort").load();
    assertThat(data.labels()).contains(List.of("\uFFFD", "Köln"));
    assertThat(data.remarks()).isEmpty();
  }

  @Test
  void aLetterFarBehindTheSampleIsRemarkedOnAfterReading() throws IOException {
    String plain = "1,Koeln\n".repeat(50_000);
    Table table = table("a,ort\n" + plain + "2,Köln\n", StandardCharsets.ISO_8859_1).label("ort");
    assertThat(table.remarks()).isEmpty();
    Data data = table.load();
    assertThat(data.labels().orElseThrow().get(50_000)).isEqualTo("Köln");
    assertThat(data.remarks()).singleElement().asString().contains("Windows-1252");
    assertThat(table.remarks()).isEqualTo(data.remarks());
  }

  @Test
  void libsvmLabelsMustBeUtf8() throws IOException {
    Path file =
        Files.write(folder.resolve("t.svm"), "Köln 1:2\n".getBytes(StandardCharsets.ISO_8859_1));
    assertThatThrownBy(() -> Tables.read(file))
        .hasMessageContaining("t.svm, line 1: the label is not UTF-8 text");
  }
}
