package encore.kernel.completions;

import encore.kernel.Query;
import encore.kernel.time.AsOf;
import encore.kernel.time.Days;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Everything that can be asked about completions of quests. */
public sealed interface CompletionQuery<R> extends Query<R> {

    /** The completions of a fan, the earliest first. An unknown fan has none. */
    record FindCompletionsOfFan(
            long account, long fanId, @Nullable AsOf asOf) implements CompletionQuery<List<Completion>> {}

    /**
     * The quests of a business and whether the fan completed them. An unknown fan or business is refused as unknown.
     *
     * @param performanceUid limits the answer to quests of this performance; null for all
     */
    record FindCompletionMap(
            long account,
            long businessId,
            long fanId,
            @Nullable String performanceUid,
            @Nullable AsOf asOf) implements CompletionQuery<CompletionMap> {}

    /**
     * The quests of a business with their status for a fan, in the order of the list of quests. An unknown fan or business
     * is refused as unknown.
     *
     * @param now the moment for the dates of the quests
     */
    record FindFanQuests(
            long account,
            long businessId,
            long fanId,
            Instant now,
            @Nullable AsOf asOf) implements CompletionQuery<List<FanQuest>> {}

    /** The number of completions of a business' quests that were recorded on some days. Erased fans' count as well. */
    record CountCompletions(long account, long businessId, Days days) implements CompletionQuery<CompletionCount> {}

    /** A number of completions. */
    record CompletionCount(long count) {}
}
