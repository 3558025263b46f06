package encore.kernel.tickets;

import encore.kernel.Query;
import java.time.LocalDate;
import java.util.List;
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
}
