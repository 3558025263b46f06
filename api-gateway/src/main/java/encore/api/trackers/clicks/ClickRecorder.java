package encore.api.trackers.clicks;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import encore.api.authentication.OpenCalls;
import encore.api.keys.KeyRegistry;
import encore.api.limits.WindowCounters;
import encore.api.places.GeoDatabase;
import encore.api.server.ClientNetworks;
import encore.api.server.CrowdSettings;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.infra.backend.RequestContext;
import encore.kernel.trackers.TrackerId;
import encore.kernel.trackers.clicks.TrackerClickCommand.RecordedClick;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/**
 * Records the visits of short links that count as clicks, within limits: anybody can make events that stay for ever. A
 * limit only keeps a click from being recorded, never a visitor from the target.
 */
@Component
public class ClickRecorder {

    private static final String ACTOR = "short-link";
    private static final int PER_ADDRESS = 120;
    private static final int UNDER_WAY = 128;
    private static final int MAX_RECENT = 100_000;
    private static final Duration SAME_CLICK = Duration.ofSeconds(10);
    private static final Duration MAX_WAIT = Duration.ofMillis(250);

    private final Backend backend;
    private final KeyRegistry keyRegistry;
    private final CrowdSettings crowds;
    private final GeoDatabase places;
    private final MeterRegistry meters;

    private final WindowCounters<Object> addresses =
            new WindowCounters<>(Duration.ofMinutes(1), PER_ADDRESS, Ticker.systemTicker());
    private final Cache<Visitor, Mono<RecordedClick>> recent = Caffeine.newBuilder()
            .maximumSize(MAX_RECENT)
            .expireAfterWrite(SAME_CLICK)
            .executor(Runnable::run)
            .build();
    private final Map<Long, AtomicInteger> underWay = new ConcurrentHashMap<>();

    /** A visitor who comes again within seconds makes no second click. */
    private record Visitor(
            TrackerId tracker,
            @Nullable InetAddress address,
            @Nullable String userAgent,
            @Nullable Long fan) {}

    ClickRecorder(
            Backend backend, KeyRegistry keyRegistry, CrowdSettings crowds, GeoDatabase places, MeterRegistry meters) {
        this.backend = backend;
        this.keyRegistry = keyRegistry;
        this.crowds = crowds;
        this.places = places;
        this.meters = meters;
    }

    /**
     * Records a visit if it is a click.
     *
     * @param fan the fan of a personal link
     * @return the uid of the click when it is durable within 250 ms; otherwise empty, and the click may still be recorded
     */
    public Mono<String> record(ServerHttpRequest request, TrackerId tracker, @Nullable Long fan) {
        String noClick = VisitFilter.noClick(request);
        if (noClick != null) {
            count(noClick);
            return Mono.empty();
        }
        InetAddress address = OpenCalls.address(request);
        Mono<RecordedClick> click =
                isExempt(address, tracker) ? begin(request, tracker, fan) : limited(request, address, tracker, fan);
        return click.map(RecordedClick::trackerClickUid)
                .timeout(MAX_WAIT, Mono.empty())
                .onErrorResume(failure -> Mono.empty());
    }

    private boolean isExempt(@Nullable InetAddress address, TrackerId tracker) {
        return address != null
                && (crowds.contains(address)
                        || keyRegistry.addresses(tracker.account()).isExempt(address, null));
    }

    private Mono<RecordedClick> limited(
            ServerHttpRequest request, @Nullable InetAddress address, TrackerId tracker, @Nullable Long fan) {
        String userAgent = request.getHeaders().getFirst(HttpHeaders.USER_AGENT);
        Visitor visitor = new Visitor(tracker, address, userAgent, fan);
        Mono<RecordedClick> same = recent.getIfPresent(visitor);
        if (same != null) {
            count("repeat");
            return same;
        }
        if (address != null && !addresses.tryCount(ClientNetworks.of(address))) {
            count("address");
            return Mono.empty();
        }
        return Objects.requireNonNull(recent.get(visitor, key -> begin(request, tracker, fan)));
    }

    /** Returns the click under way. It goes on when the visitor has waited long enough. */
    private Mono<RecordedClick> begin(ServerHttpRequest request, TrackerId tracker, @Nullable Long fan) {
        AtomicInteger running = underWay.computeIfAbsent(tracker.account(), account -> new AtomicInteger());
        if (running.incrementAndGet() > UNDER_WAY) {
            running.decrementAndGet();
            count("busy");
            return Mono.empty();
        }
        Caller caller = new Caller(tracker.account(), ACTOR, RequestContext.defaults());
        return backend.send(caller, ClickReader.command(request, tracker, fan, places))
                .doOnSuccess(recorded -> {
                    // Whoever reads the clicks here afterwards finds this one.
                    keyRegistry
                            .account(tracker.account())
                            .recordPosition(caller.context().position());
                    count("recorded");
                })
                .doOnError(failure -> count("failed"))
                .doFinally(end -> running.decrementAndGet())
                .cache();
    }

    private void count(String outcome) {
        meters.counter("encore.tracker.visits", "outcome", outcome).increment();
    }
}
