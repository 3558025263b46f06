package encore.infra.eventstore.log.commit;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The commit of one command: at least one event, and the answer, keys and claims that are stored with it.
 *
 * @param id UUIDv7 in 16 bytes; an event's id consists of it and the event's ordinal in the commit
 * @param request the request with its answer, or null when nobody can repeat the request
 * @param taken claims to take: they must be free or held by the same owner
 * @param released claims to release, before the others are taken
 * @param predecessor the event that must still be the last of its stream; null when it was durable at the time of the
 *     decision
 */
public record NewCommit(
        byte[] id,
        List<NewEvent> events,
        @Nullable NewAnswer request,
        List<OnceKey> onceKeys,
        List<OwnedClaim> taken,
        List<OwnedClaim> released,
        @Nullable Predecessor predecessor) {

    public NewCommit {
        events = List.copyOf(events);
        onceKeys = List.copyOf(onceKeys);
        taken = List.copyOf(taken);
        released = List.copyOf(released);
    }

    /** Creates a commit that was decided on durable events alone. */
    public NewCommit(
            byte[] id,
            List<NewEvent> events,
            @Nullable NewAnswer request,
            List<OnceKey> onceKeys,
            List<OwnedClaim> taken,
            List<OwnedClaim> released) {
        this(id, events, request, onceKeys, taken, released, null);
    }

    /** Returns the events as the log stores them, starting at a position. */
    public List<StoredEvent> toStoredEvents(long first, long at) {
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
     * An event to append.
     *
     * @param sequence the next of the stream, from 0; any other fails with {@link AppendFailure.SequenceTaken}
     * @param type the name in the catalogue, never a class name
     * @param metadata JSON in UTF-8, like the payload
     */
    public record NewEvent(
            String stream, long sequence, String type, String revision, byte[] metadata, byte[] payload) {}

    /**
     * The event that a commit was decided on before it was durable. The sequence alone would not identify it: another
     * commit may have taken the place of one that failed.
     *
     * @param commit the id of the commit that wrote the stream's last event; any other fails with
     *     {@link AppendFailure.PredecessorMissing}
     */
    public record Predecessor(String stream, byte[] commit) {}

    /**
     * A request and its answer, to be stored.
     *
     * @param answer the answer as JSON, or null when it contains a secret and must not be stored
     */
    public record NewAnswer(RequestIdentity key, byte @Nullable [] answer) {}

    /**
     * A claim and its owner.
     *
     * @param claim the HMAC of space, account and value
     * @param owner the name of the stream that holds the claim
     */
    public record OwnedClaim(byte[] claim, String owner) {}
}
