package encore.kernel.sessions.logins;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** The kind of contact that a fan logged in with. */
public enum LoginNetwork {
    EMAIL,
    PHONE;

    @JsonValue
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
