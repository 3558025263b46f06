package encore.api.socketio;

import encore.api.binding.FrameJson;
import encore.api.problems.Problem;
import encore.api.wire.ErrorCode;
import encore.api.wire.StorableText;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * A packet of a client, by revision 5 of the Socket.IO protocol in messages of Engine.IO 4: {@code
 * 4<type>[<namespace>,][<id>][<payload>]}. Packets with binary attachments are not read.
 *
 * @param namespace {@value #MAIN} unless the packet names another one
 * @param id the number under which the client wants an acknowledgement; null for none
 * @param payload a missing node when there is none
 */
record SocketIoPacket(Type type, String namespace, @Nullable Long id, JsonNode payload) {

    static final String MAIN = "/";

    private static final int MESSAGE = '4';
    private static final int MAX_DIGITS = 15;

    /** The types of packets that clients send. */
    enum Type {
        CONNECT,
        DISCONNECT,
        EVENT,

        /** The answer to an emit of the server, which asks for none. */
        ACK,

        /** The sign of life of Engine.IO. */
        PONG,

        /** The end of the connection by Engine.IO. */
        CLOSE
    }

    /** Reads a message. Throws a {@link Problem} when it is no packet that a client may send. */
    static SocketIoPacket read(ByteBuf message) {
        if (!StorableText.isUtf8(message) || !message.isReadable()) {
            throw malformed();
        }
        ByteBuf rest = message.slice();
        int engine = rest.readByte();
        return switch (engine) {
            case '1' -> new SocketIoPacket(Type.CLOSE, MAIN, null, missing());
            case '3' -> new SocketIoPacket(Type.PONG, MAIN, null, missing());
            case MESSAGE -> packet(rest);
            default -> throw malformed();
        };
    }

    private static SocketIoPacket packet(ByteBuf rest) {
        Type type = switch (rest.isReadable() ? rest.readByte() : 0) {
            case '0' -> Type.CONNECT;
            case '1' -> Type.DISCONNECT;
            case '2' -> Type.EVENT;
            case '3' -> Type.ACK;
            default -> throw malformed();
        };
        String namespace = namespace(rest);
        Long id = id(rest);
        JsonNode payload = rest.isReadable() ? FrameJson.read(rest) : missing();
        return new SocketIoPacket(type, namespace, id, payload);
    }

    private static String namespace(ByteBuf rest) {
        if (!rest.isReadable() || rest.getByte(rest.readerIndex()) != '/') {
            return MAIN;
        }
        int comma = rest.bytesBefore((byte) ',');
        String namespace = rest.readCharSequence(comma < 0 ? rest.readableBytes() : comma, StandardCharsets.UTF_8)
                .toString();
        if (comma >= 0) {
            rest.skipBytes(1);
        }
        return namespace;
    }

    private static @Nullable Long id(ByteBuf rest) {
        int digits = 0;
        long id = 0;
        while (rest.isReadable() && Character.isDigit(rest.getByte(rest.readerIndex()))) {
            id = 10 * id + rest.readByte() - '0';
            if (++digits > MAX_DIGITS) {
                throw malformed();
            }
        }
        return digits == 0 ? null : id;
    }

    private static JsonNode missing() {
        return JsonNodeFactory.instance.missingNode();
    }

    static Problem malformed() {
        return Problem.unreadable("not-json", "The message is no packet of Socket.IO.");
    }

    boolean isMain() {
        return namespace.equals(MAIN);
    }

    /** Throws a {@link Problem} when an event carries more than its data. */
    void mustHaveOneArgument() {
        if (payload.size() > 2) {
            throw Problem.input("data", ErrorCode.VALUE, "is one object");
        }
    }

    /** Returns the name of an event. Throws a {@link Problem} when the payload is none. */
    String event() {
        JsonNode name = payload.path(0);
        if (!payload.isArray() || !name.isString()) {
            throw malformed();
        }
        return name.asString();
    }
}
