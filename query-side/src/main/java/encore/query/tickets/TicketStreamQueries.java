package encore.query.tickets;

import encore.infra.eventstore.EventTail;
import encore.infra.eventstore.log.EventLog;
import encore.infra.eventstore.log.StreamHead;
import encore.infra.eventstore.log.commit.StoredEvent;
import encore.kernel.Event;
import encore.kernel.fans.Fan;
import encore.kernel.fans.FanQuery.FindFans;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.IdWindow;
import encore.kernel.tickets.Ticket;
import encore.kernel.tickets.TicketRow;
import encore.kernel.tickets.TicketsEvent;
import encore.kernel.tickets.TicketsEvent.TicketChanged;
import encore.kernel.tickets.TicketsEvent.TicketCompleted;
import encore.kernel.tickets.TicketsEvent.TicketRecorded;
import encore.kernel.tickets.TicketsQuery.FindTicketRows;
import encore.kernel.tickets.TicketsQuery.FindTicketStreams;
import encore.kernel.tickets.TicketsQuery.FindTicketsOfStreams;
import encore.kernel.tickets.TicketsQuery.TicketStreams;
import encore.kernel.tickets.TicketsQuery.TicketsByStream;
import encore.kernel.time.Days;
import encore.query.documents.EventReader;
import encore.query.projection.QueryComponent;
import encore.query.projection.QueryGateway;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/**
 * Finds tickets by stream, and the streams of a fan's tickets. It reads the log, so no view has to keep stream names.
 */
@Component
class TicketStreamQueries implements QueryComponent {

    private static final Set<Class<?>> TICKET_EVENTS =
            Set.of(TicketRecorded.class, TicketChanged.class, TicketCompleted.class);
    private static final int PAGE = 1_000;

    private final QueryGateway queryGateway;
    private final EventReader events;
    private final EventLog log;

    TicketStreamQueries(QueryGateway queryGateway, EventTail tail, EventLog log) {
        this.queryGateway = queryGateway;
        this.events = new EventReader(tail, log);
        this.log = log;
    }

    @QueryHandler
    TicketStreams find(FindTicketStreams query) {
        List<Long> last = new ArrayList<>();
        long after = 0;
        Page<TicketRow> page;
        do {
            page = queryGateway.ask(new FindTicketRows(
                    query.account(), Days.ALL, Days.ALL, query.fanId(), true, new IdWindow(after, null, PAGE)));
            page.rows().forEach(row -> last.add(row.last()));
            after = page.rows().isEmpty() ? after : page.rows().getLast().ticketId();
        } while (page.more());
        return new TicketStreams(events.read(last.stream().mapToLong(Long::longValue), TICKET_EVENTS).values().stream()
                .map(event -> ((TicketsEvent) event).ticket().toString())
                .toList());
    }

    /** Reads the last event of each ticket: every event of a ticket has its whole state. */
    @QueryHandler
    TicketsByStream find(FindTicketsOfStreams query) {
        List<StoredEvent> last = query.streams().stream()
                .flatMap(stream -> lastEvent(stream).stream())
                .toList();
        Map<Long, Event> eventsByPosition = events.read(last.stream().mapToLong(StoredEvent::position), TICKET_EVENTS);
        Map<Long, Fan> fans = queryGateway
                .ask(new FindFans(
                        query.account(),
                        eventsByPosition.values().stream()
                                .map(event -> ((TicketsEvent) event).fan().number())
                                .distinct()
                                .toList(),
                        false))
                .stream()
                .collect(Collectors.toMap(Fan::fanId, Function.identity()));
        Map<String, Ticket> found = new HashMap<>();
        for (StoredEvent stored : last) {
            if (eventsByPosition.get(stored.position()) instanceof TicketsEvent event) {
                var row = new TicketRow(
                        query.account(),
                        event.ticketId(stored.position()),
                        stored.position(),
                        Instant.ofEpochMilli(stored.at()),
                        event.fan().number());
                Fan fan = fans.get(row.fanId());
                found.put(stored.stream(), Ticket.of(row, event.state(), fan == null ? null : fan.metroArea(), fan));
            }
        }
        return new TicketsByStream(found);
    }

    private List<StoredEvent> lastEvent(String stream) {
        StreamHead head = log.streamHead(stream);
        return head == null ? List.of() : log.readStream(stream, head.sequence(), 1);
    }
}
