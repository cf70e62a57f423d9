package org.eigenlens.plot;

import java.io.StringReader;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.transform.OutputKeys;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.jetbrains.letsPlot.awt.plot.PlotSvgExport;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/**
 * The SVG of a picture, made of what lets-plot draws: with names that do not change from run to
 * run, numbers of two decimals, the titles of panels, and for pages what each mark stands for.
 */
final class Svg {

  private static final Pattern LONG_NUMBER = Pattern.compile("(-?\\d+\\.\\d\\d)\\d+(?!\\d*E)");
  private static final Pattern TINY_NUMBER = Pattern.compile("-?\\d+\\.\\d+E-\\d+");
  private static final Pattern WHOLE_NUMBER = Pattern.compile("(\\d)\\.0+(?!\\d)");
  private static final Pattern MOVE = Pattern.compile("translate\\((-?[\\d.]+)[ ,]+(-?[\\d.]+)");

  /** The class of the titles of panels. */
  private static final String STRIP = "facet-strip-text";

  private static final Set<String> SHAPES = Set.of("circle", "rect", "path", "line", "polygon");

  /** How wide a letter of small text is on average, and what is left free beside lines of it. */
  private static final double LETTER = 0.6 * Chart.SMALL;

  private static final int BESIDE = 70;

  private final Document document;
  private final Element root;

  private Svg(Picture picture, boolean interactive) {
    Chart chart = picture.chart();
    String drawn =
        PlotSvgExport.INSTANCE.buildSvgImageFromRawSpecs(
            chart.specification(
                Texts.sentence(picture.title()),
                wrapped(Texts.sentence(picture.subtitle()), chart.width()),
                wrapped(Texts.sentence(String.join(" ", picture.ownNotes())), chart.width())),
            null,
            false);
    document = parse(drawn);
    root = document.getDocumentElement();
    if (marks().size() != chart.layers().size() * chart.panels()) {
      // The library draws a picture of its own failures.
      throw new IllegalStateException("This chart cannot be drawn: " + root.getTextContent());
    }
    nameStrips(chart);
    if (chart.isBelowDiagonal()) {
      clearAboveDiagonal(chart);
    }
    sharpen();
    if (chart.isOfImages()) {
      elements("image").forEach(image -> image.setAttribute("style", "image-rendering: pixelated"));
    }
    if (interactive) {
      tellMarks(chart);
    }
    picture.below().ifPresent(other -> append(chart, new Svg(other, interactive)));
  }

  /** Keeps curves round when they are painted, and neighbouring tiles without a gap. */
  private void sharpen() {
    root.setAttribute("shape-rendering", "geometricPrecision");
    for (Element group : marks()) {
      for (Element shape : shapes(group)) {
        if (shape.getTagName().equals("rect")) {
          shape.setAttribute("shape-rendering", "crispEdges");
        }
      }
    }
  }

  /** Returns the groups of marks that the library drew: one for each layer in each panel. */
  private List<Element> marks() {
    return elements("g").stream().filter(group -> group.hasAttribute("clip-bounds-jfx")).toList();
  }

  /** Empties the panels above the diagonal, and moves titles beside those that are left. */
  private void clearAboveDiagonal(Chart chart) {
    int across = chart.panelColumns();
    int layers = chart.layers().size();
    List<Element> marks = marks();
    for (int row = 0; row < across; row++) {
      for (int column = row; column < across; column++) {
        Element own = marks.get((row * across + column) * layers);
        double[] here = moved(own);
        double[] first = moved(marks.get((column * across + column) * layers));
        double[] last = moved(marks.get((row * across + row) * layers));
        for (Element part : children((Element) own.getParentNode())) {
          String role = strip(part);
          if (role.endsWith("y")) {
            move(part, last[0] - here[0], 0);
          } else if (!role.isEmpty()) {
            move(part, 0, first[1] - here[1]);
          } else if (column > row && !part.hasAttribute("clip-bounds-jfx")) {
            part.getParentNode().removeChild(part);
          }
        }
      }
    }
  }

  /** Returns of which axis the title in a group is; empty if there is none. */
  private static String strip(Element group) {
    NodeList texts = group.getElementsByTagName("text");
    String role = texts.getLength() == 1 ? ((Element) texts.item(0)).getAttribute("class") : "";
    return role.startsWith(STRIP) ? role : "";
  }

  private static List<Element> children(Element parent) {
    List<Element> children = new ArrayList<>();
    for (Node child = parent.getFirstChild(); child != null; child = child.getNextSibling()) {
      if (child instanceof Element element) {
        children.add(element);
      }
    }
    return children;
  }

