package encore.kernel.idols;

import encore.kernel.Event;
import org.axonframework.serialization.Revision;

/** Everything that can happen to idols. */
public sealed interface IdolsEvent extends Event {

    IdolId idol();

    /** The account has another idol. */
    @Revision("1")
    record IdolAdded(IdolId idol, IdolProfile profile) implements IdolsEvent {}

    /** It is said otherwise who an idol is: as it says now, whole. */
    @Revision("1")
    record IdolChanged(IdolId idol, IdolProfile profile) implements IdolsEvent {}

    /** An idol is shown otherwise: as it says now, whole. */
    @Revision("1")
    record IdolPresented(IdolId idol, IdolPresentation presentation) implements IdolsEvent, Event.Managed {
        @Override
        public String target() {
            return idol.toString();
        }
    }

    /** The account has that idol no longer. */
    @Revision("1")
    record IdolRemoved(IdolId idol) implements IdolsEvent, Event.Managed, Event.Ending {
        @Override
        public String target() {
            return idol.toString();
        }
    }
}
