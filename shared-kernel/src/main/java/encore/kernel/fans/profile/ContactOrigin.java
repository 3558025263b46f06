package encore.kernel.fans.profile;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** The caller that gave a contact, where it was not a call with the secret. */
public enum ContactOrigin {
    /** A call with the public key alone. */
    PUBLIC,
    /** The fan's own session, with the public key alone. */
    SESSION;

    @JsonValue
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
