package encore.api.live;

/** Where a subscriber's frames go; it never blocks. */
public interface FrameSink {
    void send(String frame);

    /** Whether who replays the past should wait until some of it was taken. */
    boolean isFull();
}
