package org.eigenlens.studio;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.eigenlens.model.Model;

/**
 * The program's own commands, as the studio uses them. May be called by several threads at once.
 */
public interface Commands extends AutoCloseable {

  /** Says in which folder commands keep what they need while they work. */
  void workIn(Path folder);

  /**
   * Runs a command on the calling thread; interrupting the thread cancels it.
   *
   * @param err if it is an {@link org.eigenlens.Progress} too, it hears how far the command is
   * @param words the command and what follows it
   * @return 0 if it was done; otherwise {@code err} has a line that says why not
   */
  int run(PrintWriter out, PrintWriter err, List<String> words);

  /** Ends whatever runs. */
  @Override
  void close();

  /** Returns the version of the program. */
  String version();

  /** Returns the methods that {@code fit} knows. */
  List<Method> methods();

  /** Returns the kernels that {@code --kernel} takes. */
  List<String> kernels();

  /** Returns the options of a command, in the order of its help. */
  List<Option> options(String command);

  /** Returns the command as it is typed in a shell. */
  String quoted(List<String> words);

  /** Returns a program that makes the model of a {@code fit}; none where it cannot be told. */
  Optional<String> program(List<String> words, Model model);

  /**
   * A method.
   *
   * @param name as users write it
   * @param kernel whether it compares rows by a kernel
   * @param labels whether it learns from labels
   * @param pairs whether it relates two views
   * @param neighbors whether it makes its kernel from the data
   */
  record Method(String name, boolean kernel, boolean labels, boolean pairs, boolean neighbors) {}

  /**
   * An option.
   *
   * @param name the longest of its names, without dashes
   * @param value what it takes, as help shows it; empty for a switch
   * @param words how many words it takes
   * @param help what it does
   */
  record Option(String name, String value, int words, String help) {

    /** Tells whether it is given without a value. */
    public boolean isSwitch() {
      return words == 0;
    }
  }
}
