package encore.kernel.campaigns;

import encore.kernel.Page;
import encore.kernel.Paging;
import encore.kernel.Query;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Everything that can be asked about campaigns. Whether one is active is asked as of a moment that comes with it. */
public sealed interface CampaignQuery<R> extends Query<R> {

    /** One campaign, for other features; one that is not there, or not any more, is refused as unknown. */
    record FindCampaign(long account, long pageTabId) implements CampaignQuery<Campaign> {}

    /** Asks for the campaigns of other features' rows, in any order; what is not there is left out. */
    record FindCampaigns(long account, List<Long> pageTabIds) implements CampaignQuery<List<Campaign>> {
        public FindCampaigns {
            pageTabIds = List.copyOf(pageTabIds);
        }
    }

    /** Campaigns in the order they were made; null lets every one through. */
    record ListCampaigns(
            long account,
            @Nullable AppType appType,
            @Nullable Boolean isScheduled,
            @Nullable Long businessId,
            Instant now,
            Paging.NextKey paging)
            implements CampaignQuery<Page<Campaign.Row>> {}

    /**
     * One campaign as the public reads it; refused like {@link FindCampaign}.
     *
     * @param withDetails whether tab items and quiz questions come with it
     */
    record ReadCampaign(long account, long pageTabId, boolean withDetails, Instant now)
            implements CampaignQuery<Campaign.Single> {}

    /**
     * Campaigns in the order they were made.
     *
     * @param q words of the name, or their beginnings; null for all
     */
    record SearchCampaigns(long account, @Nullable String q, Instant now, Paging.NextKey paging)
            implements CampaignQuery<Page<Campaign.Crm>> {}

    /** Campaigns as they were entered, in the order they were made. */
    record ListManagedCampaigns(long account, Paging.NextKey paging) implements CampaignQuery<Page<Campaign.Managed>> {}
}
