package encore.kernel.sessions.logins;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** The way in which a session was opened. */
public enum LoginType {
    GUEST,
    REGISTER,
    CODE,
    PASSWORD;

    @JsonValue
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
