package encore.api.activities;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.constraints.NotAhead;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.input.Prefixed;
import encore.api.paging.Pages;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.activities.Activity;
import encore.kernel.activities.ActivityCommand.RecordActivity;
import encore.kernel.activities.ActivityDetails;
import encore.kernel.activities.ActivityQuery.FindActivitiesOfFan;
import encore.kernel.activities.RecordedActivity;
import encore.kernel.fans.FanId;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.people.Area;
import encore.kernel.privacy.Contact;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Lists and records the activities of one fan. */
@RestController
@Access(scope = "crm", area = Area.FANS, lock = SECRET)
@RequestMapping("/api/v1/crm/fans/{fan_id}/activities")
class FanActivitiesController {

    private static final int ROWS = 500;

    record Find(
            long fanId,

            @Description("All rows when absent.") @Nullable @Min(1)
            Integer limit,

            @Description("Only activities that are shown with this title.") @Nullable @Size(max = 255)
            String campaignTitle) {

        /** A filtered page may have few matches or none, so pages are full-sized even for a small limit. */
        int page() {
            return limit == null || campaignTitle != null ? ROWS : Math.min(limit, ROWS);
        }
    }

    record Add(
            long fanId,

            @Description("The name of a campaign, or any other title.") @NotBlank @Size(max = 255)
            String campaignTitle,

            @Description(Description.ACTIVITY_KEY) @Nullable @Size(max = 255)
            String activityKey,

            @Description(Description.EFFECTIVE_AT) @NotAhead @Nullable
            Instant effectiveAt,

            @Contact
            @Description("field_<name>: at most 100, with names of at most 128 characters.")
            @Prefixed("field_")
            Map<String, String> fields) {

        ActivityDetails details() {
            return ActivityDetails.of(ActivityProperties.toObject(fields));
        }
    }

    private final Backend backend;

    FanActivitiesController(Backend backend) {
        this.backend = backend;
    }

    @Description("Lists a fan's activities, newest first")
    @GetMapping
    Flux<Activity.FanActivity> find(Caller caller, @Params Find in) {
        return Pages.all(after -> backend.ask(
                        caller,
                        new FindActivitiesOfFan(
                                caller.account(), in.fanId(), in.campaignTitle(), new NextKey(after, in.page()))))
                .take(in.limit() == null ? Long.MAX_VALUE : in.limit())
                .map(Activity::fanActivity);
    }

    @Description("Records an activity of a fan")
    @PostMapping
    Mono<RecordedActivity> add(Caller caller, @Params Add in) {
        var activity = ActivityKeys.idOf(caller.account(), in.activityKey());
        var fan = new FanId(caller.account(), in.fanId());
        return backend.send(
                caller, new RecordActivity(activity, fan, in.campaignTitle(), in.details(), in.effectiveAt()));
    }
}
