package encore.kernel.associations;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** Says what a fan has to do with a performance or an idol event; several may hold at once. */
public enum AssociationState {
    SAVED,
    GOING,
    VERIFIED,
    ATTENDED,
    COLLECTED,
    REGISTERED;

    @JsonValue
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
