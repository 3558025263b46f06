package encore.kernel.home;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** The reason for which something waits for somebody. */
public enum NeedKind {
    /** Posts of streams are neither approved nor reviewed. */
    POSTS,
    /** Fans flagged messages of shows, and nobody removed or restored these. */
    FLAGGED_CHAT,
    /** Few prize codes of a reward are left. */
    CODES,
    /** A webhook fails, or Encore disabled it. */
    WEBHOOKS,
    /** A projection could not apply an event. */
    DEAD_LETTERS;

    @JsonValue
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
