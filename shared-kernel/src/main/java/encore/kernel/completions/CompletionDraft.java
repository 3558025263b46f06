package encore.kernel.completions;

import encore.kernel.names.AddedLater;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A completion before it is decided: the deed, and the rule of the quest at that time.
 *
 * @param uids minted by the gateway for a call; null for an automation, whose uids the aggregate mints
 * @param at the time of the first deed of the chain that led to it
 * @param causes the positions of the events that led to it, ascending; empty for a call
 * @param effectiveAt the time of its own that the caller gave; null for none
 */
public record CompletionDraft(
        @Nullable CompletionUids uids,
        Instant at,
        List<Long> causes,
        QuestTerms terms,
        @AddedLater @Nullable Instant effectiveAt) {

    public CompletionDraft {
        causes = List.copyOf(causes);
    }
}
