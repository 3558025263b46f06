package encore.command.accounts;

import static encore.kernel.Refusal.Kind.CONFLICT;
import static encore.kernel.Refusal.Kind.RULE;
import static org.axonframework.modelling.command.AggregateCreationPolicy.CREATE_IF_MISSING;
import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import encore.kernel.Refusal;
import encore.kernel.accounts.Account.RedirectUrl;
import encore.kernel.accounts.AccountCommand.AllowOrigin;
import encore.kernel.accounts.AccountCommand.AllowRedirectUrl;
import encore.kernel.accounts.AccountCommand.ChangeAccount;
import encore.kernel.accounts.AccountCommand.OpenAccount;
import encore.kernel.accounts.AccountCommand.RemoveOrigin;
import encore.kernel.accounts.AccountCommand.RemoveRedirectUrl;
import encore.kernel.accounts.AccountCommand.RenameAccount;
import encore.kernel.accounts.AccountCommand.SetRateLimit;
import encore.kernel.accounts.AccountEvent.AccountOpened;
import encore.kernel.accounts.AccountEvent.AccountRenamed;
import encore.kernel.accounts.AccountEvent.OriginAllowed;
import encore.kernel.accounts.AccountEvent.OriginRemoved;
import encore.kernel.accounts.AccountEvent.QuotaSet;
import encore.kernel.accounts.AccountEvent.RateLimitSet;
import encore.kernel.accounts.AccountEvent.RedirectUrlAllowed;
import encore.kernel.accounts.AccountEvent.RedirectUrlRemoved;
import encore.kernel.accounts.AccountId;
import encore.kernel.accounts.AccountOpening;
import encore.kernel.accounts.Origin;
import encore.kernel.names.Blanks;
import encore.kernel.quotas.Quota;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.modelling.command.AggregateIdentifier;
import org.axonframework.modelling.command.CreationPolicy;
import org.axonframework.spring.stereotype.Aggregate;
import org.jspecify.annotations.Nullable;

/**
 * An account, which contains everything that a customer owns: its name, its rate limit, the origins from which browsers
 * may call, and the addresses to which browser logins lead back.
 */
@Aggregate
class Account {

    private static final int LONGEST_NAME = 255;
    private static final int HIGHEST_RATE = 100_000_000;
    private static final int MAX_ORIGINS = 100;
    private static final int MAX_REDIRECT_URLS = 100;

    @AggregateIdentifier
    private @Nullable AccountId id;

    private String name = "";
    private @Nullable Integer callsPerMinute;
    private String defaultPointUid = "";
    private List<String> origins = new ArrayList<>();

    /** Exactly as they were registered. */
    private List<String> redirectUrls = new ArrayList<>();

    /** The quotas of the account's own; the defaults apply to the others. */
    private Map<String, Long> quotas = new HashMap<>();

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    AccountOpening decide(OpenAccount command) {
        if (id != null) {
            throw new Refusal(CONFLICT, "account-id-taken", "Another account was opened under this id; try again.");
        }
        requireName(command.name());
        requireRate(command.callsPerMinute());
        apply(new AccountOpened(command.id(), command.name(), command.callsPerMinute(), command.defaultPointUid()));
        return new AccountOpening(command.id(), command.defaultPointUid());
    }

    @CommandHandler
    AccountOpening decide(RenameAccount command) {
        requireName(command.name());
        return change(command.id(), command.name(), callsPerMinute);
    }

    @CommandHandler
    AccountOpening decide(SetRateLimit command) {
        requireRate(command.callsPerMinute());
        return change(command.id(), name, command.callsPerMinute());
    }

    @CommandHandler
    AccountOpening decide(ChangeAccount command) {
        String newName = command.name() == null ? name : command.name();
        Integer newRate = command.callsPerMinute() == null ? callsPerMinute : withoutZero(command.callsPerMinute());
        requireName(newName);
        requireRate(newRate);
        command.quotas().forEach(Account::requireQuota);
        AccountOpening changed = change(command.id(), newName, newRate);
        // One order for every run: the events of one commit are compared.
        new TreeMap<>(command.quotas()).forEach((quota, most) -> changeQuota(command.id(), quota, most));
        return changed;
    }

    private AccountOpening change(AccountId account, String newName, @Nullable Integer newCallsPerMinute) {
        boolean isRenamed = !newName.equals(name);
        boolean hasOtherRate = !Objects.equals(newCallsPerMinute, callsPerMinute);
        if (isRenamed) {
            apply(new AccountRenamed(account, newName));
        }
        if (hasOtherRate) {
            apply(new RateLimitSet(account, newCallsPerMinute));
        }
        return new AccountOpening(account, defaultPointUid);
    }

