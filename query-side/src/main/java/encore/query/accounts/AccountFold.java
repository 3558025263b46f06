package encore.query.accounts;

import encore.kernel.accounts.Account;
import encore.kernel.accounts.AccountEvent;
import encore.kernel.accounts.AccountEvent.AccountOpened;
import encore.kernel.accounts.AccountEvent.AccountRenamed;
import encore.kernel.accounts.AccountEvent.OriginAllowed;
import encore.kernel.accounts.AccountEvent.OriginRemoved;
import encore.kernel.accounts.AccountEvent.RateLimitSet;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Applies an event to an account. The documents and the memory of gateways' accounts both use it. */
final class AccountFold {

    private AccountFold() {}

    static Account after(AccountEvent event, @Nullable Account before, Instant at) {
        if (event instanceof AccountOpened opened) {
            return new Account(
                    opened.id().account(),
                    opened.name(),
                    opened.callsPerMinute(),
                    List.of(),
                    opened.defaultPointUid(),
                    at);
        }
        Account was = Objects.requireNonNull(before, "An account is opened before anything else happens to it");
        return switch (event) {
            case AccountOpened ignored -> was;
            case AccountRenamed renamed -> with(was, renamed.name(), was.callsPerMinute(), was.origins());
            case RateLimitSet limit -> with(was, was.name(), limit.callsPerMinute(), was.origins());
            case OriginAllowed allowed -> with(was, was.name(), was.callsPerMinute(), including(was, allowed.origin()));
            case OriginRemoved removed -> with(was, was.name(), was.callsPerMinute(), without(was, removed.origin()));
        };
    }

    private static Account with(Account was, String name, @Nullable Integer callsPerMinute, List<String> origins) {
        return new Account(
                was.accountId(), name, callsPerMinute, origins, was.defaultPointUid(), was.creationTimestamp());
    }

    private static List<String> including(Account was, String origin) {
        return Stream.concat(was.origins().stream(), Stream.of(origin))
                .distinct()
                .toList();
    }

    private static List<String> without(Account was, String origin) {
        return was.origins().stream().filter(other -> !other.equals(origin)).toList();
    }
}
