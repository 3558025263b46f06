package encore.api.websocket;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.PooledByteBufAllocator;

/**
 * Writes WebSocket text frames with their headers. Frames of a server are not masked (RFC 6455, 5.1), so they are the same
 * for all clients.
 */
public final class TextFrames {

    private static final int FINAL_TEXT = 0x81;
    private static final int SHORT = 125;
    private static final int TWO_BYTES = 126;
    private static final int EIGHT_BYTES = 127;
    private static final int MAX_HEADER = 10;

    private TextFrames() {}

    /** Returns a text frame. */
    public static ByteBuf text(String text) {
        ByteBuf frame = header(ByteBufUtil.utf8Bytes(text));
        ByteBufUtil.writeUtf8(frame, text);
        return frame;
    }

    /**
     * Returns a text frame of three parts.
     *
     * @param data text in UTF-8
     */
    public static ByteBuf text(String begin, byte[] data, String end) {
        ByteBuf frame = header(ByteBufUtil.utf8Bytes(begin) + data.length + ByteBufUtil.utf8Bytes(end));
        ByteBufUtil.writeUtf8(frame, begin);
        frame.writeBytes(data);
        ByteBufUtil.writeUtf8(frame, end);
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
