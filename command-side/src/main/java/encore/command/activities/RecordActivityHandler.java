package encore.command.activities;

import encore.command.FanContactClaims;
import encore.command.FansByReference;
import encore.command.RowOutcomes;
import encore.command.lookups.FirstEntryClaims;
import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Dispatch;
import encore.infra.eventstore.Facts;
import encore.infra.eventstore.Once;
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
import encore.kernel.contacts.ContactKind;
import encore.kernel.contacts.ContactValue;
import encore.kernel.fans.FanCommand.FindOrRegisterFan;
import encore.kernel.fans.FanId;
import encore.kernel.fans.RegisteredFan;
import encore.kernel.imports.ImportCommand.ImportActivity;
import encore.kernel.imports.ImportedRowOutcome;
import encore.kernel.names.Blanks;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
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
        ActivityRecorded first = firstOfKey(command.activity(), streams, facts);
        if (first != null) {
            theKeyIsOfThis(first, fan, Objects.equals(first.title(), title));
            return firstAnswer(first, streams);
        }
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
        ActivityRecorded known = firstOfKey(command.activity(), streams, facts);
        if (known != null) {
            theKeyIsOfThis(known, command.fan(), Objects.equals(known.pageTabId(), campaign.number()));
            return firstAnswer(known, streams);
        }
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
    RecordedActivity decide(
            RecordActivityByContacts command, Claims claims, Streams streams, Facts facts, Dispatch dispatch) {
        ActivityRecorded first = firstOfKey(command.activity(), streams, facts);
        if (first != null) {
            theKeyIsOfThis(first, first.fan(), Objects.equals(first.title(), strippedTitle(command.campaignTitle())));
            theContactsAreNotOfAnotherFan(first, command, claims, streams);
            return firstAnswer(first, streams);
        }
        RegisteredFan fan =
                dispatch.send(new FindOrRegisterFan(command.fan(), command.profile(), command.consent(), null));
        return dispatch.sendLast(new RecordActivity(
                command.activity(),
                new FanId(command.fan().account(), fan.fanId()),
                command.campaignTitle(),
                ActivityDetails.ofConsent(command.consent()),
                command.effectiveAt()));
    }

    /** Records the activity of a row of an import. A known key is compared, and changes nothing. */
    @CommandHandler
    ImportedRowOutcome decide(ImportActivity command, Streams streams, Claims claims, Facts facts) {
        return RowOutcomes.of(() -> {
            FanId fan = FansByReference.find(command.activity().account(), command.fan(), claims, streams);
            RecordedActivity answer = decide(
                    new RecordActivity(
                            command.activity(), fan, command.campaignTitle(), command.details(), command.effectiveAt()),
                    streams,
                    claims,
                    facts);
            // Only a repeat knows the position of the activity while it is decided.
            return answer.activityId() == null
                    ? ImportedRowOutcome.done(fan.number())
                    : ImportedRowOutcome.known(fan.number());
        });
    }

    /** Returns the activity that has the key of this one already; null for none, and for an activity without a key. */
    private static @Nullable ActivityRecorded firstOfKey(ActivityId activity, Streams streams, Facts facts) {
        long position = activity.isOfKey() ? streams.firstPosition(activity) : 0;
        return position == 0 ? null : facts.eventAt(position, ActivityRecorded.class);
    }

    /** Refuses a key that another fan or another title used. Fields and times are not compared. */
    private static void theKeyIsOfThis(ActivityRecorded first, FanId fan, boolean isSameTitle) {
        if (!first.fan().equals(fan) || !isSameTitle) {
            throw new Once.Key("activity", "activity_key", "").conflictRefusal();
        }
    }

    /** Checks the contacts of a repeat without registering anybody. */
    private static void theContactsAreNotOfAnotherFan(
            ActivityRecorded first, RecordActivityByContacts command, Claims claims, Streams streams) {
        FanId fan = FanContactClaims.ownerOf(
                command.fan().account(), ContactValue.of(ContactKind.EMAIL, command.profile()), claims, streams);
        if (fan != null) {
            theKeyIsOfThis(first, fan, true);
        }
    }

    private static RecordedActivity firstAnswer(ActivityRecorded first, Streams streams) {
        return new RecordedActivity(first.fan().number(), streams.firstPosition(first.activity()));
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
