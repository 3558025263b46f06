package encore.query.tickets;

import encore.infra.eventstore.EventTail;
import encore.infra.eventstore.log.EventLog;
import encore.kernel.Event;
import encore.kernel.fans.Fan;
import encore.kernel.fans.FanContact;
import encore.kernel.fans.FanQuery.FindContacts;
import encore.kernel.fans.FanQuery.FindFanByEmail;
import encore.kernel.fans.FanQuery.FindFans;
import encore.kernel.fans.FanQuery.RequireFan;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.IdWindow;
import encore.kernel.tickets.Ticket;
import encore.kernel.tickets.TicketRow;
import encore.kernel.tickets.TicketState;
import encore.kernel.tickets.TicketsEvent;
import encore.kernel.tickets.TicketsEvent.TicketChanged;
import encore.kernel.tickets.TicketsEvent.TicketCompleted;
import encore.kernel.tickets.TicketsEvent.TicketRecorded;
import encore.kernel.tickets.TicketsQuery.FindTicket;
import encore.kernel.tickets.TicketsQuery.FindTicketRow;
import encore.kernel.tickets.TicketsQuery.FindTicketRows;
import encore.kernel.tickets.TicketsQuery.FindTickets;
import encore.kernel.tickets.TicketsQuery.FindTicketsOfFan;
import encore.kernel.time.Days;
import encore.query.documents.EventReader;
import encore.query.projection.QueryComponent;
import encore.query.projection.QueryGateway;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.axonframework.queryhandling.QueryHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Joins a page of tickets with their details from the log and with the current state of their fans. */
@Component
class TicketsWithFans implements QueryComponent {

    private static final Set<Class<?>> TICKET_EVENTS =
            Set.of(TicketRecorded.class, TicketChanged.class, TicketCompleted.class);

    private final QueryGateway queryGateway;
    private final EventReader events;
    private final EventLog log;

    TicketsWithFans(QueryGateway queryGateway, EventTail tail, EventLog log) {
        this.queryGateway = queryGateway;
        this.events = new EventReader(tail, log);
        this.log = log;
    }

    @QueryHandler
    Page<Ticket> find(FindTickets query) {
        Long fan = query.email() == null ? null : whose(query.account(), query.email());
        Page<TicketRow> page = queryGateway.ask(new FindTicketRows(
                query.account(), query.purchased(), query.updated(), fan, query.withDeleted(), query.paging()));
        return withFans(page, query.account(), query.withFan());
    }

    /** Finds the fan with an email, or 0 if there is none: no fan has this id. */
    private long whose(long account, String email) {
        List<Long> found = queryGateway.ask(new FindFanByEmail(account, email));
        return found.isEmpty() ? 0 : found.getFirst();
    }

    @QueryHandler
    Ticket.Single find(FindTicket query) {
        TicketRow row = queryGateway.ask(new FindTicketRow(query.account(), query.ticketId()));
        Ticket ticket = withFans(List.of(row), query.account(), false).getFirst();
        Instant recordedAt =
                Instant.ofEpochMilli(log.read(row.ticketId() - 1, 1).getFirst().at());
        return new Ticket.Single(ticket, recordedAt);
    }

    @QueryHandler
    Page<Ticket> find(FindTicketsOfFan query) {
        queryGateway.ask(RequireFan.everKnown(query.account(), query.fanId()));
        long after = query.paging().after() == null
                ? 0
                : Long.parseLong(query.paging().after());
        Page<TicketRow> page = queryGateway.ask(new FindTicketRows(
                query.account(),
                Days.ALL,
                Days.ALL,
                query.fanId(),
                true,
                new IdWindow(after, null, query.paging().limit())));
        return withFans(page, query.account(), false);
    }

    private Page<Ticket> withFans(Page<TicketRow> page, long account, boolean withFans) {
        return new Page<>(
                withFans(page.rows(), account, withFans), page.first(), page.last(), page.more(), page.position());
    }

    private List<Ticket> withFans(List<TicketRow> rows, long account, boolean withFans) {
        List<Long> ids = rows.stream().map(TicketRow::fanId).distinct().toList();
        // The fans and the log are read at the same time.
        Supplier<Map<Long, TicketFan>> fans = whose(account, ids, withFans);
        Map<Long, Event> eventsByPosition = events.read(rows.stream().mapToLong(TicketRow::last), TICKET_EVENTS);
        Map<Long, TicketFan> fansById = fans.get();
        List<Ticket> tickets = new ArrayList<>(rows.size());
        for (TicketRow row : rows) {
            TicketState state = state(eventsByPosition.get(row.last()));
            if (state != null) {
                TicketFan ticketFan = fansById.getOrDefault(row.fanId(), TicketFan.UNKNOWN);
                tickets.add(Ticket.of(row, state, ticketFan.metroArea(), ticketFan.fan()));
            }
        }
        return tickets;
    }

    /** The fields that a ticket shows of its fan. */
    private record TicketFan(
            @Nullable String metroArea, @Nullable Fan fan) {
        static final TicketFan UNKNOWN = new TicketFan(null, null);
    }

    private Supplier<Map<Long, TicketFan>> whose(long account, List<Long> ids, boolean wholeFans) {
        if (wholeFans) {
            Supplier<List<Fan>> fans = queryGateway.askAsync(new FindFans(account, ids, true));
            return () -> fans.get().stream()
                    .collect(Collectors.toMap(Fan::fanId, fan -> new TicketFan(fan.metroArea(), fan)));
        }
        Supplier<List<FanContact>> fans = queryGateway.askAsync(new FindContacts(account, ids));
        return () -> fans.get().stream()
                .collect(Collectors.toMap(FanContact::fanId, fan -> new TicketFan(fan.metroArea(), null)));
    }

    private static @Nullable TicketState state(@Nullable Event event) {
        return event instanceof TicketsEvent ticket ? ticket.state() : null;
    }
}
