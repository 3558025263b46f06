package encore.kernel.quests;

import encore.kernel.Query;
import encore.kernel.time.AsOf;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Everything that can be asked about quests. Quests that were deleted, or whose business was removed, are unknown. */
public sealed interface QuestQuery<R> extends Query<R> {

    /**
     * One quest as it is shown; refused as unknown.
     *
     * @param now the moment for its status
     * @param asOf the moment of the log whose state is shown; null for the present
     */
    record FindQuest(long account, long pageTabId, Instant now, @Nullable AsOf asOf)
            implements QuestQuery<Quest.Shown> {}

    /** Quests by id for the rows of other features, in any order. Unknown ids are left out. */
    record FindQuests(long account, List<Long> pageTabIds) implements QuestQuery<List<Quest>> {
        public FindQuests {
            pageTabIds = List.copyOf(pageTabIds);
        }
    }
}
