package encore.api.shows;

import encore.api.GatewayUnderTest;
import encore.api.keys.KnownSessions;
import encore.api.live.EventRelays;
import encore.api.live.EventsStream;
import encore.api.live.LiveMeters;
import encore.api.live.LiveSessionFactory;
import encore.api.live.LiveStreams;
import encore.api.shows.rooms.RoomAction;
import encore.api.shows.rooms.RoomCaller;
import encore.infra.backend.ControlMessage;
import encore.kernel.Refusal;
import encore.kernel.live.LiveEvents;
import encore.kernel.live.LiveQuery.FindLiveEvents;
import encore.kernel.rooms.Room;
import encore.kernel.rooms.RoomQuery.FindRooms;
import encore.kernel.rooms.RoomType;
import encore.kernel.sessions.LiveSessionState;
import encore.kernel.sessions.SessionCommand.UseSession;
import encore.kernel.sessions.SessionId;
import encore.kernel.shows.players.JoinedRoom;
import encore.kernel.shows.players.PlayerCommand.JoinRoom;
import encore.kernel.shows.rooms.RoomFrame;
import encore.kernel.shows.rooms.ShowFrames;
import encore.kernel.shows.rooms.ShowRoomQuery.FindShowFrames;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.JsonNodeFactory;

/** A gateway with the rooms of a show of account 7, campaign 100, before a log that a test writes. */
public final class ShowUnderTest implements AutoCloseable {

    public static final String HALL = "global_chat:room:100";

    public final GatewayUnderTest gateway;

    /** Whether fans are banned from the show. */
    public volatile boolean isFanBanned;

    /** Fans by their sessions; a guest's is 0. */
    private final Map<String, Long> fans = new ConcurrentHashMap<>();

    private final List<RoomFrame> log = new CopyOnWriteArrayList<>();
    private volatile long head = 100;

    /** The data of the frame {@code say}. */
    public record Said(@Size(min = 1, max = 500) String message, String roomName) {}

    /** The answer to the frame {@code say}. */
    public record SaidAs(
            long fanId, String message, @Nullable String key) {}

    /** An action such as features offer. */
    static final class Say implements RoomAction<Said> {

        private final List<RoomCaller> callers = new CopyOnWriteArrayList<>();

        @Override
        public String event() {
            return "say";
        }

        @Override
        public String description() {
            return "Says something.";
        }

        @Override
        public Class<Said> data() {
            return Said.class;
        }

        @Override
        public Class<? extends Record> answer() {
            return SaidAs.class;
        }

        @Override
        public Mono<? extends Record> handle(RoomCaller caller, Said said) {
            callers.add(caller);
            return Mono.just(new SaidAs(caller.fanId(), said.message(), caller.key()));
        }
    }

    /** @param doors the components of the transports */
    public ShowUnderTest(Map<String, Object> settings, Class<?>... doors) {
        List<Class<?>> parts = new ArrayList<>(List.of(
                LiveMeters.class,
                EventRelays.class,
                LiveSessionFactory.class,
                LiveStreams.class,
                EventsStream.class,
                RoomsUnderTest.class,
                Say.class));
        parts.addAll(List.of(doors));
        gateway = GatewayUnderTest.with(settings, parts.toArray(Class<?>[]::new));
    }

    /** Lets the backend answer again, and nobody be banned. */
    public void answer() {
        gateway.backend
                .on(FindRooms.class, asked -> {
                    if (asked.pageTabId() != 100) {
                        throw new Refusal(Refusal.Kind.UNKNOWN, "unknown", "There is no such campaign.");
                    }
                    List<Room> rooms = new ArrayList<>(Room.BUILT_IN);
                    for (int i = 0; i < 25; i++) {
                        rooms.add(new Room("bar" + i, RoomType.PUBLIC_ROOMS, "Bar"));
                    }
                    return rooms;
                })
                .on(UseSession.class, this::session)
                .on(
                        JoinRoom.class,
                        asked -> isFanBanned
                                ? Mono.error(new Refusal(Refusal.Kind.FORBIDDEN, "fan-banned", "You are banned."))
                                : new JoinedRoom(asked.roomName(), true))
                .on(
                        FindShowFrames.class,
                        asked -> new ShowFrames(
                                log.stream()
                                        .filter(frame -> frame.position() > asked.after() && frame.position() <= head)
                                        .toList(),
                                List.of(),
                                head,
                                false));
        gateway.backend.on(FindLiveEvents.class, asked -> new LiveEvents(List.of(), head, false));
        gateway.backend.announce(head);
        isFanBanned = false;
        gateway.backend.sent.clear();
        gateway.bean(Say.class).callers.clear();
    }

    private Object session(UseSession asked) {
        Long fan = fans.get(asked.session().toString());
        return fan == null
                ? Mono.error(new Refusal(Refusal.Kind.UNKNOWN, "unknown", "There is no such session."))
                : new LiveSessionState(
                        asked.session().ref(),
                        fan == 0 ? null : fan,
                        Instant.now(),
                        Instant.now().plusSeconds(600),
                        1);
    }

    /** Returns the fans who said something since {@link #answer}. */
    public List<RoomCaller> callers() {
        return gateway.bean(Say.class).callers;
    }

    /** Returns the position of the newest frame. */
    public long head() {
        return head;
    }

    /** Adds a frame to the log. */
    public void publish(String room, String message) {
        log.add(new RoomFrame(
                room,
                head + 1,
                "chat_message",
                JsonNodeFactory.instance.objectNode().put("message", message),
                1L));
        head++;
        gateway.backend.announce(head);
    }

    /** Returns the session_uid of a new session of a fan; a guest's for 0. */
    public String session(long fan) {
        String uid = UUID.randomUUID().toString();
        String ref = gateway.bean(KnownSessions.class).refOf(uid);
        fans.put(new SessionId(7, ref).toString(), fan);
        return uid;
    }

    /** Ends the sessions of a fan. */
    public void endSessions(long fan) {
        List<String> refs = fans.entrySet().stream()
                .filter(entry -> entry.getValue() == fan)
                .map(entry -> entry.getKey().substring(entry.getKey().lastIndexOf('.') + 1))
                .toList();
        fans.values().removeIf(one -> one == fan);
        gateway.backend.publish(new ControlMessage.SessionsEnded(7, refs));
    }

    /** Returns the data of a join. */
    public static String join(String session, String room) {
        return "{\"account_id\":7,\"session_uid\":\"" + session + "\",\"room_name\":\"" + room + "\"}";
    }

    @Override
    public void close() {
        gateway.close();
    }
}
