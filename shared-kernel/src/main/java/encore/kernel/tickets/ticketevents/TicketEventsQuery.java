package encore.kernel.tickets.ticketevents;

import encore.kernel.Query;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Everything that can be asked about ticket events. */
public sealed interface TicketEventsQuery<R> extends Query<R> {

    /** The criteria of a list of ticket events. An event must meet all that are given. */
    @RecordBuilder
    record TicketEventSelection(
            @Nullable String eventName,
            @Nullable String eventKey,
            @Nullable LocalDate eventDate,
            @Nullable String network,
            @Nullable String venueName) {}

    /**
     * Ticket events that meet the criteria, the latest event first.
     *
     * @param ticketlessOnly limits the answer to events without tickets
     */
    record ListTicketEvents(long account, TicketEventSelection selection, boolean ticketlessOnly)
            implements TicketEventsQuery<List<TicketEvent>> {}

    /** A page of ticket events: by addition, or by their names if these are searched. */
    record FindTicketEventPage(long account, Paging.NextKey paging) implements TicketEventsQuery<Page<TicketEvent>> {}

    /** The same page of ticket events as they were entered. */
    record FindEnteredTicketEventPage(long account, Paging.NextKey paging)
            implements TicketEventsQuery<Page<TicketEvent>> {}

    /** One ticket event; one that is unknown or removed is refused as unknown. */
    record FindTicketEvent(long account, String eventUid) implements TicketEventsQuery<TicketEvent> {}

    /**
     * Ticket events that meet the criteria, as they were entered. Names of performances, which belong to another
     * feature, are null.
     */
    record FindEnteredTicketEvents(long account, TicketEventSelection selection)
            implements TicketEventsQuery<List<TicketEvent>> {}

    /** One ticket event as it was entered; one that is unknown or removed is refused as unknown. */
    record FindEnteredTicketEvent(long account, String eventUid) implements TicketEventsQuery<TicketEvent> {}

    /**
     * The performances that ticket events are linked with.
     *
     * @param eventKeys the events, as {@link TicketEventDetails#claimed()} spells them; those that are unknown or not
     *     linked are left out
     */
    record FindLinkedPerformances(long account, List<String> eventKeys) implements TicketEventsQuery<PerformanceLinks> {
        public FindLinkedPerformances {
            eventKeys = List.copyOf(eventKeys);
        }
    }

    /**
     * The ticket events that are linked with any of these performances, as they were entered, the latest event first.
     */
    record FindConnectedTicketEvents(long account, List<String> performanceUids)
            implements TicketEventsQuery<List<TicketEvent>> {
        public FindConnectedTicketEvents {
            performanceUids = List.copyOf(performanceUids);
        }
    }

    /** The uids of performances by the identities of the ticket events that are linked with them. */
    record PerformanceLinks(Map<String, String> performances) {
        public PerformanceLinks {
            performances = Map.copyOf(performances);
        }
    }
}
