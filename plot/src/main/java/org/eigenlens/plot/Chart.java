package org.eigenlens.plot;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A chart in the grammar of lets-plot: layers of marks, scales, one panel or many. The only class
 * that knows how that library is told things.
 */
final class Chart {

  static final String PANEL = "panel";
  static final String PANEL_COLUMN = "panelColumn";
  static final String PANEL_ROW = "panelRow";

  /** The size of words under the title, in points. */
  static final int SMALL = 12;

  private static final double ROUNDING = 1e-9;
  private static final int WIDTH = 800;
  private static final int HEIGHT = 600;

  private final List<Layer> layers = new ArrayList<>();
  private final List<Map<String, Object>> scales = new ArrayList<>();
  private final Map<String, Object> theme = new LinkedHashMap<>();
  private final Map<String, Object> more = new LinkedHashMap<>();
  private final List<String> strips = new ArrayList<>();
  private boolean images;
  private boolean stairs;
  private int panels = 1;
  private int panelColumns = 1;
  private int width = WIDTH;
  private int height = HEIGHT;

  Chart() {
    theme.put("name", "minimal");
    theme.put("panel_grid_minor", "blank");
    theme.put("plot_title", Map.of("blank", false, "size", 17, "face", "bold"));
    theme.put("plot_subtitle", Map.of("blank", false, "size", SMALL));
    theme.put("plot_caption", Map.of("blank", false, "size", SMALL, "hjust", 0));
    // Some marks ask for equal units by themselves; here charts say when they want them.
    more.put("coord", Map.of("name", "cartesian"));
  }

  Chart size(int newWidth, int newHeight) {
    width = newWidth;
    height = newHeight;
    return this;
  }

  int width() {
    return width;
  }

  int height() {
    return height;
  }

  Chart add(Layer layer) {
    layers.add(layer);
    return this;
  }

  List<Layer> layers() {
    return layers;
  }

  /** Names an axis, x or y; a name of null leaves no room for one. */
  Chart axis(String aesthetic, String name) {
    return axis(aesthetic, name, null);
  }

  /** Names an axis and limits it to a range, with nothing added on either side. */
  Chart axis(String aesthetic, String name, double[] limits) {
    Map<String, Object> scale = scale(aesthetic);
    if (name == null) {
      theme.put("axis_title_" + aesthetic, "blank");
    } else {
      scale.put("name", name);
    }
    if (limits != null) {
      scale.put("limits", List.of(limits[0], limits[1]));
      scale.put("expand", List.of(0, 0));
    }
    return this;
  }

  /** Names the ticks of an axis of whole numbers. */
  Chart ticks(String aesthetic, List<Double> places, List<String> names) {
    Map<String, Object> scale = scale(aesthetic);
    scale.put("breaks", places);
    scale.put("labels", names);
    return this;
  }

  /** Measures an axis by powers of ten. */
  Chart logarithmic(String aesthetic) {
    scale(aesthetic).put("trans", "log10");
    return this;
  }

  private Map<String, Object> scale(String aesthetic) {
    for (Map<String, Object> scale : scales) {
      if (scale.get("aesthetic").equals(aesthetic)) {
        return scale;
      }
    }
    Map<String, Object> scale = new LinkedHashMap<>();
    scale.put("aesthetic", aesthetic);
    scales.add(scale);
    return scale;
  }

  /** Gives categories their colours, in order. */
  Chart categories(String aesthetic, String name, List<String> categories, List<String> colours) {
    Map<String, Object> scale = scale(aesthetic);
    scale.put("name", name);
    scale.put("discrete", true);
    scale.put("limits", categories);
    scale.put("breaks", categories);
    scale.put("values", colours);
    return this;
  }

  /** Gives numbers colours from little to much. */
  Chart gradient(String aesthetic, String name, List<String> colours) {
    Map<String, Object> scale = scale(aesthetic);
    scale.put("name", name);
    scale.put("scale_mapper_kind", "color_gradientn");
    scale.put("colors", colours);
    return this;
  }

  /**
   * Returns how far colours on both sides of zero have to reach for such values. The library takes
   * values that are the same, but for rounding, for a range of half a unit on either side, and
   * wants that within the limits.
   */
  static double reach(double... values) {
    DoubleSummaryStatistics all = Arrays.stream(values).summaryStatistics();
    double most = Math.max(-all.getMin(), all.getMax());
    return all.getMax() - all.getMin() > ROUNDING * most ? most : most + 0.5;
  }

  /** Gives numbers colours on both sides of zero, up to the given size. */
  Chart diverging(String aesthetic, String name, double most) {
    Map<String, Object> scale = scale(aesthetic);
    scale.put("name", name);
    scale.put("scale_mapper_kind", "color_gradient2");
    scale.put("low", Palette.NEGATIVE);
    scale.put("mid", Palette.NEUTRAL);
    scale.put("high", Palette.POSITIVE);
    scale.put("midpoint", 0.0);
    scale.put("limits", List.of(-most, most));
    return this;
  }

