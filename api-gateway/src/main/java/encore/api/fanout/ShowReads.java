package encore.api.fanout;

import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.infra.backend.Pace;
import encore.infra.backend.RequestContext;
import encore.kernel.Query;
import encore.kernel.shows.control.ControlQuery.FindControlState;
import encore.kernel.shows.control.ControlState;
import encore.kernel.shows.rooms.RoomFrames;
import encore.kernel.shows.rooms.ShowFrames;
import encore.kernel.shows.rooms.ShowRoomQuery.FindLastMessages;
import encore.kernel.shows.rooms.ShowRoomQuery.FindRoomFrames;
import encore.kernel.shows.rooms.ShowRoomQuery.FindShowFrames;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/**
 * The questions that one show's relay asks the backend. What many members need at the same moment is asked once for all
 * of them. Answers arrive on the thread of the show, from which all methods must be called.
 */
final class ShowReads {

    private static final int HISTORY_PAGE = 200;
    private static final int SNAPSHOT_MESSAGES = 50;
    private static final Duration WAIT = Duration.ofSeconds(2);
    private static final Duration END_KEPT = Duration.ofMillis(5);

    private final Backend backend;
    private final long account;
    private final long pageTabId;
    private final Scheduler thread;
    private final Map<HistoryPage, Mono<RoomFrames>> pages = new HashMap<>();
    private final Map<Long, Mono<ControlState>> states = new HashMap<>();
    private final Mono<Long> end;

    private record HistoryPage(String roomName, long after, long upTo) {}

    ShowReads(Backend backend, long account, long pageTabId, Scheduler thread) {
        this.backend = backend;
        this.account = account;
        this.pageTabId = pageTabId;
        this.thread = thread;
        this.end = backend.ask(atLeast(0), new FindShowFrames(account, pageTabId, null, 0))
                .map(ShowFrames::next)
                .publishOn(thread)
                .cache(END_KEPT);
    }

    long account() {
        return account;
    }

    /** Announces the account's newest positions. */
    Flux<Long> news() {
        return backend.news(account);
    }

    /** Returns the position that the log has reached. */
    Mono<Long> end() {
        return end;
    }

    /** Reads frames of all rooms of the show, up to a position that all must have reached that they are joined with. */
    Mono<ShowFrames> frames(long after, int limit, long upTo) {
        return backend.ask(atLeast(upTo), new FindShowFrames(account, pageTabId, after, limit))
                .publishOn(thread)
                .contextWrite(Pace.STREAM::addTo);
    }

    /** Reads a page of a room's history. */
    Mono<RoomFrames> history(String roomName, long after, long upTo) {
        return pages.computeIfAbsent(
                new HistoryPage(roomName, after, upTo),
                page -> backend.ask(atLeast(upTo), new FindRoomFrames(account, roomName, after, upTo, HISTORY_PAGE))
                        .contextWrite(Pace.STREAM::addTo)
                        .publishOn(thread)
                        .doFinally(end -> thread.schedule(() -> pages.remove(page)))
                        .cache());
    }

    /** Asks how the show stands, at this position or later. */
    Mono<ControlState> state(long reached) {
        return states.computeIfAbsent(
                reached,
                least -> backend.ask(atLeast(least), new FindControlState(account, pageTabId))
                        .publishOn(thread)
                        .doFinally(end -> thread.schedule(() -> states.remove(least)))
                        .cache());
    }

    /** Reads the last messages of a room up to a position. */
    Mono<RoomFrames> lastMessages(String roomName, long upTo) {
        return backend.ask(atLeast(upTo), new FindLastMessages(account, roomName, upTo, SNAPSHOT_MESSAGES));
    }

    /**
     * Asks for what was so at a position or later. The answer arrives on a thread of the backend.
     *
     * @param reached returns the position at the time of the question
     */
    <R> Mono<R> ask(Query<R> query, LongSupplier reached) {
        return Mono.defer(() -> backend.ask(atLeast(reached.getAsLong()), query))
                .contextWrite(Pace.STREAM::addTo);
    }

    private Caller atLeast(long position) {
        return new Caller(account, "live", new RequestContext(null, null, position, WAIT, position > 0));
    }
}
