package org.eigenlens.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The packaged folder: it runs as a plain jar, from anywhere, and has what it names. */
class DistributionIT {

  private static final Path DIST = Path.of("target", "dist").toAbsolutePath();

  @Test
  void runsFromAnotherDirectoryWithNothingOnStandardError(@TempDir Path elsewhere)
      throws IOException, InterruptedException {
    Path err = elsewhere.resolve("err");
    Path out = elsewhere.resolve("out");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-jar",
                DIST.resolve("eigenlens.jar").toString(),
                "--version")
            .directory(elsewhere.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    assertThat(process.waitFor()).isZero();
    assertThat(Files.readString(out, UTF_8))
        .startsWith("eigenlens " + org.eigenlens.model.Version.current() + " (");
    assertThat(Files.readString(err, UTF_8)).isEmpty();
  }

  @Test
  void everyJarOfTheClassPathIsThere() throws IOException {
    try (JarFile jar = new JarFile(DIST.resolve("eigenlens.jar").toFile())) {
      String classPath = jar.getManifest().getMainAttributes().getValue("Class-Path");
      assertThat(classPath.split(" ", -1))
          .isNotEmpty()
          .allSatisfy(name -> assertThat(DIST.resolve(name)).isRegularFile());
    }
  }
}
