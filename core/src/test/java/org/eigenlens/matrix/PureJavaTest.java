package org.eigenlens.matrix;

import org.eigenlens.matrix.jvm.PureJava;
import org.junit.jupiter.api.Nested;

class PureJavaTest extends BackendContract {

  PureJavaTest() {
    super(new PureJava());
  }

  @Nested
  class Decompositions extends DecompositionContract {

    Decompositions() {
      super(new PureJava());
    }
  }
}
