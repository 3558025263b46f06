package encore.kernel.shows.control;

import org.jspecify.annotations.Nullable;

/**
 * How a show stood directly after an event.
 *
 * @param position the position of the event; 0 before the first one
 * @param pin the overlay that the event pinned or unpinned; null for other events
 * @param isCleared whether a change of state cleared the overlay or the feed
 */
public record ControlMoment(
        long position, ControlStanding standing, @Nullable ShownPush pin, boolean isCleared) {

    /** A show in which nothing happened yet. */
    public static final ControlMoment NONE = new ControlMoment(0, ControlStanding.OFF, null, false);
}
