package encore.kernel.loginsettings;

import encore.kernel.Query;

/** Everything that can be asked about login settings. */
public sealed interface LoginSettingsQuery<R> extends Query<R> {

    /** The login settings of an account; the defaults where nothing was set. */
    record FindLoginSettings(long account) implements LoginSettingsQuery<LoginSettings> {}
}
