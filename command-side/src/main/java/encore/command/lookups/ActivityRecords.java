package encore.command.lookups;

import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Facts;
import encore.infra.eventstore.Streams;
import encore.kernel.activities.ActivityDetails;
import encore.kernel.activities.ActivityEvent.ActivityRecorded;
import encore.kernel.activities.ActivityId;
import encore.kernel.campaigns.CampaignEvent.CampaignCreated;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.fans.FanId;
import encore.kernel.names.Blanks;
import java.util.List;
import java.util.Objects;

/** Records activities that follow from something else, such as the completion of a quest. */
public final class ActivityRecords {

    private ActivityRecords() {}

    /**
     * Records an activity as the last event of the commit: its position is the activity_id. The first one of a fan on its
     * page tab takes the claim.
     */
    public static void record(ActivityRecorded activity, Claims claims, Facts facts) {
        FirstEntryClaims.takeIfFree(
                activity.fan(), Objects.requireNonNull(activity.pageTabId()), activity.activity(), claims);
        facts.record(activity.activity(), activity);
    }

    /** Returns an activity without details in a campaign, whose present name only its own stream knows. */
    public static ActivityRecorded inCampaign(ActivityId activity, FanId fan, CampaignId campaign, Streams streams) {
        CampaignCreated created = streams.firstEvent(campaign, CampaignCreated.class);
        String name = created == null ? null : created.details().name();
        return new ActivityRecorded(
                activity,
                fan,
                name == null || Blanks.isBlank(name) ? null : Blanks.trim(name),
                campaign.number(),
                created == null ? null : created.appType(),
                created == null ? null : created.businessId(),
                List.of(),
                ActivityDetails.NONE,
                null);
    }
}
