package encore.kernel.loginsettings;

import encore.kernel.Event;
import java.time.LocalDate;
import org.axonframework.serialization.Revision;

/** Everything that can happen to the login settings of an account. */
public sealed interface LoginSettingsEvent extends Event {

    LoginSettingsId settings();

    /** The settings changed. The event holds all of them. */
    @Revision("1")
    record LoginSettingsChanged(LoginSettingsId settings, LoginSettings all)
            implements LoginSettingsEvent, Event.ManagementAction {
        @Override
        public String target() {
            return settings.toString();
        }
    }

    /**
     * A gateway may send some of a day's codes.
     *
     * @param day the day in UTC
     */
    @Revision("1")
    record CodesGranted(LoginSettingsId settings, CodeChannel channel, LocalDate day, int count)
            implements LoginSettingsEvent {}
}
