package org.eigenlens.data;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;

/**
 * A file of delimited text.
 *
 * <p>Separator, quotes, byte order mark, line ends, header and the kinds of the columns are found
 * from the first thousand records. A column is numeric if at least half of its cells there are
 * numbers; a cell that is none is then an error wherever it stands.
 */
final class CsvFile implements TableFile {

  private static final int SNIFFED = 1000;
  private static final int SAMPLE = 1 << 18;
  private static final int LARGEST_SAMPLE = 1 << 23;

  private final String name;
  private final TextInput.Opener opener;
  private final Path plain;
  private final Stamp stamp;
  private final CsvDialect dialect;
  private final byte lineEnd;
  private final boolean named;
  private final int headerEnd;
  private final int headerLines;
  private final List<Column> columns;
  private final List<String> remarks = new CopyOnWriteArrayList<>();

  CsvFile(String name, Path path, ReadOptions.Header header) throws IOException {
    this(
        name,
        () -> TextInput.open(path),
        TextInput.isGzip(path) ? null : path,
        Stamp.of(name, path),
        header);
  }

  /**
   * Looks at delimited text wherever it comes from.
   *
   * @param plain the file if the text stands in one as it is, else null
   * @param stamp of the file, null if there is none
   */
  CsvFile(String name, TextInput.Opener opener, Path plain, Stamp stamp, ReadOptions.Header header)
      throws IOException {
    this.name = name;
    this.opener = opener;
    this.plain = plain;
    this.stamp = stamp;
    Sample start = Sample.of(opener);
    byte[] sample = start.text();
    requireText(name, sample);
    int length = wholeRecords(sample);
    lineEnd = lineEnd(sample, length);
    String lower = name.toLowerCase(Locale.ROOT);
    dialect =
        CsvDialect.of(name, sample, length, lower.endsWith(".tsv") || lower.endsWith(".tsv.gz"));
    List<List<String>> records =
        CsvDialect.records(sample, length, dialect.separator(), SNIFFED + 1);
    if (records.isEmpty()) {
      throw broken(start, length).orElseGet(() -> empty(sample.length));
    }
    if (!TextInput.isUtf8(sample, 0, length)) {
      remarkOnEncoding();
    }
    List<String> first = records.get(0);
    named = hasHeader(header, first);
    List<String> names =
        named ? CsvDialect.uniqueNames(name, first, remarks) : Words.numbered("x", first.size());
    List<List<String>> body = named ? records.subList(1, records.size()) : records;
    if (body.isEmpty()) {
      throw broken(start, length)
          .orElseGet(
              () ->
                  DataException.at(
                      Place.file(name),
                      "it has a header but no rows",
                      "give a file with data in it"));
    }
    if (named && header == ReadOptions.Header.AUTO) {
      remarkOnNumbers(first);
    }
    if (!named && header == ReadOptions.Header.AUTO) {
      remarks.add(
          name + ": the first line is all numbers and was taken as data; columns are x1, x2, …");
    }
    columns = columns(names, body);
    int[] end = named ? headerEnd(sample, length) : new int[2];
    headerEnd = end[0];
    headerLines = end[1];
  }

  /**
   * The beginning of a file.
   *
   * @param whole whether it is all of it
   */
  private record Sample(byte[] text, boolean whole) {

    /** Reads enough for the sniff, and at least two records. */
    static Sample of(TextInput.Opener opener) throws IOException {
      try (InputStream in = TextInput.asText(opener.open())) {
        int size = SAMPLE;
        byte[] sample = in.readNBytes(size);
        while (sample.length == size
            && (size < LARGEST_SAMPLE ? lines(sample) <= SNIFFED : lines(sample) < 3)) {
          int open = size - wholeRecords(sample);
          CsvBlocks.requireEnd(open);
          int further = Math.min(size, TextLines.LONGEST + 1 - open);
          byte[] larger = Arrays.copyOf(sample, size + further);
          int read = in.readNBytes(larger, size, further);
          sample = read == further ? larger : Arrays.copyOf(larger, size + read);
          size += further;
        }
        boolean whole = sample.length < size || in.read() < 0;
        // A line end after the last line; a cut-off line is told by its absence.
        byte[] ended = Arrays.copyOf(sample, sample.length + (whole ? 1 : 0));
        if (whole) {
          ended[sample.length] = '\n';
        }
        return new Sample(ended, whole);
      }
    }
  }

  /** Names the line of the first record that cannot be read. */
  private Optional<DataException> broken(Sample start, int length) {
    return CsvDialect.trouble(start.text(), length, dialect.separator(), start.whole())
        .map(trouble -> complaint(trouble, 1));
  }

  /**
   * Creates the complaint about a record.
   *
   * @param firstLine the number of the line from which the trouble counts
   */
  DataException complaint(CsvParser.Trouble trouble, long firstLine) {
    Place place = new Place(name, "line", firstLine + trouble.line(), null);
    if (!trouble.badCell()) {
      return DataException.at(place, trouble.problem(), "correct the line");
    }
    String column = columns.get(trouble.column()).name();
    return DataException.at(
        place.withColumn(column),
        "'" + Words.abbreviated(trouble.problem()) + "' is not a number",
        "correct it, or fit without the column: --exclude " + column);
  }

