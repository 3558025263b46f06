package encore.kernel.settings;

import com.fasterxml.jackson.annotation.JsonCreator;
import encore.kernel.StreamId;
import encore.kernel.StreamNames;

/** The settings of an account; prints as {@code account_settings.<account>}. */
public record AccountSettingsId(long account) implements StreamId {

    @JsonCreator
    public static AccountSettingsId parse(String text) {
        return new AccountSettingsId(Long.parseLong(StreamNames.split(text, "account_settings", 2)[1]));
    }

    @Override
    public String toString() {
        return "account_settings." + account;
    }
}
