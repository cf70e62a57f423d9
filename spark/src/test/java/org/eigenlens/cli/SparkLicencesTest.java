package org.eigenlens.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Spark comes from the cluster and is not given out; its libraries may be used as freely. */
class SparkLicencesTest {

  @Test
  void everyLibraryHasALicenceThatIsAllowed() throws IOException {
    assertThat(Licences.jars()).hasSizeGreaterThan(100);
    assertThat(Licences.others()).isEmpty();
  }
}
