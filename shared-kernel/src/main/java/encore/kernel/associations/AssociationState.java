package encore.kernel.associations;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** A state of an association. An association may have several at once. */
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
