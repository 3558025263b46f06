package encore.kernel.loginsettings;

import encore.kernel.StreamId;

/** The login settings of an account; prints as {@code login_settings.<account>}. */
@StreamId.Kind("login_settings")
public record LoginSettingsId(long account) implements StreamId {

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
