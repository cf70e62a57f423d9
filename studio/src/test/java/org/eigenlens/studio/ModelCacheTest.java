package org.eigenlens.studio;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How much of models is held in memory. */
final class ModelCacheTest {

  @Test
  void refusesAModelThatIsTooLargeBeforeReadingIt(@TempDir Path folder) throws IOException {
    Path file = Files.write(folder.resolve("large.eigenlens"), new byte[3 << 20]);
    assertThatThrownBy(() -> new ModelCache(1 << 20).get(file))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("the model takes 3 MB, and the studio holds 1 MB of models at most");
  }
}
