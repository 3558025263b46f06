package encore.query.shows.rooms;

import encore.infra.eventstore.RecordedEvent;
import encore.kernel.Event;
import encore.kernel.shows.rooms.RoomFrame;
import java.util.List;
import java.util.Set;

/**
 * Writes the frames of some kinds of events for the rooms of a show. A feature offers it as a package-private Spring
 * component.
 */
public interface RoomFrameSource {

    /** Returns the kinds of events that it writes frames of. No other source has them. */
    Set<Class<? extends Event>> events();

    /**
     * Returns the name of the room that gets an event, without a look at anything else: the history of rooms is
     * folded with it. Empty when no room gets the event.
     */
    List<String> rooms(RecordedEvent event);

    /**
     * Writes the frames of events of one show, in order. It is called inside a query, for a page of events at once, and
     * joins what other features own, such as names, as of now. Personal values that can no longer be read are null: such
     * an event has no frame.
     */
    List<RoomFrame> frames(List<RecordedEvent> events);
}
