package encore.query.projection;

import encore.kernel.Event;
import encore.kernel.fans.FanId;
import org.jspecify.annotations.Nullable;

/**
 * Creates the details of an event that live followers get. Implementations are package-private Spring components of
 * their feature. Details contain nothing personal, because an erasure cannot reach data that was sent.
 *
 * @param <E> the event
 * @param <D> a record of the kernel; component names are unique across all features
 */
public interface EventDetails<E extends Event, D extends Record> {

    Class<E> event();

    Class<D> details();

    /** Returns the fan that the event concerns, or null. */
    @Nullable
    FanId fan(E event);

    D of(E event);
}
