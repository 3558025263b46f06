package encore.infra.eventstore.mongo;

import java.time.Duration;
import java.util.Iterator;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Answers in time whoever waits, whatever the writer waits for. */
final class Patience implements AutoCloseable {

    static final long LONGEST = Duration.ofSeconds(2).toNanos();
    private static final long LOOK_EVERY = Duration.ofMillis(50).toMillis();

    /** In the order in which they came. */
    private final Queue<Waiting> unanswered = new ConcurrentLinkedQueue<>();

    private record Waiting(Append append, long since) {}

    private final ScheduledExecutorService looking = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("log-patience").daemon().factory());

    private final AwakeTime time;
    private final BooleanSupplier silent;

    /**
     * @param time is looked at here
     * @param silent whether the database has not answered for long
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
     * What was never sent may be sent again by its caller. Whoever has one that was sent is told that its outcome is not known
     * when the database is silent, and asks again under the request's id, of another node where there is one: the writer goes on
     * to settle it, and the id is in the log once at most.
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
