package encore.api.trackers;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import encore.api.keys.ControlListener;
import encore.api.keys.KeyRegistry;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.infra.backend.ControlMessage;
import encore.infra.backend.RequestContext;
import encore.kernel.Refusal;
import encore.kernel.trackers.TrackerQuery.FindTrackerTarget;
import encore.kernel.trackers.TrackerQuery.TrackerTarget;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/**
 * The places to which short links lead. Those that were asked for are kept in memory, and so are unknown keys. The control
 * stream says when one of an account may have changed.
 */
@Component
class ShortLinkTargets implements ControlListener {

    private static final int MAX_TARGETS = 100_000;
    private static final Duration KEPT = Duration.ofMinutes(10);
    private static final Duration MAX_WAIT = Duration.ofSeconds(2);
    private static final String ACTOR = "short-link";

    private final Backend backend;
    private final Cache<String, TrackerTarget> targets = cache();
    private final Cache<String, Boolean> unknownKeys = cache();

    /** The position that answers must have reached: that of the last change that this gateway knows. */
    private final AtomicLong minPosition = new AtomicLong();

    /** Counts changes. An answer that was asked for before the last one is not kept. */
    private final AtomicLong changes = new AtomicLong();

    ShortLinkTargets(Backend backend, KeyRegistry keyRegistry) {
        this.backend = backend;
        keyRegistry.addListener(this);
    }

    private static <T> Cache<String, T> cache() {
        return Caffeine.newBuilder()
                .maximumSize(MAX_TARGETS)
                .expireAfterWrite(KEPT)
                .executor(Runnable::run)
                .build();
    }

    /** Finds the target of a tracker; empty when no tracker has the key. */
    Mono<TrackerTarget> find(String trackerKey) {
        TrackerTarget known = targets.getIfPresent(trackerKey);
        if (known != null) {
            return Mono.just(known);
        }
        return unknownKeys.getIfPresent(trackerKey) == null ? Mono.defer(() -> ask(trackerKey)) : Mono.empty();
    }

    /** Notes a change that a call at this gateway made, so that its caller can follow the link at once. */
    void changed(Caller caller) {
        receive(new ControlMessage.TrackersChanged(
                caller.account(), caller.context().position()));
    }

    private Mono<TrackerTarget> ask(String trackerKey) {
        long before = changes.get();
        RequestContext context = new RequestContext(null, null, minPosition.get(), MAX_WAIT, false);
        return backend.ask(new Caller(0, ACTOR, context), new FindTrackerTarget(trackerKey))
                .doOnNext(target -> keep(targets, trackerKey, target, before))
                .onErrorResume(Refusal.class, refusal -> {
                    if (refusal.kind() != Refusal.Kind.UNKNOWN) {
                        return Mono.error(refusal);
                    }
                    keep(unknownKeys, trackerKey, true, before);
                    return Mono.empty();
                });
    }

    private <T> void keep(Cache<String, T> cache, String trackerKey, T value, long before) {
        if (changes.get() == before) {
            cache.put(trackerKey, value);
            if (changes.get() != before) {
                cache.invalidate(trackerKey);
            }
        }
    }

    @Override
    public void begins(long position) {
        minPosition.accumulateAndGet(position, Math::max);
        changes.incrementAndGet();
        targets.invalidateAll();
        unknownKeys.invalidateAll();
    }

    @Override
    public void receive(ControlMessage message) {
        if (message instanceof ControlMessage.TrackersChanged changed) {
            minPosition.accumulateAndGet(changed.position(), Math::max);
            changes.incrementAndGet();
            targets.asMap().values().removeIf(target -> target.tracker().account() == changed.account());
            unknownKeys.invalidateAll();
        }
    }
}
