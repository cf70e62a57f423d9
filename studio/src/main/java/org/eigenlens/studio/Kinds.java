package org.eigenlens.studio;

import java.util.ArrayList;
import java.util.List;
import org.eigenlens.model.KernelModel;
import org.eigenlens.model.LinearModel;
import org.eigenlens.model.Model;
import org.eigenlens.model.Origin;
import org.eigenlens.model.PairedModel;
import org.eigenlens.plot.Kind;

/** Which pictures there are of a model; what one lacks after all, the command says itself. */
final class Kinds {

  private Kinds() {}

  static List<String> of(Model model) {
    List<Kind> kinds = new ArrayList<>(List.of(Kind.SCREE));
    if (model instanceof PairedModel) {
      kinds.add(Kind.SCORES); // the same as that of correlations
      return labels(kinds);
    }
    kinds.add(Kind.SCORES);
    if (model instanceof LinearModel) {
      kinds.add(Kind.LOADINGS);
      kinds.add(Kind.CONTRIBUTIONS);
      if (model.components() > 1) {
        kinds.add(Kind.BIPLOT);
        kinds.add(Kind.COS2);
        if (model.provenance().standardized()) {
          kinds.add(Kind.CORRELATION_CIRCLE);
        }
      }
    }
    boolean points = !(model instanceof KernelModel kernel && kernel.isTable());
    if (points && model.columns() == 2) {
      kinds.add(Kind.CONTOURS);
    }
    if (FittedModel.canDecode(model) && !(model.provenance().origin() instanceof Origin.Texts)) {
      kinds.add(Kind.RECONSTRUCTION);
    }
    if (model instanceof LinearModel && !(model.provenance().origin() instanceof Origin.Texts)) {
      kinds.add(Kind.OUTLIERS);
    }
    if (model instanceof LinearModel && model.provenance().origin() instanceof Origin.Images) {
      kinds.add(Kind.COMPONENTS);
    }
    return labels(kinds);
  }

  private static List<String> labels(List<Kind> kinds) {
    return kinds.stream().map(Kind::label).toList();
  }
}
