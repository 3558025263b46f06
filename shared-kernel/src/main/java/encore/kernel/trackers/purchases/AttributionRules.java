package encore.kernel.trackers.purchases;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Decides which purchases belong to a tracker. In a wildcard {@code *} stands for any characters and {@code ?} for one;
 * it matches a whole name without regard to case.
 *
 * @param purchaseEventWildcard null matches any name
 * @param venueIdWildcard null matches any venue
 * @param attributionDays from a click
 */
public record AttributionRules(
        @Nullable String purchaseEventWildcard, @Nullable String venueIdWildcard, int attributionDays) {

    /** Returns whether both wildcards match. A name that is missing matches like an empty one. */
    public boolean match(@Nullable String name, @Nullable String venue) {
        return matches(purchaseEventWildcard, name) && matches(venueIdWildcard, venue);
    }

    /** Returns whether a purchase came 0 to attribution_days after a click. Times are compared in whole seconds. */
    public boolean isWithin(Instant click, Instant purchase) {
        long seconds = purchase.getEpochSecond() - click.getEpochSecond();
        return seconds >= 0 && seconds <= Duration.ofDays(attributionDays).toSeconds();
    }

    /** Compares from left to right and goes back to the last star alone, so no pattern takes long. */
    static boolean matches(@Nullable String wildcard, @Nullable String name) {
        if (wildcard == null) {
            return true;
        }
        int[] pattern = wildcard.toLowerCase(Locale.ROOT).codePoints().toArray();
        int[] text = name == null
                ? new int[0]
                : name.toLowerCase(Locale.ROOT).codePoints().toArray();
        int at = 0;
        int star = -1;
        int resumeAt = 0;
        for (int i = 0; i < text.length; ) {
            if (at < pattern.length && pattern[at] == '*') {
                star = at++;
                resumeAt = i;
            } else if (at < pattern.length && (pattern[at] == '?' || pattern[at] == text[i])) {
                at++;
                i++;
            } else if (star >= 0) {
                at = star + 1;
                i = ++resumeAt;
            } else {
                return false;
            }
        }
        while (at < pattern.length && pattern[at] == '*') {
            at++;
        }
        return at == pattern.length;
    }
}
