package encore.infra.eventstore.tail;

import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Wakes the followers of the tail: at once when events of their types were appended, and within a second when other
 * events were. The second kind is spread over the second in groups: some fifty followers that check the log and store
 * their positions at one moment would delay new events for that long.
 */
final class TailFollowers implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(TailFollowers.class);

    private static final int GROUPS = 25;

    private final List<Follower> all = new CopyOnWriteArrayList<>();
    private final ScheduledExecutorService scheduler = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("tail-seconds").daemon().factory());
    private int group;

    TailFollowers() {
        long millis = TimeUnit.SECONDS.toMillis(1) / GROUPS;
        scheduler.scheduleAtFixedRate(this::wakeSome, millis, millis, TimeUnit.MILLISECONDS);
    }

    private void wakeSome() {
        group = (group + 1) % GROUPS;
        int place = 0;
        for (Follower follower : all) {
            if (place++ % GROUPS == group) {
                follower.wakeIfSkipped();
            }
        }
    }

    /** Adds a follower. Closing the result removes it. */
    AutoCloseable add(Set<String> types, Runnable wake) {
        Follower follower = new Follower(types, wake);
        all.add(follower);
        return () -> all.remove(follower);
    }

    /** Announces to the followers the types of events that were appended. */
    void notifyAppended(Set<String> appended) {
        all.forEach(follower -> follower.onAppended(appended));
    }

    @Override
    public void close() {
        scheduler.shutdownNow();
    }

    private static final class Follower {
        private final Set<String> types;
        private final Runnable wake;
        private volatile boolean skipped;

        Follower(Set<String> types, Runnable wake) {
            this.types = types;
            this.wake = wake;
        }

        void onAppended(Set<String> appended) {
            for (String type : appended) {
                if (types.contains(type)) {
                    skipped = false;
                    run();
                    return;
                }
            }
            skipped = true;
        }

        void wakeIfSkipped() {
            if (skipped) {
                skipped = false;
                run();
            }
        }

        private void run() {
            try {
                wake.run();
            } catch (RuntimeException e) {
                LOG.error("A follower of the log could not be woken", e);
            }
        }
    }
}
