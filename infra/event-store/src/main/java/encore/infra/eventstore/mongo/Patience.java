package encore.infra.eventstore.mongo;

import java.time.Duration;
import java.util.Iterator;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Answers the callers of commits in time, even while the writer waits. */
final class Patience implements AutoCloseable {

    static final long LONGEST = Duration.ofSeconds(2).toNanos();
    private static final long LOOK_EVERY = Duration.ofMillis(50).toMillis();

    /** In the order of arrival. */
    private final Queue<Waiting> unanswered = new ConcurrentLinkedQueue<>();

    private record Waiting(Append append, long since) {}

    private final ScheduledExecutorService looking = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("log-patience").daemon().factory());

    private final AwakeTime time;
    private final BooleanSupplier silent;

    /**
     * @param time is sampled here
     * @param silent whether the database has not answered for too long
     */
    Patience(AwakeTime time, BooleanSupplier silent) {
        this.time = time;
        this.silent = silent;
    }

    void start() {
        looking.scheduleWithFixedDelay(this::look, LOOK_EVERY, LOOK_EVERY, TimeUnit.MILLISECONDS);
    }

    void add(Append append) {
        unanswered.add(new Waiting(append, time.now()));
    }

    /**
     * Times out commits. A commit that was not sent fails, and its caller may send it again. The caller of a sent one
     * learns that the outcome is unknown when the database is silent, and asks again under the request's id, at another
     * node if there is one. The writer continues to settle the commit, and the id is in the log once at most.
     */
    private void look() {
        time.look();
        for (Iterator<Waiting> all = unanswered.iterator(); all.hasNext(); ) {
            Waiting waiting = all.next();
            Append next = waiting.append();
            if (!next.outcome().isDone()) {
                if (time.now() - waiting.since() < LONGEST) {
                    return;
                }
                next.giveUp(silent.getAsBoolean());
            }
            if (next.outcome().isDone()) {
                all.remove();
            }
        }
    }

    @Override
    public void close() {
        looking.shutdownNow();
    }
}
