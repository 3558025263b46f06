package encore.api.fanout;

import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * Writes frames of rooms as one transport sends them. Frames of one encoding may be written one after another in one
 * buffer, so a frame says itself where it ends. There is one object for each transport.
 */
public interface RoomEncoding {

    /**
     * Writes a frame into a new direct buffer.
     *
     * @param position null for a frame without one
     * @param data the JSON of the frame's data, in UTF-8
     */
    ByteBuf encode(String event, String roomName, @Nullable Long position, byte[] data);
}
