package encore.kernel.shows.players;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The ban of a fan from a show.
 *
 * @param isMute whether it forbids messages alone
 * @param until the end of the ban; null for none
 */
public record PlayerBan(boolean isMute, @Nullable Instant until) {

    /** Returns whether the ban holds at a time. */
    public boolean isInForce(Instant now) {
        return until == null || now.isBefore(until);
    }
}