  private static double[] moved(Element group) {
    Matcher move = MOVE.matcher(group.getAttribute("transform"));
    if (!move.find()) {
      return new double[2];
    }
    return new double[] {Double.parseDouble(move.group(1)), Double.parseDouble(move.group(2))};
  }

  private static void move(Element group, double right, double down) {
    double[] now = moved(group);
    group.setAttribute(
        "transform",
        MOVE.matcher(group.getAttribute("transform"))
            .replaceFirst("translate(" + (now[0] + right) + " " + (now[1] + down)));
  }

  /** Puts another drawing below this one. */
  private void append(Chart chart, Svg other) {
    Element moved = document.createElementNS(root.getNamespaceURI(), "g");
    moved.setAttribute("transform", "translate(0 " + chart.height() + ")");
    NodeList parts = other.root.getChildNodes();
    for (int i = 0; i < parts.getLength(); i++) {
      moved.appendChild(document.importNode(parts.item(i), true));
    }
    root.appendChild(moved);
  }

  /** Draws a picture as it is on paper. */
  static Svg still(Picture picture) {
    Svg svg = new Svg(picture, false);
    svg.describe(picture);
    svg.tidy("e");
    return svg;
  }

  /**
   * Draws a picture for a page, where marks say what they are.
   *
   * @param prefix of all names in it, by which pictures of one page do not mix
   */
  static Svg interactive(Picture picture, String prefix) {
    Svg svg = new Svg(picture, true);
    svg.describe(picture);
    svg.tidy(prefix);
    return svg;
  }

  /** Breaks a text into lines that fit under the title; the library takes them as they are. */
  private static String wrapped(String text, int width) {
    double longest = (width - BESIDE) / LETTER;
    StringBuilder lines = new StringBuilder();
    int length = 0;
    for (String word : text.split(" ", -1)) {
      if (length > 0 && length + word.length() > longest) {
        lines.append('\n');
        length = 0;
      }
      lines.append(length == 0 ? "" : " ").append(word);
      length += word.length() + 1;
    }
    return lines.toString();
  }

  private static Document parse(String svg) {
    try {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultInstance();
      factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
      factory.setNamespaceAware(true);
      return factory.newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
    } catch (ParserConfigurationException | SAXException | java.io.IOException e) {
      throw new IllegalStateException("The drawing library made no proper SVG.", e);
    }
  }

  /** Writes the titles of panels, which the library knows by number only. */
  private void nameStrips(Chart chart) {
    for (Element text : elements("text")) {
      String role = text.getAttribute("class");
      if (role.startsWith(STRIP)) {
        int number = (int) Double.parseDouble(text.getTextContent().strip());
        int first = role.endsWith("y") ? chart.panelColumns() : 0;
        text.setTextContent(Texts.clean(chart.strips().get(first + number)));
      }
    }
  }

  /** Says for those who cannot see it what the picture is. */
  private void describe(Picture picture) {
    root.setAttribute("role", "img");
    int width = picture.width();
    int height = picture.height();
    root.setAttribute("width", String.valueOf(width));
    root.setAttribute("height", String.valueOf(height));
    String edge = String.valueOf(-Picture.EDGE);
    root.setAttribute("viewBox", edge + " " + edge + " " + width + " " + height);
    Element paper = document.createElementNS(root.getNamespaceURI(), "rect");
    paper.setAttribute("x", edge);
    paper.setAttribute("y", edge);
    paper.setAttribute("width", String.valueOf(width));
    paper.setAttribute("height", String.valueOf(height));
    paper.setAttribute("fill", "#FFFFFF");
    root.insertBefore(paper, root.getFirstChild());
    Element description = document.createElementNS(root.getNamespaceURI(), "desc");
    description.setTextContent(
        Texts.sentence(picture.subtitle() + " " + String.join(" ", picture.notes())).strip());
    Element title = document.createElementNS(root.getNamespaceURI(), "title");
    title.setTextContent(Texts.sentence(picture.title()));
    root.insertBefore(description, root.getFirstChild());
    root.insertBefore(title, description);
  }

  /** Gives marks what a page tells of them; the library draws them in the order of the data. */
  private void tellMarks(Chart chart) {
    List<Element> drawn = marks();
    int layers = chart.layers().size();
    for (int i = 0; i < layers; i++) {
      Layer layer = chart.layers().get(i);
      if (layer.tips().isEmpty() && layer.groups().isEmpty()) {
        continue;
      }
      List<Integer> places = layer.panels(chart.panelColumns());
      int count = Math.max(layer.tips().size(), layer.groups().size());
      for (int panel = 0; panel < chart.panels(); panel++) {
        List<Integer> here = new ArrayList<>();
        for (int mark = 0; mark < count; mark++) {
          if (places.isEmpty() || places.get(mark) == panel) {
            here.add(mark);
          }
        }
        tell(layer, here, shapes(drawn.get(panel * layers + i)));
      }
    }
  }

