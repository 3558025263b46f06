package encore.kernel.loginsettings;

import encore.kernel.Command;
import encore.kernel.Patch;
import encore.kernel.names.StoredName;

/** The commands of an account's login settings. */
public sealed interface LoginSettingsCommand<R> extends Command<R> {

    LoginSettingsId settings();

    @Override
    default LoginSettingsId stream() {
        return settings();
    }

    /** Changes the settings. A cleared one has its default. A tag or custom field that does not exist is refused. */
    record ChangeLoginSettings(LoginSettingsId settings, Patch<LoginSettings> change)
            implements LoginSettingsCommand<LoginSettings> {}

    /** Stores a change whose tags and custom fields were found. It is a step of {@link ChangeLoginSettings}. */
    record StoreLoginSettings(LoginSettingsId settings, Patch<LoginSettings> change)
            implements LoginSettingsCommand<LoginSettings> {}

    /** Answers the settings, for another command. It changes nothing. */
    @StoredName("TellLoginSettings")
    record ReadLoginSettings(LoginSettingsId settings) implements LoginSettingsCommand<LoginSettings> {}

    /**
     * Grants a gateway some of the codes that may be sent on this day. It takes one of 200 of the day's codes, at least
     * one, so that few commands are needed. Codes that a gateway does not send, because it ended, are lost for the day.
     */
    record GrantCodes(LoginSettingsId settings, CodeChannel channel) implements LoginSettingsCommand<GrantedCodes> {}
}
