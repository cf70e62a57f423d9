package org.eigenlens.studio;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Finds who answers a request, by its method and path. */
final class Router {

  /** Answers a request; the interrupt of its thread ends what takes time, as jobs do. */
  @FunctionalInterface
  interface Handler {
    Answer answer(Call call) throws IOException, InterruptedException;
  }

  /** Who answers, and what stood in the path in the places of names. */
  record Found(Handler handler, List<String> parts) {}

  private record Route(String method, Pattern path, Handler handler) {}

  private final List<Route> routes = new ArrayList<>();

  /**
   * Adds a route.
   *
   * @param path as in {@code /api/jobs/*}, where a star is one name
   */
  Router add(String method, String path, Handler handler) {
    routes.add(
        new Route(method, Pattern.compile(path.replace("*", "([A-Za-z0-9-]{1,64})")), handler));
    return this;
  }

  /** Returns who answers; refuses an unknown path, or another method than those there are. */
  Found find(String method, String path) {
    List<String> methods = new ArrayList<>();
    for (Route route : routes) {
      Matcher matcher = route.path().matcher(path);
      if (!matcher.matches()) {
        continue;
      }
      if (route.method().equals(method)) {
        return new Found(
            route.handler(),
            IntStream.rangeClosed(1, matcher.groupCount()).mapToObj(matcher::group).toList());
      }
      methods.add(route.method());
    }
    throw methods.isEmpty()
        ? Refusal.notFound("there is nothing at " + path)
        : new Refusal(
            Refusal.WRONG_METHOD,
            "%s is not for %s; use %s"
                .formatted(
                    method, path, methods.stream().distinct().collect(Collectors.joining(", "))));
  }
}
