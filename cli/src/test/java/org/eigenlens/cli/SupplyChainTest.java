package org.eigenlens.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What the program is made of besides its own source. */
class SupplyChainTest {

  private static String pom(String module) throws IOException {
    return Files.readString(Path.of("..", module, "pom.xml"), UTF_8);
  }

  @Test
  void everyLibraryHasALicenceThatIsAllowed() throws IOException {
    assertThat(Licences.jars()).hasSizeGreaterThan(30);
    assertThat(Licences.others()).isEmpty();
  }

  /** Peers that are measured, and the fuzzer, may be under licences that nothing else may be. */
  @Test
  void whatIsForDevelopersAloneIsPartOfNothingElse() throws IOException {
    Matcher module = Pattern.compile("<module>(\\w+)</module>").matcher(pom("."));
    List<String> modules = new ArrayList<>();
    while (module.find()) {
      modules.add(module.group(1));
      assertThat(pom(module.group(1)).replaceFirst("<artifactId>eigenlens-\\w+</artifactId>", ""))
          .as(module.group(1))
          .doesNotContain("eigenlens-bench", "eigenlens-fuzz");
    }
    assertThat(modules).contains("bench", "fuzz", "bom", "cli");
    for (String apart : List.of("bench", "fuzz")) {
      assertThat(pom(apart)).contains("<maven.deploy.skip>true</", "<maven.install.skip>true</");
    }
  }

  @Test
  void sparkIsNotGivenOut() throws IOException {
    Matcher spark =
        Pattern.compile("<groupId>org.apache.spark</groupId>(.*?)</dependency>", Pattern.DOTALL)
            .matcher(pom("spark"));
    int count = 0;
    for (; spark.find(); count++) {
      assertThat(spark.group(1)).contains("<scope>provided</scope>");
    }
    assertThat(count).isPositive();
  }

  /** A version in the parent's list, and no second one in a module. */
  @Test
  void versionsThatAreExplainedAreThoseInUse() throws IOException {
    String page = Files.readString(Path.of("..", "CONTRIBUTING.md"), UTF_8);
    String pom = Files.readString(Path.of("..", "pom.xml"), UTF_8);
    Matcher row = Pattern.compile("(?m)^\\| `([a-z.-]+\\.version)` \\| ([^|]+?) \\|").matcher(page);
    List<String> told = new ArrayList<>();
    while (row.find()) {
      told.add(row.group(1));
      assertThat(pom).contains("<%s>%s</".formatted(row.group(1), row.group(2)));
    }
    assertThat(told).hasSizeGreaterThan(3);
  }
}
