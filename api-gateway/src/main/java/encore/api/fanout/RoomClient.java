package encore.api.fanout;

import io.netty.buffer.ByteBuf;
import java.util.concurrent.Executor;

/** Writes the frames of rooms to a client, over any transport: its connection, or one stream of it. */
public interface RoomClient {

    /** Returns the encoding of its frames. */
    RoomEncoding encoding();

    /** Returns the one thread that {@link #write} is called on. Clients that share a thread are written to in one go. */
    Executor executor();

    /**
     * Writes frames and takes over the buffer. All clients write the same bytes, so they are never changed. It never
     * blocks: a client that is too slow is closed.
     */
    void write(ByteBuf frames);

    /** Notices that the client has left a room, so that no further frame of the room is written. */
    default void left() {}
}
