package encore.api.shows.chat;

import com.github.benmanes.caffeine.cache.AsyncCache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import encore.api.limits.WindowCounters;
import encore.api.problems.Problem;
import encore.api.server.GatewaySettings;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.infra.backend.RequestContext;
import encore.kernel.shows.chat.ChatQuery.FindChatTerms;
import encore.kernel.shows.chat.ChatTerms;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/**
 * Limits the messages of each room to those that its readers can follow. Each gateway enforces its part. Other settings of
 * a show hold here within two seconds.
 */
@Component
class RoomRates {

    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration TERMS_LIFETIME = Duration.ofSeconds(2);
    private static final int MAX_SHOWS = 10_000;

    private final Backend backend;
    private final int gateways;
    private final Ticker ticker;
    private final AsyncCache<FindChatTerms, ChatTerms> terms;

    /** Counters of rooms, by the limit of the show. Shows have few different limits. */
    private final Map<Integer, WindowCounters<Room>> counters = new ConcurrentHashMap<>();

    private record Room(long account, String name) {}

    @Autowired
    RoomRates(Backend backend, GatewaySettings settings) {
        this(backend, settings.gateways(), Ticker.systemTicker());
    }

    RoomRates(Backend backend, int gateways, Ticker ticker) {
        this.backend = backend;
        this.gateways = gateways;
        this.ticker = ticker;
        this.terms = Caffeine.newBuilder()
                .maximumSize(MAX_SHOWS)
                .expireAfterWrite(TERMS_LIFETIME)
                .ticker(ticker)
                .executor(Runnable::run)
                .buildAsync();
    }

    /** Counts a message in a room. The Mono fails with a {@link Problem} (429) beyond the limit. */
    Mono<Void> count(long account, long pageTabId, String roomName) {
        FindChatTerms query = new FindChatTerms(account, pageTabId);
        return Mono.fromFuture(
                        () -> terms.get(query, (key, executor) -> ask(query).toFuture()), true)
                .flatMap(found -> {
                    Room room = new Room(account, roomName);
                    WindowCounters<Room> rooms = counters.computeIfAbsent(
                            found.messagesPerSecond(),
                            limit -> new WindowCounters<>(SECOND, (limit + gateways - 1) / gateways, ticker));
                    return rooms.tryCount(room)
                            ? Mono.<Void>empty()
                            : Mono.error(Problem.tooMany(
                                    "room-busy", "Too many messages in this room.", rooms.untilReset(room)));
                });
    }

    private Mono<ChatTerms> ask(FindChatTerms query) {
        return backend.ask(new Caller(query.account(), "gateway", RequestContext.defaults()), query);
    }
}
