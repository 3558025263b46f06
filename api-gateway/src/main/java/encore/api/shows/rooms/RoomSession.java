package encore.api.shows.rooms;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import encore.api.authentication.ConnectionAuthenticator.ConnectionIdentity;
import encore.api.authentication.ConnectionAuthenticator.ConnectionSession;
import encore.api.binding.FrameFields;
import encore.api.binding.InputPlan;
import encore.api.binding.RequestParameters;
import encore.api.fanout.RoomClient;
import encore.api.fanout.RoomConnection;
import encore.api.fanout.RoomMember;
import encore.api.fanout.RoomTransport;
import encore.api.live.LiveSession;
import encore.api.problems.Ids;
import encore.api.problems.Problem;
import encore.api.problems.Problems;
import encore.api.queues.CommandQueue.Priority;
import encore.api.shows.ShowFan;
import encore.api.shows.rooms.JoinRequest.Leave;
import encore.api.wire.ErrorCode;
import encore.infra.backend.Caller;
import encore.infra.backend.RequestContext;
import encore.infra.backend.presence.PresenceReport.Present;
import encore.kernel.Refusal;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.people.Area;
import encore.kernel.people.Right;
import encore.kernel.shows.players.PlayerCommand.JoinRoom;
import encore.kernel.shows.players.PlayerId;
import encore.kernel.shows.rooms.RoomName;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;

/** One client in rooms. It has the session of a fan or guest, or a key of staff. */
final class RoomSession implements RoomConnection {

    static final int MAX_ROOMS = 20;

    private static final String SCOPE = "apps";
    private static final Right RIGHT = new Right(Area.LIVE, false);
    private static final Duration OWN_WRITES_WAIT = Duration.ofSeconds(1);

    private final RoomSessions sessions;
    private final LiveSession liveSession;
    private final RoomTransport transport;
    private final FrameAllowance allowance = new FrameAllowance(System::nanoTime);
    private final String connectionId = UUID.randomUUID().toString();
    private final AtomicLong lastWrite = new AtomicLong();
    private volatile long joinedAt;

    @GuardedBy("this")
    private final Map<String, RoomMember> joined = new LinkedHashMap<>();

    @GuardedBy("this")
    private final Map<String, RoomMember> followed = new LinkedHashMap<>();

    @GuardedBy("this")
    private boolean closed;

    RoomSession(RoomSessions sessions, LiveSession liveSession, RoomTransport transport) {
        this.sessions = sessions;
        this.liveSession = liveSession;
        this.transport = transport;
    }

    @Override
    public Mono<Joined> join(JsonNode data, RoomClient client) {
        return Mono.defer(() -> {
            mustBeWithinAllowance();
            return join(bind(JoinRequest.class, data), client, System.currentTimeMillis());
        });
    }

    @Override
    public Mono<? extends Record> handle(String event, JsonNode data, Instant arrivedAt) {
        return Mono.defer(() -> {
            mustBeWithinAllowance();
            return event.equals("leave") ? leave(bind(Leave.class, data)) : act(event, data, arrivedAt);
        });
    }

    private void mustBeWithinAllowance() {
        Duration wait = allowance.take();
        if (!wait.isZero()) {
            throw Problem.tooMany("too-many-frames", "This connection sends too many frames.", wait);
        }
    }

    private static <T extends Record> T bind(Class<T> type, JsonNode data) {
        FrameFields.require(data, type, RoomActions.COMMON_FIELDS);
        return InputPlan.of(type).bind(RequestParameters.ofJson(data), Map.of());
    }

    @Override
    public void refuse(Throwable failure) {
        if (isBan(failure)) {
            transport.end(RoomTransport.BANNED);
        } else if (!Problems.isUnavailable(failure) && allowance.refuse()) {
            transport.end(RoomTransport.REFUSED);
        }
    }

    /** The gateway refuses those of whose ban it knows, and the stream of the fan all others. */
    private static boolean isBan(Throwable failure) {
        return failure instanceof Problem problem
                        && (problem.type().equals(Problem.BANNED)
                                || problem.type().equals(Problem.FAN_BANNED))
                || failure instanceof Refusal refusal && refusal.type().equals(Problem.FAN_BANNED);
    }

    private Mono<Joined> join(JoinRequest wanted, RoomClient client, long arrivedAt) {
        return liveSession
                .authenticateSession(
                        transport.headers(), transport.clientAddress(), wanted.accountId(), wanted.sessionUid())
                .flatMap(identity -> find(identity, wanted.roomName(), wanted.after())
                        .flatMap(room -> join(identity, room, wanted.after(), client, arrivedAt)));
    }

