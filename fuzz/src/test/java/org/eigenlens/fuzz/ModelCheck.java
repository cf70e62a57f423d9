package org.eigenlens.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.matrix.Precision;
import org.eigenlens.model.Json;
import org.eigenlens.model.Model;
import org.eigenlens.model.ModelFileException;
import org.eigenlens.model.OnnxFile;

/** What must hold of every file that may be a model. */
final class ModelCheck {

  private static final int ROWS = 2;

  private ModelCheck() {}

  /** Loads a file; a model that loads saves, loads again the same, and can be used. */
  static void check(Path file) throws IOException {
    Model model;
    try {
      model = Model.load(file);
    } catch (ModelFileException e) {
      Target.requireOneLine(e);
      return;
    }
    byte[] saved = saved(model, "saved.eigenlens");
    byte[] again = saved(Model.load(Target.at("saved.eigenlens")), "again.eigenlens");
    if (!Arrays.equals(saved, again)) {
      throw new AssertionError("the model changed when it was saved and loaded");
    }
    use(model);
  }

  private static byte[] saved(Model model, String name) throws IOException {
    model.save(Target.at(name));
    return Files.readAllBytes(Target.at(name));
  }

  private static void use(Model model) throws IOException {
    model.explained();
    model.explainedVarianceRatio();
    try {
      model.transform(DenseMatrix.zeros(ROWS, model.columns(), Precision.DOUBLE));
      OnnxFile.writeEncoder(model, Target.at("encoder.onnx"));
    } catch (IllegalArgumentException | NumericalException e) {
      Target.requireOneLine(e);
    }
  }

  /** Puts a model file together of its description, the header of its tensors and their bytes. */
  static byte[] assembled(byte[] input) {
    int first = lineEnd(input, 0);
    int second = lineEnd(input, Math.min(input.length, first + 1));
    String description = new String(input, 0, first, UTF_8);
    int from = Math.min(second, first + 1);
    String tensors = new String(input, from, second - from, UTF_8);
    String rest = tensors.strip();
    String more = rest.startsWith("{") && rest.length() > 2 ? "," + rest.substring(1) : "}";
    byte[] head =
        ("{\"__metadata__\":{\"eigenlens\":" + Json.write(description, false) + "}" + more)
            .getBytes(UTF_8);
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    file.writeBytes(
        ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(0, head.length).array());
    file.writeBytes(head);
    int data = Math.min(input.length, second + 1);
    file.write(input, data, input.length - data);
    return file.toByteArray();
  }

  private static int lineEnd(byte[] input, int from) {
    int at = from;
    while (at < input.length && input[at] != '\n') {
      at++;
    }
    return at;
  }
}
