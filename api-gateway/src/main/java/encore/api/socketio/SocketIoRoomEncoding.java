package encore.api.socketio;

import encore.api.fanout.RoomEncoding;
import encore.api.fanout.RoomFrameJson;
import encore.api.websocket.TextFrames;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/** Writes frames of rooms as events of Socket.IO with two arguments: the data, and {room, position}. */
final class SocketIoRoomEncoding implements RoomEncoding {

    static final SocketIoRoomEncoding INSTANCE = new SocketIoRoomEncoding();

    private SocketIoRoomEncoding() {}

    @Override
    public ByteBuf encode(String event, String roomName, @Nullable Long position, byte[] data) {
        return TextFrames.text(
                "42[" + RoomFrameJson.quoted(event) + ",", data, ",{" + RoomFrameJson.place(roomName, position) + "}]");
    }
}
