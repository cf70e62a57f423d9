package org.eigenlens.studio;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.eigenlens.model.Model;

/** The models that were used last, in memory; others are read again from their files. */
final class ModelCache {

  private static final int MOST = 16;

  private final Map<Path, Model> models =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Path, Model> eldest) {
          return size() > MOST;
        }
      };

  synchronized Model get(Path file) throws IOException {
    Model model = models.get(file);
    if (model == null) {
      model = Model.load(file);
      models.put(file, model);
    }
    return model;
  }
}
