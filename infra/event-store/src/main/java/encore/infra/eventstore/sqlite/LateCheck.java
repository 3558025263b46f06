package encore.infra.eventstore.sqlite;

import encore.infra.eventstore.log.BusyCores;
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
final class LateCheck implements LogVerifier.Walk, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(LateCheck.class);
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final int COMMITS = 1_000;

    /**
     * The pause is this many times the work while the cores are busy, as when views are filled. The check is not
     * urgent.
     */
    private static final int BUSY = 9;

    private final Function<LogVerifier.Walk, @Nullable String> problem;
    private final Consumer<String> damaged;
    private final long patience;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final BusyCores cores = BusyCores.ofThisProcess();
    private int commits;
    private long restedAt;

    /**
     * Creates a check.
     *
     * @param problem reads the log and returns a problem, or null
     * @param damaged receives the problem
     */
    LateCheck(Function<LogVerifier.Walk, @Nullable String> problem, Consumer<String> damaged) {
        this(problem, damaged, PATIENCE);
    }

    LateCheck(Function<LogVerifier.Walk, @Nullable String> problem, Consumer<String> damaged, Duration patience) {
        this.problem = problem;
        this.damaged = damaged;
        this.patience = patience.toNanos();
    }

    void start() {
        Thread.ofPlatform().daemon().name("log-check").start(this::run);
    }

    private void run() {
        try {
            rest(patience);
            restedAt = System.nanoTime();
            String found = problem.apply(this);
            if (found != null) {
                damaged.accept(found);
            }
        } catch (CancellationException e) {
            LOG.debug("The check of the log was stopped; it begins again after the next start");
        }
    }

    @Override
    public void commit(LogVerifier.Commit commit, List<LogVerifier.Event> events) {
        if (++commits % COMMITS == 0) {
            long worked = System.nanoTime() - restedAt;
            rest(cores.areBusy() ? BUSY * worked : worked);
            restedAt = System.nanoTime();
        }
    }

    private void rest(long nanos) {
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
