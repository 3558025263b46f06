package encore.api.accounts;

import encore.api.access.Access;
import encore.api.access.Lock;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.input.Prefixed;
import encore.api.keys.KeyRegistry;
import encore.api.keys.NewKey;
import encore.api.problems.Ids;
import encore.api.problems.Problem;
import encore.api.wire.ErrorCode;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.accounts.Account;
import encore.kernel.accounts.AccountCommand;
import encore.kernel.accounts.AccountCommand.ChangeAccount;
import encore.kernel.accounts.AccountCommand.OpenAccount;
import encore.kernel.accounts.AccountCommand.RenameAccount;
import encore.kernel.accounts.AccountCommand.SetRateLimit;
import encore.kernel.accounts.AccountId;
import encore.kernel.accounts.AccountOpening;
import encore.kernel.accounts.AccountQuery.FindAccount;
import encore.kernel.accounts.AccountQuery.FindAccounts;
import encore.kernel.accounts.KeyCommand.IssueKey;
import encore.kernel.accounts.KeyId;
import encore.kernel.accounts.Scope;
import encore.kernel.points.PointTypeId;
import encore.kernel.points.PointsCommand.CreatePointType;
import encore.kernel.quotas.Quota;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Opens, shows and changes accounts, for the operator. */
@RestController
@Access(lock = Lock.OPERATOR)
@RequestMapping("/api/v1/manage/accounts")
class AccountsController {

    private static final String DEFAULT_POINTS = "points";
    private static final int HIGHEST_RATE = 100_000_000;

    /** Stands for the default of a quota. */
    record Open(
            @NotBlank @Size(max = 255) String name,
            @Nullable @Min(1) @Max(HIGHEST_RATE) Integer callsPerMinute) {}

    record One(long accountId) {}

    record Change(
            long accountId,
            @Nullable @Size(min = 1, max = 255) String name,

            @Description("0 returns the account to the installation's limit.") @Nullable @Min(0) @Max(HIGHEST_RATE)
            Integer callsPerMinute,

            @Description("quota_<things>: how many of them the account may have. -1: the default again.")
            @Prefixed("quota_")
            Map<String, Long> quotas) {

        /** Returns one command for all values: several would be several requests under one Idempotency-Key. */
        @Nullable
        AccountCommand<AccountOpening> command() {
            AccountId id = new AccountId(accountId);
            Map<Quota, Long> byKind = byKind(quotas);
            if (!byKind.isEmpty() || name != null && callsPerMinute != null) {
                return new ChangeAccount(id, name, callsPerMinute, byKind);
            }
            if (name != null) {
                return new RenameAccount(id, name);
            }
            return callsPerMinute == null ? null : new SetRateLimit(id, callsPerMinute == 0 ? null : callsPerMinute);
        }

        /** Returns the quotas by their kinds, or refuses a name that is none and a number below -1. */
        private static Map<Quota, Long> byKind(Map<String, Long> byName) {
            Map<Quota, Long> quotas = new EnumMap<>(Quota.class);
            byName.forEach((name, most) -> {
                Quota quota = Quota.find(name);
                if (quota == null) {
                    throw Problem.input(
                            "quota_" + name, ErrorCode.VALUE, "must be one of " + String.join(", ", Quota.names()));
                }
                if (most < Quota.DEFAULT) {
                    throw Problem.input("quota_" + name, ErrorCode.RANGE, "must be at least -1");
                }
                quotas.put(quota, most);
            });
            return quotas;
        }
    }

    record Issue(long accountId, @NotBlank @Size(max = 255) String label) {}

    /** A new key pair. Its secret is shown here and never again. */
    record Opened(long accountId, String apiKey, String apiSecret) {}

    private final Backend backend;
    private final KeyRegistry keyRegistry;

    AccountsController(Backend backend, KeyRegistry keyRegistry) {
        this.backend = backend;
        this.keyRegistry = keyRegistry;
    }

    @Description("Opens an account with a first key pair of all scopes")
    @PostMapping
    Mono<Opened> open(Caller caller, @Params Open in) {
        return backend.send(caller, new OpenAccount(newAccountId(), in.name(), in.callsPerMinute(), Ids.uid()))
                .flatMap(opening -> backend.send(caller, new CreatePointType(defaultPoints(opening), DEFAULT_POINTS))
                        .then(issue(caller, opening.id(), "first")));
    }

    private static AccountId newAccountId() {
        return new AccountId(Ids.number());
    }

    private static PointTypeId defaultPoints(AccountOpening opening) {
        return new PointTypeId(opening.id().account(), opening.defaultPointUid());
    }

    /** Issues a key pair; deferred, so that a repeated request issues it only after its earlier steps were honoured. */
    private Mono<Opened> issue(Caller caller, AccountId id, String label) {
        return Mono.defer(() -> {
            NewKey key = NewKey.generate();
            KeyId keyId = new KeyId(id.account(), key.apiKey());
            return backend.send(
                            caller, new IssueKey(keyId, key.secretHash(keyRegistry.secretHash()), label, Scope.words()))
                    .map(issued -> new Opened(id.account(), issued.apiKey(), key.secretOf(issued)))
                    .flatMap(opened -> keyRegistry.whenKnown(opened.apiKey()).thenReturn(opened));
        });
    }

    @Description("Lists all accounts")
    @GetMapping
    Mono<List<Account>> all(Caller caller) {
        return backend.ask(caller, new FindAccounts());
    }

    @Description("Finds an account")
    @GetMapping("/{account_id}")
    Mono<Account> one(Caller caller, @Params One in) {
        return backend.ask(caller, new FindAccount(in.accountId()));
    }

    @Description("Changes an account's name, limit of calls or quotas")
    @PostMapping("/{account_id}")
    Mono<Account> change(Caller caller, @Params Change in) {
        AccountCommand<AccountOpening> command = in.command();
        Mono<AccountOpening> changed = command == null ? Mono.empty() : backend.send(caller, command);
        return changed.then(Mono.defer(() -> backend.ask(caller, new FindAccount(in.accountId()))));
    }

    @Description("Issues a key pair of all scopes to an account that lost its own; the secret is shown once")
    @PostMapping("/{account_id}/keys")
    Mono<Opened> issueAccountKey(Caller caller, @Params Issue in) {
        return issue(caller, new AccountId(in.accountId()), in.label());
    }
}
