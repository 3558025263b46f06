package encore.api.fans;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.contacts.Contacts;
import encore.api.contacts.Countries;
import encore.api.contacts.IpAddresses;
import encore.api.input.Default;
import encore.api.input.Description;
import encore.api.input.ErrorField;
import encore.api.input.Format;
import encore.api.input.Params;
import encore.api.input.Prefixed;
import encore.api.input.Unsupported;
import encore.api.paging.Listing;
import encore.api.paging.Searches;
import encore.api.problems.Ids;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.NameKey;
import encore.kernel.fans.Consent;
import encore.kernel.fans.Fan;
import encore.kernel.fans.FanCommand.FindOrRegisterFan;
import encore.kernel.fans.FanCriteria;
import encore.kernel.fans.FanFilter;
import encore.kernel.fans.FanId;
import encore.kernel.fans.FanQuery.SearchFans;
import encore.kernel.fans.Particulars;
import encore.kernel.fans.Profile;
import encore.kernel.fans.RegisteredFan;
import encore.kernel.idols.IdolId;
import encore.kernel.likings.LikingCommand.RegisterFanWithIdols;
import encore.kernel.likings.NamedIdol;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.PastOrPresent;
import jakarta.validation.constraints.Size;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** All fans of an account: adding to them, and searching them. */
@RestController
@Access(scope = "crm", lock = SECRET)
@RequestMapping("/api/v1/crm/fans")
class FansController {

    private static final int DEFAULT_LIMIT = 100;
    private static final int DEFAULT_COUNT = 100_000;
    private static final int MOST_IDOLS = 100;

    /** A fan as it is added. Who has the email or the phone already is the fan that is meant. */
    record Add(
            @Nullable @Size(max = 255) String firstName,
            @Nullable @Size(max = 255) String lastName,

            @Description("When given, first and last name are not used.") @Nullable @Size(max = 255)
            String name,

            @Description("This or a phone is required.") @Format(Format.EMAIL) @Nullable @Size(max = 255)
            String email,

            @Format(Format.PHONE) @Nullable String phone,

            @Description("The country of a phone without its prefix, and of the fan; else US for the phone alone.")
            @Format(Format.COUNTRY)
            @Nullable
            String countryCode,

            @Nullable String password,
            @Nullable String displayName,
            @Nullable Gender gender,
            @Nullable Boolean isSubscribed,
            @Nullable Boolean isPhoneSubscribed,
            @Nullable Boolean isConfirmed,
            @Nullable Boolean isPhoneConfirmed,
            @Nullable @PastOrPresent LocalDate birthDate,
            @Format(Format.IP) @Nullable String ipAddress,
            @Nullable @DecimalMin("-90") @DecimalMax("90") Double latitude,
            @Nullable @DecimalMin("-180") @DecimalMax("180") Double longitude,

            @Description("business_<business_id>: true opts in, false opts out.") @Prefixed("business_")
            Map<Long, Boolean> businesses,

            @Description("tag_<tag_name>: true adds, and makes a tag that there is none of yet; false removes.")
            @Prefixed("tag_")
            Map<String, Boolean> tags,

            @Description(
                    "field_<crm_field_key>: sets a custom field; a multi_select as a list, or with commas between.")
            @Prefixed("field_")
            Map<String, String> fields,

            @Nullable String fanSource,
            @Nullable Boolean isOptout,

            @Description("The fan's idols by name; one that is not known is made.") @Size(max = MOST_IDOLS)
            List<@Size(max = 255) String> idolNames) {

        @AssertTrue(message = "must have letters or digits, each")
        @ErrorField("idol_names")
        boolean isOfNamedIdols() {
            return idolNames.stream().noneMatch(name -> NameKey.of(name).text().isBlank());
        }

        @AssertTrue(message = "or phone is required")
        @ErrorField("email")
        boolean isReachable() {
            return email != null && !email.isBlank() || phone != null && !phone.isBlank();
        }

        @AssertTrue(message = "comes with a longitude, and a longitude with it")
        @ErrorField("latitude")
        boolean isAPlace() {
            return (latitude == null) == (longitude == null);
        }

        Profile profile() {
            boolean named = name != null;
            String country = Countries.code(countryCode);
            return new Profile(
                    name,
                    named ? null : firstName,
                    named ? null : lastName,
                    displayName,
                    Contacts.email(email),
                    Contacts.phone(phone, country),
                    Gender.text(gender),
                    birthDate,
                    IpAddresses.of(ipAddress),
                    latitude,
                    longitude,
                    country,
                    null,
                    null,
                    null,
                    fanSource);
        }

        List<NamedIdol> idols(long account) {
            return idolNames.stream()
                    .map(name -> new NamedIdol(new IdolId(account, Ids.uid()), name))
                    .toList();
        }

        Particulars particulars() {
            return new Particulars(fields, Tags.wishes(tags));
        }

        Consent consent() {
            return new Consent(
                    isSubscribed,
                    isPhoneSubscribed,
                    isOptout,
                    isConfirmed,
                    isPhoneConfirmed,
                    Businesses.optedIn(businesses),
                    Businesses.optedOut(businesses));
        }
    }

