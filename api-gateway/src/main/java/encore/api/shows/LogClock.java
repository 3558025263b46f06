package encore.api.shows;

import encore.api.fanout.ShowRelays.LogTime;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.infra.backend.RequestContext;
import encore.kernel.shows.answers.AnswerQuery.FindLogTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/**
 * Translates times of this gateway's clock into times of the clock that stamps the log. Windows of shows open and close by
 * the latter, and replays go by it. It compares the clocks while calls come, every 10 seconds.
 */
@Component
public class LogClock implements LogTime {

    private static final Duration INTERVAL = Duration.ofSeconds(10);
    private static final Duration TIMEOUT = Duration.ofSeconds(1);

    /** Clocks that agree this well count as equal: the comparison is no better. */
    private static final Duration TOLERANCE = Duration.ofMillis(5);

    private final Backend backend;
    private final InstantSource clock;
    private final AtomicReference<@Nullable Comparison> last = new AtomicReference<>();
    private final AtomicReference<@Nullable Mono<Comparison>> running = new AtomicReference<>();

    /** @param ahead the time by which the log's clock is ahead of the gateway's */
    private record Comparison(Instant at, Duration ahead) {}

    @Autowired
    LogClock(Backend backend) {
        this(backend, InstantSource.system());
    }

    LogClock(Backend backend, InstantSource clock) {
        this.backend = backend;
        this.clock = clock;
    }

    /** Returns the present time of the gateway's clock. Take it when a call arrives, and translate it later. */
    public Instant here() {
        return clock.instant();
    }

    @Override
    public Mono<Instant> now() {
        return Mono.defer(() -> toLogTime(here()));
    }

    /** Translates a time of the gateway's clock. The first call waits for a comparison, at most a second. */
    public Mono<Instant> toLogTime(Instant here) {
        Comparison known = last.get();
        if (known == null) {
            return compare().map(comparison -> here.plus(comparison.ahead()));
        }
        if (Duration.between(known.at(), clock.instant()).abs().compareTo(INTERVAL) > 0) {
            compare().subscribe();
        }
        return Mono.just(here.plus(known.ahead()));
    }

    private Mono<Comparison> compare() {
        Mono<Comparison> existing = running.get();
        if (existing != null) {
            return existing;
        }
        Mono<Comparison> started = ask().cache();
        return running.compareAndSet(null, started) ? started : compare();
    }

    private Mono<Comparison> ask() {
        return Mono.defer(() -> {
                    Instant sent = clock.instant();
                    return backend.ask(new Caller(0, "gateway", RequestContext.defaults()), new FindLogTime(0))
                            .map(answer -> comparison(sent, answer.at(), clock.instant()));
                })
                .timeout(TIMEOUT)
                .onErrorResume(failure -> Mono.fromSupplier(this::unchanged))
                .doOnNext(last::set)
                .doFinally(end -> running.set(null));
    }

    private static Comparison comparison(Instant sent, Instant logTime, Instant received) {
        Duration way = Duration.between(sent, received);
        Duration ahead = Duration.between(sent.plus(way.dividedBy(2)), logTime);
        boolean agree = ahead.abs().compareTo(way.plus(TOLERANCE)) <= 0;
        return new Comparison(received, agree ? Duration.ZERO : ahead);
    }

    private Comparison unchanged() {
        Comparison known = last.get();
        return new Comparison(clock.instant(), known == null ? Duration.ZERO : known.ahead());
    }
}
