package encore.infra.eventstore.axon;

import encore.infra.eventstore.codec.EventJson;
import encore.infra.eventstore.codec.EventMetadata;
import encore.infra.eventstore.log.EventLog;
import encore.infra.eventstore.log.StreamHead;
import encore.infra.eventstore.log.commit.StoredEvent;
import encore.kernel.Refusal;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import tools.jackson.databind.ObjectReader;

/**
 * The precondition of one request: the stream of its command has no event that the caller has not seen. Each step of the
 * request that is decided on this stream checks it on the state that it is decided on. Events of the request's own steps
 * are known to the caller.
 */
public final class StreamGuard {

    private static final ObjectReader METADATA = EventJson.mapper().readerFor(EventMetadata.class);

    private final EventLog log;
    private final String stream;
    private final AtomicLong seen;

    /**
     * @param stream the stream of the request's command
     * @param seen the position up to which the caller has seen the stream; {@link Long#MAX_VALUE} if the stream only has to
     *     exist
     */
    public StreamGuard(EventLog log, String stream, long seen) {
        this.log = log;
        this.stream = stream;
        this.seen = new AtomicLong(seen);
    }

    /** Checks the stream as the log has it now, before a request does anything. */
    public void checkLog() {
        StreamHead head = log.streamHead(stream);
        // A handler refuses an unknown thing in its own words.
        if (head != null) {
            check(stream, head.sequence());
        }
    }

    /**
     * Checks the state that a step is decided on. All of its events must be durable.
     *
     * @param decided the stream of the step; another stream is not guarded
     * @param sequence the sequence of the last event of that state; -1 for a stream that does not exist
     */
    void check(String decided, long sequence) {
        if (!decided.equals(stream)) {
            return;
        }
        boolean needsExistenceAlone = seen.get() == Long.MAX_VALUE;
        if (sequence < 0) {
            if (needsExistenceAlone) {
                throw Refusal.notAsRead("There is no such thing to change.");
            }
            return;
        }
        if (needsExistenceAlone) {
            return;
        }
        List<StoredEvent> last = log.readStream(stream, sequence, 1);
        if (!last.isEmpty() && last.getFirst().position() > seen.get()) {
            throw Refusal.changedMeanwhile(change(last.getFirst()));
        }
    }

    /** Notes that a step of the request itself changed its stream. */
    public void noteOwn(String changed, long position) {
        if (changed.equals(stream)) {
            seen.accumulateAndGet(position, Math::max);
        }
    }

    private static Refusal.LaterChange change(StoredEvent event) {
        EventMetadata metadata = METADATA.readValue(event.metadata());
        return new Refusal.LaterChange(metadata.actor(), Instant.ofEpochMilli(event.at()), event.position());
    }
}
