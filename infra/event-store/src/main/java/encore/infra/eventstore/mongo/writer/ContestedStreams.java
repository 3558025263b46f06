package encore.infra.eventstore.mongo.writer;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Streams that other processes append to as well. A process that loses such a stream's next slot must load and decide
 * again, which takes longer than one more append of the winner. So after a short run of its own appends, a process
 * leaves the stream to the others for a limited time. That time halves each time that no other process uses it.
 * Confined to the writer's thread.
 */
final class ContestedStreams {

    private static final int MAX_STREAMS = 4_096;
    private static final long MAX_RUN = Duration.ofMillis(20).toNanos();
    private static final long MAX_YIELD = Duration.ofMillis(80).toNanos();
    private static final int MAX_WASTED_YIELDS = 3;

    private final Map<String, StreamRun> streams = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, StreamRun> eldest) {
            return size() > MAX_STREAMS;
        }
    };

    private static final class StreamRun {
        private long began;
        private long ended;
        private int wastedYields;
    }

    void noteForeignAppend(String stream) {
        StreamRun streamRun = streams.computeIfAbsent(stream, contested -> new StreamRun());
        streamRun.began = 0;
        streamRun.ended = 0;
        streamRun.wastedYields = 0;
    }

    /** Notes that another process wants to append to a stream. */
    void noteForeignDemand(String stream) {
        streams.computeIfAbsent(stream, contested -> new StreamRun()).wastedYields = 0;
    }

    boolean isKnown(String stream) {
        return streams.containsKey(stream);
    }

    void noteOwnAppend(String stream) {
        StreamRun streamRun = streams.get(stream);
        if (streamRun != null) {
            long now = System.nanoTime();
            streamRun.began = streamRun.began == 0 ? now : streamRun.began;
            if (now - streamRun.began > MAX_RUN) {
                streamRun.ended = now;
            }
        }
    }

    /** Returns whether the stream is currently left to other processes. */
    boolean isLeftToOthers(String stream) {
        StreamRun streamRun = streams.get(stream);
        if (streamRun == null || streamRun.ended == 0) {
            return false;
        }
        if (System.nanoTime() - streamRun.ended < MAX_YIELD >> streamRun.wastedYields) {
            return true;
        }
        streamRun.began = 0;
        streamRun.ended = 0;
        if (++streamRun.wastedYields > MAX_WASTED_YIELDS) {
            streams.remove(stream);
        }
        return false;
    }
}
