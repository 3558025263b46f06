package encore.command.webhooks.delivery.queue;

import encore.infra.eventstore.RecordedEvent;
import org.jspecify.annotations.Nullable;

/** An event that is to be sent to a webhook. Only its position is kept for long: each retry reads it from the log again. */
public final class Message {

    private final long position;
    private final long eventTime;
    private final String lane;
    private @Nullable RecordedEvent event;
    private int tries;
    private long nextTry;

    /**
     * @param eventTime the time of the event, in milliseconds since 1970
     * @param lane the fan or the stream whose messages go out one after the other
     * @param event the event, for the first try; null to read it then
     */
    public Message(long position, long eventTime, String lane, @Nullable RecordedEvent event) {
        this.position = position;
        this.eventTime = eventTime;
        this.lane = lane;
        this.event = event;
    }

    public long position() {
        return position;
    }

    public long eventTime() {
        return eventTime;
    }

    public String lane() {
        return lane;
    }

    /** Takes the event that was read for the first try. Later tries find null, and read the log. */
    public @Nullable RecordedEvent takeEvent() {
        RecordedEvent taken = event;
        event = null;
        return taken;
    }

    /** Returns the number of tries that failed by the message's own fault. */
    public int tries() {
        return tries;
    }

    /** Returns the time of the next try in milliseconds since 1970; 0 for at once. */
    public long nextTry() {
        return nextTry;
    }

    /** Notes that the message is tried again at a time. */
    public void retryAt(int failedTries, long time) {
        tries = failedTries;
        nextTry = time;
    }
}
