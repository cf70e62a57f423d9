package org.eigenlens.studio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Who looks after pages that went away. */
final class SessionsTest {

  @Test
  void aPageMayAnnounceThatItWillBeQuiet() {
    Session session = new Session("session-c", Path.of("nowhere"), List.of());
    assertThat(session.absence()).isNotNegative();
    session.mayBeQuiet(Duration.ofMinutes(2).toNanos());
    assertThat(session.absence()).isNegative();
  }

  @Test
  void aPageThatGoesAwayEndsItsRequests() throws InterruptedException {
    Session session = new Session("session-d", Path.of("nowhere"), List.of());
    CompletableFuture<Answer> answer = endless(session, "any");
    session.endAnswers(Duration.ofHours(1).toNanos()); // it is still there
    assertThat(answer).isNotDone();
    session.endAnswers(-1);
    assertThat(answer)
        .failsWithin(Duration.ofSeconds(30))
        .withThrowableThat()
        .withCauseInstanceOf(InterruptedException.class);
  }

  @Test
  void aPageEndsOneOfItsRequestsByItsName() throws InterruptedException {
    Session session = new Session("session-g", Path.of("nowhere"), List.of());
    CompletableFuture<Answer> first = endless(session, "first");
    CompletableFuture<Answer> second = endless(session, "second");
    CompletableFuture<Answer> unnamed = endless(session, null);
    session.endAnswer("third");
    session.endAnswer("second");
    assertThat(second).failsWithin(Duration.ofSeconds(30));
    assertThat(first).isNotDone();
    assertThat(unnamed).isNotDone();
    session.endAnswers(-1);
    assertThat(first).failsWithin(Duration.ofSeconds(30));
    assertThat(unnamed).failsWithin(Duration.ofSeconds(30));
  }

  /** A request that is being answered until somebody ends it. */
  private static CompletableFuture<Answer> endless(Session session, String name)
      throws InterruptedException {
    CountDownLatch started = new CountDownLatch(1);
    CompletableFuture<Answer> answer = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                session.answer(
                    call -> {
                      started.countDown();
                      new CountDownLatch(1).await();
                      return null;
                    },
                    null,
                    name);
              } catch (IOException | InterruptedException e) {
                answer.completeExceptionally(e);
              }
            });
    thread.setDaemon(true);
    thread.start();
    started.await();
    return answer;
  }

  @Test
  void aFileThatAnInterruptClosesIsNoMistake() {
    Session session = new Session("session-e", Path.of("nowhere"), List.of());
    assertThatThrownBy(
            () ->
                session.answer(
                    call -> {
                      Thread.currentThread().interrupt();
                      throw new ClosedByInterruptException();
                    },
                    null,
                    null))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("broken off");
    assertThat(Thread.interrupted()).isFalse();
  }

  @Test
  void theOldestJobsThatCameToNothingMakeRoom() {
    Session session = new Session("session-f", Path.of("nowhere"), List.of());
    try (Jobs jobs = new Jobs("test", 1, 1000, new PrintWriter(new StringWriter()))) {
      for (int i = 0; i < 303; i++) {
        Job job = new Job("job-" + i, session.id(), Map.of(), running -> {}, changed -> {});
        job.cancel();
        session.start(job, jobs);
      }
      session.job("job-1").leaveFile(); // somebody may want it
      assertThat(session.outdated().stream().map(Job::id))
          .containsExactly("job-0", "job-2", "job-3");
    }
  }

  @Test
  void goesOnAfterAFailure() throws IOException, InterruptedException {
    StringWriter lines = new StringWriter();
    PrintWriter log = new PrintWriter(lines);
    CountDownLatch rounds = new CountDownLatch(3);
    Settings settings =
        Settings.of(0, List.of(), 1 << 20)
            .withPatience(Duration.ofMillis(20), Duration.ofMinutes(5));
    try (Workspace workspace = new Workspace(1 << 20, log);
        Sessions sessions =
            new Sessions(
                workspace,
                List.of(),
                settings,
                session -> {
                  if (session.id().equals("session-a")) {
                    throw new IllegalStateException("a mistake");
                  }
                  rounds.countDown();
                },
                log)) {
      sessions.of("session-a");
      sessions.of("session-b");
      assertThat(rounds.await(30, TimeUnit.SECONDS)).isTrue();
    }
    assertThat(lines.toString()).contains("a mistake");
  }
}
