package org.eigenlens;

/**
 * Hears how far a long computation has come.
 *
 * <p>Called from the computing thread at every step, however many there are and however short, so
 * listeners must be quick. To cancel, interrupt that thread: the computation ends with a {@link
 * java.util.concurrent.CancellationException} at its next step.
 */
@FunctionalInterface
public interface Progress {

  /** Hears nothing. */
  Progress NONE = step -> {};

  /** Hears what is being done now, in words for the user. */
  void at(String step);
}
