package encore.query.projection;

import encore.kernel.Event;
import encore.kernel.fans.FanId;
import org.jspecify.annotations.Nullable;

/**
 * Makes what a feature tells followers of one of its events, beside that it happened; a package-private Spring
 * component of the feature. Nothing of it is personal: what was sent is out of an erasure's reach.
 *
 * @param <E> the event
 * @param <D> a record of the kernel; no two features use a name twice
 */
public interface EventDetails<E extends Event, D extends Record> {

    Class<E> event();

    Class<D> details();

    /** Whom the event is about. */
    @Nullable
    FanId fan(E event);

    D of(E event);
}
