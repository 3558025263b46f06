package encore.infra.eventstore.mongo;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Streams that other processes append to as well. A process that loses such a stream's next slot must load and decide
 * again, which takes longer than one more append of the winner. So after a short run of its own appends, a process
 * leaves the stream to the others for a limited time. That time halves each time that no other process uses it.
 * Confined to the writer's thread.
 */
final class Contested {

    private static final int MOST = 4_096;
    private static final long RUN = Duration.ofMillis(20).toNanos();
    private static final long LEFT_TO_OTHERS = Duration.ofMillis(80).toNanos();
    private static final int TIMES_IN_VAIN = 3;

    private final Map<String, Runs> streams = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Runs> eldest) {
            return size() > MOST;
        }
    };

    private static final class Runs {
        private long began;
        private long ended;
        private int inVain;
    }

    void sawOther(String stream) {
        Runs runs = streams.computeIfAbsent(stream, contested -> new Runs());
        runs.began = 0;
        runs.ended = 0;
        runs.inVain = 0;
    }

    /** Notes that another process wants to append to a stream. */
    void wantedByOther(String stream) {
        streams.computeIfAbsent(stream, contested -> new Runs()).inVain = 0;
    }

    boolean isKnown(String stream) {
        return streams.containsKey(stream);
    }

    void wrote(String stream) {
        Runs runs = streams.get(stream);
        if (runs != null) {
            long now = System.nanoTime();
            runs.began = runs.began == 0 ? now : runs.began;
            if (now - runs.began > RUN) {
                runs.ended = now;
            }
        }
    }

    /** Returns whether the stream is currently left to other processes. */
    boolean isOthers(String stream) {
        Runs runs = streams.get(stream);
        if (runs == null || runs.ended == 0) {
            return false;
        }
        if (System.nanoTime() - runs.ended < LEFT_TO_OTHERS >> runs.inVain) {
            return true;
        }
        runs.began = 0;
        runs.ended = 0;
        if (++runs.inVain > TIMES_IN_VAIN) {
            streams.remove(stream);
        }
        return false;
    }
}
