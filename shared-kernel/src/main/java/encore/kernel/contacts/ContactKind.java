package encore.kernel.contacts;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** The kind of a contact, which also decides how a code reaches it. */
public enum ContactKind {
    EMAIL,
    PHONE;

    /** Returns the word in events, claims and answers, which is also the name of the parameter for such a contact. */
    @JsonValue
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
