package encore.kernel.tickets;

import encore.kernel.Query;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging;
import encore.kernel.tickets.sales.EventSales;
import encore.kernel.tickets.sales.PlaceSales;
import encore.kernel.tickets.sales.SalesOfEvent;
import encore.kernel.tickets.sales.TicketStats;
import encore.kernel.time.Days;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Everything that can be asked about tickets. */
public sealed interface TicketsQuery<R> extends Query<R> {

    /**
     * Tickets by id.
     *
     * @param email the email of the fan that has the ticket now; null for any
     * @param withFan whether rows contain their fans
     */
    record FindTickets(
            long account,
            Days purchased,
            Days updated,
            @Nullable String email,
            boolean withDeleted,
            boolean withFan,
            Paging.IdWindow paging)
            implements TicketsQuery<Page<Ticket>> {}

    /** One ticket, deleted or not; an unknown one is refused as unknown. */
    record FindTicket(long account, long ticketId) implements TicketsQuery<Ticket.Single> {}

    /** A fan's tickets including deleted ones, oldest first. */
    record FindTicketsOfFan(long account, long fanId, Paging.NextKey paging) implements TicketsQuery<Page<Ticket>> {}

    /**
     * The positions of tickets in the log, by id.
     *
     * @param fanId limits the answer to this fan; null for all
     */
    record FindTicketRows(
            long account,
            Days purchased,
            Days updated,
            @Nullable Long fanId,
            boolean withDeleted,
            Paging.IdWindow paging)
            implements TicketsQuery<Page<TicketRow>> {}

    /** The positions of one ticket, deleted or not; an unknown one is refused as unknown. */
    record FindTicketRow(long account, long ticketId) implements TicketsQuery<TicketRow> {}

    /** The events whose tickets count. A criterion that is null is not applied. */
    @RecordBuilder
    record EventConditions(
            @Nullable String eventName,
            @Nullable String eventKey,
            @Nullable LocalDate eventDate,
            @Nullable String venueName,
            @Nullable String artistName) {}

    /**
     * The sums of the tickets that were sold on some days.
     *
     * @param eventSpecific whether a fan counts once for each event
     */
    record FindTicketStats(long account, Days purchased, EventConditions events, boolean eventSpecific)
            implements TicketsQuery<TicketStats> {}

    /**
     * The sums of the tickets of each of some events, in the order of the events. Each event has a row, of zeros where no
     * ticket counts.
     */
    record FindSalesOfEvents(long account, List<String> eventUids) implements TicketsQuery<List<SalesOfEvent>> {
        public FindSalesOfEvents {
            eventUids = List.copyOf(eventUids);
        }
    }

    /** The uids of events that tickets were sold for. */
    record FindTicketedEvents(long account) implements TicketsQuery<List<String>> {}

    /** The streams of a fan's tickets. */
    record FindTicketStreams(long account, long fanId) implements TicketsQuery<TicketStreams> {}

    /** Names of streams of tickets. */
    record TicketStreams(List<String> names) {
        public TicketStreams {
            names = List.copyOf(names);
        }
    }

    /** The present tickets of these streams, with their fans. Unknown streams are left out. */
    record FindTicketsOfStreams(long account, List<String> streams) implements TicketsQuery<TicketsByStream> {
        public FindTicketsOfStreams {
            streams = List.copyOf(streams);
        }
    }

    /** Tickets by the names of their streams. */
    record TicketsByStream(Map<String, Ticket> tickets) {
        public TicketsByStream {
            tickets = Map.copyOf(tickets);
        }
    }

    /**
     * The sums of the tickets that were sold on some days, by event and day. Deleted tickets and tickets of excluded events
     * do not count.
     *
     * @param eventUids limits the answer to these events; empty for all
     */
    record FindEventSales(long account, List<String> eventUids, Days purchased) implements TicketsQuery<EventSales> {
        public FindEventSales {
            eventUids = List.copyOf(eventUids);
        }
    }

    /**
     * The tickets that {@link FindEventSales} counts, by id.
     *
     * @param eventUids limits the answer to these events; empty for all
     */
    record FindCountedTickets(long account, List<String> eventUids, Days purchased, Paging.IdWindow paging)
            implements TicketsQuery<Page<TicketRow>> {
        public FindCountedTickets {
            eventUids = List.copyOf(eventUids);
        }
    }

    /**
     * The sums of the same tickets by their own places, the largest number of seats first. The places of erased fans are
     * null.
     */
    record FindPlaceSales(long account, List<String> eventUids, Days purchased)
            implements TicketsQuery<List<PlaceSales>> {
        public FindPlaceSales {
            eventUids = List.copyOf(eventUids);
        }
    }
}
