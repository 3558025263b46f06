package encore.kernel.shows;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** The state of a live show (spec 1, 6: state_change). */
public enum ShowState {
    OFF,
    PENDING,
    ACTIVE,
    FINISHED;

    @JsonValue
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns whether overlays, the live feed and answers are allowed: from the first {@code pending} to {@code finished}. */
    public boolean isOpen() {
        return this == PENDING || this == ACTIVE;
    }

    /** Returns whether the state may be followed by another one. A slip may be taken back. */
    public boolean leadsTo(ShowState next) {
        return switch (this) {
            case OFF -> next == PENDING;
            case PENDING -> next == OFF || next == ACTIVE;
            case ACTIVE -> next == PENDING || next == FINISHED;
            case FINISHED -> next == ACTIVE || next == OFF;
        };
    }
}
