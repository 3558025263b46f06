package encore.kernel.live;

import java.util.List;

/**
 * Events of one account.
 *
 * @param next the position to go on from; it may lie behind the last event
 * @param more whether the log goes on behind it already
 */
public record LiveEvents(List<LiveEvent> events, long next, boolean more) {

    public LiveEvents {
        events = List.copyOf(events);
    }
}
