package encore.api.live;

import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One stream on one connection. Its mutable state is used by the relay's thread alone.
 *
 * @param <T> the part of an event that concerns the stream
 * @see Feed
 */
public final class Subscription<T> {

    private final LiveStream<?, T> stream;
    private final String name;
    private final Set<Long> pageTabs;
    private final Predicate<T> wanted;
    private final FrameSink outlet;

    /** All matching events up to this position were sent. */
    public long position;

    /** Whether it has caught up with the relay. */
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

    /** Returns the stream's name as the follower sent it. */
    public String name() {
        return name;
    }

    /** Returns the campaigns that the request named. */
    Set<Long> pageTabs() {
        return pageTabs;
    }

    /** Returns the part of an event that has to be sent; null when it was sent before or is not wanted. */
    @Nullable
    T of(Telling event) {
        if (event.position() <= position) {
            return null;
        }
        T read = event.read(stream);
        return read != null && wanted.test(read) ? read : null;
    }

    /** Returns the key of the changed row; null when the stream sends every event. */
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
