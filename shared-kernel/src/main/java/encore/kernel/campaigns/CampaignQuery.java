package encore.kernel.campaigns;

import encore.kernel.Query;
import java.util.List;

/** Everything that can be asked about campaigns. */
public sealed interface CampaignQuery<R> extends Query<R> {

    /** One campaign, for other features; one that is not there, or not any more, is refused as unknown. */
    record FindCampaign(long account, long pageTabId) implements CampaignQuery<Campaign> {}

    /** Asks for the campaigns of other features' rows, in any order; what is not there is left out. */
    record FindCampaigns(long account, List<Long> pageTabIds) implements CampaignQuery<List<Campaign>> {
        public FindCampaigns {
            pageTabIds = List.copyOf(pageTabIds);
        }
    }
}
