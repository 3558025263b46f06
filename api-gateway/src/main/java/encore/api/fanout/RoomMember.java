package encore.api.fanout;

import io.netty.buffer.ByteBuf;
import java.util.List;

/** A client in one room. */
public final class RoomMember {

    private final String roomName;
    private final RoomClient client;

    private volatile boolean gone;

    public RoomMember(String roomName, RoomClient client) {
        this.roomName = roomName;
        this.client = client;
    }

    public String roomName() {
        return roomName;
    }

    public RoomClient client() {
        return client;
    }

    /** Lets no further frame be written. */
    void leave() {
        gone = true;
        client.left();
    }

    boolean isGone() {
        return gone;
    }

    /** Writes frames on the client's thread, after all that was submitted before. Takes over the buffer. */
    public void submit(ByteBuf frames) {
        client.executor().execute(() -> {
            if (gone) {
                frames.release();
            } else {
                client.write(frames);
            }
        });
    }

    /** Writes frames of this room to this client alone. */
    void submit(List<RingFrame> frames) {
        if (!frames.isEmpty()) {
            submit(RingFrame.encodeAll(frames, client.encoding()));
        }
    }
}
