package encore.kernel.live;

import java.util.List;

/**
 * A page of the events of one account.
 *
 * @param next the position to continue from; it may be larger than that of the last event
 * @param more whether the log has events after {@code next} already
 */
public record LiveEvents(List<LiveEvent> events, long next, boolean more) {

    public LiveEvents {
        events = List.copyOf(events);
    }
}
