package org.eigenlens.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class ParallelTest {

  private final int before = Parallel.threads();

  @AfterEach
  void restore() {
    Parallel.setThreads(before);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 8})
  void everyTaskRunsOnce(int threads) {
    Parallel.setThreads(threads);
    for (int tasks : new int[] {0, 1, 2, 7, 1000}) {
      AtomicIntegerArray runs = new AtomicIntegerArray(tasks);
      Parallel.forEach(tasks, runs::incrementAndGet);
      for (int i = 0; i < tasks; i++) {
        assertThat(runs.get(i)).as("task %d of %d", i, tasks).isEqualTo(1);
      }
    }
  }

  @Test
  void tasksReallyRunAtOnce() {
    Parallel.setThreads(3);
    CountDownLatch all = new CountDownLatch(3);
    Parallel.forEach(
        3,
        i -> {
          all.countDown();
          await(all);
        });
    assertThat(all.getCount()).isZero();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void failuresReachTheCallerAndStopTheRest(int threads) {
    Parallel.setThreads(threads);
    AtomicInteger started = new AtomicInteger();
    IllegalStateException failure = new IllegalStateException("task 0");
    assertThatThrownBy(
            () ->
                Parallel.forEach(
                    1_000_000,
                    i -> {
                      started.incrementAndGet();
                      if (i == 0) {
                        throw failure;
                      }
                    }))
        .isSameAs(failure);
    assertThat(started.get()).isLessThan(1_000_000);
  }

  @Test
  void errorsReachTheCallerFromAnotherThread() {
    Parallel.setThreads(2);
    Thread caller = Thread.currentThread();
    CountDownLatch both = new CountDownLatch(2);
    assertThatThrownBy(
            () ->
                Parallel.forEach(
                    2,
                    i -> {
                      both.countDown();
                      await(both);
                      if (Thread.currentThread() != caller) {
                        throw new StackOverflowError("from a helper");
                      }
                    }))
        .isInstanceOf(StackOverflowError.class)
        .hasMessage("from a helper");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void nestedRunsStayOnTheirThread(int threads) {
    Parallel.setThreads(threads);
    Parallel.forEach(
        4,
        i -> {
          Thread outer = Thread.currentThread();
          assertThat(Parallel.inside()).isTrue();
          Parallel.forEach(5, j -> assertThat(Thread.currentThread()).isSameAs(outer));
          assertThat(Parallel.inside()).isTrue();
        });
    assertThat(Parallel.inside()).isFalse();
  }

  @Test
  void aLoneTaskMayUseAllThreadsItself() {
    Parallel.setThreads(2);
    Set<Thread> seen = ConcurrentHashMap.newKeySet();
    Parallel.forEach(
        1,
        only -> {
          CountDownLatch both = new CountDownLatch(2);
          Parallel.forEach(
              2,
              i -> {
                seen.add(Thread.currentThread());
                both.countDown();
                await(both);
              });
        });
    assertThat(seen).hasSize(2);
  }

  @Test
  void workGoesOnAfterAFailure() {
    Parallel.setThreads(2);
    assertThatThrownBy(
            () ->
                Parallel.forEach(
                    4,
                    i -> {
                      throw new IllegalStateException();
                    }))
        .isInstanceOf(IllegalStateException.class);
    AtomicInteger sum = new AtomicInteger();
    Parallel.forEach(10, sum::addAndGet);
    assertThat(sum).hasValue(45);
    assertThat(Parallel.inside()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void interruptCancelsAndStaysVisible(int threads) {
    Parallel.setThreads(threads);
    AtomicInteger started = new AtomicInteger();
    Thread caller = Thread.currentThread();
    try {
      assertThatThrownBy(
              () ->
                  Parallel.forEach(
                      1_000_000,
                      i -> {
                        if (started.getAndIncrement() == 0) {
                          caller.interrupt();
                        }
                      }))
          .isInstanceOf(CancellationException.class);
      assertThat(Thread.currentThread().isInterrupted()).isTrue();
      assertThat(started.get()).isLessThan(1_000_000);
    } finally {
      Thread.interrupted();
    }
  }

  @Test
  void interruptWaitsForTasksUnderWay() {
    Parallel.setThreads(2);
    Thread caller = Thread.currentThread();
    AtomicBoolean finished = new AtomicBoolean();
    try {
      assertThatThrownBy(
              () ->
                  Parallel.forEach(
                      2,
                      i -> {
                        if (Thread.currentThread() == caller) {
                          spinUntil(caller::isInterrupted);
                        } else {
                          caller.interrupt();
                          spinUntil(() -> caller.getState() == Thread.State.WAITING);
                          finished.set(true);
                        }
                      }))
          .isInstanceOf(CancellationException.class);
      assertThat(finished).isTrue();
    } finally {
      Thread.interrupted();
    }
  }

  private static void spinUntil(BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      Thread.onSpinWait();
    }
  }

  @Test
  void atLeastOneThreadIsNeeded() {
    assertThatThrownBy(() -> Parallel.setThreads(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("1", "0");
  }
}
