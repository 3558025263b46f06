package encore.infra.bench.rooms;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A client in rooms of a show. Whatever closes its socket, it comes back at the next gateway with its last positions, and
 * sends again, under the same keys, what was not acknowledged.
 */
final class ShowClient {

    private static final int TEXT = 1;
    private static final int CLOSE = 8;
    private static final int PING = 9;
    private static final int TO_POSITION = 200;
    private static final byte[] POSITION = "\"position\":".getBytes(StandardCharsets.US_ASCII);
    private static final int ABNORMAL = 1006;
    private static final long RETRY = 200;

    /** A frame of a room, as far as it is compared. */
    record ReceivedFrame(String room, long position, String event, String uid) {}

    /** Something that was sent and is not acknowledged. */
    private static final class PendingFrame {
        final String event;
        final ObjectNode data;
        final Consumer<JsonNode> done;

        PendingFrame(String event, ObjectNode data, Consumer<JsonNode> done) {
            this.event = event;
            this.data = data;
            this.done = done;
        }
    }

    final int number;
    final String session;
    final List<ReceivedFrame> received = new ArrayList<>();
    final Map<String, Long> joinedFirstAt = new LinkedHashMap<>();
    final Map<String, String> acknowledged = new LinkedHashMap<>();
    int snapshots;
    long closedAt;
    long upgradedAt;
    long joinedAt;

    private final ShowClients all;
    private final Map<String, Long> after = new LinkedHashMap<>();
    private final Map<Integer, String> joining = new LinkedHashMap<>();
    private final Map<Integer, PendingFrame> sent = new LinkedHashMap<>();
    private int gateway;
    private int lastId;
    private int closeCode;
    private Sockets.@Nullable Connection connection;
    private boolean isJoined;

    ShowClient(ShowClients all, int number, String session, int gateway) {
        this.all = all;
        this.number = number;
        this.session = session;
        this.gateway = gateway;
    }

    boolean isJoined() {
        return isJoined;
    }

    int waiting() {
        return sent.size();
    }

    /** Returns the last position of the first room. */
    long last() {
        return after.getOrDefault(all.rooms.getFirst(), 0L);
    }

    void at(int other) {
        gateway = other;
    }

    void connect() {
        closeCode = ABNORMAL;
        isJoined = false;
        joining.clear();
        connection = all.sockets.open(all.ports[gateway % all.ports.length], new Frames());
    }

    /** Cuts the connection, and comes back. */
    void cut() {
        if (connection != null) {
            connection.cut(ThreadLocalRandom.current().nextBoolean());
            closeCode = 0;
            lost();
        }
    }

    /** Leaves for the gateway that was named. */
    void move() {
        int wanted = gateway;
        cut();
        gateway = wanted;
    }

    /** Sends a frame until it is acknowledged or refused for good. */
    void emit(String event, ObjectNode data, Consumer<JsonNode> done) {
        PendingFrame one = new PendingFrame(event, data, done);
        sent.put(++lastId, one);
        if (isJoined) {
            write(lastId, one);
        }
    }

    private void write(int id, PendingFrame one) {
        send("{\"event\":\"" + one.event + "\",\"id\":" + id + ",\"data\":" + one.data + "}");
    }

    private void send(String text) {
        if (connection != null) {
            connection.write(frame(TEXT, text.getBytes(StandardCharsets.UTF_8)));
        }
    }

    /** Returns a frame of a client, under a mask of zeros. */
    private static ByteBuffer frame(int kind, byte[] bytes) {
        ByteBuffer frame = ByteBuffer.allocate(bytes.length + 8);
        frame.put((byte) (0x80 | kind));
        if (bytes.length < 126) {
            frame.put((byte) (0x80 | bytes.length));
        } else {
            frame.put((byte) (0x80 | 126)).putShort((short) bytes.length);
        }
        return frame.putInt(0).put(bytes).flip();
    }

    private void join(String room) {
        int id = ++lastId;
        joining.put(id, room);
        Long last = after.get(room);
        send("{\"event\":\"join\",\"id\":" + id + ",\"data\":{\"account_id\":" + all.account + ",\"session_uid\":\""
                + session + "\",\"room_name\":\"" + room + "\"" + (last == null ? "" : ",\"after\":" + last) + "}}");
    }

    private void lost() {
        connection = null;
        isJoined = false;
        closedAt = System.nanoTime();
        upgradedAt = 0;
        joinedAt = 0;
        gateway++;
        all.closed(this, closeCode);
        all.sockets.later(ThreadLocalRandom.current().nextLong(all.spread + 1), this::connect);
    }

    private final class Frames implements Sockets.Reader {

        private boolean isUpgraded;

        @Override
        public void opened() {
            ByteBuffer handshake = StandardCharsets.US_ASCII.encode(
                    "GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                            + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n");
            if (connection != null) {
                connection.write(handshake);
            }
        }

        @Override
        public void closed() {
            lost();
        }

        @Override
        public void read(ByteBuffer input) {
            if (!isUpgraded && !skipHandshake(input)) {
                return;
            }
            while (readFrame(input)) {
                all.frames++;
            }
        }

