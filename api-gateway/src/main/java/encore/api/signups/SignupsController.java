package encore.api.signups;

import static encore.api.access.Lock.KEY;
import static encore.api.access.Lock.SECRET;
import static encore.api.input.OptionalText.blankToNull;
import static encore.api.limits.AddressLimit.NEW_FANS;

import encore.api.access.Access;
import encore.api.access.CallSource;
import encore.api.contacts.Contacts;
import encore.api.contacts.Countries;
import encore.api.contacts.IpAddresses;
import encore.api.input.Default;
import encore.api.input.Description;
import encore.api.input.ErrorField;
import encore.api.input.Format;
import encore.api.input.Params;
import encore.api.input.Prefixed;
import encore.api.limits.LoginCaller;
import encore.api.limits.LoginLimits;
import encore.api.logins.DeviceNetwork;
import encore.api.problems.Ids;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.NameKey;
import encore.kernel.Refusal;
import encore.kernel.activities.ActivityDetails;
import encore.kernel.activities.ActivityDetailsBuilder;
import encore.kernel.activities.ActivityId;
import encore.kernel.activities.RecordedActivity;
import encore.kernel.fans.FanId;
import encore.kernel.fans.profile.Consent;
import encore.kernel.fans.profile.ConsentBuilder;
import encore.kernel.fans.profile.FieldsAndTags;
import encore.kernel.fans.profile.Profile;
import encore.kernel.fans.profile.ProfileBuilder;
import encore.kernel.idols.IdolId;
import encore.kernel.likings.NamedIdol;
import encore.kernel.names.Blanks;
import encore.kernel.people.Area;
import encore.kernel.privacy.Contact;
import encore.kernel.publicnames.PublicTitleId;
import encore.kernel.signups.CheckedContact;
import encore.kernel.signups.SignupCommand.Entry;
import encore.kernel.signups.SignupCommand.SignUp;
import encore.kernel.signups.SignupQuery.CheckContacts;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.PastOrPresent;
import jakarta.validation.constraints.Pattern;
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

/** Signs fans up from pages that hold the public key alone, and checks contacts for a customer's server. */
@RestController
@Access(scope = "sessions", lock = KEY)
@RequestMapping("/api/v1/sessions")
class SignupsController {

    private static final String SIGNUP = "signup";
    private static final String WIFI = "wifi";

    /** The contacts to look up. */
    record Check(
            @Contact @Description("Either this or an email is required.") @Format(Format.PHONE) @Nullable
            String phone,

            @Contact
            @Description("Either this or a phone is required. It is looked up first.")
            @Format(Format.EMAIL)
            @Nullable
            @Size(max = 255)
            String email,

            @Description("The country of a phone without a country prefix.") @Format(Format.COUNTRY) @Nullable
            String countryCode) {

        @AssertTrue(message = "or phone is required")
        @ErrorField("email")
        boolean isReachable() {
            return blankToNull(email) != null || blankToNull(phone) != null;
        }

        CheckContacts query(long account) {
            return new CheckContacts(
                    account,
                    blankToNull(Contacts.email(email)),
                    blankToNull(Contacts.phone(phone, Countries.code(countryCode))));
        }
    }