    private static @Nullable Integer withoutZero(Integer callsPerMinute) {
        return callsPerMinute == 0 ? null : callsPerMinute;
    }

    private static void requireQuota(Quota quota, long most) {
        if (most < Quota.DEFAULT) {
            throw new Refusal(
                    RULE, "quota-negative", "quota_" + quota, "A quota is at least 0, or -1 for the default.");
        }
    }

    private void changeQuota(AccountId account, Quota quota, long most) {
        Long stored = most == Quota.DEFAULT ? null : Long.valueOf(most);
        if (!Objects.equals(stored, quotas.get(quota.toString()))) {
            apply(new QuotaSet(account, quota.toString(), stored));
        }
    }

    @CommandHandler
    Origin decide(AllowOrigin command) {
        String origin = BrowserOrigin.normalize(command.origin());
        if (!origins.contains(origin)) {
            if (origins.size() == MAX_ORIGINS) {
                throw new Refusal(RULE, "too-many-origins", "origin", "An account has at most 100 origins.");
            }
            apply(new OriginAllowed(command.id(), origin));
        }
        return new Origin(origin);
    }

    @CommandHandler
    Origin decide(RemoveOrigin command) {
        String origin = BrowserOrigin.normalize(command.origin());
        if (!origins.contains(origin)) {
            throw new Refusal(RULE, "origin-unknown", "origin", "The account does not list this origin.");
        }
        apply(new OriginRemoved(command.id(), origin));
        return new Origin(origin);
    }

    @CommandHandler
    RedirectUrl decide(AllowRedirectUrl command) {
        RedirectUrls.requireValid(command.redirectUrl());
        if (!redirectUrls.contains(command.redirectUrl())) {
            if (redirectUrls.size() == MAX_REDIRECT_URLS) {
                throw new Refusal(
                        RULE, "too-many-redirect-urls", "redirect_url", "An account has at most 100 redirect URLs.");
            }
            apply(new RedirectUrlAllowed(command.id(), command.redirectUrl()));
        }
        return new RedirectUrl(command.redirectUrl());
    }

    @CommandHandler
    RedirectUrl decide(RemoveRedirectUrl command) {
        if (!redirectUrls.contains(command.redirectUrl())) {
            throw new Refusal(
                    RULE, "redirect-url-unknown", "redirect_url", "The account does not list this redirect URL.");
        }
        apply(new RedirectUrlRemoved(command.id(), command.redirectUrl()));
        return new RedirectUrl(command.redirectUrl());
    }

    private static void requireName(String name) {
        if (Blanks.isBlank(name) || name.length() > LONGEST_NAME) {
            throw new Refusal(RULE, "account-name", "name", "A name has 1 to 255 characters.");
        }
    }

    private static void requireRate(@Nullable Integer callsPerMinute) {
        if (callsPerMinute != null && (callsPerMinute < 1 || callsPerMinute > HIGHEST_RATE)) {
            throw new Refusal(
                    RULE, "rate-limit", "calls_per_minute", "A limit is between 1 and 100,000,000 calls a minute.");
        }
    }

    @EventSourcingHandler
    void evolve(AccountOpened event) {
        id = event.id();
        name = event.name();
        callsPerMinute = event.callsPerMinute();
        defaultPointUid = event.defaultPointUid();
    }

    @EventSourcingHandler
    void evolve(AccountRenamed event) {
        name = event.name();
    }

    @EventSourcingHandler
    void evolve(RateLimitSet event) {
        callsPerMinute = event.callsPerMinute();
    }

    @EventSourcingHandler
    void evolve(QuotaSet event) {
        if (event.most() == null) {
            quotas.remove(event.quota());
        } else {
            quotas.put(event.quota(), event.most());
        }
    }

    @EventSourcingHandler
    void evolve(OriginAllowed event) {
        origins.add(event.origin());
    }

    @EventSourcingHandler
    void evolve(OriginRemoved event) {
        origins.remove(event.origin());
    }

    @EventSourcingHandler
    void evolve(RedirectUrlAllowed event) {
        redirectUrls.add(event.redirectUrl());
    }

    @EventSourcingHandler
    void evolve(RedirectUrlRemoved event) {
        redirectUrls.remove(event.redirectUrl());
    }
}
