package encore.kernel.settings;

import encore.kernel.Query;

/** Everything that can be asked about an account's settings. */
public sealed interface AccountSettingsQuery<R> extends Query<R> {

    /** The settings of an account; the defaults where nothing was set. */
    record FindAccountSettings(long account) implements AccountSettingsQuery<AccountSettings> {}
}
