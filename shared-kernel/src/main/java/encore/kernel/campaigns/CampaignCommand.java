package encore.kernel.campaigns;

import encore.kernel.Command;
import encore.kernel.Patch;
import encore.kernel.campaigns.CampaignQuery.FindCampaign;
import org.jspecify.annotations.Nullable;

/** The commands of a campaign. Each answers the id of the campaign. */
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
     * Creates a campaign. A name that another campaign of the account has, or an unknown business, is refused.
     *
     * @param campaign the id, whose number is generated before the command
     * @param details the details, with a name
     */
    record CreateCampaign(
            CampaignId campaign, AppType appType, @Nullable Long businessId, CampaignDetails details)
            implements SaveCampaign {}

    /**
     * Changes a campaign. The path names it, so an unknown one is refused as unknown.
     *
     * @param appType the present app type, or null: it never changes
     * @param businessId the present business, or null: it never changes
     */
    record ChangeCampaign(
            CampaignId campaign,
            @Nullable AppType appType,
            @Nullable Long businessId,
            Patch<CampaignDetails> change) implements SaveCampaign {}

    /** Deletes a campaign for ever and frees its name. The path names it, so an unknown one is refused as unknown. */
    record DeleteCampaign(CampaignId campaign) implements CampaignCommand {}

    /**
     * Refuses a campaign that is switched off or over, which fans' own calls do not enter. It changes nothing. An unknown
     * campaign is refused as unknown, so look it up first.
     *
     * @param parameter the wire name of the parameter that names the campaign
     */
    record RequireOpenCampaign(CampaignId campaign, String parameter) implements CampaignCommand {}
}
