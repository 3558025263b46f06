package encore.api.websocket;

import encore.api.fanout.RoomEncoding;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.PooledByteBufAllocator;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.io.JsonStringEncoder;

/**
 * Writes WebSocket text frames with their headers. Frames of a server are not masked (RFC 6455, 5.1), so they are the same
 * for all clients.
 */
final class WebSocketRoomEncoding implements RoomEncoding {

    static final WebSocketRoomEncoding INSTANCE = new WebSocketRoomEncoding();

    private static final int FINAL_TEXT = 0x81;
    private static final int SHORT = 125;
    private static final int TWO_BYTES = 126;
    private static final int EIGHT_BYTES = 127;
    private static final int MAX_HEADER = 10;

    private WebSocketRoomEncoding() {}

    @Override
    public ByteBuf encode(String event, String roomName, @Nullable Long position, byte[] data) {
        String begin = "{\"event\":\"" + quoted(event) + "\",\"room\":\"" + quoted(roomName) + "\","
                + (position == null ? "" : "\"position\":" + position + ",") + "\"data\":";
        int length = ByteBufUtil.utf8Bytes(begin) + data.length + 1;
        ByteBuf frame = header(length);
        ByteBufUtil.writeUtf8(frame, begin);
        return frame.writeBytes(data).writeByte('}');
    }

    private static String quoted(String text) {
        return new String(JsonStringEncoder.getInstance().quoteAsCharArray(text));
    }

    /** Returns a text frame. */
    static ByteBuf text(String text) {
        ByteBuf frame = header(ByteBufUtil.utf8Bytes(text));
        ByteBufUtil.writeUtf8(frame, text);
        return frame;
    }

    private static ByteBuf header(int length) {
        ByteBuf frame = PooledByteBufAllocator.DEFAULT.directBuffer(length + MAX_HEADER);
        frame.writeByte(FINAL_TEXT);
        if (length <= SHORT) {
            frame.writeByte(length);
        } else if (length <= 0xFFFF) {
            frame.writeByte(TWO_BYTES).writeShort(length);
        } else {
            frame.writeByte(EIGHT_BYTES).writeLong(length);
        }
        return frame;
    }
}
