package encore.api.rsocket;

import encore.api.fanout.RoomEncoding;
import encore.api.fanout.RoomFrameJson;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.PooledByteBufAllocator;
import org.jspecify.annotations.Nullable;

/**
 * Writes the payloads of frames of rooms, each after its length: an RSocket frame carries the id of the client's stream
 * too, so each stream writes a header of its own before the bytes that all share.
 */
final class RSocketRoomEncoding implements RoomEncoding {

    static final RSocketRoomEncoding INSTANCE = new RSocketRoomEncoding();

    private RSocketRoomEncoding() {}

    @Override
    public ByteBuf encode(String event, String roomName, @Nullable Long position, byte[] data) {
        String begin = RoomFrameJson.begin(event, roomName, position);
        int length = ByteBufUtil.utf8Bytes(begin) + data.length + 1;
        ByteBuf frame = PooledByteBufAllocator.DEFAULT.directBuffer(Integer.BYTES + length);
        frame.writeInt(length);
        ByteBufUtil.writeUtf8(frame, begin);
        return frame.writeBytes(data).writeByte('}');
    }

    /** Returns the next payload of some frames, in a buffer of the caller's own; null at the end. */
    static @Nullable ByteBuf next(ByteBuf frames) {
        return frames.isReadable() ? frames.readRetainedSlice(frames.readInt()) : null;
    }
}
