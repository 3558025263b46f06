package encore.api.access;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import encore.api.server.GatewaySettings;
import java.net.InetAddress;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Counts wrong keys by the address that they come from, for a minute from the first. */
@Component
class FailedLogins {

    static final Duration WINDOW = Duration.ofMinutes(1);

    private static final int ADDRESSES = 100_000;

    private final int limit;
    private final Cache<InetAddress, AtomicInteger> failures = Caffeine.newBuilder()
            .expireAfterWrite(WINDOW)
            .maximumSize(ADDRESSES)
            .build();

    FailedLogins(GatewaySettings settings) {
        limit = settings.failedLogins();
    }

    /** Whether nothing more is tried for this address now. */
    boolean isBarred(@Nullable InetAddress address) {
        AtomicInteger count = address == null ? null : failures.getIfPresent(address);
        return count != null && count.get() >= limit;
    }

    void count(@Nullable InetAddress address) {
        if (address != null) {
            failures.get(address, first -> new AtomicInteger()).incrementAndGet();
        }
    }
}