    /** Finds a room that the client may be in. */
    private Mono<RoomName> find(ConnectionIdentity identity, String roomName, @Nullable Long after) {
        return RoomName.parse(roomName)
                .filter(RoomName::isReplay)
                .map(replay -> sessions.replayRooms.find(identity, replay, after))
                .orElseGet(() -> sessions.knownRooms.find(identity.account(), roomName));
    }

    private Mono<Joined> join(
            ConnectionIdentity identity, RoomName room, @Nullable Long after, RoomClient client, long arrivedAt) {
        String roomName = room.toString();
        sessions.authenticator.mustNotBeBanned(identity, Set.of(room.pageTabId()));
        synchronized (this) {
            if (joined.size() >= MAX_ROOMS && !joined.containsKey(roomName)) {
                throw Problem.input("room_name", ErrorCode.VALUE, "is one room too many for this connection");
            }
        }
        Mono<Void> admission =
                liveSession.requirePosition(identity.account(), after).then(Mono.defer(() -> admit(identity, room)));
        return admission.then(Mono.create(joining -> {
            RoomMember member = new RoomMember(roomName, client);
            if (enter(identity, room, member, arrivedAt)) {
                sessions.relays.join(
                        identity.account(),
                        room.pageTabId(),
                        member,
                        after,
                        position -> joining.success(new Joined(
                                roomName, position, sessions.presence.members(identity.account(), roomName))));
                joining.onCancel(() -> leave(roomName, client));
            } else {
                joining.error(Problem.unauthorized("session-missing", "The connection is closed."));
            }
        }));
    }

    /**
     * Asks whether a fan may be in a room, and records the first join. The join of a guest, and that of a replay, leave no
     * trace.
     */
    private Mono<Void> admit(ConnectionIdentity identity, RoomName room) {
        Long fanId = identity.session().fanId();
        if (fanId == null || room.isReplay()) {
            return Mono.empty();
        }
        PlayerId player = new PlayerId(new CampaignId(identity.account(), room.pageTabId()), fanId);
        Caller caller = caller(identity, null, null);
        return sessions.queue
                .send(caller, Priority.ARRIVAL, new JoinRoom(player, room.toString(), Ids.uid()))
                .doOnNext(done -> lastWrite.accumulateAndGet(caller.context().position(), Math::max))
                .then();
    }

    /** @param arrivedAt when the join arrived. It may be decided long afterwards, even after joins that arrived later. */
    private boolean enter(ConnectionIdentity identity, RoomName room, RoomMember member, long arrivedAt) {
        RoomMember before;
        synchronized (this) {
            if (closed) {
                return false;
            }
            if (joined.isEmpty()) {
                joinedAt = arrivedAt;
            }
            before = joined.put(room.toString(), member);
        }
        if (before != null) {
            sessions.relays.leave(identity.account(), room.pageTabId(), before);
        }
        register(identity);
        report(identity);
        return true;
    }

    private void register(ConnectionIdentity identity) {
        Long fanId = identity.session().fanId();
        sessions.add(identity.account(), fanId, this);
        synchronized (this) {
            if (!closed) {
                return;
            }
        }
        // It was closed in between.
        sessions.remove(identity.account(), fanId, this);
    }

    private void report(ConnectionIdentity identity) {
        ConnectionSession session = identity.session();
        Long fanId = session.fanId();
        String owner = fanId == null ? "guest:" + session.ref() : "fan:" + fanId;
        List<String> rooms;
        synchronized (this) {
            if (closed) {
                return;
            }
            rooms = List.copyOf(joined.keySet());
        }
        sessions.presence.report(
                new Present(connectionId, identity.account(), owner, fanId, joinedAt, false, rooms),
                () -> transport.end(RoomTransport.REPLACED));
        synchronized (this) {
            if (!closed) {
                return;
            }
        }
        // It was closed in between.
        sessions.presence.gone(connectionId);
    }

    private Mono<RoomAction.NoAnswer> leave(Leave left) {
        leave(requireIdentity(), left.roomName(), null);
        return Mono.just(new RoomAction.NoAnswer());
    }

    @Override
    public void leave(String roomName, RoomClient client) {
        ConnectionIdentity identity = liveSession.identity();
        if (identity != null) {
            leave(identity, roomName, client);
        }
    }

    /** @param client null to leave the room whatever client joined it */
    private void leave(ConnectionIdentity identity, String roomName, @Nullable RoomClient client) {
        RoomMember member;
        synchronized (this) {
            member = joined.get(roomName);
            if (closed || member == null || client != null && member.client() != client) {
                return;
            }
            joined.remove(roomName);
        }
        leaveRelay(identity, member);
        report(identity);
    }

    private void leaveRelay(ConnectionIdentity identity, RoomMember member) {
        RoomName.parse(member.roomName())
                .ifPresent(room -> sessions.relays.leave(identity.account(), room.pageTabId(), member));
    }

