package encore.api.fanout;

import io.netty.buffer.ByteBuf;
import java.util.concurrent.Executor;

/** A client that frames of rooms are written to, over any transport. */
public interface RoomClient {

    /** Returns the encoding of its frames. */
    RoomEncoding encoding();

    /** Returns the thread that {@link #write} is called on. Clients that share a thread are written to in one go. */
    Executor executor();

    /**
     * Writes frames and takes over the buffer. All clients write the same bytes, so they are never changed. It never
     * blocks: a client that is too slow is closed.
     */
    void write(ByteBuf frames);
}
