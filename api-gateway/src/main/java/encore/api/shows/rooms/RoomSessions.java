package encore.api.shows.rooms;

import encore.api.authentication.ConnectionAuthenticator;
import encore.api.fanout.RoomConnection;
import encore.api.fanout.RoomConnections;
import encore.api.fanout.RoomTransport;
import encore.api.fanout.ShowRelays;
import encore.api.live.LiveSession;
import encore.api.shows.ShowQueue;
import encore.api.shows.presence.ShowPresence;
import encore.kernel.shows.chat.ChatFrame;
import encore.kernel.shows.control.LiveUpdate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Component;

/** Creates the sessions of clients in rooms, for all transports, and closes those of banned fans. */
@Component
public class RoomSessions implements RoomConnections {

    final ConnectionAuthenticator authenticator;
    final KnownRooms knownRooms;
    final ReplayRooms replayRooms;
    final RoomActions actions;
    final ShowRelays relays;
    final ShowPresence presence;
    final ShowQueue queue;
    private final Map<FanKey, Set<RoomSession>> byFan = new ConcurrentHashMap<>();

    private record FanKey(long account, long fanId) {}

    RoomSessions(
            ConnectionAuthenticator authenticator,
            KnownRooms knownRooms,
            ReplayRooms replayRooms,
            RoomActions actions,
            ShowRelays relays,
            ShowPresence presence,
            ShowQueue queue) {
        this.authenticator = authenticator;
        this.knownRooms = knownRooms;
        this.replayRooms = replayRooms;
        this.actions = actions;
        this.relays = relays;
        this.presence = presence;
        this.queue = queue;
        relays.onBanned(this::endBanned);
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

    @Override
    public List<ServerFrame> serverFrames() {
        return List.of(
                new ServerFrame("chat_message", "A message.", ChatFrame.Message.class),
                new ServerFrame("remove_chat_message", "A message was removed.", ChatFrame.Moderation.class),
                new ServerFrame("unflag_chat_message", "A removed message came back.", ChatFrame.Moderation.class),
                new ServerFrame(
                        LiveUpdate.EVENT,
                        "In the control room: a change of the show. Its action selects the shape.",
                        LiveUpdate.class),
                new ServerFrame(
                        MEMBERS,
                        "The number of members changed; every 5 seconds at most, and without a position.",
                        RoomNotice.Members.class),
                new ServerFrame(
                        "snapshot",
                        "Replaces all that the client has of the room, when too much was told since its position.",
                        RoomNotice.Snapshot.class));
    }

    void add(long account, long fanId, RoomSession session) {
        byFan.compute(new FanKey(account, fanId), (fan, before) -> {
            Set<RoomSession> sessions = before == null ? ConcurrentHashMap.newKeySet() : before;
            sessions.add(session);
            return sessions;
        });
    }

    void remove(long account, long fanId, RoomSession session) {
        byFan.computeIfPresent(
                new FanKey(account, fanId),
                (fan, sessions) -> sessions.remove(session) && sessions.isEmpty() ? null : sessions);
    }

    private void endBanned(long account, long pageTabId, long fanId) {
        byFan.getOrDefault(new FanKey(account, fanId), Set.of()).forEach(session -> session.endIfIn(pageTabId));
    }
}
