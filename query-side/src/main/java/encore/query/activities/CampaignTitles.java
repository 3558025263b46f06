package encore.query.activities;

import encore.kernel.campaigns.Campaign;
import encore.kernel.campaigns.CampaignQuery.FindCampaigns;
import encore.query.projection.QueryGateway;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The present names of campaigns. For deleted campaigns, activities have the title from when they were recorded. */
record CampaignTitles(Map<Long, String> names) {

    /** Asks for the names of the campaigns that the rows refer to. */
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
        return new CampaignTitles(names);
    }

    /**
     * Returns the present name of the campaign, or else the recorded title.
     *
     * @param recordedTitle the title in the activity
     */
    @Nullable
    String titleOf(@Nullable Long pageTabId, @Nullable String recordedTitle) {
        String name = pageTabId == null ? null : names.get(pageTabId);
        return name == null ? recordedTitle : name;
    }
}
