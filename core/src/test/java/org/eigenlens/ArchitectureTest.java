package org.eigenlens;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_USE_JAVA_UTIL_LOGGING;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class ArchitectureTest {

  private static final JavaClasses CORE =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("org.eigenlens");

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
