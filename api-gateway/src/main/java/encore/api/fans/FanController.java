package encore.api.fans;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.contacts.Contacts;
import encore.api.contacts.Countries;
import encore.api.contacts.IpAddresses;
import encore.api.fans.input.BusinessOptIns;
import encore.api.fans.input.FanCorrection;
import encore.api.fans.input.Gender;
import encore.api.input.ClearedComponents;
import encore.api.input.Description;
import encore.api.input.ErrorField;
import encore.api.input.Format;
import encore.api.input.Params;
import encore.api.input.Prefixed;
import encore.api.passwords.PasswordHasher;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.Patch;
import encore.kernel.fans.FanCommand.ChangeFan;
import encore.kernel.fans.FanCommand.EraseFan;
import encore.kernel.fans.FanDetails;
import encore.kernel.fans.FanId;
import encore.kernel.fans.FanQuery.FindFanDetails;
import encore.kernel.fans.RegisteredFan;
import encore.kernel.fans.profile.Curation;
import encore.kernel.fans.profile.Profile;
import encore.kernel.fans.profile.ProfileBuilder;
import encore.kernel.people.Area;
import encore.kernel.privacy.Contact;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.Size;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Reads, changes and erases one fan. */
@RestController
@Access(scope = "crm", area = Area.FANS, lock = SECRET)
@RequestMapping("/api/v1/crm/fans/{fan_id}")
class FanController {

    record One(long fanId) {}

    /** Changes of a fan. Absent fields stay unchanged. */
    record Change(
            long fanId,
            @Contact @Nullable @Size(max = 255) String firstName,
            @Contact @Nullable @Size(max = 255) String lastName,

            @Contact @Description("A fan keeps an email or a phone.") @Format(Format.EMAIL) @Nullable @Size(max = 255)
            String email,

            @Nullable String password,
            @Nullable String displayName,
            @Nullable Gender gender,
            @Contact @Format(Format.PHONE) @Nullable String phone,
            @Contact @Format(Format.IP) @Nullable String ipAddress,

            @Description("Two letters. A phone without a country prefix is read as a number of this country.")
            @Format(Format.COUNTRY)
            @Nullable
            String countryCode,

            @Description("Needs a country_code.") @Nullable String province,
            @Description("Needs a country_code.") @Nullable String city,

            @Contact @Description("Needs a country_code.") @Nullable
            String postalCode,

            @Description("business_<business_id>: true opts in, false opts out.") @Prefixed("business_")
            Map<Long, Boolean> businesses,

            ClearedComponents cleared) {

        @AssertTrue(message = "is required with province, city and postal_code")
        @ErrorField("country_code")
        boolean isInACountry() {
            return countryCode != null || province == null && city == null && postalCode == null;
        }

        ChangeFan command(FanId fan, FanCorrection fanCorrection) {
            String country = Countries.code(countryCode);
            Profile profile = ProfileBuilder.builder()
                    .firstName(fanCorrection.hasName() ? null : firstName)
                    .lastName(fanCorrection.hasName() ? null : lastName)
                    .displayName(displayName)
                    .email(Contacts.email(email))
                    .phone(Contacts.phone(phone, country))
                    .gender(Gender.text(gender))
                    .ipAddress(IpAddresses.of(ipAddress))
                    .countryCode(country)
                    .province(province)
                    .city(city)
                    .postalCode(postalCode)
                    .build();
            return new ChangeFan(
                    fan,
                    fanCorrection.profile(profile, cleared),
                    fanCorrection.consent(BusinessOptIns.optedIn(businesses), BusinessOptIns.optedOut(businesses)),
                    Patch.of(Curation.EMPTY),
                    null);
        }
    }

    private final Backend backend;
    private final PasswordHasher passwordHasher;

    FanController(Backend backend, PasswordHasher passwordHasher) {
        this.backend = backend;
        this.passwordHasher = passwordHasher;
    }

    @Description("Finds a fan with connections and identifiers")
    @GetMapping
    Mono<FanDetails> find(Caller caller, @Params One in) {
        return backend.ask(caller, new FindFanDetails(caller.account(), in.fanId()));
    }

    @Description("Changes a fan: corrects or clears fields")
    @PostMapping
    Mono<RegisteredFan> change(Caller caller, @Params Change in, @Params FanCorrection fanCorrection) {
        var change = in.command(new FanId(caller.account(), in.fanId()), fanCorrection);
        return passwordHasher
                .hash(in.password())
                .flatMap(hash -> backend.send(caller, change.withPassword(hash.orElse(null))));
    }

    @Description("Erases a fan for ever: personal data are destroyed, points stay")
    @Access(scope = "crm", area = Area.FANS, lock = SECRET, fresh = true)
    @DeleteMapping
    Mono<Boolean> erase(Caller caller, @Params One in) {
        return backend.send(caller, new EraseFan(new FanId(caller.account(), in.fanId())))
                .thenReturn(true);
    }
}
