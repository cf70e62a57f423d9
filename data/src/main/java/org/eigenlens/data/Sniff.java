package org.eigenlens.data;

/**
 * Judges what a column holds by its first cells.
 *
 * <p>It is numeric if at least half of the cells that are not missing are numbers, so that a word
 * among numbers is an error where it stands instead of a reason to leave the column out. So is a
 * number that is not read as it is spelled, such as 1,234 or 5 %.
 */
final class Sniff {

  private int numbers;
  private int words;
  private int truths;

  void add(String cell, boolean decimalComma) {
    double value = NumberText.parse(cell, decimalComma);
    if (NumberText.isBad(value)) {
      if (NumberText.isForeign(cell)) {
        numbers++;
        return;
      }
      words++;
      truths += NumberText.isBad(NumberText.truth(cell)) ? 0 : 1;
    } else if (!Double.isNaN(value)) {
      numbers++;
    }
  }

  Column.Kind kind() {
    if (numbers + words == 0) {
      return Column.Kind.EMPTY;
    }
    if (numbers == 0 && words == truths) {
      return Column.Kind.LOGICAL;
    }
    return numbers >= words ? Column.Kind.NUMERIC : Column.Kind.TEXT;
  }
}
