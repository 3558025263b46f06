package encore.kernel.idols;

import encore.kernel.Event;
import org.axonframework.serialization.Revision;

/** Everything that can happen to idol events. */
public sealed interface IdolEventsEvent extends Event.Managed {

    IdolEventId idolEvent();

    @Override
    default String target() {
        return idolEvent().toString();
    }

    /** An idol does something at a time and place. */
    @Revision("1")
    record IdolEventAdded(IdolEventId idolEvent, IdolEventDetails details) implements IdolEventsEvent {}

    /** It is at another time or place, or described otherwise: as it says now, whole. */
    @Revision("1")
    record IdolEventChanged(IdolEventId idolEvent, IdolEventDetails details) implements IdolEventsEvent {}

    /** The account has that idol event no longer. */
    @Revision("1")
    record IdolEventRemoved(IdolEventId idolEvent) implements IdolEventsEvent, Event.Ending {}
}
