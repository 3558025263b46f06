package encore.kernel.home;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** The kind of an entry of the start page. */
public enum EntryKind {
    /** A live show that is pending or active. */
    SHOW,
    /** A campaign that has a start or an end. */
    CAMPAIGN,
    /** A performance that has a date. */
    PERFORMANCE;

    @JsonValue
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
