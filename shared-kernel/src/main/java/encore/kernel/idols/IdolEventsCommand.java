package encore.kernel.idols;

import encore.kernel.Command;
import encore.kernel.Patch;
import encore.kernel.idols.IdolEventsQuery.FindIdolEvent;

/** Everything that can be asked of idol events. What one names (an idol, a venue, a performance) has to be there. */
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

    /** Says anew when, where and as what it is. The uid stood in the path. */
    record ChangeIdolEvent(IdolEventId idolEvent, Patch<IdolEventDetails> change) implements SaveIdolEvent {}

    /** Takes an idol event away. The uid stood in the path. */
    record RemoveIdolEvent(IdolEventId idolEvent) implements IdolEventsCommand {}
}
