package org.eigenlens.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The licences of the libraries on the class path, as their projects tell them. */
final class Licences {

  /** Licences that allow use beside ours; where there are several, one is enough. */
  private static final Pattern ALLOWED =
      Pattern.compile(
          "(?i).*(apache|\\bmit\\b|bsd|eclipse (distribution|public)|\\b(epl|edl|cddl)\\b|mozilla"
              + "|unicode|public domain).*");

  private static final Pattern LICENCE =
      Pattern.compile("<license>.*?<name>\\s*(.*?)\\s*</name>.*?</license>", Pattern.DOTALL);
  private static final Pattern PARENT = Pattern.compile("<parent>(.*?)</parent>", Pattern.DOTALL);

  private Licences() {}

  /** Returns the libraries of others. */
  static List<Path> jars() {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
        .map(Path::of)
        .filter(path -> path.toString().endsWith(".jar"))
        .filter(path -> !path.getFileName().toString().startsWith("eigenlens-"))
        .toList();
  }

  /** Returns the libraries whose licences are none of those allowed, with what they say. */
  static List<String> others() throws IOException {
    List<String> others = new ArrayList<>();
    for (Path jar : jars()) {
      List<String> licences = of(pom(jar.getParent()));
      if (licences.stream().noneMatch(name -> ALLOWED.matcher(name).matches())) {
        others.add(jar.getFileName() + ": " + licences);
      }
    }
    return others;
  }

  private static Path pom(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".pom")).findFirst().orElseThrow();
    }
  }

  /** Returns what a project says of its licences; a project that says nothing has its parent's. */
  private static List<String> of(Path pom) throws IOException {
    String text = Files.readString(pom, UTF_8).replaceAll("(?s)<!--.*?-->", "");
    List<String> found = new ArrayList<>();
    Matcher licence = LICENCE.matcher(text);
    while (licence.find()) {
      found.add(licence.group(1));
    }
    Matcher parent = PARENT.matcher(text);
    if (!found.isEmpty() || !parent.find()) {
      return found;
    }
    String id = value(parent.group(1), "artifactId");
    String version = value(parent.group(1), "version");
    String group = value(parent.group(1), "groupId").replace('.', '/');
    Path other = Path.of(group, id, version, id + "-" + version + ".pom");
    Path root = pom;
    while (!Files.exists(root.resolve(other))) {
      root = root.getParent();
    }
    return of(root.resolve(other));
  }

  private static String value(String xml, String name) {
    Matcher value = Pattern.compile("<%1$s>\\s*(.*?)\\s*</%1$s>".formatted(name)).matcher(xml);
    assertThat(value.find()).as("%s in %s", name, xml).isTrue();
    return value.group(1);
  }
}
