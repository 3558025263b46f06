package encore.infra.eventstore;

import encore.infra.eventstore.log.commit.StoredEvent;
import java.nio.ByteBuffer;
import java.util.UUID;

/**
 * The id of an event. It stays the event's own when a log is cut and uses positions again. It prints as {@code
 * <commit>-<ordinal>}.
 *
 * @param commit the id of the commit
 * @param ordinal the event's number in its commit, from 0
 */
public record EventId(UUID commit, int ordinal) {

    /** The id of an event that no log contains. */
    public static final EventId NONE = new EventId(new UUID(0, 0), 0);

    /** Returns the id of a stored event. */
    public static EventId of(StoredEvent stored) {
        ByteBuffer bytes = ByteBuffer.wrap(stored.commitId());
        return new EventId(new UUID(bytes.getLong(), bytes.getLong()), stored.ordinal());
    }

    @Override
    public String toString() {
        return commit + "-" + ordinal;
    }
}