        private boolean skipHandshake(ByteBuffer input) {
            for (int i = input.position() + 3; i < input.limit(); i++) {
                if (input.get(i) == '\n' && input.get(i - 1) == '\r' && input.get(i - 2) == '\n') {
                    isUpgraded = true;
                    upgradedAt = System.nanoTime();
                    input.position(i + 1);
                    all.rooms.forEach(ShowClient.this::join);
                    return true;
                }
            }
            return false;
        }

        private boolean readFrame(ByteBuffer input) {
            int start = input.position();
            if (input.remaining() < 2) {
                return false;
            }
            int length = input.get(start + 1) & 0x7F;
            int head = length == 126 ? 4 : length == 127 ? 10 : 2;
            if (input.remaining() < head) {
                return false;
            }
            if (length == 126) {
                length = input.getShort(start + 2) & 0xFFFF;
            } else if (length == 127) {
                length = Math.toIntExact(input.getLong(start + 2));
            }
            if (input.remaining() < head + length) {
                return false;
            }
            input.position(start + head + length);
            take(input, input.get(start) & 0x0F, start + head, length);
            return true;
        }
    }

    private void take(ByteBuffer input, int kind, int from, int length) {
        if (kind == PING && connection != null) {
            byte[] bytes = new byte[length];
            input.get(from, bytes);
            connection.write(frame(PING + 1, bytes));
        } else if (kind == CLOSE) {
            closeCode = length < 2 ? ABNORMAL : input.getShort(from) & 0xFFFF;
        } else if (kind == TEXT) {
            boolean isAnswer = length > 2 && input.get(from + 2) == 'a';
            if (isAnswer || all.keepsFrames || all.isTimed(this)) {
                byte[] bytes = new byte[length];
                input.get(from, bytes);
                JsonNode frame = ShowClients.JSON.readTree(bytes);
                if (isAnswer) {
                    answered(frame);
                } else {
                    take(frame);
                }
            } else {
                keepPosition(input, from, length);
            }
        }
    }

    /** Notes the position of a frame that nobody looks at. It is for a client in one room. */
    private void keepPosition(ByteBuffer input, int from, int length) {
        int last = from + Math.min(length, TO_POSITION) - POSITION.length;
        for (int i = from; i < last; i++) {
            if (input.get(i) == '"' && input.slice(i, POSITION.length).mismatch(ByteBuffer.wrap(POSITION)) < 0) {
                long position = 0;
                for (int at = i + POSITION.length; Character.isDigit(input.get(at)); at++) {
                    position = position * 10 + input.get(at) - '0';
                }
                after.merge(all.rooms.getFirst(), position, Math::max);
                return;
            }
        }
    }

    private void take(JsonNode frame) {
        String event = frame.path("event").asString("");
        String room = frame.path("room").asString("");
        if (frame.path("position").isMissingNode()) {
            return;
        }
        long position = frame.get("position").asLong();
        after.merge(room, position, Math::max);
        JsonNode data = frame.path("data");
        if (event.equals("snapshot")) {
            snapshots++;
        }
        if (all.keepsFrames) {
            received.add(new ReceivedFrame(
                    room, position, event, data.path("chat_message_uid").asString("")));
        }
        if (event.equals("chat_message") && all.isTimed(this)) {
            all.delayed(this, data.path("message").asString(""));
        }
    }

    private void answered(JsonNode answer) {
        int id = answer.get("ack").asInt();
        boolean isOk = answer.path("ok").asBoolean();
        String room = joining.remove(id);
        if (room != null) {
            if (isOk) {
                long position = answer.at("/data/position").asLong();
                joinedFirstAt.putIfAbsent(room, position);
                after.merge(room, position, Math::max);
                if (joining.isEmpty()) {
                    joined();
                }
            } else {
                all.refused("join", answer);
                Sockets.Connection refusing = connection;
                all.sockets.later(RETRY, () -> joinAgain(refusing, room));
            }
            return;
        }
        PendingFrame one = sent.get(id);
        if (one == null) {
            return;
        }
        int status = answer.at("/error/status").asInt(0);
        if (isOk || status != 503 && status != 409 && status != 429) {
            sent.remove(id);
            if (!isOk) {
                all.refused(one.event, answer);
            }
            one.done.accept(answer);
        } else {
            all.refused(one.event, answer);
            long wait = status == 429 ? answer.at("/error/retry_after").asLong(1) * 1_000 : RETRY;
            all.sockets.later(wait, () -> {
                if (isJoined && sent.containsKey(id)) {
                    write(id, one);
                }
            });
        }
    }

    /** Joins again where it was refused, unless that connection was lost meanwhile: the next one joins by itself. */
    private void joinAgain(Sockets.@Nullable Connection refusing, String room) {
        if (refusing != null && connection == refusing && !isJoined) {
            join(room);
        }
    }

    private void joined() {
        isJoined = true;
        joinedAt = System.nanoTime();
        new LinkedHashMap<>(sent).forEach(this::write);
    }
}
