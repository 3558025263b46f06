package encore.api.activities;

import static encore.api.access.Lock.SECRET;
import static encore.api.input.OptionalText.blankToNull;

import encore.api.access.Access;
import encore.api.constraints.NotAhead;
import encore.api.contacts.IpAddresses;
import encore.api.input.Bounds;
import encore.api.input.Default;
import encore.api.input.Description;
import encore.api.input.Format;
import encore.api.input.Params;
import encore.api.paging.RowsPaging;
import encore.api.problems.Ids;
import encore.api.wire.AnswerWriter.ListOrPage;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.activities.Activity;
import encore.kernel.activities.ActivityCommand.RecordEntry;
import encore.kernel.activities.ActivityDetails;
import encore.kernel.activities.ActivityQuery.FindEntries;
import encore.kernel.activities.RecordedActivity;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.fans.FanId;
import encore.kernel.people.Area;
import encore.kernel.privacy.Contact;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/** Lists and records the entries of a campaign: activities that its app reports. */
@RestController
@Access(scope = "manage", area = Area.CAMPAIGNS, lock = SECRET)
@RequestMapping("/api/v1/manage/apps/{page_tab_id}/entries")
class EntriesController {

    private static final int ROWS = 500;

    record OfCampaign(long pageTabId) {}

    record Add(
            long pageTabId,

            @Description("The fan who made the entry.") @Min(1) @Max(Ids.HIGHEST)
            long fanId,

            @Description("A score. It does not award points.") @Nullable @Min(-Bounds.MAX_COUNT) @Max(Bounds.MAX_COUNT)
            Long points,

            @Description("The number of right answers.") @Nullable @Min(0) @Max(Bounds.MAX_COUNT)
            Long correctCount,

            @Nullable @Min(0) @Max(Bounds.MAX_COUNT) Long activityDurationMs,

            @Contact @Description("At most 100 fields, with names of at most 128 characters.") @Nullable
            ObjectNode details,

            @Nullable @Size(max = 255) String deviceType,

            @Contact @Nullable @Size(max = 255) String userKey,

            @Contact @Format(Format.IP) @Nullable String ipAddress,

            @Description("Refuses the entry when the fan already has an activity in the campaign.")
            @Default("false")
            @Nullable
            Boolean isUniqueActivity,

            @Description(Description.ACTIVITY_KEY) @Nullable @Size(max = 255)
            String activityKey,

            @Description(Description.EFFECTIVE_AT) @NotAhead @Nullable
            Instant effectiveAt) {

        ActivityDetails activityDetails() {
            return new ActivityDetails(
                    ActivityProperties.validate("details", details),
                    blankToNull(deviceType),
                    activityDurationMs,
                    blankToNull(IpAddresses.of(ipAddress)),
                    blankToNull(userKey),
                    points,
                    correctCount,
                    null);
        }
    }

    private final Backend backend;

    EntriesController(Backend backend) {
        this.backend = backend;
    }

    @Description("Lists a campaign's entries, oldest first")
    @GetMapping
    ListOrPage<Activity.Entry> all(Caller caller, @Params OfCampaign in, @Params RowsPaging paging) {
        return paging.answer(
                ROWS, page -> backend.ask(caller, new FindEntries(caller.account(), in.pageTabId(), page)));
    }

    @Description("Records an entry of a fan, even if the campaign is switched off or over")
    @PostMapping
    Mono<RecordedActivity> add(Caller caller, @Params Add in) {
        return backend.send(
                caller,
                new RecordEntry(
                        ActivityKeys.idOf(caller.account(), in.activityKey()),
                        new CampaignId(caller.account(), in.pageTabId()),
                        new FanId(caller.account(), in.fanId()),
                        Boolean.TRUE.equals(in.isUniqueActivity()),
                        in.activityDetails(),
                        in.effectiveAt()));
    }
}
