package org.eigenlens.data;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Which columns of a table play which part.
 *
 * <p>Columns are written as on the command line: names, ranges {@code a..d} in the order of the
 * file and patterns with {@code *}, separated by commas; a name with a comma in it is quoted.
 * Label, targets and id are never features.
 *
 * @param columns the features; if absent, all numeric columns
 * @param exclude columns that are no features
 * @param label the class of each row, kept as text
 * @param targets the numeric targets
 * @param id the name of each row, kept as text
 * @param features the names that a model needs, in its order, or none where only texts are read;
 *     takes the place of {@code columns}
 */
public record Selection(
    Optional<String> columns,
    Optional<String> exclude,
    Optional<String> label,
    Optional<String> targets,
    Optional<String> id,
    Optional<List<String>> features) {

  /** All numeric columns are features. */
  public static final Selection ALL =
      new Selection(
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty());

  /** Checks that nothing is null, and copies the names. */
  public Selection {
    Objects.requireNonNull(columns, "columns");
    Objects.requireNonNull(exclude, "exclude");
    Objects.requireNonNull(label, "label");
    Objects.requireNonNull(targets, "targets");
    Objects.requireNonNull(id, "id");
    features = features.map(List::copyOf);
    if (columns.isPresent() && features.isPresent()) {
      throw new IllegalArgumentException(
          "The features are named by a model or by a choice of columns, not by both.");
    }
  }

  /** Returns this selection with other features. */
  public Selection withColumns(String cols) {
    return new Selection(Optional.of(cols), exclude, label, targets, id, features);
  }

  /** Returns this selection without some features. */
  public Selection withExclude(String cols) {
    return new Selection(columns, Optional.of(cols), label, targets, id, features);
  }

  /** Returns this selection with a class for each row. */
  public Selection withLabel(String column) {
    return new Selection(columns, exclude, Optional.of(column), targets, id, features);
  }

  /** Returns this selection with numeric targets. */
  public Selection withTargets(String cols) {
    return new Selection(columns, exclude, label, Optional.of(cols), id, features);
  }

  /** Returns this selection with a name for each row. */
  public Selection withId(String column) {
    return new Selection(columns, exclude, label, targets, Optional.of(column), features);
  }

  /** Returns this selection with the features of a model. */
  public Selection withFeatures(List<String> names) {
    return new Selection(Optional.empty(), exclude, label, targets, id, Optional.of(names));
  }
}
