package encore.api.websocket;

import encore.api.fanout.RoomEncoding;
import encore.api.fanout.RoomFrameJson;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/** Writes frames of rooms for {@code /ws}: one JSON object in a text frame. */
final class WebSocketRoomEncoding implements RoomEncoding {

    static final WebSocketRoomEncoding INSTANCE = new WebSocketRoomEncoding();

    private WebSocketRoomEncoding() {}

    @Override
    public ByteBuf encode(String event, String roomName, @Nullable Long position, byte[] data) {
        return TextFrames.text(RoomFrameJson.begin(event, roomName, position), data, "}");
    }
}
