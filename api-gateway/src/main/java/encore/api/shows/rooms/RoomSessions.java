package encore.api.shows.rooms;

import encore.api.authentication.ConnectionAuthenticator;
import encore.api.fanout.RoomConnection;
import encore.api.fanout.RoomConnections;
import encore.api.fanout.RoomTransport;
import encore.api.fanout.ShowRelays;
import encore.api.live.LiveSession;
import encore.api.queues.CommandQueue;
import encore.api.shows.presence.ShowPresence;
import jakarta.annotation.PreDestroy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Schedulers;

/** Creates the sessions of clients in rooms, for all transports, and closes those of banned fans. */
@Component
public class RoomSessions implements RoomConnections {

    /** Clients in rooms are closed when this gateway has heard nothing of its query side for so long. */
    private static final Duration MAX_SILENCE = Duration.ofSeconds(10);

    private static final Duration CHECK_INTERVAL = Duration.ofMillis(500);

    final ConnectionAuthenticator authenticator;
    final KnownRooms knownRooms;
    final ReplayRooms replayRooms;
    final RoomActions actions;
    final ShowRelays relays;
    final ShowPresence presence;
    final CommandQueue queue;
    private final Map<FanKey, Set<RoomSession>> byFan = new ConcurrentHashMap<>();

    private final Set<RoomSession> inRooms = ConcurrentHashMap.newKeySet();
    private final Disposable checks;

    private record FanKey(long account, long fanId) {}

    RoomSessions(
            ConnectionAuthenticator authenticator,
            KnownRooms knownRooms,
            ReplayRooms replayRooms,
            RoomActions actions,
            ShowRelays relays,
            ShowPresence presence,
            CommandQueue queue) {
        this.authenticator = authenticator;
        this.knownRooms = knownRooms;
        this.replayRooms = replayRooms;
        this.actions = actions;
        this.relays = relays;
        this.presence = presence;
        this.queue = queue;
        relays.onBanned(this::endBanned);
        checks = Flux.interval(CHECK_INTERVAL, Schedulers.parallel())
                .onBackpressureDrop()
                .subscribe(tick -> endUnheard());
    }

    @PreDestroy
    void stop() {
        checks.dispose();
    }

    private void endUnheard() {
        if (authenticator.silence().compareTo(MAX_SILENCE) >= 0) {
            inRooms.forEach(RoomSession::endUnheard);
        }
    }

    @Override
    public RoomConnection create(LiveSession liveSession, RoomTransport transport) {
        return new RoomSession(this, liveSession, transport);
    }

    @Override
    public List<ClientFrame> clientFrames() {
        List<ClientFrame> frames = new ArrayList<>();
        frames.add(new ClientFrame(
                "join", "Joins a room. With after, the client is told what it missed.", JoinRequest.class));
        frames.add(new ClientFrame("leave", "Leaves a room.", JoinRequest.Leave.class));
        actions.all()
                .forEach(action -> frames.add(new ClientFrame(action.event(), action.description(), action.data())));
        return frames;
    }

    /** @param fanId null for a guest, and for staff */
    void add(long account, @Nullable Long fanId, RoomSession session) {
        inRooms.add(session);
        if (fanId == null) {
            return;
        }
        byFan.compute(new FanKey(account, fanId), (fan, before) -> {
            Set<RoomSession> sessions = before == null ? ConcurrentHashMap.newKeySet() : before;
            sessions.add(session);
            return sessions;
        });
    }

    void remove(long account, @Nullable Long fanId, RoomSession session) {
        inRooms.remove(session);
        if (fanId == null) {
            return;
        }
        byFan.computeIfPresent(
                new FanKey(account, fanId),
                (fan, sessions) -> sessions.remove(session) && sessions.isEmpty() ? null : sessions);
    }

    private void endBanned(long account, long pageTabId, long fanId) {
        byFan.getOrDefault(new FanKey(account, fanId), Set.of()).forEach(session -> session.endIfIn(pageTabId));
    }
}