    /** Says which fans are wanted: those who meet all that is given. */
    @Unsupported({
        "include_recent_entry",
        "crm_active_days",
        "crm_inactive_days",
        "crm_start_active_date",
        "crm_end_active_date",
        "fan_incl_snapshot_uids",
        "fan_excl_snapshot_uids",
        "fan_tags",
        "fan_tag_relations",
        "fan_networks",
        "idol_names",
        "idol_relations",
        "ticket_"
    })
    record Search(
            @Description("Rows say which businesses the fans opted in to.") @Nullable
            Boolean includeBusinessOptIns,

            @Description("Rows say which tags the fans have.") @Nullable
            Boolean includeTags,

            @Description("Words of an email, phone or name, or a fan_id.") @Nullable
            String name,

            @Nullable @Min(0) @Max(150) Integer fanYoungestAge,
            @Nullable @Min(0) @Max(150) Integer fanOldestAge,

            @Description("Only fans who have these, or for whom they are true.")
            List<FanFilter> fanOnlyFilter,

            @Description("Only fans who have these not, or for whom they are false.")
            List<FanFilter> fanNotOnlyFilter,

            List<String> fanPostalCodes,
            List<String> fanProvinces,
            @Nullable Integer fanRating,
            @Nullable Gender fanGender,
            @Nullable String fanSource,
            List<String> fanMetroAreas,

            @Description("The first UTC day of registration.") @Nullable
            LocalDate fanStartCreationDate,

            @Description("The last UTC day of registration.") @Nullable
            LocalDate fanEndCreationDate,

            @Nullable @DecimalMin("-180") @DecimalMax("180") Double fanRadiusLongitude,
            @Nullable @DecimalMin("-90") @DecimalMax("90") Double fanRadiusLatitude,

            @Description("Around a point, or around the fans of a single fan_postal_codes.")
            @Nullable
            @DecimalMin("0")
            @DecimalMax("20100")
            Double fanRadiusKm,

            @Description("Continues a search; nothing else is needed.") @Nullable
            String searchUid,

            @Description("Rows of a page; else as many as the page before.") @Default("100") @Nullable @Min(1) @Max(999)
            Integer limit,

            @Description("Rows of all pages together.") @Default("100000") @Nullable @Min(1) @Max(1_000_000)
            Integer maxCount)
            implements Searches.Criteria {

        @AssertTrue(message = "comes with fan_radius_longitude, and a longitude with it")
        @ErrorField("fan_radius_latitude")
        boolean isAPlace() {
            return (fanRadiusLatitude == null) == (fanRadiusLongitude == null);
        }

        @AssertTrue(message = "is required with fan_radius_latitude and fan_radius_longitude")
        @ErrorField("fan_radius_km")
        boolean isADistance() {
            return fanRadiusKm != null || fanRadiusLatitude == null && fanRadiusLongitude == null;
        }

        @AssertTrue(message = "is required with a single fan_postal_codes")
        @ErrorField("fan_radius_km")
        boolean isAroundAPostalCode() {
            return fanRadiusKm != null || fanPostalCodes.size() != 1;
        }

        @AssertTrue(message = "must not be before fan_start_creation_date")
        @ErrorField("fan_end_creation_date")
        boolean isInOrder() {
            return fanStartCreationDate == null
                    || fanEndCreationDate == null
                    || !fanEndCreationDate.isBefore(fanStartCreationDate);
        }

        @AssertTrue(message = "needs a latitude and longitude, or a single fan_postal_codes")
        @ErrorField("fan_radius_km")
        boolean isAroundSomething() {
            return fanRadiusKm == null
                    || fanRadiusLatitude != null
                    || fanRadiusLongitude != null
                    || fanPostalCodes.size() == 1;
        }

        FanCriteria criteria() {
            return new FanCriteria(
                    name == null || name.isBlank() ? null : name,
                    fanSource,
                    fanGender == Gender.UNSAID ? null : Gender.text(fanGender),
                    fanStartCreationDate,
                    fanEndCreationDate,
                    fanYoungestAge,
                    fanOldestAge,
                    fanOnlyFilter,
                    fanNotOnlyFilter,
                    fanProvinces,
                    fanPostalCodes,
                    fanMetroAreas,
                    fanRating,
                    fanRadiusKm == null
                            ? null
                            : new FanCriteria.Radius(fanRadiusLatitude, fanRadiusLongitude, fanRadiusKm));
        }
    }

    private final Backend backend;
    private final Searches searches;
    private final Passwords passwords;

    FansController(Backend backend, Searches searches, Passwords passwords) {
        this.backend = backend;
        this.searches = searches;
        this.passwords = passwords;
    }

    @Description("Registers a fan, or fills in the one that has the email or phone")
    @PostMapping
    Mono<RegisteredFan> add(Caller caller, @Params Add in) {
        var fan = new FanId(caller.account(), Ids.number());
        var profile = in.profile();
        var consent = in.consent();
        var particulars = in.particulars();
        return passwords
                .hash(in.password())
                .map(hash -> new FindOrRegisterFan(fan, profile, consent, hash.orElse(null), particulars))
                .flatMap(find -> send(caller, find, in.idols(caller.account())));
    }

    private Mono<RegisteredFan> send(Caller caller, FindOrRegisterFan find, List<NamedIdol> idols) {
        return idols.isEmpty()
                ? backend.send(caller, find)
                : backend.send(caller, new RegisterFanWithIdols(find, idols, true))
                        .map(liked -> new RegisteredFan(liked.fanId()));
    }

    @Description("Searches fans")
    @GetMapping
    Mono<Listing<Searches.Meta, Fan>> search(Caller caller, @Params Search in) {
        return searches.page(
                caller,
                in,
                DEFAULT_LIMIT,
                DEFAULT_COUNT,
                (begun, step) -> backend.ask(
                        caller,
                        new SearchFans(
                                caller.account(),
                                begun.criteria(),
                                step.today(),
                                Boolean.TRUE.equals(begun.includeBusinessOptIns()),
                                Boolean.TRUE.equals(begun.includeTags()),
                                step.upTo(),
                                step.paging())));
    }
}
