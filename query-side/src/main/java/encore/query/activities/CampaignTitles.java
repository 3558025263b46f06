package encore.query.activities;

import encore.kernel.campaigns.Campaign;
import encore.kernel.campaigns.CampaignQuery.FindCampaigns;
import encore.kernel.quests.QuestQuery.FindQuests;
import encore.query.projection.QueryGateway;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The present names of campaigns and titles of quests, which share their ids. For deleted ones, activities have the title
 * from when they were recorded.
 */
record CampaignTitles(Map<Long, String> names) {

    /** Asks for the names of the campaigns that the rows refer to, and for the titles of quests if other ids are left. */
    static <T> CampaignTitles of(
            long account, List<T> rows, Function<T, @Nullable Long> pageTabId, QueryGateway queryGateway) {
        List<Long> pageTabIds = rows.stream()
                .<Long>flatMap(row -> Stream.ofNullable(pageTabId.apply(row)))
                .distinct()
                .toList();
        Map<Long, String> names = new HashMap<>();
        if (!pageTabIds.isEmpty()) {
            for (Campaign campaign : queryGateway.ask(new FindCampaigns(account, pageTabIds))) {
                names.put(
                        campaign.pageTabId(),
                        Objects.requireNonNull(campaign.details().name(), "A campaign always has a name"));
            }
        }
        List<Long> others =
                pageTabIds.stream().filter(id -> !names.containsKey(id)).toList();
        if (!others.isEmpty()) {
            queryGateway
                    .ask(new FindQuests(account, others))
                    .forEach(quest -> names.put(quest.pageTabId(), quest.title()));
        }
        return new CampaignTitles(names);
    }

    /**
     * Returns the present name of the campaign or quest, or else the recorded title.
     *
     * @param recordedTitle the title in the activity
     */
    @Nullable
    String titleOf(@Nullable Long pageTabId, @Nullable String recordedTitle) {
        String name = pageTabId == null ? null : names.get(pageTabId);
        return name == null ? recordedTitle : name;
    }
}
