package encore.kernel.points;

import encore.kernel.privacy.NotPersonal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The parts that only an award of a quest has.
 *
 * @param performanceUid the performance of the quest; null for none
 * @param at the time of the first deed of the chain that led to the completion. Effects of the award keep it
 */
public record QuestAward(
        @NotPersonal("a uid of ours") @Nullable String performanceUid, Instant at) {}
