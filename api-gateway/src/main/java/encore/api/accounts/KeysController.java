package encore.api.accounts;

import encore.api.access.Access;
import encore.api.access.Lock;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.keys.ActivePerson;
import encore.api.keys.KeyRegistry;
import encore.api.keys.NewKey;
import encore.api.keys.Principal;
import encore.api.problems.Problem;
import encore.api.wire.ErrorCode;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.accounts.AccountQuery.FindKey;
import encore.kernel.accounts.AccountQuery.FindKeys;
import encore.kernel.accounts.ApiKey;
import encore.kernel.accounts.KeyCommand.IssueKey;
import encore.kernel.accounts.KeyCommand.RevokeKey;
import encore.kernel.accounts.KeyId;
import encore.kernel.accounts.Scope;
import encore.kernel.people.Area;
import encore.kernel.people.Role;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.Size;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Issues, shows and revokes an account's key pairs. */
@RestController
@Access(scope = "manage", area = Area.KEYS, lock = Lock.SECRET)
@RequestMapping("/api/v1/manage/keys")
class KeysController {

    private static final Pattern API_KEY = Pattern.compile("[A-Za-z0-9_-]{1,64}");

    record Issue(
            @NotBlank @Size(max = 255) String label,

            @Description("Any of segments, crm, misc, apps, streams, sessions, idols, reports and manage.")
            @NotEmpty
            @Size(max = 9)
            List<String> scopes,

            @Description("The role that bounds the pair. Absent: the caller's own; none for an owner.") @Nullable
            Role role) {
        Issue {
            scopes = List.copyOf(scopes);
        }
    }

    /** The path variable is called {@code key}, because {@code api_key} is the caller's own key everywhere. */
    record One(String key) {
        One {
            if (!API_KEY.matcher(key).matches()) {
                throw Problem.unknown();
            }
        }
    }

    /** A new key pair. Its secret is shown here and never again. */
    record Issued(String apiKey, String apiSecret) {}

    private final Backend backend;
    private final KeyRegistry keyRegistry;

    KeysController(Backend backend, KeyRegistry keyRegistry) {
        this.backend = backend;
        this.keyRegistry = keyRegistry;
    }

    // A misspelt restriction of a pair must not be ignored.
    @Description("Issues a key pair of at most the caller's own scopes and role; the secret is shown once")
    @Access(scope = "manage", area = Area.KEYS, lock = Lock.SECRET, fresh = true)
    @PostMapping
    Mono<Issued> issue(Caller caller, Principal principal, @Params(strict = true) Issue in) {
        mustHaveScopes(principal, in.scopes());
        mustHaveRightsOf(principal, in.role());
        NewKey key = NewKey.generate();
        KeyId id = new KeyId(caller.account(), key.apiKey());
        String secretHash = key.secretHash(keyRegistry.secretHash());
        return backend.send(
                        caller, new IssueKey(id, secretHash, in.label(), in.scopes(), ceiling(principal, in.role())))
                .map(issued -> new Issued(issued.apiKey(), key.secretOf(issued)))
                .flatMap(issued -> keyRegistry.whenKnown(issued.apiKey()).thenReturn(issued));
    }

    /** Returns the role that bounds a pair which the caller gives; null for none. An owner's pairs have none by themselves. */
    private static @Nullable Role ceiling(Principal principal, @Nullable Role wanted) {
        if (wanted != null) {
            return wanted == Role.OWNER ? null : wanted;
        }
        return principal instanceof ActivePerson && principal.role() == Role.OWNER ? null : principal.role();
    }

    private static void mustHaveRightsOf(Principal principal, @Nullable Role wanted) {
        Role own = principal.role();
        if (wanted != null && own != null && own.lacksRightOf(wanted)) {
            throw Problem.input("role", ErrorCode.RULE, "A key can only have rights of its maker.");
        }
    }

    /**
     * Refuses scopes that the caller's own key lacks. Unknown scopes are refused by the command side, which names them.
     */
    private static void mustHaveScopes(Principal principal, List<String> scopes) {
        for (String scope : scopes) {
            if (Scope.words().contains(scope) && !principal.hasScope(scope)) {
                throw Problem.input(
                        "scopes", ErrorCode.RULE, "A key can only grant its own scopes, and lacks " + scope);
            }
        }
    }

    @Description("Lists the key pairs, oldest first")
    @GetMapping
    Mono<List<ApiKey>> all(Caller caller) {
        return backend.ask(caller, new FindKeys(caller.account()));
    }

    @Description("Finds a key pair")
    @GetMapping("/{key}")
    Mono<ApiKey> one(Caller caller, @Params One in) {
        return backend.ask(caller, new FindKey(caller.account(), in.key()));
    }

    @Description("Revokes a key pair, on every gateway within a second")
    @DeleteMapping("/{key}")
    Mono<Boolean> revoke(Caller caller, @Params One in) {
        return backend.send(caller, new RevokeKey(new KeyId(caller.account(), in.key())))
                .flatMap(revoked -> keyRegistry.whenForgotten(revoked.apiKey()))
                .thenReturn(true);
    }
}
