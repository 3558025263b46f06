package encore.api.limits;

import com.github.benmanes.caffeine.cache.Ticker;
import encore.api.keys.KeyRegistry;
import encore.api.problems.Problem;
import encore.api.server.ClientNetworks;
import encore.api.server.GatewaySettings;
import java.net.InetAddress;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * Limits public calls around logins by the caller's address, and {@code check} by account. Nothing depends on a contact:
 * known and unknown ones are refused alike. An address counts for each account by itself: IPv4 addresses singly, IPv6
 * addresses by their /64. Addresses that the account monitors with {@code is_blocked=false}, and calls with the secret,
 * are exempt. Of several gateways each enforces its part, rounded up.
 */
@Component
public class LoginLimits {

    private static final String TYPE = "login-limit";
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final KeyRegistry keyRegistry;
    private final Map<AddressLimit, WindowCounters<AccountAndNetwork>> byAddress = new EnumMap<>(AddressLimit.class);
    private final WindowCounters<Long> checks;

    /** A network as one account sees it. */
    private record AccountAndNetwork(long account, InetAddress network) {}

    @Autowired
    LoginLimits(KeyRegistry keyRegistry, GatewaySettings gateway, LoginLimitSettings settings) {
        this(keyRegistry, gateway.gateways(), settings, Ticker.systemTicker());
    }

    LoginLimits(KeyRegistry keyRegistry, int gateways, LoginLimitSettings settings, Ticker ticker) {
        this.keyRegistry = keyRegistry;
        for (AddressLimit limit : AddressLimit.values()) {
            byAddress.put(limit, new WindowCounters<>(limit.window(), share(limit.limit(settings), gateways), ticker));
        }
        checks = new WindowCounters<>(MINUTE, share(settings.checks(), gateways), ticker);
    }

    private static int share(int whole, int gateways) {
        return (int) (((long) whole + gateways - 1) / gateways);
    }

    /**
     * Throws a {@link Problem} (429) when the caller's address is at a limit. Call it before the work whose failure
     * {@link #count} counts.
     */
    public void mustBeWithin(LoginCaller caller, AddressLimit limit) {
        AccountAndNetwork key = limitedKey(caller);
        if (key != null && counters(limit).isAtLimit(key)) {
            throw problem(limit, key);
        }
    }

    /** Counts a failure. */
    public void count(LoginCaller caller, AddressLimit limit) {
        AccountAndNetwork key = limitedKey(caller);
        if (key != null) {
            counters(limit).count(key);
        }
    }

    /** Counts a new thing, or throws a {@link Problem} (429) when the caller's address is at the limit. */
    public void take(LoginCaller caller, AddressLimit limit) {
        AccountAndNetwork key = limitedKey(caller);
        if (key != null && !counters(limit).tryCount(key)) {
            throw problem(limit, key);
        }
    }

    /**
     * Takes a count back: of a code when it is used, or of a thing that was not made after all.
     *
     * @param caller with the address that the thing was counted for; for a code, the address that asked for it
     */
    public void giveBack(LoginCaller caller, AddressLimit limit) {
        AccountAndNetwork key = limitedKey(caller);
        if (key != null) {
            counters(limit).giveBack(key);
        }
    }

    /**
     * Counts a call of {@code check}, or throws a {@link Problem} (429) when the account is at its limit. Each such call
     * brings the secret, so this limit holds for calls with the secret.
     */
    public void takeCheck(long account) {
        if (!checks.tryCount(account)) {
            throw Problem.tooMany(TYPE, "Too many checks were made for this account.", checks.untilReset(account));
        }
    }

    /** Returns the network under which a caller's calls count: its IPv4 address or IPv6 network; null if it is exempt. */
    public @Nullable InetAddress networkOf(LoginCaller caller) {
        AccountAndNetwork key = limitedKey(caller);
        return key == null ? null : key.network;
    }

    /** Returns the number of addresses with a count of wrong credentials. For tests. */
    long keysInMemory() {
        return counters(AddressLimit.WRONG_CREDENTIALS).size();
    }

    private WindowCounters<AccountAndNetwork> counters(AddressLimit limit) {
        WindowCounters<AccountAndNetwork> counters = byAddress.get(limit);
        if (counters == null) {
            throw new IllegalStateException("There are counters for each limit");
        }
        return counters;
    }

    /** Returns the key under which the caller counts, or null for a caller that is exempt. */
    private @Nullable AccountAndNetwork limitedKey(LoginCaller caller) {
        InetAddress address = caller.source().address();
        if (caller.source().withSecret() || address == null) {
            return null;
        }
        return keyRegistry.addresses(caller.account()).isExempt(address, caller.pageTabId())
                ? null
                : new AccountAndNetwork(caller.account(), ClientNetworks.of(address));
    }

    private Problem problem(AddressLimit limit, AccountAndNetwork key) {
        return Problem.tooMany(TYPE, limit.sentence(), counters(limit).untilReset(key));
    }
}
