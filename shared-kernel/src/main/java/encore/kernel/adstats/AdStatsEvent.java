package encore.kernel.adstats;

import encore.kernel.Event;
import java.util.List;
import org.axonframework.serialization.Revision;

/** Everything that can happen to a campaign of an ad network. */
public sealed interface AdStatsEvent extends Event {

    AdCampaignId campaign();

    /**
     * Days of a campaign were reported, or were corrected.
     *
     * @param days each day once, in their order; each replaces the earlier row of its day
     */
    @Revision("1")
    record AdDaysRecorded(AdCampaignId campaign, AdCampaignKey key, List<AdDay> days)
            implements AdStatsEvent, Event.ManagementAction {
        public AdDaysRecorded {
            days = List.copyOf(days);
        }

        @Override
        public String target() {
            return campaign.toString();
        }
    }
}
