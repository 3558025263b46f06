package encore.kernel.idolevents;

import encore.kernel.Event;
import encore.kernel.published.PublishedValue;
import org.axonframework.serialization.Revision;

/** Everything that can happen to idol events. */
public sealed interface IdolEventsEvent extends Event.ManagementAction {

    IdolEventId idolEvent();

    @Override
    default String target() {
        return idolEvent().toString();
    }

    /** An idol event was added. */
    @Revision("1")
    record IdolEventAdded(
            @PublishedValue IdolEventId idolEvent,
            @PublishedValue IdolEventDetails details) implements IdolEventsEvent {}

    /** The time, place or description changed. The event holds all details. */
    @Revision("1")
    record IdolEventChanged(
            @PublishedValue IdolEventId idolEvent,
            @PublishedValue IdolEventDetails details) implements IdolEventsEvent {}

    /** An idol event was removed. */
    @Revision("1")
    record IdolEventRemoved(@PublishedValue IdolEventId idolEvent) implements IdolEventsEvent, Event.FinalEvent {}
}