    /** A fan that signs up. A fan that already has the email or phone is found. */
    record SignUpInput(
            @Contact @Description("This or a phone is required.") @Format(Format.EMAIL) @Nullable @Size(max = 255)
            String email,

            @Contact @Format(Format.PHONE) @Nullable String phone,
            @Contact @Nullable @Size(max = 255) String firstName,
            @Contact @Nullable @Size(max = 255) String lastName,
            @Contact @Nullable @PastOrPresent LocalDate birthDate,
            @Description("Needs a country_code.") @Nullable String city,

            @Description(
                    "The country of the fan, and of a phone without a country prefix. Absent: such a phone is read as"
                            + " a US number.")
            @Format(Format.COUNTRY)
            @Nullable
            String countryCode,

            @Contact @Description("Needs a country_code.") @Nullable
            String postalCode,

            @Description("Needs a country_code.") @Nullable String province,

            @Contact
            @Description("Counts only with the api_secret. Otherwise the caller's own address is the fan's.")
            @Format(Format.IP)
            @Nullable
            String ipAddress,

            @Description("Comes with a device_network, and is kept with the activity.") @Nullable @Size(max = 255)
            String deviceId,

            @Nullable DeviceNetwork deviceNetwork,

            @Contact @Description("field_<crm_field_key>: sets a custom field.") @Prefixed("field_")
            Map<String, String> fields,

            @Description("Makes no activity for a fan who has one in the campaign.") @Default("false") @Nullable
            Boolean isUniqueActivity,

            @Description("The name of a campaign, or any other title of the activity.") @Nullable @Size(max = 255)
            String campaignName,

            @Description("A campaign; goes before campaign_name.") @Nullable @Min(1) @Max(Ids.HIGHEST)
            Long pageTabId,

            @Description("Tags by name. At most 50, together with tag_names.")
            List<@Size(max = 255) String> tagName,

            @Description("Tags by name, with commas between them.") @Nullable
            String tagNames,

            @Description("A business that the fan opts in to.") @Nullable @Min(1) @Max(Ids.HIGHEST)
            Long businessId,

            @Description("An idol that the fan likes. Only a call with the api_secret creates an unknown one.")
            @Nullable
            @Size(max = 255)
            String idolName) {

        @AssertTrue(message = "or phone is required")
        @ErrorField("email")
        boolean isReachable() {
            return blankToNull(email) != null || blankToNull(phone) != null;
        }

        @AssertTrue(message = "is required with province, city and postal_code")
        @ErrorField("country_code")
        boolean isInACountry() {
            return countryCode != null || province == null && city == null && postalCode == null;
        }

        @AssertTrue(message = "must be given together with device_id")
        @ErrorField("device_network")
        boolean isADevice() {
            return (blankToNull(deviceId) == null) == (deviceNetwork == null);
        }

        @AssertTrue(message = "must have letters or digits")
        @ErrorField("idol_name")
        boolean isOfNamedIdol() {
            return idolName == null || !Blanks.isBlank(NameKey.of(idolName).text());
        }

        @AssertTrue(message = "needs a campaign")
        @ErrorField("is_unique_activity")
        boolean isInACampaign() {
            return !Boolean.TRUE.equals(isUniqueActivity) || pageTabId != null || blankToNull(campaignName) != null;
        }

        SignUp command(long account, CallSource source) {
            String address = source.fanAddress(blankToNull(IpAddresses.of(ipAddress)));
            return new SignUp(
                    new FanId(account, Ids.number()),
                    profile(address),
                    optsIn(businessId),
                    TagNames.read(fields, tagName, tagNames),
                    idolName == null ? null : new NamedIdol(new IdolId(account, Ids.uid()), idolName),
                    entry(account, address),
                    new PublicTitleId(account, Ids.uid()),
                    source.withSecret());
        }

        private Profile profile(@Nullable String address) {
            String country = Countries.code(countryCode);
            return ProfileBuilder.builder()
                    .email(blankToNull(Contacts.email(email)))
                    .phone(blankToNull(Contacts.phone(phone, country)))
                    .firstName(firstName)
                    .lastName(lastName)
                    .birthDate(birthDate)
                    .countryCode(country)
                    .city(city)
                    .postalCode(postalCode)
                    .province(province)
                    .ipAddress(address)
                    .fanSource(SIGNUP)
                    .build();
        }

        private @Nullable Entry entry(long account, @Nullable String address) {
            String title = pageTabId == null ? blankToNull(campaignName) : null;
            return pageTabId == null && title == null
                    ? null
                    : new Entry(
                            new ActivityId(account, Ids.uid()),
                            pageTabId,
                            title == null ? null : Blanks.trim(title),
                            "campaign_name",
                            Boolean.TRUE.equals(isUniqueActivity),
                            details(address, deviceId, deviceNetwork));
        }
    }

