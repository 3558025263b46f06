package encore.api.live;

import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One stream on one connection; only the feed's own thread touches what changes.
 *
 * @param <T> what the stream reads of an event
 * @see Feed
 */
public final class Subscription<T> {

    private final LiveStream<?, T> stream;
    private final String name;
    private final Set<Long> pageTabs;
    private final Predicate<T> wanted;
    private final FrameSink outlet;

    /** Everything up to here was sent, or is no concern of it. */
    public long position;

    /** Whether it has caught up with the feed. */
    boolean live;

    volatile boolean ended;

    Subscription(
            LiveStream<?, T> stream,
            String name,
            Set<Long> pageTabs,
            Predicate<T> wanted,
            long position,
            FrameSink outlet) {
        this.stream = stream;
        this.name = name;
        this.pageTabs = pageTabs;
        this.wanted = wanted;
        this.position = position;
        this.outlet = outlet;
    }

    /** The stream's name, as the follower knows it. */
    public String name() {
        return name;
    }

    /** The campaigns that were named with it. */
    Set<Long> pageTabs() {
        return pageTabs;
    }

    /** Returns what is to be told of an event, or null. */
    @Nullable
    T of(Telling event) {
        if (event.position() <= position) {
            return null;
        }
        T read = event.read(stream);
        return read != null && wanted.test(read) ? read : null;
    }

    /** Null when each event is sent. */
    @Nullable
    Object key(T told) {
        return stream.key(told);
    }

    Object data(T told) {
        return stream.data(told);
    }

    boolean isFull() {
        return outlet.isFull();
    }

    void send(String frame) {
        outlet.send(frame);
    }
}
