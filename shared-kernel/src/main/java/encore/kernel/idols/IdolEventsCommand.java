package encore.kernel.idols;

import encore.kernel.Command;
import encore.kernel.Patch;

/** Everything that can be asked of idol events. What one names (an idol, a venue, a performance) has to be there. */
public sealed interface IdolEventsCommand extends Command<IdolEventUid> {

    IdolEventId idolEvent();

    @Override
    default IdolEventId stream() {
        return idolEvent();
    }

    /** Adds an idol event. */
    record AddIdolEvent(IdolEventId idolEvent, IdolEventDetails details) implements IdolEventsCommand {}

    /** Says anew when, where and as what it is. The uid stood in the path. */
    record ChangeIdolEvent(IdolEventId idolEvent, Patch<IdolEventDetails> change) implements IdolEventsCommand {}

    /** Takes an idol event away. The uid stood in the path. */
    record RemoveIdolEvent(IdolEventId idolEvent) implements IdolEventsCommand {}
}
