package encore.kernel.tickets;

import encore.kernel.Query;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Everything that can be asked about what tickets are sold for. */
public sealed interface TicketEventsQuery<R> extends Query<R> {

    /** Says which are wanted: those that have all that is given. */
    record Wanted(
            @Nullable String eventName,
            @Nullable String eventKey,
            @Nullable LocalDate eventDate,
            @Nullable String network,
            @Nullable String venueName) {}

    /**
     * Those wanted, the latest event first.
     *
     * @param ticketlessOnly only those that no ticket was sold for
     */
    record ListTicketEvents(long account, Wanted wanted, boolean ticketlessOnly)
            implements TicketEventsQuery<List<TicketEvent>> {}

    /** One; one that is not there, or not any more, is refused as unknown. */
    record FindTicketEvent(long account, String eventUid) implements TicketEventsQuery<TicketEvent> {}

    /** Those wanted as they were entered: what performances are called is not theirs, and null. */
    record FindEnteredTicketEvents(long account, Wanted wanted) implements TicketEventsQuery<List<TicketEvent>> {}

    /** One likewise. */
    record FindEnteredTicketEvent(long account, String eventUid) implements TicketEventsQuery<TicketEvent> {}

    /**
     * The performances of events.
     *
     * @param knownBy as {@link TicketEventDetails#claimed()} spells it; what is not there, or of none, is left out
     */
    record FindLinkedPerformances(long account, List<String> knownBy) implements TicketEventsQuery<Links> {
        public FindLinkedPerformances {
            knownBy = List.copyOf(knownBy);
        }
    }

    /** What is linked with any of these performances, as it was entered, the latest event first. */
    record FindConnectedTicketEvents(long account, List<String> performanceUids)
            implements TicketEventsQuery<List<TicketEvent>> {
        public FindConnectedTicketEvents {
            performanceUids = List.copyOf(performanceUids);
        }
    }

    /** Performances by what the events are known by that are linked with them. */
    record Links(Map<String, String> performances) {
        public Links {
            performances = Map.copyOf(performances);
        }
    }
}
