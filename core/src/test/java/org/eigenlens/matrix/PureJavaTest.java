package org.eigenlens.matrix;

import org.eigenlens.matrix.jvm.PureJava;

class PureJavaTest extends BackendContract {

  PureJavaTest() {
    super(new PureJava());
  }
}
