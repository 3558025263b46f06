package encore.kernel.sessions.logins;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** The place at which a fan logged in: the connect call, or the page of the browser login. */
public enum LoginSource {
    CONNECT,
    BROWSER;

    @JsonValue
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
