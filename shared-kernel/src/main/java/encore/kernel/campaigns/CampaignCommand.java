package encore.kernel.campaigns;

import encore.kernel.Command;
import encore.kernel.Patch;
import encore.kernel.campaigns.CampaignQuery.FindCampaign;
import org.jspecify.annotations.Nullable;

/** Everything that can be asked of a campaign; each answers the campaign that it was about. */
public sealed interface CampaignCommand extends Command<SavedCampaign> {

    CampaignId campaign();

    @Override
    default CampaignId stream() {
        return campaign();
    }

    /** Saves a campaign. */
    sealed interface SaveCampaign extends CampaignCommand, Command.Save<SavedCampaign, Campaign> {
        @Override
        default FindCampaign record(SavedCampaign saved) {
            return new FindCampaign(campaign().account(), saved.pageTabId());
        }
    }

    /**
     * Makes a campaign. A name that another one of the account has is refused, and so is a business of nothing.
     *
     * @param campaign with a number minted before the command
     * @param details with a name
     */
    record CreateCampaign(
            CampaignId campaign, AppType appType, @Nullable Long businessId, CampaignDetails details)
            implements SaveCampaign {}

    /**
     * Changes a campaign, whose number stood in the path.
     *
     * @param appType the one it has, or null: it never changes
     * @param businessId likewise
     */
    record ChangeCampaign(
            CampaignId campaign,
            @Nullable AppType appType,
            @Nullable Long businessId,
            Patch<CampaignDetails> change) implements SaveCampaign {}

    /** Ends a campaign for ever; its name is free again. Its number stood in the path. */
    record DeleteCampaign(CampaignId campaign) implements CampaignCommand {}
}
