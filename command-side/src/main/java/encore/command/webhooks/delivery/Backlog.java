package encore.command.webhooks.delivery;

import encore.command.webhooks.delivery.queue.Lanes;
import encore.command.webhooks.delivery.queue.Message;
import encore.infra.eventstore.RecordedEvent;
import encore.infra.eventstore.process.webhooks.StoredEndpoint.StoredBacklog;
import encore.infra.eventstore.process.webhooks.StoredEndpoint.StoredTry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The messages that a webhook, or a replay of it, has read and not finished. The rest of its backlog is the log. One thread
 * uses it.
 */
final class Backlog {

    /** While this many messages are unfinished, no further event is read. */
    static final int MAX_UNFINISHED = 10_000;

    /** While this many fans or streams are ready to be sent, no further event is read. */
    private static final int MAX_READY = 500;

    /** Beyond this many messages, their events are not kept in memory. */
    private static final int MAX_KEPT_EVENTS = 1_000;

    /** While the endpoint is at fault, this many messages are enough for its probes. */
    private static final int MAX_FOR_PROBES = 100;

    final Lanes lanes = new Lanes();

    /** The replay that it belongs to; null for the webhook itself. */
    final @Nullable String replayUid;

    private long read;

    Backlog(@Nullable String replayUid, long read) {
        this.replayUid = replayUid;
        this.read = read;
    }

    /** Returns the position up to which every event was read. */
    long read() {
        return read;
    }

    void readTo(long position) {
        read = Math.max(read, position);
    }

    boolean hasRoom(boolean isAtFault) {
        return lanes.size() < (isAtFault ? MAX_FOR_PROBES : MAX_UNFINISHED) && lanes.readyLanes() < MAX_READY;
    }

    void add(RecordedEvent recordedEvent) {
        lanes.add(new Message(
                recordedEvent.position(),
                recordedEvent.at().toEpochMilli(),
                OrderKeys.of(recordedEvent),
                lanes.size() < MAX_KEPT_EVENTS ? recordedEvent : null));
    }

    /** Returns the position up to which every event is finished. */
    long lowWater() {
        Message first = lanes.first();
        return first == null ? read : Math.min(read, first.position() - 1);
    }

    StoredBacklog stored() {
        List<Long> positions = new ArrayList<>();
        List<StoredTry> tries = new ArrayList<>();
        for (Message message : lanes.messages()) {
            positions.add(message.position());
            if (message.tries() > 0) {
                tries.add(new StoredTry(message.position(), message.tries(), message.nextTry()));
            }
        }
        return new StoredBacklog(read, StoredBacklog.distances(positions), tries);
    }

    /** Puts the unfinished messages back that were stored. */
    void restore(StoredBacklog stored, List<RecordedEvent> unfinished) {
        Map<Long, StoredTry> tries = new HashMap<>();
        stored.tries().forEach(one -> tries.put(one.position(), one));
        for (RecordedEvent recordedEvent : unfinished) {
            Message message = new Message(
                    recordedEvent.position(), recordedEvent.at().toEpochMilli(), OrderKeys.of(recordedEvent), null);
            StoredTry tried = tries.get(recordedEvent.position());
            if (tried != null) {
                message.retryAt(tried.tries(), tried.next());
            }
            lanes.add(message);
        }
    }
}
