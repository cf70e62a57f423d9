package org.eigenlens.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What documents show is compared as strictly as it should be, and not more. */
class ShownOutputTest {

  private static final String PRINTED =
      """
      analysis of 150 rows × 4 columns
      certificate  largest relative residual 1.2e-15, orthogonal to 6.7e-16

      component     eigenvalue     share
      PC1              434.856    72.96%
      PC2              136.191    22.85%
      total variance 4.00000
      """;

  private static Optional<String> complaint(String... shown) {
    return ShownOutput.complaint(List.of(shown), PRINTED);
  }

  @Test
  void whatWasPrintedIsRight() {
    assertThat(ShownOutput.complaint(PRINTED.lines().toList(), PRINTED)).isEmpty();
    assertThat(ShownOutput.complaint(List.of(), "")).isEmpty();
  }

  @Test
  void aWrongDigitIsWrong() {
    assertThat(complaint("…", "PC1 434.956 72.96%", "…").orElseThrow())
        .contains("PC1 434.956", "434.856");
    assertThat(complaint("…", "PC1 434.856 72.98%", "…")).isPresent();
    assertThat(complaint("analysis of 151 rows × 4 columns", "…").orElseThrow())
        .contains("shows: analysis of 151", "printed is: analysis of 150");
    assertThat(complaint("…", "PC3 434.856 72.96%", "…")).isPresent();
  }

  @Test
  void aWrongWordIsWrong() {
    assertThat(complaint("…", "total variation 4.00000")).isPresent();
    assertThat(complaint("…", "total variance is 4.00000")).isPresent();
  }

  @Test
  void aMissingLineIsWrong() {
    assertThat(complaint("…", "PC1 434.856 72.96%", "total variance 4.00000").orElseThrow())
        .contains("PC1 434.856");
    assertThat(complaint("…", "PC1 434.856 72.96%").orElseThrow()).contains("PC1");
    assertThat(complaint("analysis of 150 rows × 4 columns").orElseThrow())
        .contains("does not show", "certificate");
    assertThat(complaint("PC1 434.856 72.96%", "…")).isPresent();
  }

  @Test
  void aLineThatIsNotPrintedIsWrong() {
    assertThat(complaint("…", "total variance 4.00000", "and more").orElseThrow())
        .contains("total variance");
    assertThat(complaint("…", "PC3 1.00000 0.10%", "…")).isPresent();
  }

  @Test
  void aWrongOrderIsWrong() {
    assertThat(complaint("…", "PC2 136.191 22.85%", "PC1 434.856 72.96%", "…")).isPresent();
    assertThat(complaint("…", "PC2 136.191 22.85%", "…", "PC1 434.856 72.96%", "…")).isPresent();
  }

  @Test
  void linesMayBeLeftOutWhereThatIsSaid() {
    assertThat(complaint("…")).isEmpty();
    assertThat(complaint("analysis of 150 rows × 4 columns", "…")).isEmpty();
    assertThat(complaint("…", "PC1 434.856 72.96%", "…", "total variance 4.00000")).isEmpty();
    assertThat(complaint("…", "PC1  434.856 72.96%", "", "PC2 136.191   22.85%", "…")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          '72.96%', '72.95%', true
          '72.96%', '72.94%', false
          '(2.918)', '(2.919)', true
          '4', '5', false
          'PC1', 'PC2', false
          'x 1.2e-15, y', 'x 3.4e-16, y', true
          'x 1.2e-15, y', 'x 3.4e-9, y', false
          '0.123456789012345', '0.123456789012399', true
          '0.123456789012345', '0.123456799012345', false
          '-0.5', '0.5', false
          '"seconds" : 0.12, "k": 2', '"seconds" : 3.4, "k": 2', true
          '"seconds": 0.12, "k": 2', '"seconds": 3.4, "k": 3', false
          'takes 0.5 seconds', 'takes 7.25 seconds', true
          'iris.csv 1.5 s', 'iris.csv 2.5 s', true
          '1.5 samples', '2.5 samples', false
          """)
  void numbersMayDifferByTheirLastDigit(String shown, String printed, boolean same) {
    assertThat(ShownOutput.same(shown, printed)).isEqualTo(same);
  }
}
