package encore.kernel.idolevents;

import encore.kernel.Command;
import encore.kernel.Patch;
import encore.kernel.idolevents.IdolEventsQuery.FindIdolEvent;

/** The commands of idol events. The idol, venue and performance that an event names must exist. */
public sealed interface IdolEventsCommand extends Command<IdolEventUid> {

    IdolEventId idolEvent();

    @Override
    default IdolEventId stream() {
        return idolEvent();
    }

    /** Saves an idol event. */
    sealed interface SaveIdolEvent extends IdolEventsCommand, Command.Save<IdolEventUid, IdolEvent.Managed> {
        @Override
        default FindIdolEvent record(IdolEventUid saved) {
            return new FindIdolEvent(idolEvent().account(), saved.idolEventUid());
        }
    }

    /** Adds an idol event. */
    record AddIdolEvent(IdolEventId idolEvent, IdolEventDetails details) implements SaveIdolEvent {}

    /** Changes the time, place or description. The path names the event, so an unknown one is refused as unknown. */
    record ChangeIdolEvent(IdolEventId idolEvent, Patch<IdolEventDetails> change) implements SaveIdolEvent {}

    /** Removes an idol event. The path names it, so an unknown one is refused as unknown. */
    record RemoveIdolEvent(IdolEventId idolEvent) implements IdolEventsCommand {}
}
