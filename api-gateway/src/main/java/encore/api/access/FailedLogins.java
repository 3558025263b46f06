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
 * Counts wrong keys and secrets by the address that they come from and by the key that they are tried on, for a minute
 * from the first. Beyond the limit nothing more is tried, except by who was right there before: with a secret only who
 * had the right secret, as a key alone is no secret.
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

    /** Tidied up by whoever finds it due: to wake a pool for it costs each call more. */
    private static Caffeine<Object, Object> bounded() {
        return Caffeine.newBuilder().maximumSize(MOST).executor(Runnable::run);
    }

    /** A key that is tried from an address. */
    private record Place(InetAddress address, String key) {}

    /** A {@link Problem} when nothing more is tried: neither from this address, nor on this key by strangers. */
    void mustNotBeBarred(@Nullable InetAddress address, String key, boolean secret) {
        if (address == null || nobodyFailed()) {
            return;
        }
        InetAddress from = Addresses.network(address);
        Place place = new Place(from, key);
        boolean barred = isFull(from) || secret && isFull(key);
        if (barred && !isKnown(place, secret) || secret && isFull(place)) {
            throw Problem.tooMany("too-many-failures", "Too many wrong keys came from this address.", WINDOW);
        }
    }

    /** As nearly always: each call asks. */
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

    /** There is no such key. */
    void unknown(@Nullable InetAddress address) {
        if (address != null) {
            count(Addresses.network(address), address);
        }
    }

    /** The secret was not the key's. */
    void wrong(@Nullable InetAddress address, String key) {
        if (address != null) {
            InetAddress from = Addresses.network(address);
            count(from, address);
            count(key, address);
            count(new Place(from, key), address);
        }
    }

    /** Only the right secret makes up for wrong ones. */
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
                    .log("Too many wrong keys came from an address; it is barred for a minute");
        }
    }
}
