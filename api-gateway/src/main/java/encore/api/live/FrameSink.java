package encore.api.live;

/** Takes a subscriber's frames; it never blocks. */
public interface FrameSink {
    void send(String frame);

    /** Whether who replays the past should wait until some of it was taken. */
    boolean isFull();
}
