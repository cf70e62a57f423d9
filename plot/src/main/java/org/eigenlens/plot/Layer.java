package org.eigenlens.plot;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Marks of one shape in a chart: columns of data, which of them say where and how a mark is drawn,
 * and what is the same for all of them.
 */
final class Layer {

  private final String geometry;
  private final Map<String, List<?>> data = new LinkedHashMap<>();
  private final Map<String, Object> mapping = new LinkedHashMap<>();
  private final Map<String, Object> constants = new LinkedHashMap<>();
  private List<String> tips = List.of();
  private List<String> groups = List.of();

  private Layer(String geometry) {
    this.geometry = geometry;
  }

  /** Starts a layer of the shapes that lets-plot calls by this name. */
  static Layer of(String geometry) {
    return new Layer(geometry);
  }

  /** Adds numbers that decide where marks are, or how they look. */
  Layer with(String aesthetic, double... values) {
    return with(aesthetic, Arrays.stream(values).boxed().toList());
  }

  /** Adds values, one a mark, that decide where marks are, or how they look. */
  Layer with(String aesthetic, List<?> values) {
    data.put(aesthetic, values);
    mapping.put(aesthetic, aesthetic);
    return this;
  }

  /** Says in which panel each mark is, from 0. */
  Layer in(List<Integer> panels) {
    data.put(Chart.PANEL, panels);
    return this;
  }

  /** Says in which column and row of panels each mark is, from 0. */
  Layer in(List<Integer> columns, List<Integer> rows) {
    data.put(Chart.PANEL_COLUMN, columns);
    data.put(Chart.PANEL_ROW, rows);
    return this;
  }

  /** Keeps marks together that make one line; for lines of several series. */
  Layer grouped(List<?> series) {
    data.put("group", series);
    mapping.put("group", "group");
    return this;
  }

  /** Sets how all marks of the layer look. */
  Layer all(String property, Object value) {
    constants.put(property, value);
    return this;
  }

  /** Returns a wider white copy, to be drawn first: lines stand out from what is under them. */
  Layer under() {
    Layer copy = new Layer(geometry);
    copy.data.putAll(data);
    copy.mapping.putAll(mapping);
    copy.mapping.remove("color");
    copy.constants.putAll(constants);
    copy.groups = groups;
    return copy.all("color", "#FFFFFF").all("size", 2.6);
  }

  /** Says what an interactive picture tells of each mark. */
  Layer tips(List<String> texts) {
    tips = texts;
    return this;
  }

  /** Says which category each mark is of, so that interactive pictures can hide it. */
  Layer groups(List<String> names) {
    groups = names;
    return this;
  }

  List<String> tips() {
    return tips;
  }

  List<String> groups() {
    return groups;
  }

  /** Returns the panel of each mark that has a tip or a category; empty if there is one panel. */
  List<Integer> panels(int columns) {
    if (data.containsKey(Chart.PANEL)) {
      return data.get(Chart.PANEL).stream().map(Integer.class::cast).toList();
    }
    List<Integer> panels = new ArrayList<>();
    if (data.containsKey(Chart.PANEL_COLUMN)) {
      for (int i = 0; i < data.get(Chart.PANEL_COLUMN).size(); i++) {
        int row = (Integer) data.get(Chart.PANEL_ROW).get(i);
        panels.add(row * columns + (Integer) data.get(Chart.PANEL_COLUMN).get(i));
      }
    }
    return panels;
  }

  /** Returns the layer as lets-plot takes it. */
  Map<String, Object> specification() {
    Map<String, Object> layer = new LinkedHashMap<>();
    layer.put("geom", geometry);
    layer.put("data", data);
    layer.put("mapping", mapping);
    layer.put("tooltips", "none");
    if (geometry.equals("bar")) {
      layer.put("stat", "identity");
    }
    layer.putAll(constants);
    return layer;
  }
}
