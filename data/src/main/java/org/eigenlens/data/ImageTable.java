package org.eigenlens.data;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.eigenlens.matrix.Parallel;
import org.eigenlens.model.Origin;

/**
 * Images as a table: a row for each, with the columns {@code file} and {@code folder}, and a column
 * for each pixel, {@code p0_0} at the top left, {@code p0_1} right of it; in colour {@code p0_0_r},
 * {@code p0_0_g}, {@code p0_0_b}.
 *
 * <p>Only the header of the first image is read to know the columns; pixels are decoded when rows
 * are asked for, on all cores, some images at a time.
 */
final class ImageTable implements TableFile {

  static final String FILE = "file";
  static final String FOLDER = "folder";

  /** The first columns are not pixels. */
  private static final int MARKS = 2;

  private static final int MOST_BYTES = 128 << 20;

  /** Each pixel is a column: its name, and what is known of it. */
  private static final int BYTES_PER_PIXEL = 256;

  private static final int CELLS_AT_ONCE = 1 << 20;

  private final String name;
  private final List<Item> items;
  private final ImageOptions options;
  private final List<String> remarks;
  private final Origin.Images shape;
  private final List<Column> columns;
  private final List<Stamp> stamps = new ArrayList<>();

  /** 1 for each image whose colours were turned to grey. */
  private final AtomicIntegerArray greyed;

  ImageTable(String name, Items found, ImageOptions options) throws IOException {
    this.name = name;
    this.items = found.images();
    this.options = options;
    this.remarks = found.remarks();
    this.greyed = new AtomicIntegerArray(items.size());
    for (Path file : sources()) {
      stamps.add(stamp(file));
    }
    this.shape = shape();
    this.columns = columns(shape);
  }

  private static Stamp stamp(Path file) {
    try {
      return Stamp.of(file.toString(), file);
    } catch (IOException e) {
      throw RowCursor.unreadable(file.toString(), e);
    }
  }

  private Origin.Images shape() throws IOException {
    int channels = options.color() ? 3 : 1;
    Item first = items.get(0);
    ImageOptions.Size size;
    if (options.resize().isPresent()) {
      size = options.resize().get();
    } else {
      try (Archives archives = new Archives()) {
        size = ImageDecoder.size(first.path(), archives.read(first, MOST_BYTES));
      }
    }
    Origin.Images found = new Origin.Images(size.width(), size.height(), channels);
    if (options.expected().isPresent() && !options.expected().get().equals(found)) {
      throw differs(first, size, options.expected().get(), "the model was fitted to");
    }
    if (found.columns() > SparseFile.MOST_COLUMNS) {
      throw DataException.at(
          Place.file(first.path()),
          "%s pixels are %d columns, and a table has at most %d"
              .formatted(size, found.columns(), SparseFile.MOST_COLUMNS),
          "make the images smaller with --resize, as in --resize 64x64");
    }
    // An image of some bytes can say that it has millions of pixels, each of them a column.
    long room = Runtime.getRuntime().maxMemory() / BYTES_PER_PIXEL;
    if (found.columns() > room) {
      throw DataException.at(
          Place.file(first.path()),
          "%d pixels are more columns than this heap has room for, %d"
              .formatted(found.columns(), room),
          "make the images smaller with --resize, as in --resize 64x64, or "
              + Heap.remedy(found.columns() * BYTES_PER_PIXEL / (1 << 20) * 9 / 8 + 1));
    }
    return found;
  }

  private static DataException differs(
      Item item, ImageOptions.Size size, Origin.Images wanted, String because) {
    return DataException.at(
        Place.file(item.path()),
        "it has %s pixels, but %s %d × %d"
            .formatted(size, because, wanted.width(), wanted.height()),
        "bring all to one size with --resize %dx%d".formatted(wanted.width(), wanted.height()));
  }

  private static List<Column> columns(Origin.Images shape) {
    List<Column> columns = new ArrayList<>();
    columns.add(new Column(FILE, Column.Kind.MARK));
    columns.add(new Column(FOLDER, Column.Kind.MARK));
    String[] channels = shape.channels() == 1 ? new String[] {""} : new String[] {"_r", "_g", "_b"};
    for (int y = 0; y < shape.height(); y++) {
      for (int x = 0; x < shape.width(); x++) {
        for (String channel : channels) {
          columns.add(new Column("p" + y + "_" + x + channel, Column.Kind.NUMERIC));
        }
      }
    }
    return List.copyOf(columns);
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
    return true;
  }

