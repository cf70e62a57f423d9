package org.eigenlens.cli.browser;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.eigenlens.model.Json;

/**
 * Firefox, by the protocol that it speaks itself: {@code length:[0, number, command, parameters]}.
 * Needs no driver beside the browser.
 */
final class Marionette implements AutoCloseable {

  private static final int START_SECONDS = 90;

  private final Process firefox;
  private final Socket socket;
  private int sent;

  /** Starts Firefox with a profile of its own, which sends nothing to anybody. */
  Marionette(Path program, Path profile) throws IOException, InterruptedException {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    Files.writeString(
        profile.resolve("user.js"),
        """
        user_pref("marionette.port", %d);
        user_pref("app.update.enabled", false);
        user_pref("browser.shell.checkDefaultBrowser", false);
        user_pref("datareporting.policy.dataSubmissionEnabled", false);
        user_pref("network.captive-portal-service.enabled", false);
        """
            .formatted(port));
    firefox =
        new ProcessBuilder(
                program.toString(),
                "--headless",
                "--marionette",
                "--no-remote",
                "--profile",
                profile.toString(),
                "about:blank")
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      socket = connected(port);
      read(); // it says who it is
      run("WebDriver:NewSession", Map.of());
    } catch (Exception | Error e) {
      end(firefox);
      throw e;
    }
  }

  private static void end(Process browser) {
    browser.descendants().forEach(ProcessHandle::destroyForcibly);
    browser.destroyForcibly().onExit().join();
  }

  private Socket connected(int port) throws IOException, InterruptedException {
    for (int i = 0; i < 10 * START_SECONDS; i++) {
      try {
        Socket found = new Socket(InetAddress.getLoopbackAddress(), port);
        found.setSoTimeout(1000 * START_SECONDS);
        return found;
      } catch (ConnectException e) {
        assertThat(firefox.isAlive()).as("Firefox runs").isTrue();
        Thread.sleep(100);
      }
    }
    throw new IOException("Firefox does not listen");
  }

  private Object read() throws IOException {
    InputStream in = socket.getInputStream();
    ByteArrayOutputStream length = new ByteArrayOutputStream();
    for (int digit = in.read(); digit != ':'; digit = in.read()) {
      assertThat(digit).as("Firefox answers").isNotNegative();
      length.write(digit);
    }
    return Json.read(new String(in.readNBytes(Integer.parseInt(length.toString(UTF_8))), UTF_8));
  }

  private Object run(String command, Map<String, Object> parameters) throws IOException {
    byte[] message = Json.write(List.of(0, ++sent, command, parameters), false).getBytes(UTF_8);
    socket.getOutputStream().write((message.length + ":").getBytes(UTF_8));
    socket.getOutputStream().write(message);
    List<?> answer = (List<?>) read();
    assertThat(answer.get(2)).as(command).isNull();
    return answer.get(3) instanceof Map<?, ?> map ? map.get("value") : null;
  }

  void open(String address) throws IOException {
    run("WebDriver:Navigate", Map.of("url", address));
  }

  /** Runs the body of a function in the page. */
  Object script(String body) throws IOException {
    return run("WebDriver:ExecuteScript", Map.of("script", body, "args", List.of()));
  }

  /** Waits until an expression is true of the page. */
  void await(String expression) throws IOException, InterruptedException {
    long end = System.nanoTime() + START_SECONDS * 1_000_000_000L;
    while (!Boolean.TRUE.equals(script("return Boolean(" + expression + ")"))) {
      assertThat(System.nanoTime())
          .as("%s in %s", expression, script("return document.body.innerText"))
          .isLessThan(end);
      Thread.sleep(50);
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
    end(firefox);
  }
}
