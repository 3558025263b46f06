package encore.kernel.loginsettings;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** The way that a login code is sent. Each has a limit of its own for a day. */
public enum CodeChannel {
    EMAIL,
    SMS;

    @JsonValue
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
