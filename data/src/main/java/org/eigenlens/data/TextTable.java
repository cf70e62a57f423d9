package org.eigenlens.data;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.eigenlens.model.Origin;

/**
 * Documents as a table of their terms, kept as compressed rows and never as dense ones.
 *
 * <p>The documents are .txt files, with the columns {@code file} and {@code folder} before the
 * terms; or the cells of one column, with the other columns of their table before the terms, good
 * as a label, a target or an id. Read into memory when opened.
 */
final class TextTable extends SparseFile {

  private static final int MOST_BYTES = 64 << 20;
  private static final int BYTES_AT_ONCE = 16 << 20;
  private static final int DOCUMENTS_AT_ONCE = 1024;
  private static final int TITLE = 60;
  private static final Charset OTHERWISE = Charset.forName("windows-1252");

  private final TextOptions options;
  private final List<String> remarks = new ArrayList<>();
  private final List<List<String>> leading = new ArrayList<>();
  private final List<String> titles = new ArrayList<>();
  private final List<Long> lines = new ArrayList<>();
  private List<Column> columns;
  private TermCounts.Result counted;
  private boolean files;
  private boolean decimalComma;

  private TextTable(String name, TextOptions options) {
    super(name);
    this.options = options;
  }

  /** Reads files, a document each. */
  static TextTable files(String name, Items found, TextOptions options) throws IOException {
    TextTable table = new TextTable(name, options);
    table.files = true;
    table.remarks.addAll(found.remarks());
    TermCounts counts = new TermCounts(options);
    List<Item> items = found.texts();
    int foreign = 0;
    try (Archives archives = new Archives()) {
      List<String> texts = new ArrayList<>();
      long size = 0;
      for (Item item : items) {
        byte[] bytes = utf(archives.read(item, MOST_BYTES));
        boolean utf8 = TextInput.isUtf8(bytes, 0, bytes.length);
        foreign += utf8 ? 0 : 1;
        texts.add(new String(bytes, utf8 ? StandardCharsets.UTF_8 : OTHERWISE));
        size += bytes.length;
        if (size >= BYTES_AT_ONCE || texts.size() == DOCUMENTS_AT_ONCE) {
          counts.add(texts);
          texts.clear();
          size = 0;
        }
      }
      counts.add(texts);
      archives.requireUnchanged();
    }
    if (foreign > 0) {
      table.remarks.add(
          foreign == 1
              ? "1 document is not UTF-8 and was read as Windows-1252"
              : foreign + " documents are not UTF-8 and were read as Windows-1252");
    }
    table.leading.add(items.stream().map(Item::name).toList());
    table.leading.add(items.stream().map(Item::folder).toList());
    table.titles.addAll(table.leading.get(0));
    IntStream.rangeClosed(1, items.size()).forEach(i -> table.lines.add((long) i));
    table.finish(counts, List.of(mark(ImageTable.FILE), mark(ImageTable.FOLDER)));
    return table;
  }

  private static Column mark(String name) {
    return new Column(name, Column.Kind.MARK);
  }

  private static byte[] utf(byte[] bytes) throws IOException {
    return TextInput.asText(new ByteArrayInputStream(bytes)).readAllBytes();
  }

  /** Takes documents that are in memory already. */
  static TextTable documents(List<String> documents, TextOptions options) {
    TextTable table = new TextTable("the documents", options);
    TermCounts counts = new TermCounts(options);
    String[][] texts = {documents.toArray(String[]::new)};
    table.add(new Chunk(documents.size(), new double[0], texts, 1, null), counts);
    table.finish(counts, List.of());
    return table;
  }

  /** Tells whether the terms are those of a model. */
  boolean isFitted() {
    return options.fitted().isPresent();
  }

