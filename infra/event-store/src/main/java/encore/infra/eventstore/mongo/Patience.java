package encore.infra.eventstore.mongo;

import java.time.Duration;
import java.util.Collection;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Answers who was not sent in time, whatever the writer waits for. */
final class Patience implements AutoCloseable {

    static final long LONGEST = Duration.ofSeconds(2).toNanos();
    private static final long LOOK_EVERY = Duration.ofMillis(50).toMillis();

    /** In the order in which they came. */
    private final Queue<Append> unanswered = new ConcurrentLinkedQueue<>();

    private final ScheduledExecutorService looking = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("log-patience").daemon().factory());

    void start() {
        looking.scheduleWithFixedDelay(this::look, LOOK_EVERY, LOOK_EVERY, TimeUnit.MILLISECONDS);
    }

    void add(Append append) {
        unanswered.add(append);
    }

    void addAll(Collection<Append> appends) {
        unanswered.addAll(appends);
    }

    /** What was never sent may be sent again by its caller; of what was sent, only reading tells, which takes its time. */
    private void look() {
        for (Append first = unanswered.peek(); first != null; first = unanswered.peek()) {
            if (!first.outcome().isDone()) {
                if (System.nanoTime() - first.since() < LONGEST) {
                    return;
                }
                first.giveBack();
            }
            unanswered.poll();
        }
    }

    @Override
    public void close() {
        looking.shutdownNow();
    }
}
