package org.eigenlens.cli;

import java.io.PrintWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.eigenlens.studio.Commands;

/** A command that works until it is cancelled, and tells when it began and when it ended. */
public final class EndlessCommand {

  private static final long PATIENCE_SECONDS = 60; // builds of others may slow anything down

  private final String name;
  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch cancelled = new CountDownLatch(1);

  /**
   * Takes the place of a command.
   *
   * @param name of the command, as users type it
   */
  public EndlessCommand(String name) {
    this.name = name;
  }

  /** Waits until somebody has it run, and tells whether that came about. */
  public boolean awaitBegin() throws InterruptedException {
    return begun.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  /** Waits until it is cancelled, and tells whether that came about. */
  public boolean awaitCancel() throws InterruptedException {
    return cancelled.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  /** Returns commands in which this one has its place. */
  Commands among(Commands commands) {
    return (Commands)
        Proxy.newProxyInstance(
            Commands.class.getClassLoader(),
            new Class<?>[] {Commands.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("run") && ((List<?>) arguments[2]).get(0).equals(name)) {
                return run((PrintWriter) arguments[1]);
              }
              try {
                return method.invoke(commands, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private int run(PrintWriter err) {
    begun.countDown();
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      cancelled.countDown();
      err.println("eigenlens: the work was cancelled");
    }
    return 1;
  }
}
