package encore.api.fanout;

import encore.api.live.LiveSession;
import java.util.List;

/** Lets clients of any transport into rooms. */
public interface RoomConnections {

    /** Begins with a connection that has joined nothing. */
    RoomConnection create(LiveSession liveSession, RoomTransport transport);

    /** Returns the frames that clients may send, for the documentation. */
    List<ClientFrame> clientFrames();

    /** A frame that clients may send. */
    record ClientFrame(String event, String description, Class<? extends Record> data) {}
}
