package encore.kernel.adstats;

import encore.kernel.Event;
import encore.kernel.privacy.NotPersonal;
import encore.kernel.published.PublishedValue;
import java.util.List;
import org.axonframework.serialization.Revision;

/** Everything that can happen to the ad accounts of an ad network and to their campaigns. */
public sealed interface AdStatsEvent extends Event {

    /** The first row of an ad account came. From then on a report may be about it. */
    @Revision("1")
    record AdAccountOpened(
            AdAccountId adAccount,
            @NotPersonal("the name of an ad network") String network,
            @NotPersonal("the key of an ad account") String adAccountKey)
            implements AdStatsEvent {}

    /**
     * Days of a campaign were reported, or were corrected.
     *
     * @param days each day once, in their order; each replaces the earlier row of its day
     */
    @Revision("1")
    record AdDaysRecorded(
            AdCampaignId campaign, @PublishedValue AdCampaignKey key, List<AdDay> days)
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
