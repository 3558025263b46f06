package encore.kernel.fanstreams.pages;

import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Selects the records and parts of a summary.
 *
 * @param labelKey null for any
 * @param from the earliest arrival, inclusive; null for any
 * @param to the last second of arrivals, inclusive; null for any
 */
public record SummarySelection(
        @Nullable String labelKey,
        @Nullable Instant from,
        @Nullable Instant to,
        Set<SummaryPart> parts) {

    /** A list that a summary has when it is asked for. */
    public enum SummaryPart {
        WORDS,
        HASHTAGS,
        LABELS
    }

    public SummarySelection {
        parts = Set.copyOf(parts);
    }
}
