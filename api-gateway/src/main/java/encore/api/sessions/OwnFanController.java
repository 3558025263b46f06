package encore.api.sessions;

import static encore.api.access.Lock.KEY;

import encore.api.access.Access;
import encore.api.access.CallSource;
import encore.api.contacts.Contacts;
import encore.api.contacts.Countries;
import encore.api.contacts.IpAddresses;
import encore.api.input.ClearedComponents;
import encore.api.input.Description;
import encore.api.input.ErrorField;
import encore.api.input.Format;
import encore.api.input.Params;
import encore.api.input.Prefixed;
import encore.api.input.TextLimits;
import encore.api.keys.KnownSession;
import encore.api.passwords.PasswordHasher;
import encore.api.problems.Problem;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.Patch;
import encore.kernel.fans.FanId;
import encore.kernel.fans.RegisteredFan;
import encore.kernel.fans.profile.Consent;
import encore.kernel.fans.profile.ConsentBuilder;
import encore.kernel.fans.profile.Profile;
import encore.kernel.fans.profile.ProfileBuilder;
import encore.kernel.fans.proofs.OwnDetails;
import encore.kernel.fans.proofs.ProofCommand.ChangeOwnFan;
import encore.kernel.privacy.Contact;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.PastOrPresent;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Lets a fan change itself through its session. */
@RestController
@Access(scope = "sessions", lock = KEY, ofSession = true)
@RequestMapping("/api/v1/sessions/{session_uid}")
class OwnFanController {

    /** The most tags, fields and props in a call. Each of them is looked up, and anybody with a session may call. */
    private static final int MOST = 100;

    /** Changes of the session's fan. Absent fields stay unchanged. */
    record Change(
            @NotNull String sessionUid,
            @Contact @Nullable @Size(max = 255) String firstName,
            @Contact @Nullable @Size(max = 255) String lastName,

            @Contact
            @Description("Another one than a confirmed one is proven by connect. The last contact of a fan stays.")
            @Format(Format.EMAIL)
            @Nullable
            @Size(max = 255)
            String email,

            @Description("Without the api_secret it needs a login within the last hour.")
            @Nullable
            @Size(min = 8, max = 256, payload = TextLimits.OfNfc.class)
            String password,

            @Nullable Boolean isSubscribed,
            @Nullable Boolean isPhoneSubscribed,

            @Contact
            @Description("Another one than a confirmed one is proven by connect.")
            @Format(Format.PHONE)
            @Nullable
            @Size(max = 64)
            String phone,

            @Description("Two letters. A phone without a country prefix is read as a number of this country.")
            @Format(Format.COUNTRY)
            @Nullable
            @Size(max = 64)
            String countryCode,

            @Contact @Nullable @PastOrPresent LocalDate birthDate,

            @Contact
            @Description("Counts only with the api_secret. Otherwise the caller's own address is the fan's.")
            @Format(Format.IP)
            @Nullable
            @Size(max = 64)
            String ipAddress,

            @Contact
            @Description("props_<name>: at most 100, with names of at most 64 letters, digits, hyphens and underscores."
                    + " An empty text removes it.")
            @Prefixed("props_")
            Map<String, String> props,

            @Contact
            @Description("field_<crm_field_key>: sets a custom field, or clears it when it is sent empty.")
            @Prefixed("field_")
            Map<String, String> fields,

            @Description("tag_<crm_tag_id>: true gives the fan the tag, false takes it away.") @Prefixed("tag_")
            Map<Long, Boolean> tags,

            ClearedComponents cleared) {

        @AssertTrue(message = "are at most 100 in a call")
        @ErrorField("tag_")
        boolean isOfFewTags() {
            return tags.size() <= MOST;
        }

        @AssertTrue(message = "are at most 100 in a call")
        @ErrorField("field_")
        boolean isOfFewFields() {
            return details().fields().size() <= MOST;
        }

        @AssertTrue(message = "are at most 100 in a call")
        @ErrorField("props_")
        boolean isOfFewProps() {
            return details().props().size() <= MOST;
        }

        ChangeOwnFan command(FanId fan, CallSource source, @Nullable String passwordHash) {
            return new ChangeOwnFan(fan, profile(source), consent(), passwordHash, details(), source.withSecret());
        }

        /** Returns the change of names, contacts and address. A public call cannot clear the fan's address. */
        private Patch<Profile> profile(CallSource source) {
            Patch<Profile> change = cleared.toPatch(ProfileBuilder.builder()
                    .firstName(firstName)
                    .lastName(lastName)
                    .email(Contacts.email(email))
                    .phone(Contacts.phone(phone, Countries.code(countryCode)))
                    .birthDate(birthDate)
                    .ipAddress(ipAddress == null ? null : source.fanAddress(IpAddresses.of(ipAddress)))
                    .build());
            return source.withSecret() || ipAddress != null ? change : change.without("ipAddress");
        }

        private Patch<Consent> consent() {
            return cleared.toPatch(ConsentBuilder.builder(Consent.EMPTY)
                    .isSubscribed(isSubscribed)
                    .isPhoneSubscribed(isPhoneSubscribed)
                    .build());
        }

        private OwnDetails details() {
            return new OwnDetails(withEmpty(props, "props_"), withEmpty(fields, "field_"), tags);
        }

        private Map<String, String> withEmpty(Map<String, String> given, String prefix) {
            Map<String, String> all = new HashMap<>(given);
            cleared.withPrefix(prefix).forEach(name -> all.put(name, ""));
            return all;
        }
    }

    private final Backend backend;
    private final PasswordHasher passwordHasher;

    OwnFanController(Backend backend, PasswordHasher passwordHasher) {
        this.backend = backend;
        this.passwordHasher = passwordHasher;
    }

    @Description("Changes the fan of a session")
    @PostMapping("/fan")
    Mono<RegisteredFan> changeSessionFan(Caller caller, KnownSession session, CallSource source, @Params Change in) {
        FanId fan = new FanId(caller.account(), session.mustBeOfFan());
        if (in.password() != null && !source.withSecret() && !session.isOfRecentLogin(Instant.now())) {
            throw Problem.unauthorized("login-again", "A new password needs a login within the last hour.");
        }
        return passwordHasher
                .hash(in.password())
                .flatMap(hash -> backend.send(caller, in.command(fan, source, hash.orElse(null))));
    }
}