  /** Takes colours as they are given. */
  Chart colours(String aesthetic) {
    Map<String, Object> scale = scale(aesthetic);
    scale.put("scale_mapper_kind", "identity");
    scale.put("guide", "none");
    return this;
  }

  /** Puts the legend below the chart, or leaves it out. */
  Chart legend(String place) {
    theme.put("legend_position", place);
    return this;
  }

  /** Writes the numbers and names along both axes smaller, so that more of them have room. */
  Chart smallTicks() {
    theme.put("axis_text", Map.of("blank", false, "size", 9));
    theme.put("axis_text_x", Map.of("blank", false, "size", 9, "angle", 0));
    return this;
  }

  /** Writes names beside the rows of a table as large as its numbers. */
  Chart readableTicks() {
    theme.put("axis_text", Map.of("blank", false, "size", 14));
    theme.put("axis_text_x", Map.of("blank", false, "size", 12, "angle", 0));
    return this;
  }

  /** Shows no axes: for images. */
  Chart withoutAxes() {
    images = true;
    theme.put("axis", "blank");
    theme.put("axis_title", "blank");
    theme.put("panel_grid", "blank");
    return this;
  }

  /** Tells whether panels are images, whose pixels are to be seen. */
  boolean isOfImages() {
    return images;
  }

  /** Leaves out the grid lines across one axis. */
  Chart withoutGrid(String aesthetic) {
    theme.put("panel_grid_major_" + aesthetic, "blank");
    return this;
  }

  /** Measures both axes by the same unit. */
  Chart sameUnits() {
    more.put("coord", Map.of("name", "fixed"));
    return this;
  }

  /** Swaps the axes: for bars that lie. */
  Chart flipped() {
    more.put("coord", Map.of("name", "flip"));
    return this;
  }

  /** Spreads the marks over titled panels, so many in a row. */
  Chart panels(List<String> titles, int columns, boolean freeScales) {
    strips.addAll(titles);
    panels = titles.size();
    panelColumns = Math.min(columns, panels);
    Map<String, Object> facet = new LinkedHashMap<>();
    facet.put("name", "wrap");
    facet.put("facets", List.of(PANEL));
    facet.put("order", List.of(1));
    facet.put("ncol", panelColumns);
    facet.put("scales", freeScales ? "free" : "fixed");
    more.put("facet", facet);
    return this;
  }

  /** Spreads the marks over a table of panels. */
  Chart panelTable(List<String> columns, List<String> rows, boolean freeScales) {
    strips.addAll(columns);
    strips.addAll(rows);
    panels = columns.size() * rows.size();
    panelColumns = columns.size();
    Map<String, Object> facet = new LinkedHashMap<>();
    facet.put("name", "grid");
    facet.put("x", PANEL_COLUMN);
    facet.put("y", PANEL_ROW);
    facet.put("x_order", 1);
    facet.put("y_order", 1);
    facet.put("scales", freeScales ? "free" : "fixed");
    more.put("facet", facet);
    return this;
  }

  /** Leaves out the panels above the diagonal; titles move to the first and last that are left. */
  Chart belowDiagonal() {
    stairs = true;
    return this;
  }

  boolean isBelowDiagonal() {
    return stairs;
  }

  /** Returns the titles of panels in the order in which they are drawn. */
  List<String> strips() {
    return strips;
  }

  int panels() {
    return panels;
  }

  int panelColumns() {
    return panelColumns;
  }

  /**
   * Returns the chart as lets-plot takes it; every text in it is fit to be drawn.
   *
   * @param title fit to be drawn, as are the others, which may have several lines
   */
  @SuppressWarnings("unchecked")
  Map<String, Object> specification(String title, String subtitle, String caption) {
    Map<String, Object> chart = new LinkedHashMap<>();
    chart.put("kind", "plot");
    chart.put("ggsize", Map.of("width", width, "height", height));
    chart.put("theme", theme);
    chart.put("scales", scales);
    chart.putAll(more);
    chart.put("layers", layers.stream().map(Layer::specification).toList());
    Map<String, Object> clean = (Map<String, Object>) clean(chart);
    Map<String, Object> words = new LinkedHashMap<>();
    words.put("text", title);
    if (!subtitle.isEmpty()) {
      words.put("subtitle", subtitle);
    }
    clean.put("ggtitle", words);
    if (!caption.isEmpty()) {
      clean.put("caption", Map.of("text", caption));
    }
    return clean;
  }

  private static Object clean(Object value) {
    if (value instanceof String text) {
      return Texts.sentence(text);
    }
    if (value instanceof Map<?, ?> map) {
      Map<Object, Object> clean = new LinkedHashMap<>();
      map.forEach((key, entry) -> clean.put(key, clean(entry)));
      return clean;
    }
    if (value instanceof List<?> list) {
      List<Object> clean = new ArrayList<>(list.size());
      list.forEach(entry -> clean.add(clean(entry)));
      return clean;
    }
    return value;
  }
}
