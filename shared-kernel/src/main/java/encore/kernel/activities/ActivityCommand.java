package encore.kernel.activities;

import encore.kernel.Command;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.fans.FanId;
import encore.kernel.fans.profile.Consent;
import encore.kernel.fans.profile.Profile;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The commands that record activities. */
public sealed interface ActivityCommand extends Command<RecordedActivity> {

    /** Returns the stream of the activity, whose uid is generated before the command. */
    ActivityId activity();

    @Override
    default ActivityId stream() {
        return activity();
    }

    /**
     * Records an activity of a fan (spec 2, 4: POST /v1/crm/fans/&lt;fan_id&gt;/activities). The path names the fan, so
     * an unknown one is refused as unknown.
     *
     * @param campaignTitle the title of the activity; when a campaign has this name, the activity belongs to it. Null
     *     for no title.
     * @param effectiveAt the time of its own; null for none
     */
    record RecordActivity(
            ActivityId activity,
            FanId fan,
            @Nullable String campaignTitle,
            ActivityDetails details,
            @Nullable Instant effectiveAt)
            implements ActivityCommand {}

    /**
     * Records an activity of a fan in a campaign. The path names the campaign, so an unknown one is refused as unknown.
     *
     * @param unique whether to refuse a fan who has an activity in the campaign already
     * @param effectiveAt the time of its own; null for none
     */
    record RecordEntry(
            ActivityId activity,
            CampaignId campaign,
            FanId fan,
            boolean unique,
            ActivityDetails details,
            @Nullable Instant effectiveAt)
            implements ActivityCommand {}

    /**
     * Records an activity of the fan that has these contacts, and registers the fan when it is new (spec 2, 4: POST
     * /v1/crm/activities).
     *
     * @param fan the id for a new fan, generated before the command; unused when a fan has one of the contacts
     * @param effectiveAt the time of its own; null for none
     */
    record RecordActivityByContacts(
            ActivityId activity,
            FanId fan,
            Profile profile,
            Consent consent,
            @Nullable String campaignTitle,
            @Nullable Instant effectiveAt)
            implements ActivityCommand {}
}
