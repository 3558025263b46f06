package encore.kernel.idols;

import encore.kernel.Command;
import encore.kernel.Patch;

/** The commands of idol events. The idol, venue and performance that an event names must exist. */
public sealed interface IdolEventsCommand extends Command<IdolEventUid> {

    IdolEventId idolEvent();

    @Override
    default IdolEventId stream() {
        return idolEvent();
    }

    /** Adds an idol event. */
    record AddIdolEvent(IdolEventId idolEvent, IdolEventDetails details) implements IdolEventsCommand {}

    /** Changes the time, place or description. The path names the event, so an unknown one is refused as unknown. */
    record ChangeIdolEvent(IdolEventId idolEvent, Patch<IdolEventDetails> change) implements IdolEventsCommand {}

    /** Removes an idol event. The path names it, so an unknown one is refused as unknown. */
    record RemoveIdolEvent(IdolEventId idolEvent) implements IdolEventsCommand {}
}