  /** Refuses what no text holds. */
  static void requireText(String name, byte[] sample) {
    for (byte b : sample) {
      if (b == 0) {
        throw DataException.at(
            Place.file(name),
            "it holds zero bytes, so it is no text",
            "save it as comma-separated text in UTF-8");
      }
    }
  }

  private static int lines(byte[] sample) {
    int count = 0;
    for (byte b : sample) {
      count += b == '\n' || b == '\r' ? 1 : 0;
    }
    return count;
  }

  private static int wholeRecords(byte[] sample) {
    int length = sample.length;
    while (length > 0 && sample[length - 1] != '\n' && sample[length - 1] != '\r') {
      length--;
    }
    return length;
  }

  private static byte lineEnd(byte[] sample, int length) {
    for (int i = 0; i < length - 1; i++) {
      if (sample[i] == '\n') {
        return '\n';
      }
    }
    for (int i = 0; i < length - 1; i++) {
      if (sample[i] == '\r') {
        return '\r';
      }
    }
    return '\n';
  }

  private DataException empty(int sampled) {
    return sampled > 1
        ? DataException.at(
            Place.file(name), "no row can be found in it", "check its quotes and line ends")
        : DataException.at(Place.file(name), "it is empty", "give a file with data in it");
  }

  /** Decides about the first line: data if it has nothing but numbers, and perhaps gaps. */
  private boolean hasHeader(ReadOptions.Header header, List<String> first) {
    return switch (header) {
      case YES -> true;
      case NO -> false;
      case AUTO ->
          first.stream().allMatch(NumberText::isMissing)
              || isNumberedHeader(first)
              || first.stream()
                  .anyMatch(
                      cell -> NumberText.isBad(NumberText.parse(cell, dialect.decimalComma())));
    };
  }

  /** Recognises the header of a data frame without names, written with its index: ,0,1,2 … */
  private static boolean isNumberedHeader(List<String> first) {
    if (first.size() < 2 || !first.get(0).isBlank()) {
      return false;
    }
    return IntStream.range(1, first.size())
        .allMatch(i -> first.get(i).equals(Integer.toString(i - 1)));
  }

  private void remarkOnNumbers(List<String> header) {
    long numbers =
        header.stream()
            .filter(cell -> !NumberText.isMissing(cell))
            .filter(cell -> !NumberText.isBad(NumberText.parse(cell, false)))
            .count();
    if (numbers > 0) {
      remarks.add(
          name + ": the first line was taken for the header; if it is data, say --no-header");
    }
  }

  /** Says, once, that some text was read as {@link CsvCells#string} reads what is not UTF-8. */
  void remarkOnEncoding() {
    String remark =
        name
            + ": its text is not UTF-8 and was read as Windows-1252; save it in UTF-8 if letters"
            + " are wrong";
    if (!remarks.contains(remark)) {
      remarks.add(remark);
    }
  }

  private List<Column> columns(List<String> names, List<List<String>> body) {
    List<Column> found = new ArrayList<>();
    for (int j = 0; j < names.size(); j++) {
      Sniff sniff = new Sniff();
      for (List<String> record : body) {
        if (j < record.size()) {
          sniff.add(record.get(j), dialect.decimalComma());
        }
      }
      found.add(new Column(names.get(j), sniff.kind()));
    }
    return List.copyOf(found);
  }

  /** Returns where the header ends, and how many lines it and blank ones before it take. */
  private int[] headerEnd(byte[] sample, int length) {
    CsvCells cells = new CsvCells(dialect.separator());
    cells.reset(sample, length);
    int position = 0;
    int lines = 0;
    while (sample[position] == '\n' || sample[position] == '\r') {
      boolean two = sample[position] == '\r' && sample[position + 1] == '\n';
      position += two ? 2 : 1;
      lines++;
    }
    do {
      position = cells.next(position);
      lines += cells.linesInside;
    } while (!cells.endOfRecord);
    return new int[] {position, lines + 1};
  }

  @Override
  public List<Stamp> stamps() {
    return stamp == null ? List.of() : List.of(stamp);
  }

  @Override
  public boolean decimalComma() {
    return dialect.decimalComma();
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public List<Column> columns() {
    return columns;
  }

  @Override
  public boolean named() {
    return named;
  }

  @Override
  public List<String> remarks() {
    return List.copyOf(remarks);
  }

  @Override
  public String unit() {
    return "line";
  }

  @Override
  public long rowBound() throws IOException {
    long ends = plain != null ? LineCount.of(plain, lineEnd) : LineCount.of(opener, lineEnd);
    return Math.max(1, ends - headerLines + 1);
  }

  @Override
  public boolean countsQuickly() {
    return plain != null;
  }

  @Override
  public Rows open(int[] numeric, int[] text) throws IOException {
    InputStream in = TextInput.asText(opener.open());
    in.skipNBytes(headerEnd);
    CsvBlocks blocks = new CsvBlocks(in, dialect.separator(), lineEnd);
    return new CsvRows(this, blocks, headerLines + 1L, () -> parser(numeric, text));
  }

  private CsvParser parser(int[] numeric, int[] text) {
    return new CsvParser(dialect, columns, numeric, text);
  }
}
