package encore.api.authentication;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import encore.api.problems.Problem;
import encore.api.server.ClientNetworks;
import encore.api.server.GatewaySettings;
import java.net.InetAddress;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Counts wrong keys and secrets by caller address and by key, for a minute from the first one. Above the limit it
 * refuses further attempts, except from an address that has used the same key successfully before. For an attempt with
 * a secret, only an earlier success with the right secret counts, because a key alone is no secret.
 */
@Component
class FailedLogins {

    static final Duration WINDOW = Duration.ofMinutes(1);

    private static final Logger LOG = LoggerFactory.getLogger(FailedLogins.class);
    private static final Duration REMEMBERED = Duration.ofHours(1);
    private static final int MAX_ENTRIES = 100_000;

    private final int limit;
    private final Cache<Object, AtomicInteger> failures =
            boundedCache().expireAfterWrite(WINDOW).build();
    private final Cache<AddressAndKey, Boolean> succeeded =
            boundedCache().expireAfterAccess(REMEMBERED).build();

    FailedLogins(GatewaySettings settings) {
        limit = settings.failedLogins();
    }

    /** Runs the cache's maintenance on the calling thread: waking a pool for it costs each call more. */
    private static Caffeine<Object, Object> boundedCache() {
        return Caffeine.newBuilder().maximumSize(MAX_ENTRIES).executor(Runnable::run);
    }

    /** A key and the address from which it is tried. */
    private record AddressAndKey(InetAddress address, String key) {}

    /**
     * Throws a {@link Problem} when too many attempts failed from this address or, for unknown callers, on this key.
     */
    void mustNotBeBarred(@Nullable InetAddress address, String key, boolean secret) {
        if (address == null || hasNoFailures()) {
            return;
        }
        InetAddress from = ClientNetworks.of(address);
        AddressAndKey addressAndKey = new AddressAndKey(from, key);
        boolean barred = isAtLimit(from) || secret && isAtLimit(key);
        if (barred && !hasSucceeded(addressAndKey, secret) || secret && isAtLimit(addressAndKey)) {
            throw Problem.tooMany(
                    "too-many-failures", "Too many wrong keys or secrets; try again in a minute.", WINDOW);
        }
    }

    /** Whether nothing is counted, as nearly always. Every call checks this, so it must be cheap. */
    private boolean hasNoFailures() {
        return failures.estimatedSize() == 0;
    }

    private boolean isAtLimit(Object counted) {
        AtomicInteger count = failures.getIfPresent(counted);
        return count != null && count.get() >= limit;
    }

    private boolean hasSucceeded(AddressAndKey addressAndKey, boolean secret) {
        Boolean withSecret = succeeded.getIfPresent(addressAndKey);
        return withSecret != null && (withSecret || !secret);
    }

    /** Counts an attempt with an unknown key. */
    void recordUnknownKey(@Nullable InetAddress address) {
        if (address != null) {
            countFailure(ClientNetworks.of(address), address);
        }
    }

    /** Counts an attempt with a wrong secret. */
    void recordWrongSecret(@Nullable InetAddress address, String key) {
        if (address != null) {
            InetAddress from = ClientNetworks.of(address);
            countFailure(from, address);
            countFailure(key, address);
            countFailure(new AddressAndKey(from, key), address);
        }
    }

    /** Remembers a success. The right secret also clears the count of wrong ones; a key alone does not. */
    void succeeded(@Nullable InetAddress address, String key, boolean secret) {
        if (address == null) {
            return;
        }
        AddressAndKey addressAndKey = new AddressAndKey(ClientNetworks.of(address), key);
        if (!hasSucceeded(addressAndKey, secret)) {
            succeeded.put(addressAndKey, secret);
        }
        if (secret && !hasNoFailures()) {
            failures.invalidate(addressAndKey);
        }
    }

    private void countFailure(Object counted, InetAddress address) {
        int failed = failures.get(counted, first -> new AtomicInteger()).incrementAndGet();
        if (failed == limit && counted instanceof InetAddress) {
            LOG.atWarn()
                    .addKeyValue("address", address.getHostAddress())
                    .log("Too many wrong keys or secrets came from one address; its attempts are refused for a minute");
        }
    }
}
