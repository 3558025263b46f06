package encore.api.live;

/** Receives a subscriber's frames. It never blocks. */
public interface FrameSink {
    void send(String frame);

    /** Whether a replay of past events should wait until the client has read more. */
    boolean isFull();
}
