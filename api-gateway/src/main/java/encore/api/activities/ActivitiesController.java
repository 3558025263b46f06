package encore.api.activities;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.constraints.NotAhead;
import encore.api.contacts.Contacts;
import encore.api.contacts.Countries;
import encore.api.input.AscendingRange;
import encore.api.input.Default;
import encore.api.input.Description;
import encore.api.input.Format;
import encore.api.input.Params;
import encore.api.paging.Listing;
import encore.api.paging.Pages;
import encore.api.problems.Ids;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.activities.ActivityCommand.RecordActivityByContacts;
import encore.kernel.activities.ActivityCount;
import encore.kernel.activities.ActivityQuery.FindActivityStats;
import encore.kernel.activities.ActivityQuery.FindFeed;
import encore.kernel.activities.FeedActivity;
import encore.kernel.activities.RecordedActivity;
import encore.kernel.fans.FanId;
import encore.kernel.fans.profile.Consent;
import encore.kernel.fans.profile.ConsentBuilder;
import encore.kernel.fans.profile.Profile;
import encore.kernel.fans.profile.ProfileBuilder;
import encore.kernel.paging.Paging;
import encore.kernel.people.Area;
import encore.kernel.privacy.Contact;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Records activities of fans by their contacts, and serves the activity feed and activity counts. */
@RestController
@Access(scope = "crm", area = Area.FANS, lock = SECRET)
@RequestMapping("/api/v1/crm")
class ActivitiesController {

    private static final int ROWS = 100;
    private static final Pages.Window WINDOW = Pages.window("activity_id");

    /** An activity of the fan with these contacts. A new fan is registered when no fan has them. */
    record Add(
            @Contact @Nullable @Size(max = 255) String firstName,
            @Contact @Nullable @Size(max = 255) String lastName,

            @Contact @Format(Format.EMAIL) @NotBlank @Size(max = 255)
            String email,

            @Contact @Format(Format.PHONE) @Nullable String phone,

            @Description("The name of a campaign, or any other title.") @Nullable @Size(max = 255)
            String campaignTitle,

            @Nullable String province,
            @Contact @Nullable String postalCode,

            @Description(
                    "The country of the fan, and of a phone without a country prefix. Absent: such a phone is read as"
                            + " a US number.")
            @Format(Format.COUNTRY)
            @Nullable
            String countryCode,

            @Nullable Boolean isSubscribed,
            @Nullable Boolean isPhoneSubscribed,

            @Description(Description.ACTIVITY_KEY) @Nullable @Size(max = 255)
            String activityKey,

            @Description(Description.EFFECTIVE_AT) @NotAhead @Nullable
            Instant effectiveAt) {

        Profile profile() {
            String country = Countries.code(countryCode);
            return ProfileBuilder.builder()
                    .firstName(firstName)
                    .lastName(lastName)
                    .email(Contacts.email(email))
                    .phone(Contacts.phone(phone, country))
                    .countryCode(country)
                    .province(province)
                    .postalCode(postalCode)
                    .build();
        }

        Consent consent() {
            return ConsentBuilder.builder()
                    .optedInBusinesses(List.of())
                    .optedOutBusinesses(List.of())
                    .isSubscribed(isSubscribed)
                    .isPhoneSubscribed(isPhoneSubscribed)
                    .build();
        }
    }

    /** Selects activities by id, campaign and day. */
    @AscendingRange(start = "minActivityId", end = "maxActivityId")
    record Window(
            @Description("Only ids greater than this.") @Nullable
            Long minActivityId,

            @Description("Only ids less than this.") @Nullable
            Long maxActivityId,

            @Default("100") @Nullable @Min(1) @Max(500) Integer limit,

            @Description("Only records of this campaign.") @Nullable
            Long pageTabId,

            @Description("Only activities recorded on this UTC day.") @Nullable
            LocalDate activityDate,

            @Description("Adds the fan, its identifiers and its idols to each row.") @Default("false") @Nullable
            Boolean includeDetails) {

        Paging.IdWindow paging() {
            return new Paging.IdWindow(minActivityId, maxActivityId, limit == null ? ROWS : limit);
        }

        FindFeed query(long account) {
            return new FindFeed(account, pageTabId, activityDate, Boolean.TRUE.equals(includeDetails), paging());
        }
    }

    record Stats(
            @Nullable @Size(max = 255) String campaignTitle,

            @Description("Counts only activities with this property.")
            @Nullable
            @Size(max = ActivityProperties.MAX_NAME_LENGTH)
            String propertyName) {}

    private final Backend backend;

    ActivitiesController(Backend backend) {
        this.backend = backend;
    }

    @Description("Records an activity of the fan with this email or phone; an unknown fan is registered")
    @PostMapping("/activities")
    Mono<RecordedActivity> add(Caller caller, @Params Add in) {
        return backend.send(
                caller,
                new RecordActivityByContacts(
                        ActivityKeys.idOf(caller.account(), in.activityKey()),
                        new FanId(caller.account(), Ids.number()),
                        in.profile(),
                        in.consent(),
                        in.campaignTitle(),
                        in.effectiveAt()));
    }

    @Description("Lists activities by id: the latest, or those after an id")
    @GetMapping("/activities")
    Mono<Listing<Pages.WindowMeta, FeedActivity>> findActivities(Caller caller, @Params Window in) {
        return backend.ask(caller, in.query(caller.account())).map(page -> WINDOW.answer(in.paging(), page));
    }

    @Description("Counts activities by title and property")
    @GetMapping("/activity_stats")
    Mono<List<ActivityCount>> countActivities(Caller caller, @Params Stats in) {
        return backend.ask(caller, new FindActivityStats(caller.account(), in.campaignTitle(), in.propertyName()));
    }
}
