package encore.api.live;

import encore.kernel.live.LiveEvent;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One stream on one connection; only the feed's own thread touches what changes.
 *
 * @see Feed
 */
final class Subscription {

    private final String stream;
    private final @Nullable Long fanId;
    private final @Nullable String pointUid;
    private final List<String> types;
    private final boolean board;
    private final Outlet outlet;

    /** Everything up to here was sent, or is no concern of it. */
    long position;

    /** Whether it has caught up with the feed. */
    boolean live;

    volatile boolean ended;

    Subscription(
            String stream,
            @Nullable Long fanId,
            @Nullable String pointUid,
            List<String> types,
            boolean board,
            long position,
            Outlet outlet) {
        this.stream = stream;
        this.fanId = fanId;
        this.pointUid = pointUid;
        this.types = List.copyOf(types);
        this.board = board;
        this.position = position;
        this.outlet = outlet;
    }

    String stream() {
        return stream;
    }

    boolean isBoard() {
        return board;
    }

    @Nullable
    String pointUid() {
        return pointUid;
    }

    boolean wants(LiveEvent event) {
        return event.position() > position
                && (fanId == null || fanId.equals(event.fanId()))
                && (pointUid == null || pointUid.equals(event.pointUid()))
                && (types.isEmpty() || types.contains(event.type()));
    }

    boolean isFull() {
        return outlet.isFull();
    }

    void send(String frame) {
        outlet.send(frame);
    }

    /** The newest balances of fans, as one frame. */
    static String changes(String stream, long position, Map<Long, Long> balances) {
        return Frames.event(
                "changes",
                stream,
                position,
                Frames.json(balances.entrySet().stream()
                        .map(row -> new Frames.Row(row.getKey(), row.getValue()))
                        .toList()));
    }
}
