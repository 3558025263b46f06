package encore.kernel.fanstreams.pages;

import com.fasterxml.jackson.annotation.JsonValue;
import encore.kernel.fanstreams.records.RecordFlags;
import java.util.Locale;

/** The state of a record for its moderators. */
public enum ModerationState {
    /** Nobody has decided on it, and it is not approved. */
    TO_APPROVE,

    /** It is approved. */
    SHOWN,

    /** It was reviewed and is not approved. */
    HIDDEN;

    /** Returns the state of a record with these flags. */
    public static ModerationState of(RecordFlags flags) {
        if (Boolean.TRUE.equals(flags.isApproved())) {
            return SHOWN;
        }
        return Boolean.TRUE.equals(flags.isReviewed()) ? HIDDEN : TO_APPROVE;
    }

    @JsonValue
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
