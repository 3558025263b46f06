package encore.infra.eventstore.sqlite;

import encore.infra.eventstore.log.adapter.CpuLoad;
import encore.infra.eventstore.verify.LogVerifier;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks a large log in the background while it is in use. It begins after the start, which needs all cores and the
 * disk. It pauses for as long as it works, and far longer while the cores are busy, so that most of the machine is left
 * to the users of the log.
 */
final class BackgroundLogCheck implements LogVerifier.Walk, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(BackgroundLogCheck.class);
    private static final Duration START_DELAY = Duration.ofMinutes(1);
    private static final int COMMITS_BETWEEN_PAUSES = 1_000;

    /**
     * The pause is this many times the work while the cores are busy, as when views are filled. The check is not
     * urgent.
     */
    private static final int PAUSE_FACTOR_WHEN_BUSY = 9;

    private final Function<LogVerifier.Walk, @Nullable String> findProblem;
    private final Consumer<String> onDamage;
    private final long startDelayNanos;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final CpuLoad cpuLoad = CpuLoad.ofThisProcess();
    private int commits;
    private long resumedAt;

    /**
     * Creates a check.
     *
     * @param problem reads the log and returns a problem, or null
     * @param damaged receives the problem
     */
    BackgroundLogCheck(Function<LogVerifier.Walk, @Nullable String> problem, Consumer<String> damaged) {
        this(problem, damaged, START_DELAY);
    }

    BackgroundLogCheck(
            Function<LogVerifier.Walk, @Nullable String> problem, Consumer<String> damaged, Duration startDelay) {
        this.findProblem = problem;
        this.onDamage = damaged;
        this.startDelayNanos = startDelay.toNanos();
    }

    void start() {
        Thread.ofPlatform().daemon().name("log-check").start(this::run);
    }

    private void run() {
        try {
            pause(startDelayNanos);
            resumedAt = System.nanoTime();
            String found = findProblem.apply(this);
            if (found != null) {
                onDamage.accept(found);
            }
        } catch (CancellationException e) {
            LOG.debug("The check of the log was stopped; it begins again after the next start");
        }
    }

    @Override
    public void commit(LogVerifier.Commit commit, List<LogVerifier.Event> events) {
        if (++commits % COMMITS_BETWEEN_PAUSES == 0) {
            long worked = System.nanoTime() - resumedAt;
            pause(cpuLoad.isHigh() ? PAUSE_FACTOR_WHEN_BUSY * worked : worked);
            resumedAt = System.nanoTime();
        }
    }

    private void pause(long nanos) {
        try {
            if (closed.await(nanos, TimeUnit.NANOSECONDS)) {
                throw new CancellationException();
            }
        } catch (InterruptedException e) {
            throw new CancellationException();
        }
    }

    @Override
    public void close() {
        closed.countDown();
    }
}
