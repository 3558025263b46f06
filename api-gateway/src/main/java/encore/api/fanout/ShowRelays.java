package encore.api.fanout;

import encore.api.wire.Wire;
import encore.infra.backend.Backend;
import encore.kernel.shows.rooms.MemberCount;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.annotation.PreDestroy;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** The relays of all shows that have members at this gateway. Each show has one thread, and shows share a few threads. */
@Component
public class ShowRelays {

    private static final int MAX_THREADS = 4;

    private final Backend backend;
    private final LogTime logTime;
    private final RingBudget budget = RingBudget.ofHeap();
    private final List<Scheduler> threads;
    private final Map<Show, ShowRelay> relays = new ConcurrentHashMap<>();
    private final List<BanListener> banListeners = new CopyOnWriteArrayList<>();

    private record Show(long account, long pageTabId) {}

    /** Called when a fan may no longer be in a show. */
    public interface BanListener {
        void banned(long account, long pageTabId, long fanId);
    }

    /** The time of the clock that stamps the log. The clocks of replays go by it. */
    public interface LogTime {
        Mono<Instant> now();
    }

    ShowRelays(Backend backend, LogTime logTime, MeterRegistry meters) {
        this.backend = backend;
        this.logTime = logTime;
        int count = Math.clamp(Runtime.getRuntime().availableProcessors(), 1, MAX_THREADS);
        threads = IntStream.range(0, count)
                .mapToObj(i -> Schedulers.newSingle("show", true))
                .toList();
        Gauge.builder("encore.shows.rings", budget, RingBudget::used)
                .baseUnit("bytes")
                .description("Memory of the frames that are kept for clients of live shows who come back")
                .register(meters);
    }

    /**
     * Lets a member follow its room, which exists.
     *
     * @param after the last position that the client has; null to get only frames from now on. A replay takes none
     * @param welcome is called once with the position of the acknowledgement, on the thread of the show. What the client
     *     missed up to that position was written before, what comes is written after it
     */
    public void join(long account, long pageTabId, RoomMember member, @Nullable Long after, LongConsumer welcome) {
        relay(account, pageTabId).join(member, after, welcome);
    }

    public void leave(long account, long pageTabId, RoomMember member) {
        relay(account, pageTabId).leave(member);
    }

    /** Sends the number of all members to everybody in a room at this gateway. */
    public void sendMembers(long account, long pageTabId, String roomName, int members) {
        ShowRelay known = relays.get(new Show(account, pageTabId));
        if (known != null) {
            known.sendMembers(roomName, Wire.ANSWERS.writeValueAsBytes(new MemberCount(roomName, members)));
        }
    }

    public void onBanned(BanListener listener) {
        banListeners.add(listener);
    }

    private ShowRelay relay(long account, long pageTabId) {
        return relays.computeIfAbsent(new Show(account, pageTabId), show -> {
            LongConsumer banned =
                    fan -> banListeners.forEach(listener -> listener.banned(show.account, show.pageTabId, fan));
            Scheduler thread = threads.get(Math.floorMod(show.hashCode(), threads.size()));
            return new ShowRelay(backend, account, pageTabId, thread, budget, banned, System::nanoTime, logTime);
        });
    }

    @PreDestroy
    void stop() {
        threads.forEach(Scheduler::dispose);
    }
}
