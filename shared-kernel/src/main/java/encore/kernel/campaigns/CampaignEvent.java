package encore.kernel.campaigns;

import encore.kernel.Event;
import encore.kernel.Patch;
import encore.kernel.privacy.NotPersonal;
import encore.kernel.published.PublishedValue;
import java.util.List;
import org.axonframework.serialization.Revision;
import org.jspecify.annotations.Nullable;

/** Everything that can happen to a campaign. */
public sealed interface CampaignEvent extends Event.ManagementAction {

    CampaignId campaign();

    @Override
    default String target() {
        return campaign().toString();
    }

    /**
     * A campaign was created.
     *
     * @param appType never changes
     * @param businessId never changes; null for a campaign without a business
     */
    @Revision("1")
    record CampaignCreated(
            @PublishedValue CampaignId campaign,
            @PublishedValue AppType appType,
            @PublishedValue @Nullable Long businessId,
            @PublishedValue CampaignDetails details)
            implements CampaignEvent {}

    /**
     * A campaign changed. The event holds the changed components only.
     *
     * @param cleared the names of the cleared components
     */
    @Revision("1")
    record CampaignChanged(
            @PublishedValue CampaignId campaign,
            @PublishedValue CampaignDetails changes,

            @PublishedValue @NotPersonal("names of components") @Nullable
            List<String> cleared)
            implements CampaignEvent, Event.Change<CampaignDetails> {

        public static CampaignChanged of(CampaignId campaign, Patch<CampaignDetails> patch) {
            return new CampaignChanged(campaign, patch.given(), patch.clearedNames());
        }
    }

    /** A campaign was deleted for ever. The activities of fans in it stay. */
    @Revision("1")
    record CampaignDeleted(@PublishedValue CampaignId campaign) implements CampaignEvent, Event.FinalEvent {}
}
