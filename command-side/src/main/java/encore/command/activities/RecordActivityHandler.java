package encore.command.activities;

import encore.command.lookups.FirstEntryClaims;
import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Dispatch;
import encore.infra.eventstore.Facts;
import encore.infra.eventstore.Streams;
import encore.kernel.Refusal;
import encore.kernel.activities.ActivityCommand.RecordActivity;
import encore.kernel.activities.ActivityCommand.RecordActivityByContacts;
import encore.kernel.activities.ActivityCommand.RecordEntry;
import encore.kernel.activities.ActivityDetails;
import encore.kernel.activities.ActivityEvent.ActivityRecorded;
import encore.kernel.activities.ActivityId;
import encore.kernel.activities.RecordedActivity;
import encore.kernel.campaigns.CampaignEvent.CampaignCreated;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.fans.FanCommand.FindOrRegisterFan;
import encore.kernel.fans.FanId;
import encore.kernel.fans.RegisteredFan;
import encore.kernel.names.Blanks;
import java.time.Instant;
import java.util.List;
import org.axonframework.commandhandling.CommandHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Records activities of fans. Each call is an activity of its own, in a stream of its own. */
@Component
class RecordActivityHandler {

    /**
     * Records an activity that a server reports. It may be late, so it is recorded even if the campaign is switched off
     * or has ended.
     */
    @CommandHandler
    RecordedActivity decide(RecordActivity command, Streams streams, Claims claims, Facts facts) {
        FanId fan = command.fan();
        streams.mustBeKnown(fan);
        String title = strippedTitle(command.campaignTitle());
        CampaignId campaign = CampaignByTitle.find(fan.account(), title, claims);
        CampaignCreated kind = campaign == null ? null : streams.firstEvent(campaign, CampaignCreated.class);
        if (campaign != null) {
            FirstEntryClaims.takeIfFree(fan, campaign.number(), command.activity(), claims);
        }
        return record(command.activity(), fan, title, campaign, kind, command.details(), command.effectiveAt(), facts);
    }

    @CommandHandler
    RecordedActivity decide(RecordEntry command, Streams streams, Claims claims, Facts facts) {
        CampaignId campaign = command.campaign();
        streams.mustBeKnown(campaign);
        streams.mustBeOpen(command.fan(), "fan_id");
        boolean first = FirstEntryClaims.takeIfFree(command.fan(), campaign.number(), command.activity(), claims);
        if (command.unique() && !first) {
            throw new Refusal(
                    Refusal.Kind.RULE,
                    "entered-before",
                    "is_unique_activity",
                    "The fan has an activity in this campaign already.");
        }
        CampaignCreated kind = streams.firstEvent(campaign, CampaignCreated.class);
        // The campaign's current name is known only to its own stream. Readers show that name as long as the campaign
        // exists.
        String title = kind == null ? null : strippedTitle(kind.details().name());
        return record(
                command.activity(),
                command.fan(),
                title,
                campaign,
                kind,
                command.details(),
                command.effectiveAt(),
                facts);
    }

    private static RecordedActivity record(
            ActivityId activity,
            FanId fan,
            @Nullable String title,
            @Nullable CampaignId campaign,
            @Nullable CampaignCreated kind,
            ActivityDetails details,
            @Nullable Instant effectiveAt,
            Facts facts) {
        facts.record(
                activity,
                new ActivityRecorded(
                        activity,
                        fan,
                        title,
                        campaign == null ? null : campaign.number(),
                        kind == null ? null : kind.appType(),
                        kind == null ? null : kind.businessId(),
                        detailNames(details),
                        details,
                        effectiveAt));
        return new RecordedActivity(fan.number(), null);
    }

    @CommandHandler
    RecordedActivity decide(RecordActivityByContacts command, Dispatch dispatch) {
        RegisteredFan fan =
                dispatch.send(new FindOrRegisterFan(command.fan(), command.profile(), command.consent(), null));
        return dispatch.sendLast(new RecordActivity(
                command.activity(),
                new FanId(command.fan().account(), fan.fanId()),
                command.campaignTitle(),
                ActivityDetails.ofConsent(command.consent()),
                command.effectiveAt()));
    }

    /** Returns the title without surrounding space, or null for a blank one. */
    private static @Nullable String strippedTitle(@Nullable String title) {
        return title == null || Blanks.isBlank(title) ? null : Blanks.trim(title);
    }

    private static List<String> detailNames(ActivityDetails details) {
        return details.details() == null
                ? List.of()
                : List.copyOf(details.details().propertyNames());
    }
}