  /** Reads a column of tables that have the same columns, a document a cell. */
  static TextTable column(List<TableFile> sources, TextOptions options) throws IOException {
    List<Column> all = Layout.merge(sources);
    List<String> names = all.stream().map(Column::name).toList();
    int text =
        new ColumnNames(sources.get(0).name(), names)
            .one(options.column().orElseThrow(), "the text");
    TextTable table = new TextTable(sources.get(0).name(), options);
    table.decimalComma = sources.stream().anyMatch(TableFile::decimalComma);
    List<Column> others = new ArrayList<>(all);
    others.remove(text);
    others.forEach(column -> table.leading.add(new ArrayList<>()));
    TermCounts counts = new TermCounts(options);
    for (TableFile source : sources) {
      table.remarks.addAll(source.remarks());
      ColumnNames own =
          new ColumnNames(source.name(), source.columns().stream().map(Column::name).toList());
      int[] positions = new int[all.size()];
      positions[0] = source.named() ? own.position(names.get(text)) : text;
      for (int i = 0; i < others.size(); i++) {
        int position = i < text ? i : i + 1;
        positions[i + 1] = source.named() ? own.position(others.get(i).name()) : position;
      }
      source.requireUnchanged();
      try (TableFile.Rows rows = source.open(new int[0], positions)) {
        for (Chunk chunk = rows.next(); chunk != null; chunk = rows.next()) {
          table.add(chunk, counts);
        }
      }
      source.requireUnchanged();
    }
    if (table.lines.isEmpty()) {
      throw RowCursor.noRows(table.name());
    }
    table.finish(
        counts,
        others.stream().map(column -> new Column(column.name(), Column.Kind.TEXT)).toList());
    return table;
  }

  private void add(Chunk chunk, TermCounts counts) {
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < chunk.rows(); i++) {
      String text = chunk.texts()[0][i];
      texts.add(text == null ? "" : text);
      lines.add(chunk.line(i));
      titles.add("row " + lines.size() + ": " + start(texts.get(i)));
      for (int c = 0; c < leading.size(); c++) {
        leading.get(c).add(chunk.texts()[c + 1][i]);
      }
    }
    counts.add(texts);
  }

  private static String start(String text) {
    String line = text.strip().replaceAll("\\s+", " ");
    int end = line.offsetByCodePoints(0, Math.min(TITLE, line.codePointCount(0, line.length())));
    return end == line.length() ? line : line.substring(0, end) + "…";
  }

  private void finish(TermCounts counts, List<Column> before) {
    counted = counts.finish(name());
    columns = new ArrayList<>(before);
    counted.terms().forEach(term -> columns.add(new Column(term, Column.Kind.NUMERIC)));
    int empty = 0;
    int first = -1;
    for (int i = 0; i < titles.size(); i++) {
      if (counted.entries().starts()[i] == counted.entries().starts()[i + 1]) {
        first = first < 0 ? i : first;
        empty++;
      }
    }
    if (empty > 0) {
      remarks.add(
          "%s no word that %s, so that %s all zero: %s%s"
              .formatted(
                  empty == 1 ? "1 document has" : empty + " documents have",
                  options.fitted().isPresent() ? "the model knows" : "counts",
                  empty == 1 ? "its row is" : "their rows are",
                  titles.get(first),
                  empty == 1 ? "" : "; …"));
    }
  }

  /** Returns what documents are called: their files, or their rows and how they start. */
  List<String> titles() {
    return titles;
  }

  @Override
  public List<Column> columns() {
    return columns;
  }

  @Override
  public List<String> remarks() {
    return List.copyOf(remarks);
  }

  @Override
  public Optional<String> ownId() {
    return files ? Optional.of(ImageTable.FILE) : Optional.empty();
  }

  @Override
  public Optional<String> ownLabel() {
    return files && Item.areInFolders(leading.get(1).stream())
        ? Optional.of(ImageTable.FOLDER)
        : Optional.empty();
  }

  @Override
  public Origin.Texts origin() {
    return new Origin.Texts(
        options.language().label(),
        options.weighting().label(),
        counted.weights(),
        List.of(),
        null);
  }

  @Override
  public boolean decimalComma() {
    return decimalComma;
  }

  @Override
  public String unit() {
    return files ? "document" : "line";
  }

  @Override
  Entries held() {
    return counted.entries();
  }

  @Override
  int rows() {
    return held().rows();
  }

  @Override
  int count(int row) {
    return held().starts()[row + 1] - held().starts()[row];
  }

  @Override
  void forEachEntry(EntryVisitor visitor) {
    Entries all = held();
    for (int row = 0; row < all.rows(); row++) {
      for (int p = all.starts()[row]; p < all.starts()[row + 1]; p++) {
        visitor.visit(row, all.indices()[p], all.values()[p]);
      }
    }
  }

  @Override
  int firstColumn() {
    return leading.size();
  }

  @Override
  String leading(int row, int column) {
    return leading.get(column).get(row);
  }

  @Override
  long line(int row) {
    return lines.get(row);
  }
}
