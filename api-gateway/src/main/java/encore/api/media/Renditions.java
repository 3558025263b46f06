package encore.api.media;

import com.github.benmanes.caffeine.cache.AsyncCache;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.google.errorprone.annotations.concurrent.GuardedBy;
import encore.api.keys.ControlListener;
import encore.api.keys.KeyRegistry;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.infra.backend.ControlMessage;
import encore.infra.backend.RequestContext;
import encore.kernel.media.MediaAsset;
import encore.kernel.media.MediaQuery.FindMediaAsset;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/**
 * Caches images in the sizes that were asked for: {@value #MAX_SIZES} sizes of one asset, and a part of the heap of all.
 * The control stream says which media were removed; their sizes are dropped at once, and an answer that is older than a
 * removal never enters the cache.
 */
@Component
class Renditions implements ControlListener {

    static final int MAX_SIZES = 64;

    private static final int MAX_ASSETS = 10_000;
    private static final long MAX_BYTES = Runtime.getRuntime().maxMemory() / 16;
    private static final Duration MAX_WAIT = Duration.ofSeconds(2);
    private static final String ACTOR = "anybody";

    private final Backend backend;
    private final MediaFiles files;
    private final ImageThreads threads;

    private final Cache<String, CachedAsset> assets = Caffeine.newBuilder()
            .maximumSize(MAX_ASSETS)
            .executor(Runnable::run)
            .build();
    private final AsyncCache<Key, byte[]> renditions = Caffeine.newBuilder()
            .maximumWeight(MAX_BYTES)
            .weigher((Key key, byte[] bytes) -> bytes.length)
            .executor(Runnable::run)
            .buildAsync();

    /** The position that answers must have reached: that of the last removal or upload that this gateway knows. */
    private final AtomicLong minPosition = new AtomicLong();

    /** Counts removals. What was asked for before the last one is not cached. */
    private final AtomicLong removals = new AtomicLong();

    /** Orders removals and additions to the cache. */
    private final Object lock = new Object();

    private record Key(String mediaUid, ImageSize size) {}

    private static final class CachedAsset {

        private final MediaAsset asset;

        @GuardedBy("this")
        private final Set<Key> keys = new LinkedHashSet<>();

        CachedAsset(MediaAsset asset) {
            this.asset = asset;
        }

        /** Notes a size that is used now. Returns the one to drop for it, or null. */
        synchronized @Nullable Key note(Key key) {
            keys.remove(key);
            keys.add(key);
            if (keys.size() <= MAX_SIZES) {
                return null;
            }
            Key oldest = keys.iterator().next();
            keys.remove(oldest);
            return oldest;
        }
    }

    Renditions(Backend backend, MediaFiles files, ImageThreads threads, KeyRegistry keyRegistry) {
        this.backend = backend;
        this.files = files;
        this.threads = threads;
        keyRegistry.addListener(this);
    }

    /** Finds an asset; fails as unknown when there is none. */
    Mono<MediaAsset> find(String mediaUid) {
        CachedAsset cached = assets.getIfPresent(mediaUid);
        if (cached != null) {
            return Mono.just(cached.asset);
        }
        return Mono.defer(() -> {
            long before = removals.get();
            return backend.ask(caller(), new FindMediaAsset(mediaUid)).doOnNext(asset -> {
                synchronized (lock) {
                    if (removals.get() == before) {
                        assets.put(mediaUid, new CachedAsset(asset));
                    }
                }
            });
        });
    }

    /** Whether an asset is cached in a size. */
    boolean has(MediaAsset asset, ImageSize size) {
        return renditions.getIfPresent(new Key(asset.media().uid(), size)) != null;
    }

    /**
     * Returns an asset's image in a size that it fits into without being stretched. Those that ask for the same size at
     * the same time wait for one rendering.
     */
    Mono<byte[]> bytes(MediaAsset asset, ImageSize size) {
        Key key = new Key(asset.media().uid(), size);
        CachedAsset cached = assets.getIfPresent(key.mediaUid());
        if (cached == null) {
            return render(asset, size); // It was removed a moment ago, so it is not cached.
        }
        var rendition = renditions.get(key, (missing, executor) -> {
            long before = removals.get();
            return render(asset, size)
                    .doOnSuccess(bytes -> {
                        if (removals.get() != before) {
                            renditions.asMap().remove(key);
                        }
                    })
                    .toFuture();
        });
        Key oldest = cached.note(key);
        if (oldest != null) {
            renditions.asMap().remove(oldest);
        }
        return Mono.fromFuture(rendition, true);
    }

    private Mono<byte[]> render(MediaAsset asset, ImageSize size) {
        Mono<byte[]> stored = files.load(caller(), asset);
        return size.equals(storedSize(asset))
                ? stored
                : stored.flatMap(bytes ->
                        threads.run(() -> ImageCodec.render(bytes, asset.image().imageType(), size)));
    }

    static ImageSize storedSize(MediaAsset asset) {
        return new ImageSize(asset.image().width(), asset.image().height());
    }

    private Caller caller() {
        return new Caller(0, ACTOR, new RequestContext(null, null, minPosition.get(), MAX_WAIT, true));
    }

    /** Says that something was written at this position through this gateway, so that it is found here at once. */
    void expectPosition(long position) {
        minPosition.accumulateAndGet(position, Math::max);
    }

    /** Drops an asset that was removed at this position. */
    void remove(String mediaUid, long position) {
        drop(asset -> asset.media().uid().equals(mediaUid), position);
    }

    @Override
    public void begins(long position) {
        drop(asset -> true, position);
    }

    @Override
    public void receive(ControlMessage message) {
        switch (message) {
            case ControlMessage.RemovedMedia removed -> remove(removed.mediaUid(), removed.position());
            case ControlMessage.FanErased erased ->
                drop(
                        asset -> asset.fan() != null
                                && asset.fan().account() == erased.account()
                                && asset.fan().number() == erased.fanId(),
                        erased.position());
            default -> {}
        }
    }

    private void drop(Predicate<MediaAsset> removed, long position) {
        expectPosition(position);
        synchronized (lock) {
            removals.incrementAndGet();
            assets.asMap().values().removeIf(cached -> removed.test(cached.asset));
            renditions.asMap().keySet().removeIf(key -> assets.getIfPresent(key.mediaUid()) == null);
        }
    }
}
