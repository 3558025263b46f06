package encore.kernel.settings;

import encore.kernel.Command;
import encore.kernel.Patch;

/** The commands of an account's settings. Each answers all settings. */
public sealed interface AccountSettingsCommand extends Command<AccountSettings> {

    AccountSettingsId settings();

    @Override
    default AccountSettingsId stream() {
        return settings();
    }

    /** Changes the settings. A cleared one has its default. */
    record ChangeAccountSettings(AccountSettingsId settings, Patch<AccountSettings> change)
            implements AccountSettingsCommand {}
}
