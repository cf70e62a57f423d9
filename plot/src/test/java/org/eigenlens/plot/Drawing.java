package org.eigenlens.plot;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** The structure of a picture as SVG. */
final class Drawing {

  private static final Pattern MOVE = Pattern.compile("translate\\((-?[\\d.]+)[ ,]+(-?[\\d.]+)");

  private final Document document;

  private Drawing(String svg) {
    try {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultInstance();
      factory.setNamespaceAware(true);
      document = factory.newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
    } catch (Exception e) {
      throw new AssertionError("no XML: " + svg.substring(0, Math.min(300, svg.length())), e);
    }
  }

  static Drawing of(Picture picture) {
    return new Drawing(picture.svg());
  }

  /** Draws a scene as it is on a page. */
  static Drawing onPage(Picture picture) {
    return new Drawing(Svg.interactive(picture, "p").text());
  }

  List<Element> all(String name) {
    List<Element> found = new ArrayList<>();
    NodeList nodes = document.getElementsByTagName(name);
    for (int i = 0; i < nodes.getLength(); i++) {
      found.add((Element) nodes.item(i));
    }
    return found;
  }

  /** Returns everything that is written in the picture. */
  List<String> texts() {
    return all("text").stream().map(text -> text.getTextContent().strip()).toList();
  }

  /** Returns the values of an attribute, in the order of the marks. */
  List<String> values(String attribute) {
    return all("*").stream()
        .filter(element -> element.hasAttribute(attribute))
        .map(element -> element.getAttribute(attribute))
        .toList();
  }

  /**
   * What an axis says: a value for each place.
   *
   * @param place of a first tick
   * @param unit the value of a step to the right or down
   */
  record Axis(double place, double atPlace, double unit) {
    double value(double at) {
      return atPlace + (at - place) * unit;
    }
  }

  /** Reads the ticks of the first axis, x or y, that has two numbers. */
  Axis axis(String name) {
    List<double[]> ticks = new ArrayList<>();
    for (Element text : all("text")) {
      String written = text.getTextContent().strip().replace(",", "");
      if (text.getAttribute("class").equals("axis-text-" + name)
          && written.matches("-?\\d+(\\.\\d+)?")) {
        ticks.add(
            new double[] {name.equals("x") ? left(text) : top(text), Double.parseDouble(written)});
      }
    }
    double[] first = ticks.get(0);
    double[] last = ticks.get(ticks.size() - 1);
    return new Axis(first[0], first[1], (last[1] - first[1]) / (last[0] - first[0]));
  }

  /** Returns how far right a shape is: its middle, if it is round, or its left edge. */
  static double left(Element element) {
    return place(element, 1, "cx", "x", "x1");
  }

  /** Returns how far down a shape is: its middle, if it is round, or its upper edge. */
  static double top(Element element) {
    return place(element, 2, "cy", "y", "y1");
  }

  private static double place(Element element, int part, String... attributes) {
    double place = 0;
    for (String attribute : attributes) {
      if (element.hasAttribute(attribute)) {
        place = Double.parseDouble(element.getAttribute(attribute));
        break;
      }
    }
    for (Node at = element; at instanceof Element above; at = at.getParentNode()) {
      Matcher move = MOVE.matcher(above.getAttribute("transform"));
      place += move.find() ? Double.parseDouble(move.group(part)) : 0;
    }
    return place;
  }

  Element root() {
    return document.getDocumentElement();
  }
}
