package encore.kernel.activities;

import encore.kernel.Command;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.fans.Consent;
import encore.kernel.fans.FanId;
import encore.kernel.fans.Profile;
import org.jspecify.annotations.Nullable;

/** Everything that can be asked of activities: to record them. */
public sealed interface ActivityCommand extends Command<RecordedActivity> {

    /** With a uid minted before the command. */
    ActivityId activity();

    @Override
    default ActivityId stream() {
        return activity();
    }

    /**
     * Records what a fan did (spec 2, 4: POST /v1/crm/fans/&lt;fan_id&gt;/activities). The fan stood in the path.
     *
     * @param campaignTitle one that names a campaign stands for it; null for none
     */
    record RecordActivity(
            ActivityId activity, FanId fan, @Nullable String campaignTitle, ActivityDetails details)
            implements ActivityCommand {}

    /**
     * Records what a fan did in a campaign, which stood in the path.
     *
     * @param unique refuses a fan who did anything there before
     */
    record RecordEntry(ActivityId activity, CampaignId campaign, FanId fan, boolean unique, ActivityDetails details)
            implements ActivityCommand {}

    /**
     * Records what the fan did that has these contacts, and registers it when there is none (spec 2, 4: POST
     * /v1/crm/activities).
     *
     * @param fan minted before the command, for the case that there is none yet
     */
    record RecordActivityByContacts(
            ActivityId activity,
            FanId fan,
            Profile profile,
            Consent consent,
            @Nullable String campaignTitle) implements ActivityCommand {}
}
