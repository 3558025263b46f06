package encore.infra.eventstore;

import encore.kernel.Event;
import encore.kernel.StreamId;
import org.jspecify.annotations.Nullable;

/** Writes down what simply happened, and looks it up again; a parameter of a command handler. */
public interface Facts {

    /**
     * Appends with this commit the one event that a stream of its own will ever have: there is no state to keep, so none
     * is loaded, locked or cached. For stateless handlers, and for what an aggregate knows of and does not hold.
     *
     * @param stream with a uid minted before the command
     */
    void record(StreamId stream, Event event);

    /** Ends with this commit such a stream, which has no other events than the one recorded. */
    void end(StreamId stream, Event.Ending event);

    /** The event at a position of the log, when there is one of this type; null otherwise. */
    <E extends Event> @Nullable E at(long position, Class<E> type);
}
