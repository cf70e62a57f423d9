package org.eigenlens.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi.Text;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * The help of a command, with lines that end at blanks only.
 *
 * <p>Picocli breaks lines as prose, also after a dot inside a word, so that names of files came
 * apart. Examples are not broken at all: they are there to be copied.
 */
final class Usage extends Help {

  private static final String CONTINUED = "  ";

  Usage(CommandSpec spec, ColorScheme scheme) {
    super(spec, scheme);
  }

  private int width() {
    return commandSpec().usageMessage().width();
  }

  @Override
  public String description(Object... params) {
    StringBuilder text = new StringBuilder();
    for (String line : commandSpec().usageMessage().description()) {
      for (int[] part : parts(line.formatted(params), width(), 0)) {
        text.append(line.formatted(params), part[0], part[1]).append(System.lineSeparator());
      }
    }
    return text.toString();
  }

  @Override
  public String footer(Object... params) {
    StringBuilder text = new StringBuilder();
    for (String line : commandSpec().usageMessage().footer()) {
      text.append(line.formatted(params)).append(System.lineSeparator());
    }
    return text.toString();
  }

  @Override
  public Layout createDefaultLayout(
      List<OptionSpec> options, List<PositionalParamSpec> parameters, ColorScheme scheme) {
    int names = calcLongOptionColumnWidth(options, parameters, scheme);
    TextTable table = TextTable.forDefaultColumns(scheme, names, width());
    Column[] columns = table.columns();
    Column last = columns[columns.length - 1];
    int room = last.width - last.indent;
    IOptionRenderer option = createDefaultOptionRenderer();
    IParameterRenderer parameter = createDefaultParameterRenderer();
    return new Layout(
        scheme,
        table,
        (spec, label, colours) -> broken(option.render(spec, label, colours), room, colours),
        (spec, label, colours) -> broken(parameter.render(spec, label, colours), room, colours));
  }

  /** Gives each line of the last column a row of its own. */
  private static Text[][] broken(Text[][] rows, int room, ColorScheme scheme) {
    List<Text[]> lines = new ArrayList<>();
    for (Text[] row : rows) {
      int last = row.length - 1;
      Text described = row[last];
      lines.add(row);
      for (int[] part : parts(described.plainString(), room, CONTINUED.length())) {
        Text line = described.substring(part[0], part[1]);
        if (part[0] == 0) {
          row[last] = line;
        } else {
          Text[] more = new Text[row.length];
          Arrays.fill(more, scheme.text(""));
          more[last] = scheme.text(CONTINUED).concat(line);
          lines.add(more);
        }
      }
    }
    return lines.toArray(Text[][]::new);
  }

  /**
   * Cuts a text at blanks into lines that are no longer than a width, unless a word is.
   *
   * @param indent by how much all lines but the first are shorter
   * @return where each line starts and ends
   */
  static List<int[]> parts(String text, int width, int indent) {
    List<int[]> parts = new ArrayList<>();
    int start = 0;
    while (start < text.length()) {
      int room = width - (start == 0 ? 0 : indent);
      int end = text.length();
      if (end - start > room) {
        int blank = text.lastIndexOf(' ', start + room);
        blank = blank > start ? blank : text.indexOf(' ', start + room);
        end = blank < 0 ? end : blank;
      }
      parts.add(new int[] {start, end});
      start = end + 1;
    }
    return parts;
  }
}
