package encore.api.access;

import encore.api.keys.Keys;
import encore.api.keys.KnownAddresses;
import encore.api.keys.KnownKey;
import encore.api.problems.Problem;
import java.net.InetAddress;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Refuses calls from addresses that the key's account has banned. It decides as soon as the account is known: before
 * secrets are compared, so that a banned caller's wrong guesses lock out nobody else, and before the call counts
 * against the account's limit.
 */
@Component
class Bans {

    private final Keys keys;

    Bans(Keys keys) {
        this.keys = keys;
    }

    /** Throws a {@link Problem} when the key's account has banned the caller's address. */
    void mustLetIn(KnownKey key, Arrival arrival) {
        if (!arrival.evenBanned()
                && !isUndecided(key, arrival)
                && ban(key.account(), arrival.address(), arrival.pageTabs())) {
            throw Problem.banned();
        }
    }

    /** Whether the decision depends on a campaign that the body may still name. */
    boolean isUndecided(KnownKey key, Arrival arrival) {
        InetAddress from = arrival.address();
        return arrival.moreToCome()
                && !arrival.evenBanned()
                && from != null
                && keys.addresses(key.account()).tellTabsApart(from);
    }

    /** Whether an account has banned an address, in general or for one of these campaigns. */
    boolean ban(long account, @Nullable InetAddress from, Supplier<Set<Long>> pageTabs) {
        KnownAddresses known = keys.addresses(account);
        if (from == null || known.isEmpty()) {
            return false;
        }
        Set<Long> named = pageTabs.get();
        return named.isEmpty() ? known.ban(from, null) : named.stream().anyMatch(pageTab -> known.ban(from, pageTab));
    }
}
