package org.eigenlens;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_USE_JAVA_UTIL_LOGGING;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class ArchitectureTest {

  private static final JavaClasses CORE =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("org.eigenlens");

  /** The bill of materials has no parent to take its version from. */
  @Test
  void theBillOfMaterialsHasTheVersionOfTheModules() throws IOException {
    Pattern version =
        Pattern.compile("<artifactId>eigenlens(-bom)?</artifactId>\\s*<version>(.*?)<");
    List<String> versions = new ArrayList<>();
    for (Path pom : List.of(Path.of("..", "pom.xml"), Path.of("..", "bom", "pom.xml"))) {
      Matcher found = version.matcher(Files.readString(pom));
      assertThat(found.find()).as("%s", pom).isTrue();
      versions.add(found.group(2));
    }
    assertThat(versions.get(1)).isEqualTo(versions.get(0));
  }

  @Test
  void onlyTheNativeBackendKnowsOpenBlas() {
    noClasses()
        .that()
        .resideOutsideOfPackage("org.eigenlens.matrix.openblas")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.bytedeco..")
        .because("a class path without natives must still work")
        .check(CORE);
  }

  @Test
  void onlyThePureBackendKnowsEjml() {
    noClasses()
        .that()
        .resideOutsideOfPackage("org.eigenlens.matrix.jvm")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.ejml..")
        .check(CORE);
  }

  @Test
  void nothingPrints() {
    NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS.check(CORE);
  }

  @Test
  void nothingLogsThroughTheJdk() {
    NO_CLASSES_SHOULD_USE_JAVA_UTIL_LOGGING.check(CORE);
  }

  @Test
  void coreKnowsNothingOfWhatIsBuiltOnIt() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.eigenlens.data..", "org.eigenlens.cli..")
        .check(CORE);
  }
}