  private static void tell(Layer layer, List<Integer> marks, List<Element> shapes) {
    if (marks.size() != shapes.size()) {
      throw new IllegalStateException(
          marks.size() + " marks, but " + shapes.size() + " shapes were drawn.");
    }
    for (int i = 0; i < marks.size(); i++) {
      if (!layer.tips().isEmpty()) {
        shapes.get(i).setAttribute("data-tip", Texts.sentence(layer.tips().get(marks.get(i))));
      }
      if (!layer.groups().isEmpty()) {
        shapes.get(i).setAttribute("data-group", Texts.clean(layer.groups().get(marks.get(i))));
      }
    }
  }

  private static List<Element> shapes(Element group) {
    List<Element> shapes = new ArrayList<>();
    NodeList all = group.getElementsByTagName("*");
    for (int i = 0; i < all.getLength(); i++) {
      Element element = (Element) all.item(i);
      boolean clips = element.getParentNode().getNodeName().equals("clipPath");
      if (SHAPES.contains(element.getTagName()) && !clips) {
        shapes.add(element);
      }
    }
    return shapes;
  }

  private List<Element> elements(String name) {
    List<Element> found = new ArrayList<>();
    NodeList all = root.getElementsByTagName(name);
    for (int i = 0; i < all.getLength(); i++) {
      found.add((Element) all.item(i));
    }
    return found;
  }

  /** Takes chance, long numbers and empty space out of what the library wrote. */
  private void tidy(String prefix) {
    Map<String, String> names = new HashMap<>();
    for (Element element : elements("*")) {
      String id = element.getAttribute("id");
      if (!id.isEmpty()) {
        names.computeIfAbsent(id, old -> prefix + names.size());
      }
    }
    tidy(root, names);
  }

  private static void tidy(Element element, Map<String, String> names) {
    element.removeAttribute("clip-bounds-jfx");
    var attributes = element.getAttributes();
    for (int i = 0; i < attributes.getLength(); i++) {
      Node attribute = attributes.item(i);
      String name = attribute.getNodeName();
      String value = attribute.getNodeValue();
      // What users wrote, and images, are not ours to change.
      boolean theirs = name.startsWith("data-") || name.equals("xlink:href");
      if (name.equals("id")) {
        attribute.setNodeValue(names.get(value));
      } else if (!theirs && value.startsWith("url(#")) {
        attribute.setNodeValue("url(#" + names.get(value.substring(5, value.length() - 1)) + ")");
      } else if (!theirs) {
        attribute.setNodeValue(shortNumbers(value));
      }
    }
    for (Node child = element.getFirstChild(); child != null; ) {
      Node next = child.getNextSibling();
      if (child instanceof Element inner) {
        tidy(inner, names);
      } else if (element.getTagName().equals("style")) {
        child.setNodeValue(renamed(child.getNodeValue(), names));
      } else if (child.getNodeValue().isBlank()) {
        element.removeChild(child);
      } else {
        child.setNodeValue(child.getNodeValue().strip());
      }
      child = next;
    }
  }

  static String shortNumbers(String text) {
    String near = TINY_NUMBER.matcher(text).replaceAll("0");
    return WHOLE_NUMBER.matcher(LONG_NUMBER.matcher(near).replaceAll("$1")).replaceAll("$1");
  }

  /** Renames what style rules are about; rules about what a still picture lacks go. */
  private static String renamed(String css, Map<String, String> names) {
    StringBuilder rules = new StringBuilder();
    Matcher rule = Pattern.compile("([^{}]+)\\{([^}]*)}").matcher(css);
    while (rule.find()) {
      String selector = rule.group(1).strip();
      if (selector.startsWith("#")) {
        String id = selector.substring(1, selector.indexOf(' '));
        if (!names.containsKey(id)) {
          continue;
        }
        selector = "#" + names.get(id) + selector.substring(selector.indexOf(' '));
      }
      String body = rule.group(2).strip().replaceAll("\\s+", " ").replace("Lucida Grande, ", "");
      rules.append(selector).append(" { ").append(body).append(" }\n");
    }
    return rules.toString();
  }

  /** Returns the SVG as text. */
  String text() {
    try {
      Transformer writer = TransformerFactory.newDefaultInstance().newTransformer();
      writer.setOutputProperty(OutputKeys.OMIT_XML_DECLARATION, "yes");
      StringWriter text = new StringWriter();
      writer.transform(new DOMSource(document), new StreamResult(text));
      // One element a line, so that pictures can be compared.
      return text.toString().replace("><", ">\n<") + "\n";
    } catch (TransformerException e) {
      throw new IllegalStateException("SVG cannot be written as text.", e);
    }
  }
}
