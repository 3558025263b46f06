package encore.api.media;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import encore.api.keys.KeyRegistry;
import encore.api.problems.Problem;
import encore.api.server.ClientNetworks;
import java.net.InetAddress;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * Limits how many images that are not cached one address may ask for a minute: each costs a read and the scaling of an
 * image. Addresses that the account monitors with {@code is_blocked=false} are exempt. A path that names no image counts
 * against a limit of its own, because it names no account.
 */
@Component
class NewRenditionLimit {

    static final int NEW_SIZES = 60;
    static final int UNKNOWN_IMAGES = 300;

    private static final Duration WINDOW = Duration.ofMinutes(1);
    private static final int MAX_ADDRESSES = 100_000;

    private final KeyRegistry keyRegistry;
    private final Ticker ticker;
    private final Cache<InetAddress, Count> newSizes;
    private final Cache<InetAddress, Count> unknownImages;

    /** @param since the time of the first one, by the ticker */
    private record Count(long since, AtomicInteger number) {}

    @Autowired
    NewRenditionLimit(KeyRegistry keyRegistry) {
        this(keyRegistry, Ticker.systemTicker());
    }

    NewRenditionLimit(KeyRegistry keyRegistry, Ticker ticker) {
        this.keyRegistry = keyRegistry;
        this.ticker = ticker;
        newSizes = counts();
        unknownImages = counts();
    }

    private Cache<InetAddress, Count> counts() {
        // Runs the cache's maintenance on the calling thread: waking a pool for it costs each call more.
        return Caffeine.newBuilder()
                .maximumSize(MAX_ADDRESSES)
                .expireAfterWrite(WINDOW)
                .ticker(ticker)
                .executor(Runnable::run)
                .build();
    }

    /** Counts an image that is not cached; throws a {@link Problem} (429) when the address is at its limit. */
    void takeNewSize(long account, @Nullable InetAddress address) {
        if (address != null && !keyRegistry.addresses(account).isExempt(address, null)) {
            take(newSizes, address, NEW_SIZES);
        }
    }

    /** Throws a {@link Problem} (429) when too many paths of an address named no image. */
    void mustKnowImages(@Nullable InetAddress address) {
        Count count = address == null ? null : unknownImages.getIfPresent(ClientNetworks.of(address));
        if (count != null && count.number.get() >= UNKNOWN_IMAGES) {
            throw problem(count);
        }
    }

    /** Counts a path that names no image. */
    void countUnknown(@Nullable InetAddress address) {
        if (address != null) {
            count(unknownImages, address).number.incrementAndGet();
        }
    }

    private void take(Cache<InetAddress, Count> counts, InetAddress address, int limit) {
        Count count = count(counts, address);
        if (count.number.incrementAndGet() > limit) {
            throw problem(count);
        }
    }

    private Count count(Cache<InetAddress, Count> counts, InetAddress address) {
        return counts.get(ClientNetworks.of(address), first -> new Count(ticker.read(), new AtomicInteger()));
    }

    private Problem problem(Count count) {
        Duration left = WINDOW.minusNanos(ticker.read() - count.since);
        return Problem.tooMany("too-many-images", "Too many different images were asked for from this address.", left);
    }
}
