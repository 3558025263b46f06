package encore.api.access;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import encore.api.problems.Problem;
import encore.api.server.Addresses;
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
    private static final int MOST = 100_000;

    private final int limit;
    private final Cache<Object, AtomicInteger> failures =
            bounded().expireAfterWrite(WINDOW).build();
    private final Cache<Place, Boolean> right =
            bounded().expireAfterAccess(REMEMBERED).build();

    FailedLogins(GatewaySettings settings) {
        limit = settings.failedLogins();
    }

    /** Runs the cache's maintenance on the calling thread: waking a pool for it costs each call more. */
    private static Caffeine<Object, Object> bounded() {
        return Caffeine.newBuilder().maximumSize(MOST).executor(Runnable::run);
    }

    /** A key and the address from which it is tried. */
    private record Place(InetAddress address, String key) {}

    /**
     * Throws a {@link Problem} when too many attempts failed from this address or, for unknown callers, on this key.
     */
    void mustNotBeBarred(@Nullable InetAddress address, String key, boolean secret) {
        if (address == null || nobodyFailed()) {
            return;
        }
        InetAddress from = Addresses.network(address);
        Place place = new Place(from, key);
        boolean barred = isFull(from) || secret && isFull(key);
        if (barred && !isKnown(place, secret) || secret && isFull(place)) {
            throw Problem.tooMany(
                    "too-many-failures", "Too many wrong keys or secrets; try again in a minute.", WINDOW);
        }
    }

    /** Whether nothing is counted, as nearly always. Every call checks this, so it must be cheap. */
    private boolean nobodyFailed() {
        return failures.estimatedSize() == 0;
    }

    private boolean isFull(Object counted) {
        AtomicInteger count = failures.getIfPresent(counted);
        return count != null && count.get() >= limit;
    }

    private boolean isKnown(Place place, boolean secret) {
        Boolean withSecret = right.getIfPresent(place);
        return withSecret != null && (withSecret || !secret);
    }

    /** Counts an attempt with an unknown key. */
    void unknown(@Nullable InetAddress address) {
        if (address != null) {
            count(Addresses.network(address), address);
        }
    }

    /** Counts an attempt with a wrong secret. */
    void wrong(@Nullable InetAddress address, String key) {
        if (address != null) {
            InetAddress from = Addresses.network(address);
            count(from, address);
            count(key, address);
            count(new Place(from, key), address);
        }
    }

    /** Remembers a success. The right secret also clears the count of wrong ones; a key alone does not. */
    void right(@Nullable InetAddress address, String key, boolean secret) {
        if (address == null) {
            return;
        }
        Place place = new Place(Addresses.network(address), key);
        if (!isKnown(place, secret)) {
            right.put(place, secret);
        }
        if (secret && !nobodyFailed()) {
            failures.invalidate(place);
        }
    }

    private void count(Object counted, InetAddress address) {
        int failed = failures.get(counted, first -> new AtomicInteger()).incrementAndGet();
        if (failed == limit && counted instanceof InetAddress) {
            LOG.atWarn()
                    .addKeyValue("address", address.getHostAddress())
                    .log("Too many wrong keys or secrets came from one address; its attempts are refused for a minute");
        }
    }
}
