package org.eigenlens.bench.compare;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.eigenlens.bench.SyntheticData;
import org.eigenlens.matrix.DenseMatrix;

/**
 * The whole way from a CSV file on disk to scores on disk, as a user goes it: a fresh process each
 * time, start-up included. The file is in the system's cache for everybody, since it is read once
 * beforehand.
 *
 * @param eigenlens the launcher
 * @param pythonCommand starts the Python peers; empty where there is none
 */
record EndToEnd(Path eigenlens, List<String> pythonCommand, String noPython, Path folder) {

  private static final int ROWS = 500_000;
  private static final int COLUMNS = 50;
  private static final int RUNS = 3;
  private static final int LIMIT_SECONDS = 120;
  private static final int COMPARED_ROWS = 1000;
  private static final int COMPONENTS = 10;

  String run() throws IOException, InterruptedException {
    Path in = data();
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            "## CSV of %,d × %,d (%d MB) to scores on disk%n%n",
            ROWS,
            COLUMNS,
            Files.size(in) / 1_000_000));
    text.append("| command | wall s | × ours | peak MB | |\n|---|---:|---:|---:|---|\n");
    Path ours = folder.resolve("scores-eigenlens.csv");
    Path theirs = folder.resolve("scores-python.csv");
    String k = Integer.toString(COMPONENTS);
    Command.Run own = null;
    String reason = "";
    if (Command.works(List.of(eigenlens.toString(), "fit", "--help"), log(), LIMIT_SECONDS)) {
      try {
        own =
            best(
                List.of(
                    eigenlens.toString(),
                    "fit",
                    in.toString(),
                    "-k",
                    k,
                    "--scores",
                    ours.toString(),
                    "-o",
                    folder.resolve("model.eigenlens").toString()));
      } catch (IOException e) {
        reason = e.getMessage();
      }
    } else {
      reason = "the command has no working fit yet";
    }
    Command.Run peer = null;
    String peerReason = noPython;
    if (!pythonCommand.isEmpty()) {
      List<String> command = new ArrayList<>(pythonCommand);
      command.addAll(List.of("csv", in.toString(), theirs.toString(), k));
      try {
        peer = best(command);
      } catch (IOException e) {
        peerReason = e.getMessage();
      }
    }
    double unit = own == null ? Double.NaN : own.seconds();
    text.append(line("eigenlens fit --scores", own, unit, reason));
    text.append(line("pandas, scikit-learn, to_csv", peer, unit, peerReason));
    if (own != null && peer != null) {
      text.append(
          String.format(
              Locale.ROOT,
              "%nThe largest difference of the first %,d rows of scores, up to sign: %.1e.%n",
              COMPARED_ROWS,
              difference(ours, theirs)));
    }
    return text.append('\n').toString();
  }

  private static String line(String name, Command.Run run, double unit, String reason) {
    if (run == null) {
      return "| %s | – | – | – | left out: %s |%n".formatted(name, reason);
    }
    return String.format(
        Locale.ROOT,
        "| %s | %.2f | %s | %s | cold, best of %d |%n",
        name,
        run.seconds(),
        Double.isNaN(unit) ? "–" : String.format(Locale.ROOT, "%.2f", run.seconds() / unit),
        run.peak() == 0 ? "–" : Long.toString(run.peak() / 1_000_000),
        RUNS);
  }

  private Command.Run best(List<String> words) throws IOException, InterruptedException {
    return new Command(words, log(), LIMIT_SECONDS).best(RUNS, Double.POSITIVE_INFINITY);
  }

  private Path log() {
    return folder.resolve("end-to-end.log");
  }

  private Path data() throws IOException {
    Path file = folder.resolve("data").resolve("csv-%dx%d-v1.csv".formatted(ROWS, COLUMNS));
    if (!Files.exists(file)) {
      Files.createDirectories(file.getParent());
      DenseMatrix x = SyntheticData.of(ROWS, COLUMNS, 0, 11);
      Path part = file.resolveSibling(file.getFileName() + ".part");
      try (BufferedWriter out = Files.newBufferedWriter(part)) {
        out.write(
            String.join(",", IntStream.rangeClosed(1, COLUMNS).mapToObj(j -> "x" + j).toList()));
        out.newLine();
        double[] row = new double[COLUMNS];
        for (int i = 0; i < ROWS; i++) {
          x.getRow(i, row, 0);
          for (int j = 0; j < COLUMNS; j++) {
            out.write(Double.toString(row[j]));
            out.write(j < COLUMNS - 1 ? ',' : '\n');
          }
        }
      }
      Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
      x.storage().release();
    }
    return file;
  }

  /** Compares the last k cells of each row, each column up to its sign. */
  private static double difference(Path a, Path b) throws IOException {
    double same = 0;
    double[] plus = new double[COMPONENTS];
    double[] minus = new double[COMPONENTS];
    try (BufferedReader left = Files.newBufferedReader(a);
        BufferedReader right = Files.newBufferedReader(b)) {
      left.readLine();
      right.readLine();
      for (int i = 0; i < COMPARED_ROWS; i++) {
        String[] x = left.readLine().split(",", -1);
        String[] y = right.readLine().split(",", -1);
        for (int c = 0; c < COMPONENTS; c++) {
          double u = Double.parseDouble(x[x.length - COMPONENTS + c]);
          double v = Double.parseDouble(y[y.length - COMPONENTS + c]);
          plus[c] = Math.max(plus[c], Math.abs(u - v));
          minus[c] = Math.max(minus[c], Math.abs(u + v));
        }
      }
    }
    for (int c = 0; c < COMPONENTS; c++) {
      same = Math.max(same, Math.min(plus[c], minus[c]));
    }
    return same;
  }
}
