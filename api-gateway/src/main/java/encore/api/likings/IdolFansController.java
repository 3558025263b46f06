package encore.api.likings;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.contacts.Contacts;
import encore.api.contacts.Countries;
import encore.api.input.Default;
import encore.api.input.Description;
import encore.api.input.Format;
import encore.api.input.Params;
import encore.api.problems.Ids;
import encore.api.problems.Problem;
import encore.api.wire.ErrorCode;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.NameKey;
import encore.kernel.accounts.AccountId;
import encore.kernel.fans.FanCommand.FindOrRegisterFan;
import encore.kernel.fans.FanId;
import encore.kernel.fans.profile.Consent;
import encore.kernel.fans.profile.Profile;
import encore.kernel.idols.IdolId;
import encore.kernel.likings.AddedIdolFans;
import encore.kernel.likings.IdolFan;
import encore.kernel.likings.IdolFan.NetworkIdentity;
import encore.kernel.likings.LikingCommand.AddIdolFans;
import encore.kernel.likings.NamedIdol;
import encore.kernel.names.Blanks;
import encore.kernel.people.Area;
import encore.kernel.privacy.Contact;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.Size;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Imports many rows of fans with their idols. */
@RestController
@Access(scope = "crm", area = Area.FANS, lock = SECRET)
@RequestMapping("/api/v1/crm/idol_fans")
class IdolFansController {

    private static final int MAX_ROWS = 1_000;

    record Rows(
            @Description("JSON objects, or texts that contain JSON objects.") @NotEmpty @Size(max = MAX_ROWS)
            List<Row> idolFans) {}

    record Row(
            @Contact
            @Description("Required: this, a phone, or a user_key with its network.")
            @Format(Format.EMAIL)
            @Nullable
            @Size(max = 255)
            String email,

            @Contact @Format(Format.PHONE) @Nullable String phone,
            @Format(Format.COUNTRY) @Nullable String countryCode,

            @Contact @Description("Only finds a fan. Ignored when a contact is given.") @Nullable
            String userKey,

            @Nullable String network,
            List<@Size(max = 255) String> idolNames,

            @Description("Whether the fan chose the idols explicitly.") @Default("true") @Nullable
            Boolean isExplicit) {

        IdolFan toIdolFan(int idx, long account) {
            String country = Countries.code(countryCode);
            String mail = Contacts.email(email);
            String number = Contacts.phone(phone, country);
            boolean reachable = mail != null && !mail.isEmpty() || number != null && !number.isEmpty();
            if (!reachable && (userKey == null || network == null)) {
                throw Problem.input("email", ErrorCode.REQUIRED, "or phone, or user_key with network, is required");
            }
            if (idolNames.isEmpty()
                    || idolNames.stream()
                            .anyMatch(name -> Blanks.isBlank(NameKey.of(name).text()))) {
                throw Problem.input("idol_names", ErrorCode.REQUIRED, "must have at least one name, and no blank ones");
            }
            return new IdolFan(
                    idx,
                    reachable
                            ? new FindOrRegisterFan(
                                    new FanId(account, Ids.number()),
                                    Profile.reachableBy(mail, number),
                                    Consent.EMPTY,
                                    null)
                            : null,
                    reachable || userKey == null || network == null ? null : new NetworkIdentity(network, userKey),
                    idolNames.stream()
                            .map(name -> new NamedIdol(new IdolId(account, Ids.uid()), name))
                            .toList(),
                    !Boolean.FALSE.equals(isExplicit));
        }
    }

    private final Backend backend;

    IdolFansController(Backend backend) {
        this.backend = backend;
    }

    @Description("Adds idols to fans; each row is saved whole or not at all")
    @PostMapping
    Mono<AddedIdolFans> addIdolFans(Caller caller, @Params Rows in) {
        List<IdolFan> rows = new ArrayList<>();
        List<AddedIdolFans.Failed> malformed = new ArrayList<>();
        for (int idx = 0; idx < in.idolFans().size(); idx++) {
            try {
                rows.add(in.idolFans().get(idx).toIdolFan(idx, caller.account()));
            } catch (Problem wrong) {
                malformed.add(new AddedIdolFans.Failed(idx, String.valueOf(wrong.getMessage())));
            }
        }
        return backend.send(caller, new AddIdolFans(new AccountId(caller.account()), rows))
                .map(added -> new AddedIdolFans(added.inserted(), merge(added.errors(), malformed)));
    }

    private static List<AddedIdolFans.Failed> merge(
            List<AddedIdolFans.Failed> refused, List<AddedIdolFans.Failed> malformed) {
        return Stream.concat(refused.stream(), malformed.stream())
                .sorted(Comparator.comparingInt(AddedIdolFans.Failed::idx))
                .toList();
    }
}
