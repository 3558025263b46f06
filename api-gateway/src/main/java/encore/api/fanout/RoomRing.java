package encore.api.fanout;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * The newest frames of a room: at most 1,000 of them or 1 MiB. It has every frame of the room after {@link #since}. The
 * thread of the show uses it.
 */
final class RoomRing {

    static final int MAX_FRAMES = 1_000;
    static final int MAX_BYTES = 1 << 20;

    private final RingBudget budget;
    private final ArrayDeque<RingFrame> frames = new ArrayDeque<>();
    private long bytes;
    private long since;

    /** @param since the position from which on the ring gets every frame */
    RoomRing(RingBudget budget, long since) {
        this.budget = budget;
        this.since = since;
    }

    long since() {
        return since;
    }

    void add(RingFrame frame) {
        frame.keep();
        frames.add(frame);
        count(frame.bytes());
        while (frames.size() > MAX_FRAMES || bytes > MAX_BYTES || budget.isExceeded() && !frames.isEmpty()) {
            RingFrame oldest = frames.remove();
            since = Math.max(since, oldest.eventPosition);
            drop(oldest);
        }
    }

    /**
     * Returns the frames of events after a position. Messages that were removed meanwhile are left out, and their removals are
     * not: the client may hold the message. The ring must reach that far back.
     */
    List<RingFrame> after(long position) {
        List<RingFrame> found = new ArrayList<>();
        // The newest frame about a message says whether it is removed.
        Map<String, Boolean> removed = new HashMap<>();
        Iterator<RingFrame> newestFirst = frames.descendingIterator();
        while (newestFirst.hasNext()) {
            RingFrame frame = newestFirst.next();
            if (frame.eventPosition <= position) {
                break;
            }
            String message = frame.messageUid();
            boolean isRemoved = message != null && removed.computeIfAbsent(message, first -> frame.isRemoval());
            if (!frame.isMessage() || !isRemoved) {
                found.add(frame);
            }
        }
        return found.reversed();
    }

    /** Forgets the frames that a fan wrote. */
    void forget(long fanId) {
        frames.removeIf(frame -> {
            if (!frame.isOf(fanId)) {
                return false;
            }
            drop(frame);
            return true;
        });
    }

    /** Forgets everything. */
    void clear() {
        frames.forEach(this::drop);
        frames.clear();
    }

    int size() {
        return frames.size();
    }

    private void drop(RingFrame frame) {
        count(-frame.bytes());
        frame.release();
    }

    private void count(int more) {
        bytes += more;
        budget.add(more);
    }
}
