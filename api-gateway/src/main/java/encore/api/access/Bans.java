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
 * Turns away whom an account has banned, as soon as it is known whose key or session it is: before secrets are compared,
 * so that a banned caller's guesses shut out nobody else, and before the call counts.
 */
@Component
class Bans {

    private final Keys keys;

    Bans(Keys keys) {
        this.keys = keys;
    }

    /** A {@link Problem} when the key's account has banned him. */
    void mustLetIn(KnownKey key, Arrival arrival) {
        if (!arrival.evenBanned()
                && !isUndecided(key, arrival)
                && ban(key.account(), arrival.address(), arrival.pageTabs())) {
            throw Problem.banned();
        }
    }

    /** Whether a campaign that the body may name decides. */
    boolean isUndecided(KnownKey key, Arrival arrival) {
        InetAddress from = arrival.address();
        return arrival.moreToCome()
                && !arrival.evenBanned()
                && from != null
                && keys.addresses(key.account()).tellTabsApart(from);
    }

    /** Whether an account lets nobody in from there, or not to one of these campaigns. */
    boolean ban(long account, @Nullable InetAddress from, Supplier<Set<Long>> pageTabs) {
        KnownAddresses known = keys.addresses(account);
        if (from == null || known.isEmpty()) {
            return false;
        }
        Set<Long> named = pageTabs.get();
        return named.isEmpty() ? known.ban(from, null) : named.stream().anyMatch(pageTab -> known.ban(from, pageTab));
    }
}
