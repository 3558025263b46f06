package encore.api.live;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One stream on one connection. Its mutable state is used by the relay's thread alone.
 *
 * @param <T> the part of an event that concerns the stream
 * @see EventRelay
 */
public final class Subscription<T> {

    private final LiveStream<?, T> stream;
    private final String name;
    private final Set<Long> pageTabs;
    private final boolean seesContacts;
    private final LiveStream.Selection<T> selection;
    private final FrameSink frameSink;

    /** All matching events up to this position were sent. */
    public long position;

    /** Whether it has caught up with the relay. */
    boolean caughtUp;

    volatile boolean ended;

    Subscription(
            LiveStream<?, T> stream,
            String name,
            Set<Long> pageTabs,
            boolean seesContacts,
            LiveStream.Selection<T> selection,
            long position,
            FrameSink frameSink) {
        this.stream = stream;
        this.name = name;
        this.pageTabs = pageTabs;
        this.seesContacts = seesContacts;
        this.selection = selection;
        this.position = position;
        this.frameSink = frameSink;
    }

    /** Returns the stream's name as the follower sent it. */
    public String name() {
        return name;
    }

    /** Returns the campaigns that the request named. */
    Set<Long> pageTabs() {
        return pageTabs;
    }

    /** Whether its frames tell how fans are reached. */
    boolean seesContacts() {
        return seesContacts;
    }

    /** Returns the stream of the log that has all of its events; null when they can be in any stream of the account. */
    @Nullable
    String logStream() {
        return selection.logStream();
    }

    /** Returns the part of an event that has to be sent; null when it was sent before or is not wanted. */
    @Nullable
    T readIfWanted(EncodedEvent event) {
        if (event.position() <= position) {
            return null;
        }
        T read = event.read(stream);
        return read != null && selection.filter().test(read) ? read : null;
    }

    /** Returns the key of the changed row; null when the stream sends every event. */
    @Nullable
    Object key(T read) {
        return stream.key(read);
    }

    Object payload(T read) {
        return stream.payload(read);
    }

    boolean isFull() {
        return frameSink.isFull();
    }

    void send(String frame) {
        frameSink.send(frame);
    }
}