    @Override
    public Mono<Long> follow(String stream, @Nullable Long after, RoomClient client) {
        return sessions.authenticator.whenReady().then(Mono.defer(() -> {
            ConnectionIdentity identity = requireIdentity();
            liveSession.mustBeAllowed(identity, SCOPE, true, RIGHT);
            sessions.authenticator.mustBeWithinLimit(identity);
            return find(identity, stream.substring(STREAM_PREFIX.length()), after)
                    .flatMap(room -> liveSession
                            .requirePosition(identity.account(), after)
                            .then(Mono.defer(() -> follow(identity, room, after, client))));
        }));
    }

    private Mono<Long> follow(ConnectionIdentity identity, RoomName room, @Nullable Long after, RoomClient client) {
        sessions.authenticator.mustNotBeBanned(identity, Set.of(room.pageTabId()));
        RoomMember member = new RoomMember(room.toString(), client);
        synchronized (this) {
            if (closed || followed.size() >= MAX_ROOMS || followed.putIfAbsent(room.toString(), member) != null) {
                throw Problem.input(
                        "stream", ErrorCode.VALUE, "is already subscribed, or the connection has too many streams");
            }
        }
        register(identity);
        return Mono.create(following -> {
            sessions.relays.join(identity.account(), room.pageTabId(), member, after, following::success);
            following.onCancel(() -> unfollow(STREAM_PREFIX + room));
        });
    }

    @Override
    public void unfollow(String stream) {
        RoomMember member;
        synchronized (this) {
            member = followed.remove(stream.substring(STREAM_PREFIX.length()));
        }
        if (member != null) {
            leaveRelay(requireIdentity(), member);
        }
    }

    private Mono<? extends Record> act(String event, JsonNode data, Instant arrivedAt) {
        if (!sessions.actions.knows(event)) {
            throw RoomActions.unknown();
        }
        ConnectionIdentity identity = requireIdentity();
        if (identity.session().ref() == null) {
            throw Problem.unauthorized("session-missing", "Join a room with a session first.");
        }
        ActionFrame frame = new ActionFrame(event, data);
        frame.mustBeOwn("account_id", identity.account());
        Long fanId = identity.session().fanId();
        if (fanId == null) {
            throw ShowFan.guest();
        }
        frame.mustBeOwn("fan_id", fanId);
        sessions.authenticator.mustNotBeBanned(identity, frame.pageTabs());
        String key = frame.key();
        Caller caller = caller(identity, key, key == null ? null : frame.fingerprint());
        RoomCaller roomCaller = new RoomCaller(
                caller,
                identity.account(),
                fanId,
                identity.address() == null ? "" : identity.address().getHostAddress(),
                arrivedAt,
                key);
        return sessions.actions
                .handle(event, roomCaller, data)
                .doFinally(end -> lastWrite.accumulateAndGet(caller.context().position(), Math::max));
    }

    /** Returns the client as a caller that sees its own writes, and whose key belongs to its session. */
    private Caller caller(ConnectionIdentity identity, @Nullable String key, @Nullable String fingerprint) {
        String requestId = key == null
                ? null
                : identity.account() + ":" + identity.session().ref() + ":" + key;
        return new Caller(
                identity.account(),
                identity.actor(),
                new RequestContext(requestId, fingerprint, lastWrite.get(), OWN_WRITES_WAIT, false));
    }

    private ConnectionIdentity requireIdentity() {
        ConnectionIdentity identity = liveSession.identity();
        if (identity == null) {
            throw Problem.unauthorized("session-missing", "Join a room with a session first.");
        }
        return identity;
    }

    @Override
    public synchronized Set<Long> pageTabs() {
        return Stream.concat(joined.keySet().stream(), followed.keySet().stream())
                .flatMap(room -> RoomName.parse(room).stream())
                .map(RoomName::pageTabId)
                .collect(Collectors.toSet());
    }

    /** Closes a client that no frame can reach, so that it looks for another gateway. */
    void endUnheard() {
        transport.end(RoomTransport.CUT_OFF);
    }

    void endIfIn(long pageTabId) {
        if (pageTabs().contains(pageTabId)) {
            transport.end(RoomTransport.BANNED);
        }
    }

    @Override
    public void close() {
        List<RoomMember> left;
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            left = Stream.concat(joined.values().stream(), followed.values().stream())
                    .toList();
        }
        ConnectionIdentity identity = liveSession.identity();
        if (identity != null) {
            left.forEach(member -> leaveRelay(identity, member));
            sessions.presence.gone(connectionId);
            sessions.remove(identity.account(), identity.session().fanId(), this);
        }
    }
}
