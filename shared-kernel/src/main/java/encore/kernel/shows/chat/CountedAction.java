package encore.kernel.shows.chat;

import org.jspecify.annotations.Nullable;

/**
 * The answer to an action of a fan that a limit counts.
 *
 * @param retryAfter the seconds until the fan may do it again; null when the limit was not reached
 */
public record CountedAction(@Nullable Long retryAfter) {

    public static final CountedAction WITHIN_LIMIT = new CountedAction(null);
}
