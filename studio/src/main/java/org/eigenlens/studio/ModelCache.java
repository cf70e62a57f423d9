package org.eigenlens.studio;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.eigenlens.model.Model;

/**
 * The models that were used last, in memory; others are read again from their files.
 *
 * <p>A model takes about as much memory as its file has bytes, which is what is counted.
 */
final class ModelCache {

  private record Loaded(Model model, long bytes) {}

  private final long most;
  private final Map<Path, Loaded> models = new LinkedHashMap<>(16, 0.75f, true);
  private long bytes;

  /**
   * Makes an empty cache.
   *
   * @param most how many bytes may be held; a model that has more is refused
   */
  ModelCache(long most) {
    this.most = most;
  }

  /** Tells whether a model is small enough to be held. */
  boolean holds(Path file) throws IOException {
    return Files.size(file) <= most;
  }

  synchronized Model get(Path file) throws IOException {
    Loaded loaded = models.get(file);
    if (loaded == null) {
      long size = Files.size(file);
      if (size > most) {
        throw new Refusal(
            Refusal.TOO_LARGE,
            "the model takes %s, and the studio holds %s of models at most; download it, or start the studio with more --memory"
                .formatted(Workspace.size(size), Workspace.size(most)));
      }
      loaded = new Loaded(Model.load(file), size);
      bytes += size;
      Iterator<Loaded> eldest = models.values().iterator();
      while (bytes > most && eldest.hasNext()) {
        bytes -= eldest.next().bytes();
        eldest.remove();
      }
      models.put(file, loaded);
    }
    return loaded.model();
  }
}
