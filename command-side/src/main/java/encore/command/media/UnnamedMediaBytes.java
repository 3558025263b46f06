package encore.command.media;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import encore.infra.eventstore.Streams;
import encore.infra.eventstore.media.MediaStore;
import encore.kernel.media.MediaId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/**
 * Deletes bytes that no event names: of uploads that ended early, for example in a crash. It looks at the start and every
 * hour, at bytes that are older than the longest upload, and at each of them once.
 */
@Component
class UnnamedMediaBytes implements SmartLifecycle {

    /** An upload takes less than a minute. The rest is a margin for clocks that differ. */
    private static final Duration AGE = Duration.ofHours(1);

    private static final Logger LOG = LoggerFactory.getLogger(UnnamedMediaBytes.class);

    private final MediaStore store;
    private final Streams streams;
    private volatile @Nullable ScheduledExecutorService timer;

    /** The time before which all stored bytes were looked at. */
    @GuardedBy("this")
    private Instant lookedUntil = Instant.MIN;

    UnnamedMediaBytes(MediaStore store, Streams streams) {
        this.store = store;
        this.streams = streams;
    }

    @Override
    public void start() {
        ScheduledExecutorService started = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().name("media-bytes").daemon().factory());
        started.scheduleWithFixedDelay(this::run, 0, AGE.toMinutes(), TimeUnit.MINUTES);
        timer = started;
    }

    private void run() {
        try {
            deleteOlderThan(Instant.now().minus(AGE));
        } catch (RuntimeException e) {
            // The store is away, or the process is stopping. The next run tries again.
            LOG.warn("Bytes of unfinished uploads could not be deleted: {}", e.getMessage());
        }
    }

    /** Deletes unnamed bytes that were stored before this time, and returns the number of assets. */
    synchronized int deleteOlderThan(Instant time) {
        List<MediaId> unnamed = new ArrayList<>();
        Instant from = lookedUntil;
        store.forEach((media, at) -> {
            if (!at.isBefore(from) && at.isBefore(time) && !streams.isOpen(media)) {
                unnamed.add(media);
            }
        });
        unnamed.forEach(store::delete);
        lookedUntil = time;
        return unnamed.size();
    }

    @Override
    public void stop() {
        ScheduledExecutorService started = timer;
        if (started != null) {
            started.shutdownNow();
            timer = null;
        }
    }

    @Override
    public boolean isRunning() {
        return timer != null;
    }
}
