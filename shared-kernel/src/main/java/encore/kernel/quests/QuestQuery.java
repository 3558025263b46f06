package encore.kernel.quests;

import encore.kernel.Query;
import encore.kernel.campaigns.Campaign;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging;
import encore.kernel.time.AsOf;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Everything that can be asked about quests. Quests that were deleted, or whose business was removed, are unknown. Queries
 * about a status carry the moment that they are asked for; at an earlier moment of the log, that moment counts instead.
 */
public sealed interface QuestQuery<R> extends Query<R> {

    /** One quest as it is shown; refused as unknown. */
    record FindQuest(
            long account,
            long pageTabId,
            Instant now,
            @Nullable AsOf asOf) implements QuestQuery<Quest.Presentation> {}

    /**
     * The quests of a business as they are shown, by their order and then by creation. An unknown business is refused, and
     * so is an unknown performance. A criterion that is null is not applied.
     *
     * @param isBusinessInPath whether the path names the business
     */
    record ListQuests(
            long account,
            long businessId,
            boolean isBusinessInPath,
            @Nullable String performanceUid,
            Quest.@Nullable Status status,
            Instant now,
            @Nullable AsOf asOf)
            implements QuestQuery<List<Quest.Presentation>> {}

    /** The criteria of a list of quests. One that is null is not applied. */
    record QuestSelection(
            @Nullable Long businessId, @Nullable String performanceUid) {}

    /**
     * The quests as they are shown, by creation, or by their titles if these are searched. An unknown business or
     * performance is refused. A status that is null is not applied.
     */
    record ListAllQuests(
            long account, QuestSelection selection, Quest.@Nullable Status status, Instant now, Paging.NextKey paging)
            implements QuestQuery<Page<Quest.Presentation>> {}

    /** Quests by id for the rows of other features, in any order. Unknown ids are left out. */
    record FindQuests(long account, List<Long> pageTabIds) implements QuestQuery<List<Quest>> {
        public FindQuests {
            pageTabIds = List.copyOf(pageTabIds);
        }
    }

    /** One quest, without the data of other features; refused as unknown. */
    record FindEnteredQuest(
            long account, long pageTabId, @Nullable AsOf asOf) implements QuestQuery<Quest> {}

    /**
     * The quests of a business, by their order and then by creation. An unknown business is refused, unless a moment is
     * given at which it may have existed. An unknown performance is refused.
     *
     * @param isBusinessInPath whether the path names the business
     */
    record ListEnteredQuests(
            long account,
            long businessId,
            boolean isBusinessInPath,
            @Nullable String performanceUid,
            @Nullable AsOf asOf)
            implements QuestQuery<List<Quest>> {}

    /** The quests that meet the criteria, in the orders of {@link ListAllQuests}. */
    record ListAllEnteredQuests(long account, QuestSelection selection, Paging.NextKey paging)
            implements QuestQuery<Page<Quest>> {}

    /**
     * Quests in the form in which campaigns are searched, by creation.
     *
     * @param q words of the title, or beginnings of words; null for all quests
     */
    record SearchQuests(long account, @Nullable String q, Instant now, Paging.NextKey paging)
            implements QuestQuery<Page<Campaign.CrmEntry>> {}
}
