package encore.kernel.settings;

import encore.kernel.Event;
import encore.kernel.published.PublishedValue;
import org.axonframework.serialization.Revision;

/** Everything that can happen to the settings of an account. */
public sealed interface AccountSettingsEvent extends Event {

    AccountSettingsId settings();

    /** The settings changed. The event holds all of them. */
    @Revision("2")
    record AccountSettingsChanged(
            AccountSettingsId settings, @PublishedValue AccountSettings all)
            implements AccountSettingsEvent, Event.ManagementAction {
        @Override
        public String target() {
            return settings.toString();
        }
    }
}
