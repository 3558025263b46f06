package encore.command.webhooks.delivery;

import java.time.Duration;

/** Stores the progress of the webhooks once a second, and moves their marks every ten seconds. One thread uses it. */
final class ProgressWriter {

    private static final long WRITE_INTERVAL = Duration.ofSeconds(1).toNanos();
    private static final long IDLE_WRITE_INTERVAL = Duration.ofSeconds(10).toNanos();
    private static final long MARK_INTERVAL = Duration.ofSeconds(10).toNanos();
    private static final long CLEANING_INTERVAL = Duration.ofHours(1).toMillis();

    private final Endpoints endpoints;
    private final LogReading reading;
    private final DeliveryStore store;
    private final DeliveryFigures figures;
    private final Runnable keepLease;
    private long writtenAt = System.nanoTime();
    private long writtenPosition;
    private long marksMovedAt = System.nanoTime();
    private long cleanedAt;

    ProgressWriter(
            Endpoints endpoints, LogReading reading, DeliveryStore store, DeliveryFigures figures, Runnable keepLease) {
        this.endpoints = endpoints;
        this.reading = reading;
        this.store = store;
        this.figures = figures;
        this.keepLease = keepLease;
        this.writtenPosition = reading.position();
    }

    /**
     * Stores what changed, if that is due.
     *
     * @param now in nanoseconds, for intervals
     * @param time in milliseconds since 1970
     */
    void write(long now, long time) {
        if (now - writtenAt < WRITE_INTERVAL) {
            return;
        }
        if (time - cleanedAt >= CLEANING_INTERVAL) {
            clean(time);
        }
        putChanged(time);
        long position = reading.position();
        boolean isDue = position > writtenPosition && now - writtenAt >= IDLE_WRITE_INTERVAL;
        if (store.isChanged() || isDue) {
            store.commit(position);
            writtenAt = now;
            writtenPosition = position;
        }
        if (now - marksMovedAt >= MARK_INTERVAL) {
            moveMarks();
            marksMovedAt = now;
        }
    }

    /** Stores everything when the process stops. */
    void writeLast(long time) {
        putChanged(time);
        store.commit(reading.position());
        moveMarks();
    }

    private void clean(long time) {
        for (Endpoint endpoint : endpoints.all()) {
            keepLease.run();
            store.removeOld(endpoint, time);
        }
        cleanedAt = time;
    }

    private void putChanged(long time) {
        for (Endpoint endpoint : endpoints.all()) {
            if (endpoint.isChanged) {
                keepLease.run();
                figures.countDeadLetters(endpoint.letters.size());
                reading.lowWater(endpoint);
                store.put(endpoint, time);
                endpoint.isChanged = false;
            }
        }
    }

    /** Moves the marks of the webhooks that delivered something. It comes after the commit: a mark may only be late. */
    private void moveMarks() {
        for (Endpoint endpoint : endpoints.all()) {
            if (endpoint.hasFinished) {
                keepLease.run();
                reading.moveMark(endpoint);
                endpoint.hasFinished = false;
            }
        }
    }
}
