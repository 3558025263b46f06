package encore.kernel.tickets;

import encore.kernel.Days;
import encore.kernel.Page;
import encore.kernel.Paging;
import encore.kernel.Query;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Everything that can be asked about tickets. */
public sealed interface TicketsQuery<R> extends Query<R> {

    /**
     * Tickets by id.
     *
     * @param email of the fan who has it now
     * @param withFan whether rows carry their fans
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

    /** One ticket, deleted or not; one that is not there is refused as unknown. */
    record FindTicket(long account, long ticketId) implements TicketsQuery<Ticket.One> {}

    /** A fan's tickets, deleted ones as well, oldest first. */
    record FindTicketsOfFan(long account, long fanId, Paging.NextKey paging) implements TicketsQuery<Page<Ticket>> {}

    /**
     * Where tickets stand in the log.
     *
     * @param fanId of this fan only
     */
    record FindTicketRows(
            long account,
            Days purchased,
            Days updated,
            @Nullable Long fanId,
            boolean withDeleted,
            Paging.IdWindow paging)
            implements TicketsQuery<Page<TicketRow>> {}

    /** Where one stands, deleted or not; one that is not there is refused as unknown. */
    record FindTicketRow(long account, long ticketId) implements TicketsQuery<TicketRow> {}

    /** Says for which events tickets count; what is null is no condition. */
    record OfEvents(
            @Nullable String eventName,
            @Nullable String eventKey,
            @Nullable LocalDate eventDate,
            @Nullable String venueName,
            @Nullable String artistName) {}

    /** @param eventSpecific whether a fan counts once for each event */
    record FindTicketStats(long account, Days purchased, OfEvents events, boolean eventSpecific)
            implements TicketsQuery<TicketStats> {}

    /** The uids of events that tickets were sold for. */
    record FindTicketedEvents(long account) implements TicketsQuery<List<String>> {}

    /** The streams of a fan's tickets. */
    record FindTicketStreams(long account, long fanId) implements TicketsQuery<Streams> {}

    /** Streams by their names. */
    record Streams(List<String> names) {
        public Streams {
            names = List.copyOf(names);
        }
    }

    /** The tickets of these streams as they are now, with their fans; who is not there is left out. */
    record FindTicketsOfStreams(long account, List<String> streams) implements TicketsQuery<OfStreams> {
        public FindTicketsOfStreams {
            streams = List.copyOf(streams);
        }
    }

    /** Tickets by the names of their streams. */
    record OfStreams(Map<String, Ticket> tickets) {
        public OfStreams {
            tickets = Map.copyOf(tickets);
        }
    }
}
