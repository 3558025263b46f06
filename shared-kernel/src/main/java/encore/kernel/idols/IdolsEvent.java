package encore.kernel.idols;

import encore.kernel.Event;
import encore.kernel.published.PublishedValue;
import org.axonframework.serialization.Revision;

/** Everything that can happen to idols. */
public sealed interface IdolsEvent extends Event {

    IdolId idol();

    /** An idol was added. */
    @Revision("1")
    record IdolAdded(
            @PublishedValue IdolId idol, @PublishedValue IdolProfile profile) implements IdolsEvent {}

    /** The identity of an idol changed. The event holds all of it. */
    @Revision("1")
    record IdolChanged(
            @PublishedValue IdolId idol, @PublishedValue IdolProfile profile) implements IdolsEvent {}

    /** The presentation of an idol changed. The event holds all of it. */
    @Revision("1")
    record IdolPresented(@PublishedValue IdolId idol, IdolPresentation presentation)
            implements IdolsEvent, Event.ManagementAction {
        @Override
        public String target() {
            return idol.toString();
        }
    }

    /** An idol was removed. */
    @Revision("1")
    record IdolRemoved(@PublishedValue IdolId idol) implements IdolsEvent, Event.ManagementAction, Event.FinalEvent {
        @Override
        public String target() {
            return idol.toString();
        }
    }
}
