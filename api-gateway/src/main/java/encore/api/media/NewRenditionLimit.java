package encore.api.media;

import com.github.benmanes.caffeine.cache.Ticker;
import encore.api.keys.KeyRegistry;
import encore.api.limits.WindowCounters;
import encore.api.problems.Problem;
import encore.api.server.ClientNetworks;
import java.net.InetAddress;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
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

    private final KeyRegistry keyRegistry;
    private final WindowCounters<InetAddress> newSizes = perMinute(NEW_SIZES);
    private final WindowCounters<InetAddress> unknownImages = perMinute(UNKNOWN_IMAGES);

    NewRenditionLimit(KeyRegistry keyRegistry) {
        this.keyRegistry = keyRegistry;
    }

    private static WindowCounters<InetAddress> perMinute(int limit) {
        return new WindowCounters<>(Duration.ofMinutes(1), limit, Ticker.systemTicker());
    }

    /** Counts an image that is not cached; throws a {@link Problem} (429) when the address is at its limit. */
    void takeNewSize(long account, @Nullable InetAddress address) {
        if (address == null || keyRegistry.addresses(account).isExempt(address, null)) {
            return;
        }
        InetAddress network = ClientNetworks.of(address);
        if (!newSizes.tryCount(network)) {
            throw problem(newSizes, network);
        }
    }

    /** Throws a {@link Problem} (429) when too many paths of an address named no image. */
    void mustKnowImages(@Nullable InetAddress address) {
        InetAddress network = address == null ? null : ClientNetworks.of(address);
        if (network != null && unknownImages.isAtLimit(network)) {
            throw problem(unknownImages, network);
        }
    }

    /** Counts a path that names no image. */
    void countUnknown(@Nullable InetAddress address) {
        if (address != null) {
            unknownImages.count(ClientNetworks.of(address));
        }
    }

    private static Problem problem(WindowCounters<InetAddress> counters, InetAddress network) {
        return Problem.tooMany(
                "too-many-images",
                "Too many different images were asked for from this address.",
                counters.untilReset(network));
    }
}
