package encore.api.websocket;

import encore.api.binding.FrameFields;
import encore.api.binding.FrameJson;
import encore.api.fanout.RoomConnection;
import encore.api.fanout.RoomConnections;
import encore.api.fanout.RoomEncoding;
import encore.api.live.FrameSink;
import encore.api.live.FrameWriter;
import encore.api.live.LiveMeters;
import encore.api.live.LiveSession;
import encore.api.live.SubscribeRequest;
import encore.api.live.Subscription;
import encore.api.problems.Problem;
import encore.api.wire.ErrorCode;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.web.reactive.socket.WebSocketSession;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** One client's connection at {@code /ws}. Each message is a JSON object. */
final class FollowerConnection extends WebSocketConnection implements FrameSink {

    private static final Set<String> FRAME_FIELDS = Set.of("event", "id", "data");
    private static final byte[] PING_FRAME = {(byte) 0x89, 0};

    private final Map<String, Subscription<?>> subscriptions = new ConcurrentHashMap<>();

    FollowerConnection(
            WebSocketSession session,
            Channel channel,
            LiveSession liveSession,
            RoomConnections roomConnections,
            LiveMeters meters) {
        super(session, channel, liveSession, roomConnections, meters);
    }

    @Override
    public RoomEncoding encoding() {
        return WebSocketRoomEncoding.INSTANCE;
    }

    @Override
    protected Mono<Void> read(ByteBuf message) {
        JsonNode frame = FrameJson.read(message);
        return accept(
                frame.path("event").asString(""),
                frame.path("id"),
                frame.path("data"),
                () -> FrameFields.require(frame, FRAME_FIELDS));
    }

    @Override
    protected @Nullable String acknowledge(JsonNode id, Object answer) {
        return id.isMissingNode() ? null : FrameWriter.ack(id, answer, liveSession.seesContacts());
    }

    @Override
    protected String reject(JsonNode id, Throwable failure) {
        return FrameWriter.rejection(id.isMissingNode() ? JsonMapper.shared().nullNode() : id, failure);
    }

    @Override
    protected ByteBuf pingFrame() {
        return Unpooled.wrappedBuffer(PING_FRAME);
    }

    @Override
    protected Mono<Acknowledgement> subscribe(SubscribeRequest request) {
        String stream = request.stream();
        if (stream.startsWith(RoomConnection.STREAM_PREFIX)) {
            return super.subscribe(request);
        }
        if (subscriptions.containsKey(stream) || !liveSession.canSubscribe()) {
            throw Problem.input(
                    "stream", ErrorCode.VALUE, "is already subscribed, or the connection has too many streams");
        }
        return liveSession
                .prepareSubscription(request, this)
                .map(pendingSubscription -> new Acknowledgement(
                        Map.of("stream", stream, "position", pendingSubscription.subscription().position), () -> {
                            subscriptions.put(stream, pendingSubscription.subscription());
                            liveSession.start(pendingSubscription);
                        }));
    }

    @Override
    protected void unsubscribe(String stream) {
        if (stream.startsWith(RoomConnection.STREAM_PREFIX)) {
            super.unsubscribe(stream);
            return;
        }
        Subscription<?> subscription = subscriptions.remove(stream);
        if (subscription != null) {
            liveSession.stop(subscription);
        }
    }
}
