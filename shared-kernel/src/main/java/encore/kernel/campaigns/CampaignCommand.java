package encore.kernel.campaigns;

import encore.kernel.Command;
import encore.kernel.Patch;
import encore.kernel.campaigns.CampaignQuery.FindCampaign;
import java.time.Instant;
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
     * Checks that a fan may still enter a campaign by a public call. A campaign that is switched off or over is refused,
     * naming {@code page_tab_id}; one that has not started is not. It changes nothing.
     */
    record CheckRunning(CampaignId campaign, Instant at) implements CampaignCommand {}
}
