package encore.infra.eventstore;

import encore.kernel.Event;
import encore.kernel.Refusal;
import encore.kernel.StreamId;
import org.jspecify.annotations.Nullable;

/** Tells whether other streams exist and have not ended, from the log; a parameter of a command handler. */
public interface Streams {

    boolean isOpen(StreamId stream);

    /**
     * The event that a stream began with, which says what never changes of it: null when there is no such stream, or
     * it began otherwise. Not for events with personal data: it is kept in memory.
     */
    <E extends Event> @Nullable E first(StreamId stream, Class<E> type);

    /** Where in the log a stream began, which for some is its number on the wire; 0 when there is none. */
    long began(StreamId stream);

    /** Refuses (400, naming the field) when the stream is unknown or has ended. */
    default void mustBeOpen(StreamId stream, String field) {
        if (!isOpen(stream)) {
            throw new Refusal(Refusal.Kind.RULE, "unknown-id", field, "There is no such " + field + ".");
        }
    }

    /** Refuses (404) when the stream is unknown or has ended: for an id that stood in the path. */
    default void mustBeKnown(StreamId stream) {
        if (!isOpen(stream)) {
            throw Refusal.unknown("There is no such thing.");
        }
    }
}