  @Override
  public String unit() {
    return "image";
  }

  @Override
  public Optional<String> ownId() {
    return Optional.of(FILE);
  }

  @Override
  public Optional<String> ownLabel() {
    return Item.areInFolders(items.stream().map(Item::folder))
        ? Optional.of(FOLDER)
        : Optional.empty();
  }

  @Override
  public List<Path> sources() {
    return items.stream().map(Item::file).distinct().toList();
  }

  @Override
  public List<Stamp> stamps() {
    return stamps;
  }

  @Override
  public Origin origin() {
    return shape;
  }

  @Override
  public List<String> remarks() {
    List<String> all = new ArrayList<>(remarks);
    int count = 0;
    for (int i = 0; i < greyed.length(); i++) {
      count += greyed.get(i);
    }
    if (count > 0) {
      all.add(
          (count == 1 ? "1 image has" : count + " images have")
              + " colours, which were turned to grey; "
              + (options.expected().isPresent()
                  ? "the model was fitted to grey"
                  : "--color keeps them"));
    }
    return all;
  }

  @Override
  public long rowBound() {
    return items.size();
  }

  private double[] pixels(int number, Archives archives) {
    Item item = items.get(number);
    byte[] bytes = archives.read(item, MOST_BYTES);
    if (options.resize().isEmpty()) {
      ImageOptions.Size size = ImageDecoder.size(item.path(), bytes);
      if (size.width() != shape.width() || size.height() != shape.height()) {
        throw differs(
            item,
            size,
            shape,
            options.expected().isPresent()
                ? "the model was fitted to"
                : "the first, " + items.get(0).name() + ", has");
      }
    }
    PixelValues picture =
        ImageDecoder.decode(item.path(), bytes, options.color(), shape.width(), shape.height());
    greyed.set(number, picture.colored() && !options.color() ? 1 : 0);
    return picture.values();
  }

  @Override
  public Rows open(int[] numeric, int[] text) {
    Archives archives = new Archives();
    return new Rows() {
      private int next;

      @Override
      public Chunk next() {
        int most = Math.max(1, CELLS_AT_ONCE / columns.size());
        int count = Math.min(most, items.size() - next);
        if (count == 0) {
          return null;
        }
        Chunk chunk = chunk(next, count, numeric, text, archives);
        next += count;
        return chunk;
      }

      @Override
      public void close() throws IOException {
        archives.close();
      }
    };
  }

  private Chunk chunk(int first, int count, int[] numeric, int[] text, Archives archives) {
    double[] numbers = new double[count * numeric.length];
    DataException[] failures = new DataException[count];
    Parallel.forEach(
        count,
        i -> {
          try {
            double[] pixels = pixels(first + i, archives);
            for (int j = 0; j < numeric.length; j++) {
              numbers[i * numeric.length + j] = pixels[pixel(numeric[j])];
            }
          } catch (DataException e) {
            failures[i] = e;
          }
        });
    for (DataException failure : failures) {
      if (failure != null) {
        throw failure; // the first image that fails, whichever was tried first
      }
    }
    String[][] texts = new String[text.length][count];
    for (int t = 0; t < text.length; t++) {
      if (text[t] >= MARKS) {
        throw DataException.at(
            Place.file(name).withColumn(columns.get(text[t]).name()),
            "a pixel cannot be a label or an id",
            "name another column, as " + FOLDER);
      }
      for (int i = 0; i < count; i++) {
        Item item = items.get(first + i);
        texts[t][i] = columns.get(text[t]).name().equals(FILE) ? item.name() : item.folder();
      }
    }
    return new Chunk(count, numbers, texts, first + 1L, null);
  }

  private int pixel(int column) {
    if (column < MARKS) {
      throw DataException.at(
          Place.file(name).withColumn(columns.get(column).name()),
          "it holds names, not numbers",
          "choose among the pixels");
    }
    return column - MARKS;
  }
}
