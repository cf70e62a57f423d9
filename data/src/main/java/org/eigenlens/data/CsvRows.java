package org.eigenlens.data;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.Supplier;
import org.eigenlens.matrix.Parallel;

/**
 * Reads the rows of delimited text, a wave of blocks at a time, parsed on all cores.
 *
 * <p>The first mistake in the order of the file is the one that is reported, however the threads
 * ran.
 */
final class CsvRows implements TableFile.Rows {

  private static final int BLOCKS_PER_THREAD = 4;

  private final CsvFile file;
  private final CsvBlocks blocks;
  private final CsvBlocks.Block[] wave;
  private final CsvParser[] parsers;
  private final Supplier<CsvParser> newParser;
  private final Object turn = new Object();
  private int claimed;
  private int drained;
  private boolean ended;
  private long line;

  CsvRows(CsvFile file, CsvBlocks blocks, long firstLine, Supplier<CsvParser> newParser) {
    this.file = file;
    this.blocks = blocks;
    this.line = firstLine;
    this.newParser = newParser;
    int size = BLOCKS_PER_THREAD * Parallel.threads();
    wave = new CsvBlocks.Block[size];
    parsers = new CsvParser[size];
  }

  @Override
  public Chunk next() throws IOException {
    while (true) {
      if (drained == claimed) {
        if (ended) {
          return null;
        }
        fill();
        continue;
      }
      CsvParser parsed = parsers[drained++];
      if (parsed.trouble() != null) {
        throw file.complaint(parsed.trouble(), line);
      }
      if (parsed.foreign()) {
        file.remarkOnEncoding();
      }
      Chunk chunk = parsed.chunk(line);
      line += parsed.lines();
      if (chunk.rows() > 0) {
        return chunk;
      }
    }
  }

  private void fill() throws IOException {
    claimed = 0;
    drained = 0;
    try {
      Parallel.forEach(
          wave.length,
          task -> {
            int mine = claim();
            if (mine >= 0) {
              parsers[mine].parse(wave[mine].bytes(), wave[mine].length());
            }
          });
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /** Reads the next block; only one thread at a time, so that blocks are numbered in order. */
  private int claim() {
    synchronized (turn) {
      if (ended) {
        return -1;
      }
      if (wave[claimed] == null) {
        wave[claimed] = new CsvBlocks.Block();
        parsers[claimed] = newParser.get();
      }
      try {
        ended = !blocks.next(wave[claimed]);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return ended ? -1 : claimed++;
    }
  }

  @Override
  public void close() throws IOException {
    blocks.close();
  }
}
