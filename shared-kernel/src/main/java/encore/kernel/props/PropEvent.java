package encore.kernel.props;

import encore.kernel.Event;
import encore.kernel.privacy.NotPersonal;
import encore.kernel.privacy.PersonalData;
import encore.kernel.published.PublishedValue;
import org.axonframework.serialization.Revision;
import org.jspecify.annotations.Nullable;

/** Everything that can happen to a prop. Its value may be about anybody, so it is encrypted under a key of its own. */
public sealed interface PropEvent extends Event {

    PropId prop();

    @Override
    default PropId subject() {
        return prop();
    }

    /** A value was stored under a new name. */
    @Revision("1")
    record PropAdded(
            PropId prop,

            @PublishedValue @NotPersonal("the name of a setting")
            String propName,

            @PersonalData @Nullable String value)
            implements PropEvent {}

    /** The value of a name was replaced. */
    @Revision("1")
    record PropChanged(PropId prop, @PersonalData @Nullable String value) implements PropEvent {}

    /** The value of a name was removed, and nobody can read its values any more. */
    @Revision("1")
    record PropRemoved(PropId prop) implements PropEvent, Event.FinalEvent, Event.ManagementAction {
        @Override
        public String target() {
            return prop.toString();
        }
    }
}