    /** A fan that logged in to a venue's wireless network. */
    record WifiFan(
            @Description("Always email.") @Pattern(regexp = "email", message = "must be email")
            String network,

            @Contact @Format(Format.EMAIL) @NotBlank @Size(max = 255)
            String email,

            @Contact @Nullable @Size(max = 255) String firstName,
            @Contact @Nullable @Size(max = 255) String lastName,

            @Description("The name of a campaign, or any other title of the activity.") @Nullable @Size(max = 255)
            String activityName,

            @Description("Comes with a device_network, and is kept with the activity.") @Nullable @Size(max = 255)
            String deviceId,

            @Nullable DeviceNetwork deviceNetwork) {

        @AssertTrue(message = "must be given together with device_id")
        @ErrorField("device_network")
        boolean isADevice() {
            return (blankToNull(deviceId) == null) == (deviceNetwork == null);
        }

        SignUp command(long account, CallSource source) {
            String address = source.withSecret() ? null : source.fanAddress(null);
            String title = blankToNull(activityName);
            return new SignUp(
                    new FanId(account, Ids.number()),
                    ProfileBuilder.builder()
                            .email(Contacts.email(email))
                            .firstName(firstName)
                            .lastName(lastName)
                            .ipAddress(address)
                            .fanSource(WIFI)
                            .build(),
                    Consent.EMPTY,
                    FieldsAndTags.NONE,
                    null,
                    title == null
                            ? null
                            : new Entry(
                                    new ActivityId(account, Ids.uid()),
                                    null,
                                    Blanks.trim(title),
                                    "activity_name",
                                    false,
                                    details(address, deviceId, deviceNetwork)),
                    new PublicTitleId(account, Ids.uid()),
                    source.withSecret());
        }
    }

    private static Consent optsIn(@Nullable Long business) {
        return business == null
                ? Consent.EMPTY
                : ConsentBuilder.builder(Consent.EMPTY)
                        .optedInBusinesses(List.of(business))
                        .build();
    }

    private static ActivityDetails details(
            @Nullable String address, @Nullable String deviceId, @Nullable DeviceNetwork deviceNetwork) {
        return ActivityDetailsBuilder.builder()
                .ipAddress(address)
                .userKey(blankToNull(deviceId))
                .deviceType(deviceNetwork == null ? null : deviceNetwork.text())
                .build();
    }

    private final Backend backend;
    private final LoginLimits loginLimits;

    SignupsController(Backend backend, LoginLimits loginLimits) {
        this.backend = backend;
        this.loginLimits = loginLimits;
    }

    @Description("Finds the fan of an email or phone, for a customer's server")
    @Access(scope = "sessions", area = Area.FANS, lock = SECRET)
    @GetMapping("/check")
    Mono<CheckedContact> checkContacts(Caller caller, @Params Check in) {
        loginLimits.takeCheck(caller.account());
        return backend.ask(caller, in.query(caller.account()));
    }

    @Description("Signs a fan up, and records an activity when a campaign is named")
    @PostMapping("/signup")
    Mono<SignedUp> signUp(Caller caller, CallSource source, @Params SignUpInput in) {
        return send(caller, source, in.command(caller.account(), source)).map(SignedUp::of);
    }

    @Description("Registers a fan of a venue's wireless network")
    @PostMapping("/wifi_fans")
    Mono<Boolean> addWifiFan(Caller caller, CallSource source, @Params WifiFan in) {
        return send(caller, source, in.command(caller.account(), source)).thenReturn(true);
    }

    /**
     * Sends a sign-up. It counts for the caller's address unless its contacts are a known fan's: the address is at its
     * limit for known and unknown contacts alike. A call whose outcome is unknown stays counted.
     */
    private Mono<RecordedActivity> send(Caller caller, CallSource source, SignUp command) {
        Long pageTabId = command.entry() == null ? null : command.entry().pageTabId();
        var limited = new LoginCaller(caller.account(), source, pageTabId);
        loginLimits.take(limited, NEW_FANS);
        return backend.send(caller, command)
                .doOnNext(answer -> {
                    if (answer.fanId() != command.fan().number()) {
                        loginLimits.giveBack(limited, NEW_FANS);
                    }
                })
                .doOnError(Refusal.class, refusal -> loginLimits.giveBack(limited, NEW_FANS));
    }
}
