package encore.api.socketio;

import encore.api.fanout.RoomConnections;
import encore.api.fanout.RoomEncoding;
import encore.api.live.Credentials;
import encore.api.live.FrameWriter;
import encore.api.live.LiveMeters;
import encore.api.live.LiveSession;
import encore.api.problems.Problem;
import encore.api.websocket.TextFrames;
import encore.api.websocket.WebSocketConnection;
import encore.api.wire.ErrorCode;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.web.reactive.socket.CloseStatus;
import org.springframework.web.reactive.socket.WebSocketSession;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * One client's connection at {@code /socket.io/}, by Socket.IO 4 over a WebSocket. There is the main namespace alone. The
 * payload of CONNECT is the content of {@code auth}, or empty: then the first join says who the client is.
 */
final class SocketIoConnection extends WebSocketConnection {

    private static final String OPEN = "0";
    private static final String PING_PACKET = "2";
    private static final String CONNECT = "40";
    private static final String DISCONNECT = "41";
    private static final String EVENT = "42";
    private static final String ACK = "43";
    private static final String CONNECT_ERROR = "44";

    private final String id = UUID.randomUUID().toString();
    private volatile boolean isConnected;

    SocketIoConnection(
            WebSocketSession session,
            Channel channel,
            LiveSession liveSession,
            RoomConnections roomConnections,
            LiveMeters meters) {
        super(session, channel, liveSession, roomConnections, meters);
    }

    /** The content of the packet that opens a connection of Engine.IO. */
    private record Opening(String sid, List<String> upgrades, long pingInterval, long pingTimeout, int maxPayload) {}

    /** The content of CONNECT by which the server accepts a client. */
    private record Acceptance(String sid) {}

    /** The content of CONNECT_ERROR. */
    private record ConnectError(String message, @Nullable JsonNode data) {}

    @Override
    public RoomEncoding encoding() {
        return SocketIoRoomEncoding.INSTANCE;
    }

    @Override
    protected void open() {
        send(OPEN + json(new Opening(id, List.of(), PING.toMillis(), PING.toMillis(), MAX_FRAME_BYTES)));
    }

    @Override
    protected @Nullable Mono<Void> read(ByteBuf message) {
        SocketIoPacket packet = SocketIoPacket.read(message);
        return switch (packet.type()) {
            case CONNECT -> connect(packet);
            case EVENT -> emit(packet);
            case PONG, ACK -> null;
            case DISCONNECT, CLOSE -> {
                end(CloseStatus.NORMAL);
                yield null;
            }
        };
    }

    private @Nullable Mono<Void> connect(SocketIoPacket packet) {
        if (!packet.isMain()) {
            send(CONNECT_ERROR + packet.namespace() + "," + json(new ConnectError("Invalid namespace", null)));
            refuse(Problem.input("namespace", ErrorCode.VALUE, "is unknown"));
            return null;
        }
        if (isConnected) {
            throw SocketIoPacket.malformed();
        }
        Credentials credentials;
        try {
            credentials = Credentials.fromJson(packet.payload());
        } catch (Problem wrong) {
            refuseConnect(wrong);
            return null;
        }
        isConnected = true;
        if (credentials.areMissing()) {
            welcome();
            return null;
        }
        return authenticating(authenticate(credentials)
                .doOnNext(known -> welcome())
                .onErrorResume(failure -> {
                    isConnected = false;
                    refuseConnect(failure);
                    return Mono.empty();
                })
                .then());
    }

    private void refuseConnect(Throwable failure) {
        Problem problem = FrameWriter.problem(failure);
        JsonNode data = JsonMapper.shared().readTree(FrameWriter.error(problem));
        send(CONNECT_ERROR + json(new ConnectError(problem.sentence(), data)));
        refuse(failure);
    }

    private void welcome() {
        send(CONNECT + json(new Acceptance(id)));
    }

    private Mono<Void> emit(SocketIoPacket packet) {
        if (!isConnected || !packet.isMain()) {
            throw SocketIoPacket.malformed();
        }
        JsonNode ack = packet.id() == null
                ? JsonNodeFactory.instance.missingNode()
                : JsonNodeFactory.instance.numberNode(packet.id());
        return accept(packet.event(), ack, packet.payload().path(1), packet::mustHaveOneArgument);
    }

    /** The callback of an emit gets one argument. An emit without a callback is not answered. */
    private static @Nullable String answer(JsonNode ack, String argument) {
        return ack.isMissingNode() ? null : ACK + ack + "[" + argument + "]";
    }

    @Override
    protected @Nullable String acknowledge(JsonNode ack, Object answer) {
        return answer(ack, FrameWriter.success(answer, liveSession.seesContacts()));
    }

    @Override
    protected @Nullable String reject(JsonNode ack, Throwable failure) {
        return answer(ack, FrameWriter.failure(failure));
    }

    @Override
    protected ByteBuf pingFrame() {
        return TextFrames.text(PING_PACKET);
    }

    @Override
    protected @Nullable ByteBuf farewell(CloseStatus status) {
        return Closing.isFor(status)
                ? Unpooled.wrappedBuffer(
                        TextFrames.text(EVENT + "[\"closing\"," + json(Closing.of(status)) + "]"),
                        TextFrames.text(DISCONNECT))
                : null;
    }

    private static String json(Object content) {
        return JsonMapper.shared().writeValueAsString(content);
    }
}
