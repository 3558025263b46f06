package encore.query.accounts;

import encore.kernel.accounts.Account;
import encore.kernel.accounts.AccountEvent;
import encore.kernel.accounts.AccountEvent.AccountOpened;
import encore.kernel.accounts.AccountEvent.AccountRenamed;
import encore.kernel.accounts.AccountEvent.OriginAllowed;
import encore.kernel.accounts.AccountEvent.OriginRemoved;
import encore.kernel.accounts.AccountEvent.QuotaSet;
import encore.kernel.accounts.AccountEvent.RateLimitSet;
import encore.kernel.accounts.AccountEvent.RedirectUrlAllowed;
import encore.kernel.accounts.AccountEvent.RedirectUrlRemoved;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Applies an event to an account. The documents and the memory of gateways' accounts both use it. */
final class AccountFold {

    private AccountFold() {}

    static Account apply(AccountEvent event, @Nullable Account before, Instant at) {
        if (event instanceof AccountOpened opened) {
            return new Account(
                    opened.id().account(),
                    opened.name(),
                    opened.callsPerMinute(),
                    Map.of(),
                    List.of(),
                    opened.defaultPointUid(),
                    at);
        }
        Account previous = Objects.requireNonNull(before, "An account is opened before anything else happens to it");
        return switch (event) {
            case AccountOpened ignored -> previous;
            case AccountRenamed renamed -> with(previous, renamed.name(), previous.callsPerMinute());
            case RateLimitSet limit -> with(previous, previous.name(), limit.callsPerMinute());
            case QuotaSet set -> with(previous, withQuota(previous, set), previous.origins(), previous.redirectUrls());
            case OriginAllowed allowed -> withOrigins(previous, with(previous.origins(), allowed.origin()));
            case OriginRemoved removed -> withOrigins(previous, without(previous.origins(), removed.origin()));
            case RedirectUrlAllowed allowed ->
                withRedirectUrls(previous, with(previous.redirectUrls(), allowed.redirectUrl()));
            case RedirectUrlRemoved removed ->
                withRedirectUrls(previous, without(previous.redirectUrls(), removed.redirectUrl()));
        };
    }

    private static Account with(Account previous, String name, @Nullable Integer callsPerMinute) {
        return new Account(
                previous.accountId(),
                name,
                callsPerMinute,
                previous.quotas(),
                previous.origins(),
                previous.redirectUrls(),
                previous.defaultPointUid(),
                previous.creationTimestamp());
    }

    private static Account withOrigins(Account previous, List<String> origins) {
        return with(previous, previous.quotas(), origins, previous.redirectUrls());
    }

    private static Account withRedirectUrls(Account previous, List<String> redirectUrls) {
        return with(previous, previous.quotas(), previous.origins(), redirectUrls);
    }

    private static Account with(
            Account previous, Map<String, Long> quotas, List<String> origins, List<String> redirectUrls) {
        return new Account(
                previous.accountId(),
                previous.name(),
                previous.callsPerMinute(),
                quotas,
                origins,
                redirectUrls,
                previous.defaultPointUid(),
                previous.creationTimestamp());
    }

    private static Map<String, Long> withQuota(Account previous, QuotaSet set) {
        Map<String, Long> quotas = new TreeMap<>(previous.quotas());
        if (set.most() == null) {
            quotas.remove(set.quota());
        } else {
            quotas.put(set.quota(), set.most());
        }
        return quotas;
    }

    private static List<String> with(List<String> all, String more) {
        return Stream.concat(all.stream(), Stream.of(more)).distinct().toList();
    }

    private static List<String> without(List<String> all, String gone) {
        return all.stream().filter(other -> !other.equals(gone)).toList();
    }
}
