package encore.kernel.campaigns;

import encore.kernel.Query;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Everything that can be asked about campaigns. Queries about active campaigns carry the moment that they are asked
 * for.
 */
public sealed interface CampaignQuery<R> extends Query<R> {

    /** One campaign, for other features. A campaign that is unknown or deleted is refused as unknown. */
    record FindCampaign(long account, long pageTabId) implements CampaignQuery<Campaign> {}

    /** Campaigns by id for the rows of other features, in any order. Unknown ids are left out. */
    record FindCampaigns(long account, List<Long> pageTabIds) implements CampaignQuery<List<Campaign>> {
        public FindCampaigns {
            pageTabIds = List.copyOf(pageTabIds);
        }
    }

    /** Campaigns in the order of creation. A criterion that is null is not applied. */
    record ListCampaigns(
            long account,
            @Nullable AppType appType,
            @Nullable Boolean isScheduled,
            @Nullable Long businessId,
            Instant now,
            Paging.NextKey paging)
            implements CampaignQuery<Page<Campaign.Row>> {}

    /**
     * One campaign in its public form; refused like {@link FindCampaign}.
     *
     * @param withDetails whether the answer contains tab items and quiz questions
     */
    record ReadCampaign(long account, long pageTabId, boolean withDetails, Instant now)
            implements CampaignQuery<Campaign.Single> {}

    /**
     * Campaigns and quests in the order of creation.
     *
     * @param q words of the name, or beginnings of words; null for all campaigns and quests
     */
    record SearchCampaigns(long account, @Nullable String q, Instant now, Paging.NextKey paging)
            implements CampaignQuery<Page<Campaign.Crm>> {}

    /** Campaigns without quests, searched like {@link SearchCampaigns}. */
    record SearchCampaignsAlone(long account, @Nullable String q, Instant now, Paging.NextKey paging)
            implements CampaignQuery<Page<Campaign.CrmEntry>> {}

    /** Campaigns with the values as they were entered, in the order of creation. */
    record ListManagedCampaigns(long account, Paging.NextKey paging) implements CampaignQuery<Page<Campaign.Managed>> {}

    /**
     * Campaigns with a start or an end that are switched on and run now. Those that end first come first; those without an
     * end come last.
     */
    record FindRunningCampaigns(long account, Instant now, int limit) implements CampaignQuery<List<Campaign>> {}

    /** Campaigns that are switched on and start later, in the order of their starts. */
    record FindComingCampaigns(long account, Instant now, int limit) implements CampaignQuery<List<Campaign>> {}

    /** Campaigns that have a live show, in the order of creation, or found by the words of their names. */
    record ListCampaignsWithShow(long account, Paging.NextKey paging) implements CampaignQuery<Page<Campaign>> {}
}
