package encore.kernel.settings;

import encore.kernel.StreamId;

/** The settings of an account; prints as {@code account_settings.<account>}. */
@StreamId.Kind("account_settings")
public record AccountSettingsId(long account) implements StreamId {

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
