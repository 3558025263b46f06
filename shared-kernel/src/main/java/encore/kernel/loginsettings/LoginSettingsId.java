package encore.kernel.loginsettings;

import com.fasterxml.jackson.annotation.JsonCreator;
import encore.kernel.StreamId;
import encore.kernel.StreamNames;

/** The login settings of an account; prints as {@code login_settings.<account>}. */
public record LoginSettingsId(long account) implements StreamId {

    @JsonCreator
    public static LoginSettingsId parse(String text) {
        return new LoginSettingsId(Long.parseLong(StreamNames.split(text, "login_settings", 2)[1]));
    }

    @Override
    public String toString() {
        return "login_settings." + account;
    }
}
