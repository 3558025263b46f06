package encore.command.webhooks.delivery.queue;

import java.util.Comparator;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** The messages of one fan or stream. The first one is sent, the others wait for it. */
final class Lane {

    /** Orders lanes by the time of the next try of their first messages. */
    static final Comparator<Lane> BY_PAUSE =
            Comparator.<Lane>comparingLong(lane -> lane.pausedUntil).thenComparingLong(lane -> lane.pausedPosition);

    final String key;
    final PriorityQueue<Message> waiting = new PriorityQueue<>(Comparator.comparingLong(Message::position));

    /** The message that was sent and has no outcome yet. */
    @Nullable
    Message sent;

    long pausedUntil;
    long pausedPosition;
    boolean isPaused;

    /** The position under which it is among the lanes that are ready; 0 when it is not. */
    long readyPosition;

    Lane(String key) {
        this.key = key;
    }

    boolean isEmpty() {
        return sent == null && waiting.isEmpty();
    }
}
