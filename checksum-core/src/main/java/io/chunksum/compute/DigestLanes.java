// SPDX-License-Identifier: Apache-2.0

package io.chunksum.compute;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.lanes.LaneKernel;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether the digests of a type are computed for many windows at once, in lanes, or one by
 * one by {@link MessageDigest}, and reports which and why.
 *
 * <p>Lanes are used only after a self-check in this JVM has found them correct, faster than {@code
 * MessageDigest} and free of garbage. Until then {@code MessageDigest} does the work, so no call
 * waits. The check starts by itself, in a daemon thread that ends with it, when calls with at least
 * 8 windows in hand have digested 256 MiB, or 8 GiB for SHA-256, which has less to gain; it usually
 * takes a few seconds, and up to two minutes where the machine is busy. {@link #await} starts it at
 * once, {@link #check} runs it in the caller's thread, {@link #use} skips it. Lanes that turn out
 * slow in use are abandoned.
 *
 * <p>There are no lanes if the preferred security provider of the digest is not the JDK's own:
 * whoever installed another wants its implementation. The system property {@code chunksum.lanes},
 * which is read once, turns lanes off for good if it is {@code off}, or anything but {@code auto};
 * SHA-256 is then never computed two windows at a time, either. The lanes of the Vector API need a
 * JVM with {@code --add-modules jdk.incubator.vector}; for MD5 there are also others, much slower,
 * that need nothing.
 *
 * <p>There is one object for each type, safe to use from any thread.
 */
public final class DigestLanes {
  // A long file: whatever changes the choice of lanes has to do so under the one lock.

  /** What computes digests. */
  public enum Engine {
    /** The JDK: one window after the other, or two SHA-256 at a time where that is faster. */
    MESSAGE_DIGEST,

    /** Loops over many windows that the JVM's compiler turns into vector instructions. */
    PLAIN_LANES,

    /** The JDK's Vector API. */
    VECTOR_LANES
  }

  /**
   * What computes the digests of a type, and why. Immutable.
   *
   * @param engine what is in use
   * @param lanes number of windows that it advances together; for {@code MESSAGE_DIGEST} 1, or 2
   *     while SHA-256 is computed two windows at a time
   * @param minWindows least number of windows for which it is used; fewer go to {@code
   *     MessageDigest}
   * @param speed how many times as fast as {@code MessageDigest} the self-check found it to be with
   *     all lanes in use; 1 for {@code MESSAGE_DIGEST}, and if not measured
   * @param reason why this engine is in use, in words
   */
  public record Status(Engine engine, int lanes, int minWindows, double speed, String reason) {}

  /*
   * About as much work as lanes must do before their gain makes up for the check. Compiling them
   * keeps a processor busy for seconds, which a short-lived program would rather have for itself.
   */
  private static final long MD5_BYTES_BEFORE_CHECK = 256L << 20;
  private static final long SHA256_BYTES_BEFORE_CHECK = 8192L << 20;

  /** Lanes that lasted for so long start afresh: what made them slow is not what did before. */
  private static final long FORGIVING_NANOS = TimeUnit.HOURS.toNanos(1);

  private static final Map<ChecksumType, DigestLanes> ALL =
      Map.of(
          ChecksumType.MD5,
          new DigestLanes(ChecksumType.MD5, "MD5", null, MD5_BYTES_BEFORE_CHECK),
          ChecksumType.SHA256,
          new DigestLanes(ChecksumType.SHA256, "SHA-256", null, SHA256_BYTES_BEFORE_CHECK));

  /** Made beforehand, because the thread that starts a check is at work. */
  private static final LaneChoice BEING_CHECKED =
      LaneChoice.messageDigest("lanes are being checked");

  /** Made beforehand, because there may be no memory left. */
  private static final LaneChoice NOT_CHECKED =
      LaneChoice.messageDigest("lanes could not be checked, but will be checked again");

  private static final LaneChoice NO_THREAD =
      LaneChoice.messageDigest(
          "no thread could be started to check lanes; they will be checked again");

  private final ChecksumType type;
  private final String algorithm;

  /** Engines given by a test; null for those of the type. */
  private final @Nullable LaneEngines testEngines;

  private volatile LaneChoice choice =
      LaneChoice.messageDigest(
          "lanes have not been checked yet: too little was digested in calls of 8 windows or more");

  private final CheckSchedule schedule;

  /** Number of checks that are running or about to; guarded by this. */
  private int checks;

  /** How often {@link #pin} was called; guarded by this. */
  private int pins;

  /** For tests; other callers use {@link #find}. */
  DigestLanes(
      ChecksumType type,
      String algorithm,
      @Nullable LaneEngines testEngines,
      long bytesBeforeCheck) {
    this.type = type;
    this.algorithm = algorithm;
    this.testEngines = testEngines;
    this.schedule = new CheckSchedule(bytesBeforeCheck);
  }

  /**
   * Finds the lanes of a type.
   *
   * @param type the type of digest
   * @return its lanes; empty for a type that is neither SHA-256 nor MD5
   */
  public static Optional<DigestLanes> find(ChecksumType type) {
    return Optional.ofNullable(ALL.get(type));
  }

  /**
   * Reports what computes digests now, and why. If another provider has been preferred since a
   * calculator was made, that one's may still go through lanes, although this reports {@code
   * MESSAGE_DIGEST}: it keeps what it was made with.
   *
   * @return the current state
   */
  public Status status() {
    String excluded = LaneExclusion.reason(algorithm);
    if (excluded != null) {
      return LaneChoice.messageDigest(excluded).status();
    }
    Status status = choice.status();
    boolean pairs = status.engine == Engine.MESSAGE_DIGEST && PairRunner.inUse(type);
    return pairs ? new Status(status.engine, 2, 2, status.speed, status.reason) : status;
  }

  /**
   * Waits for the self-check to end, starting it if it has not been started, or is to be repeated.
   *
   * @param timeout maximum time to wait
   * @return the state after waiting
   * @throws InterruptedException if the thread was interrupted while waiting; the check continues
   */
  public synchronized Status await(Duration timeout) throws InterruptedException {
    Objects.requireNonNull(timeout, "timeout");
    if (quickExclusion() == null) {
      startPendingCheck();
    }
    long begin = System.nanoTime();
    long nanos = TimeUnit.NANOSECONDS.convert(timeout);
    for (long left = nanos; checks > 0 && left > 0; left = nanos - (System.nanoTime() - begin)) {
      TimeUnit.NANOSECONDS.timedWait(this, left);
    }
    return status();
  }

  /**
   * Runs the self-check now, in the calling thread, whatever an earlier one found. If {@link #use}
   * is called meanwhile, its choice stands. The JVM does not count the garbage of a virtual thread,
   * so there the check runs in a thread of its own, and an interrupt does not end the wait for it.
   * If a check runs out of memory, gets no thread or too little processor time, or finds lanes
   * ruled out since it was started, {@code MessageDigest} is used, and lanes are checked again
   * later.
   *
   * @return the resulting state
   */
  public Status check() {
    if (LaneExclusion.reason(algorithm) == null) {
      int before = pins();
      if (LaneSelfCheck.garbageIsCounted()) {
        countCheck(before);
        runCountedCheck(before);
      } else {
        LaneCheckThread thread = new LaneCheckThread(this, type.name(), before);
        startCheckIn(thread, before);
        thread.awaitEnd();
      }
    }
    return status();
  }

  /** Made when needed, which the first call of a JVM need not wait for. */
  private LaneEngines engines() {
    return testEngines != null ? testEngines : new LaneEngines(type);
  }

  synchronized int pins() {
    return pins;
  }

  /**
   * Counts a check that begins. No other starts by itself then, unless something was pinned
   * meanwhile: this one's result will not be used.
   */
  private synchronized void countCheck(int pinsBefore) {
    checks++;
    if (pins == pinsBefore) {
      schedule.cancel();
      if (!choice.hasLanes()) {
        choice = BEING_CHECKED;
      }
    }
  }

  private synchronized void uncountCheck() {
    checks--;
    notifyAll();
  }

  /** Runs a check that has been counted. If {@link #pin} is called meanwhile, that stands. */
  void runCountedCheck(int pinsBefore) {
    try {
      String excluded = LaneExclusion.reason(algorithm);
      if (excluded == null) {
        adopt(pinsBefore, engines().best());
      } else if (!LaneExclusion.isForGood(excluded)) {
        putOffFailedCheck(pinsBefore, excluded);
      }
    } catch (OutOfMemoryError e) {
      putOffFailedCheck(pinsBefore, e);
    } catch (TimeoutException e) {
      putOffFailedCheck(pinsBefore, e.getMessage());
    } catch (RuntimeException | Error e) { // Not expected, but the check must end in any case.
      putOffFailedCheck(pinsBefore, e);
      throw e;
    } finally {
      uncountCheck();
    }
  }

  /** Puts a check off even if there is no memory to say why. */
  private void putOffFailedCheck(int pinsBefore, @Nullable Object why) {
    try {
      String reason = NOT_CHECKED.status().reason() + ": " + why;
      putOffCheck(pinsBefore, LaneChoice.messageDigest(reason));
    } catch (OutOfMemoryError e) {
      putOffCheck(pinsBefore, NOT_CHECKED);
    }
  }

  private synchronized void adopt(int pinsBefore, LaneChoice found) {
    if (pins == pinsBefore) {
      choice = found;
      schedule.cancel(); // Lanes may have been abandoned meanwhile.
    }
  }

  /** Uses MessageDigest for now. Lanes are checked later, and later each time. */
  private synchronized void putOffCheck(int pinsBefore, LaneChoice meanwhile) {
    if (pins == pinsBefore) {
      choice = meanwhile;
      schedule.putOff();
    }
  }

  /**
   * Selects an engine without any check, until {@link #check} or this is called again. Slow or not,
   * it is used if a call has more than one window.
   *
   * @param engine what to use
   * @return the resulting state
   * @throws IllegalStateException if this JVM cannot load the engine, or lanes are ruled out here;
   *     nothing changes
   */
  public Status use(Engine engine) {
    Objects.requireNonNull(engine);
    if (engine == Engine.MESSAGE_DIGEST) {
      pin(LaneChoice.messageDigest("set by the application"));
    } else {
      String excluded = LaneExclusion.reason(algorithm);
      LaneEngines engines = engines();
      Supplier<LaneKernel> kernels = engines.kernels(engine).orElse(null);
      if (excluded != null || kernels == null) {
        throw new IllegalStateException(excluded != null ? excluded : engines.missing(engine));
      }
      LaneKernel first = kernels.get();
      int lanes = first.lanes();
      Status status = new Status(engine, lanes, Math.min(2, lanes), 1, "set by the application");
      pin(LaneChoice.lanes(status, kernels, first, Double.POSITIVE_INFINITY));
    }
    return status();
  }

  /** Makes a choice that no check may change by itself. */
  synchronized void pin(LaneChoice newChoice) {
    pins++;
    choice = newChoice;
    schedule.cancel();
  }

  LaneChoice choice() {
    return choice;
  }

  /** Why there can be no lanes here, as far as a thread at work can tell; null if there can. */
  @Nullable String quickExclusion() {
    return LaneExclusion.quickReason(algorithm);
  }

  /** Notes that {@code bytes} bytes could have gone through lanes, but did not. */
  void missed(long bytes) {
    if (!schedule.spend(bytes)) {
      return;
    }
    // Asking makes garbage, so with a provider that came later it is not done in every call.
    if (quickExclusion() == null) {
      startPendingCheck();
    } else {
      schedule.startOver();
    }
  }

  /**
   * Abandons lanes that turned out slow.
   *
   * @param now {@code System.nanoTime()}
   */
  synchronized void abandon(LaneChoice slow, long now) {
    if (choice == slow) {
      if (slow.losses().age(now) >= FORGIVING_NANOS) {
        schedule.forgive();
      }
      putOffCheck(
          pins, LaneChoice.messageDigest("lanes were slow in use; they will be checked again"));
    }
  }

  /** Starts the check that is to come by itself, if any, without waiting for more bytes. */
  private synchronized void startPendingCheck() {
    if (!schedule.isPending()) {
      return;
    }
    try {
      startCheckIn(new LaneCheckThread(this, type.name(), pins), pins);
    } catch (SecurityException e) { // Which must not end the caller's work, either.
      String reason = "no thread may be made to check lanes; they will be checked again: " + e;
      putOffCheck(pins, LaneChoice.messageDigest(reason));
    }
  }

  /** Starts a thread that runs a check. If {@link #pin} was called meanwhile, that stands. */
  synchronized void startCheckIn(Thread thread, int pinsBefore) {
    countCheck(pinsBefore);
    try {
      thread.start();
    } catch (OutOfMemoryError e) {
      uncountCheck();
      // No thread is available. That must not end the caller's work, which continues without one.
      putOffCheck(pinsBefore, NO_THREAD);
    }
  }
}
