package org.eigenlens.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Spark comes from the cluster and is not given out; its libraries may be used as freely. */
class SparkLicencesTest {

  /** Of the Apache Software Foundation, whose projects say so elsewhere than in their poms. */
  private static final List<String> SILENT =
      List.of("datasketches-memory-3.0.2.jar: []", "oro-2.0.8.jar: []");

  @Test
  void everyLibraryHasALicenceThatIsAllowed() throws IOException {
    assertThat(Licences.jars()).hasSizeGreaterThan(100);
    assertThat(SILENT).containsAll(Licences.others());
  }
}
