package encore.infra.eventstore;

import encore.kernel.Event;
import encore.kernel.StreamId;
import org.jspecify.annotations.Nullable;

/** Records events that need no aggregate, and looks them up; a parameter of a command handler. */
public interface Facts {

    /**
     * Appends, with this commit, the only event of a new stream. The stream has no state, so nothing is loaded, locked
     * or cached. Use it in stateless handlers, and for things that an aggregate refers to without holding their state.
     *
     * @param stream its uid was made before the command was sent
     */
    void record(StreamId stream, Event event);

    /** Ends such a stream with this commit. It has no other event than the recorded one. */
    default void end(StreamId stream, Event.FinalEvent event) {
        end(stream, 1, event);
    }

    /**
     * Ends a stream with this commit whose aggregate may have added events since it was recorded.
     *
     * @param sequence the number of its events so far, from {@link Streams#place}
     */
    void end(StreamId stream, long sequence, Event.FinalEvent event);

    /** Returns the event at a position of the log if it is of this type, otherwise null. */
    <E extends Event> @Nullable E eventAt(long position, Class<E> type);
}
