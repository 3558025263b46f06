package encore.infra.eventstore;

import encore.infra.eventstore.log.commit.StoredEvent;
import encore.kernel.Event;
import java.time.Instant;

/**
 * Takes the place of an event whose content the reader does not need. Position, time, stream and sequence are those of
 * the event; its origin is empty. Nothing is decoded, so events of unknown types and damaged events are read too. It is
 * not a record, because it is not a message.
 */
public final class EventHeader implements Event {

    private static final EventHeader HEADER = new EventHeader();

    private static final RecordedEvent.Origin NO_ORIGIN = new RecordedEvent.Origin(0, "", "", "");

    private EventHeader() {}

    /** Returns the header of a stored event. */
    public static RecordedEvent of(StoredEvent stored) {
        return new RecordedEvent(
                HEADER,
                stored.position(),
                Instant.ofEpochMilli(stored.at()),
                stored.stream(),
                stored.sequence(),
                NO_ORIGIN,
                EventId.of(stored));
    }

    /** Returns the header of an event that may be decoded. */
    public static RecordedEvent of(RecordedEvent event) {
        return event.event() == HEADER
                ? event
                : new RecordedEvent(
                        HEADER, event.position(), event.at(), event.stream(), event.sequence(), NO_ORIGIN, event.id());
    }
}
