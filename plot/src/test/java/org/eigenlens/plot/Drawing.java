package org.eigenlens.plot;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** The structure of a picture as SVG. */
final class Drawing {

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

  Element root() {
    return document.getDocumentElement();
  }
}
