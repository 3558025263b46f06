package encore.infra.eventstore.mongo.writer;

import java.time.Duration;
import java.util.Iterator;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Answers the callers of commits in time, even while the writer waits. */
final class CommitTimeouts implements AutoCloseable {

    static final long MAX_WAIT = Duration.ofSeconds(2).toNanos();
    private static final long CHECK_MILLIS = Duration.ofMillis(50).toMillis();

    /** In the order of arrival. */
    private final Queue<OpenAppend> openAppends = new ConcurrentLinkedQueue<>();

    private record OpenAppend(PendingAppend append, long addedAt) {}

    private final ScheduledExecutorService scheduler = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("commit-timeouts").daemon().factory());

    private final PauseFreeClock clock;
    private final BooleanSupplier databaseSilent;

    /**
     * @param time is sampled here
     * @param silent whether the database has not answered for too long
     */
    CommitTimeouts(PauseFreeClock time, BooleanSupplier silent) {
        this.clock = time;
        this.databaseSilent = silent;
    }

    void start() {
        scheduler.scheduleWithFixedDelay(this::check, CHECK_MILLIS, CHECK_MILLIS, TimeUnit.MILLISECONDS);
    }

    void add(PendingAppend pendingAppend) {
        openAppends.add(new OpenAppend(pendingAppend, clock.now()));
    }

    /**
     * Times out commits. A commit that was not sent fails, and its caller may send it again. The caller of a sent one
     * learns that the outcome is unknown when the database is silent, and asks again under the request's id, at another
     * node if there is one. The writer continues to settle the commit, and the id is in the log once at most.
     */
    private void check() {
        clock.sample();
        for (Iterator<OpenAppend> all = openAppends.iterator(); all.hasNext(); ) {
            OpenAppend openAppend = all.next();
            PendingAppend next = openAppend.append();
            if (!next.outcome().isDone()) {
                if (clock.now() - openAppend.addedAt() < MAX_WAIT) {
                    return;
                }
                next.timeOut(databaseSilent.getAsBoolean());
            }
            if (next.outcome().isDone()) {
                all.remove();
            }
        }
    }

    @Override
    public void close() {
        scheduler.shutdownNow();
    }
}
