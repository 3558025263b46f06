package encore.infra.eventstore;

import encore.kernel.Event;
import encore.kernel.Refusal;
import encore.kernel.StreamId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Answers from the log whether other streams exist and have not ended; a parameter of a command handler. */
public interface Streams {

    /** Returns whether a stream exists and has not ended. */
    boolean isOpen(StreamId stream);

    /**
     * Returns the first event of a stream, which holds the properties that never change. Returns null when there is no
     * such stream or its first event is of another type. The event is cached in memory, so its type must not hold
     * personal data.
     */
    <E extends Event> @Nullable E firstEvent(StreamId stream, Class<E> type);

    /**
     * Returns the position of a stream's first event, 0 when there is no such stream. For some streams it is the public
     * id.
     */
    default long firstPosition(StreamId stream) {
        return position(stream, 0);
    }

    /**
     * Returns the position of an event of a stream, 0 when the log has no such event yet.
     *
     * @param sequence the number of the event in its stream, from 0
     */
    default long position(StreamId stream, long sequence) {
        Place place = place(stream, sequence);
        return place == null ? 0 : place.position();
    }

    /**
     * Returns the place of an event of a stream in the log, null when the log has no such event yet. An aggregate does not
     * know the stamps of its events before the log has them, so it answers sequences, and a handler asks for their places.
     *
     * @param sequence the number of the event in its stream, from 0
     */
    @Nullable
    Place place(StreamId stream, long sequence);

    /**
     * The place of an event in the log.
     *
     * @param at the time that the log stamped on it
     */
    record Place(long position, Instant at) {}

    /** Returns the position of a stream's last event, 0 when there is no such stream. */
    long lastPosition(StreamId stream);

    /** Throws a Refusal (400, naming the field) when the stream is unknown or has ended. */
    default void mustBeOpen(StreamId stream, String field) {
        if (!isOpen(stream)) {
            throw Refusal.unknownId(field);
        }
    }

    /** Throws a Refusal (404) when the stream is unknown or has ended. Use it for an id from the path. */
    default void mustBeKnown(StreamId stream) {
        if (!isOpen(stream)) {
            throw Refusal.unknown("There is no such thing.");
        }
    }
}
