package encore.api.fanout;

import encore.kernel.shows.rooms.RoomFrame;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A frame of a room with its encodings. Each is made when the first client needs it. The thread of the show uses it. */
final class RingFrame {

    private final String event;
    private final String roomName;

    /** The position of the event. */
    final long eventPosition;

    /** The position that clients see; null for a frame without one. */
    private final @Nullable Long sentPosition;

    private final byte[] data;
    private final @Nullable Long fanId;

    /** The message that the frame shows, removes or brings back; null for any other frame. */
    private final @Nullable String messageUid;

    private final Map<RoomEncoding, ByteBuf> encoded = new HashMap<>(2);
    private boolean isKept;

    private record Place(String roomName, long position) {}

    RingFrame(
            String event,
            String roomName,
            long eventPosition,
            @Nullable Long sentPosition,
            byte[] data,
            @Nullable Long fanId) {
        this(event, roomName, eventPosition, sentPosition, data, fanId, null);
    }

    private RingFrame(
            String event,
            String roomName,
            long eventPosition,
            @Nullable Long sentPosition,
            byte[] data,
            @Nullable Long fanId,
            @Nullable String messageUid) {
        this.event = event;
        this.roomName = roomName;
        this.eventPosition = eventPosition;
        this.sentPosition = sentPosition;
        this.data = data;
        this.fanId = fanId;
        this.messageUid = messageUid;
    }

    /** Makes frames with the positions that clients see: of several of a room at one position, the last has it. */
    static List<RingFrame> ofAll(List<RoomFrame> frames) {
        Map<Place, Integer> left = new HashMap<>();
        frames.forEach(frame -> left.merge(new Place(frame.roomName(), frame.position()), 1, Integer::sum));
        return frames.stream()
                .map(frame ->
                        of(frame, left.merge(new Place(frame.roomName(), frame.position()), -1, Integer::sum) == 0))
                .toList();
    }

    private static RingFrame of(RoomFrame frame, boolean isLast) {
        return new RingFrame(
                frame.event(),
                frame.roomName(),
                frame.position(),
                isLast ? frame.position() : Math.max(0, frame.position() - 1),
                frame.data().toString().getBytes(StandardCharsets.UTF_8),
                frame.fanId(),
                frame.data().path("chat_message_uid").asString(null));
    }

    String roomName() {
        return roomName;
    }

    /** Returns the frame as another room gets it. */
    RingFrame inRoom(String other) {
        return new RingFrame(event, other, eventPosition, sentPosition, data, fanId, messageUid);
    }

    @Nullable
    String messageUid() {
        return messageUid;
    }

    boolean isMessage() {
        return event.equals("chat_message");
    }

    boolean isRemoval() {
        return event.equals("remove_chat_message");
    }

    boolean isOf(long fan) {
        return fanId != null && fanId == fan;
    }

    /**
     * Returns the frame as a client of this encoding is sent it, in a buffer of the caller's own. A frame that is kept
     * keeps its bytes, so that it is encoded once.
     */
    ByteBuf encode(RoomEncoding encoding) {
        return isKept ? encoded.computeIfAbsent(encoding, this::write).retainedDuplicate() : write(encoding);
    }

    /** Returns one buffer with all frames, of the caller's own. */
    static ByteBuf encodeAll(List<RingFrame> frames, RoomEncoding encoding) {
        if (frames.size() == 1) {
            return frames.getFirst().encode(encoding);
        }
        ByteBuf all = PooledByteBufAllocator.DEFAULT.directBuffer();
        for (RingFrame frame : frames) {
            ByteBuf one = frame.encode(encoding);
            all.writeBytes(one);
            one.release();
        }
        return all;
    }

    private ByteBuf write(RoomEncoding encoding) {
        return encoding.encode(event, roomName, sentPosition, data);
    }

    /** Lets the frame keep its encodings until {@link #release}. */
    void keep() {
        isKept = true;
    }

    /** Returns the bytes that it takes in memory: its data, and an encoding of the same size. */
    int bytes() {
        return 2 * data.length + 256;
    }

    void release() {
        isKept = false;
        encoded.values().forEach(ByteBuf::release);
        encoded.clear();
    }
}
