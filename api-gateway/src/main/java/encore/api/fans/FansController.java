package encore.api.fans;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.contacts.Contacts;
import encore.api.contacts.Countries;
import encore.api.contacts.IpAddresses;
import encore.api.fans.input.BusinessOptIns;
import encore.api.fans.input.FanSearch;
import encore.api.fans.input.Gender;
import encore.api.fans.input.TagFamily;
import encore.api.input.Description;
import encore.api.input.ErrorField;
import encore.api.input.Format;
import encore.api.input.Params;
import encore.api.input.Prefixed;
import encore.api.paging.Listing;
import encore.api.paging.SearchPaging;
import encore.api.passwords.PasswordHasher;
import encore.api.problems.Ids;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.NameKey;
import encore.kernel.fans.Fan;
import encore.kernel.fans.FanCommand.FindOrRegisterFan;
import encore.kernel.fans.FanId;
import encore.kernel.fans.FanQuery.SearchFans;
import encore.kernel.fans.RegisteredFan;
import encore.kernel.fans.profile.Consent;
import encore.kernel.fans.profile.FieldsAndTags;
import encore.kernel.fans.profile.Profile;
import encore.kernel.fans.profile.ProfileBuilder;
import encore.kernel.idols.IdolId;
import encore.kernel.likings.LikingCommand.RegisterFanWithIdols;
import encore.kernel.likings.NamedIdol;
import encore.kernel.names.Blanks;
import encore.kernel.people.Area;
import encore.kernel.privacy.Contact;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
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

/** Adds fans to an account, and searches them. */
@RestController
@Access(scope = "crm", area = Area.FANS, lock = SECRET)
@RequestMapping("/api/v1/crm/fans")
class FansController {

    private static final int DEFAULT_LIMIT = 100;
    private static final int DEFAULT_MAX_COUNT = 100_000;
    private static final int MAX_IDOLS = 100;

    /** A fan to add. A fan that already has the email or phone is completed instead. */
    record Add(
            @Contact @Nullable @Size(max = 255) String firstName,
            @Contact @Nullable @Size(max = 255) String lastName,

            @Contact
            @Description("The whole name. When given, first and last name are ignored.")
            @Nullable
            @Size(max = 255)
            String name,

            @Contact @Description("This or a phone is required.") @Format(Format.EMAIL) @Nullable @Size(max = 255)
            String email,

            @Contact @Format(Format.PHONE) @Nullable String phone,

            @Description(
                    "The country of the fan, and of a phone without a country prefix. Absent: such a phone is read as"
                            + " a US number.")
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
            @Contact @Nullable @PastOrPresent LocalDate birthDate,
            @Contact @Format(Format.IP) @Nullable String ipAddress,

            @Contact @Nullable @DecimalMin("-90") @DecimalMax("90")
            Double latitude,

            @Contact @Nullable @DecimalMin("-180") @DecimalMax("180")
            Double longitude,

            @Description("business_<business_id>: true opts in, false opts out.") @Prefixed("business_")
            Map<Long, Boolean> businesses,

            @Description("tag_<tag_name>: true adds the tag and creates it if necessary; false removes it.")
            @Prefixed("tag_")
            Map<String, Boolean> tags,

            @Contact
            @Description("field_<crm_field_key>: sets a custom field. A multi_select is a list, or values separated by"
                    + " commas.")
            @Prefixed("field_")
            Map<String, String> fields,

            @Nullable String fanSource,
            @Nullable Boolean isOptout,

            @Description("The fan's idols by name. Unknown idols are created.") @Size(max = MAX_IDOLS)
            List<@Size(max = 255) String> idolNames) {

        @AssertTrue(message = "must each have letters or digits")
        @ErrorField("idol_names")
        boolean isOfNamedIdols() {
            return idolNames.stream()
                    .noneMatch(name -> Blanks.isBlank(NameKey.of(name).text()));
        }

        @AssertTrue(message = "or phone is required")
        @ErrorField("email")
        boolean isReachable() {
            return email != null && !Blanks.isBlank(email) || phone != null && !Blanks.isBlank(phone);
        }

        @AssertTrue(message = "must be given together with longitude")
        @ErrorField("latitude")
        boolean isAPlace() {
            return (latitude == null) == (longitude == null);
        }

        Profile profile() {
            boolean named = name != null;
            String country = Countries.code(countryCode);
            return ProfileBuilder.builder()
                    .name(name)
                    .firstName(named ? null : firstName)
                    .lastName(named ? null : lastName)
                    .displayName(displayName)
                    .email(Contacts.email(email))
                    .phone(Contacts.phone(phone, country))
                    .gender(Gender.text(gender))
                    .birthDate(birthDate)
                    .ipAddress(IpAddresses.of(ipAddress))
                    .latitude(latitude)
                    .longitude(longitude)
                    .countryCode(country)
                    .fanSource(fanSource)
                    .build();
        }

        List<NamedIdol> idols(long account) {
            return idolNames.stream()
                    .map(name -> new NamedIdol(new IdolId(account, Ids.uid()), name))
                    .toList();
        }

        FieldsAndTags particulars() {
            return new FieldsAndTags(fields, TagFamily.read(tags));
        }

        Consent consent() {
            return new Consent(
                    isSubscribed,
                    isPhoneSubscribed,
                    isOptout,
                    isConfirmed,
                    isPhoneConfirmed,
                    BusinessOptIns.optedIn(businesses),
                    BusinessOptIns.optedOut(businesses));
        }
    }

    private final Backend backend;
    private final SearchPaging searchPaging;
    private final PasswordHasher passwordHasher;

    FansController(Backend backend, SearchPaging searchPaging, PasswordHasher passwordHasher) {
        this.backend = backend;
        this.searchPaging = searchPaging;
        this.passwordHasher = passwordHasher;
    }

    @Description("Registers a fan, or completes the fan who has the email or phone")
    @PostMapping
    Mono<RegisteredFan> add(Caller caller, @Params Add in) {
        var fan = new FanId(caller.account(), Ids.number());
        var profile = in.profile();
        var consent = in.consent();
        var fieldsAndTags = in.particulars();
        return passwordHasher
                .hash(in.password())
                .map(hash -> new FindOrRegisterFan(fan, profile, consent, hash.orElse(null), fieldsAndTags))
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
    Mono<Listing<SearchPaging.Meta, Fan>> search(Caller caller, @Params FanSearch in) {
        return searchPaging.page(
                caller,
                in,
                DEFAULT_LIMIT,
                DEFAULT_MAX_COUNT,
                (firstInput, searchPage) -> backend.ask(
                        caller,
                        new SearchFans(
                                caller.account(),
                                firstInput.criteria(),
                                searchPage.today(),
                                firstInput.rows(),
                                searchPage.upTo(),
                                searchPage.paging())));
    }
}
