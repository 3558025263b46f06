package encore.infra.eventstore;

import encore.kernel.Refusal;
import encore.kernel.StreamId;

/** Tells whether other streams exist and have not ended, from the log; a parameter of a command handler. */
public interface Streams {

    boolean isOpen(StreamId stream);

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
