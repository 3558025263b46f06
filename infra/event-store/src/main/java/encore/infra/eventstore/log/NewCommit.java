package encore.infra.eventstore.log;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Holds what one command appends: its events (at least one) and what joins their transaction.
 *
 * @param id UUIDv7 in 16 bytes; an event's id is this and its ordinal in the commit
 * @param request the honoured request, or null when nobody can repeat it
 * @param taken claims that must be free, or held by the same owner
 * @param released claims given back; released before the others are taken
 * @param behind what must be the last of a stream, when that was not durable yet as this was decided on it
 */
public record NewCommit(
        byte[] id,
        List<NewEvent> events,
        @Nullable NewRequest request,
        List<OnceKey> onceKeys,
        List<Claimed> taken,
        List<Claimed> released,
        @Nullable Behind behind) {

    public NewCommit {
        events = List.copyOf(events);
        onceKeys = List.copyOf(onceKeys);
        taken = List.copyOf(taken);
        released = List.copyOf(released);
    }

    /** One that was decided on durable events alone. */
    public NewCommit(
            byte[] id,
            List<NewEvent> events,
            @Nullable NewRequest request,
            List<OnceKey> onceKeys,
            List<Claimed> taken,
            List<Claimed> released) {
        this(id, events, request, onceKeys, taken, released, null);
    }

    /** The events as the log holds them from a position on. */
    public List<StoredEvent> stored(long first, long at) {
        List<StoredEvent> stored = new ArrayList<>(events.size());
        for (int i = 0; i < events.size(); i++) {
            NewEvent event = events.get(i);
            stored.add(new StoredEvent(
                    first + i,
                    id,
                    i,
                    at,
                    event.stream,
                    event.sequence,
                    event.type,
                    event.revision,
                    event.metadata,
                    event.payload));
        }
        return stored;
    }

    /**
     * @param sequence the stream's next, from 0: anything else is a {@link AppendFailure.SequenceTaken}
     * @param type the catalogue's name, never a class name
     * @param metadata JSON in UTF-8; so is the payload
     */
    public record NewEvent(
            String stream, long sequence, String type, String revision, byte[] metadata, byte[] payload) {}

    /**
     * A sequence is not enough: another commit may take the place of one that failed.
     *
     * @param commit the id of that which wrote the stream's last event: with any other this is {@link AppendFailure.Undone}
     */
    public record Behind(String stream, byte[] commit) {}

    /**
     * @param answer JSON of the answer, or null when it held a secret and must not be kept
     */
    public record NewRequest(RequestKey key, byte @Nullable [] answer) {}

    /**
     * @param claim HMAC of space, account and value
     * @param owner who holds it, the name of a stream
     */
    public record Claimed(byte[] claim, String owner) {}
}
