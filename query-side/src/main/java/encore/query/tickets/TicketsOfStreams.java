package encore.query.tickets;

import encore.infra.eventstore.EventTail;
import encore.infra.eventstore.log.EventLog;
import encore.infra.eventstore.log.StoredEvent;
import encore.infra.eventstore.log.StreamHead;
import encore.kernel.Days;
import encore.kernel.Event;
import encore.kernel.Page;
import encore.kernel.Paging.IdWindow;
import encore.kernel.fans.Fan;
import encore.kernel.fans.FanQuery.FindFans;
import encore.kernel.tickets.Ticket;
import encore.kernel.tickets.TicketRow;
import encore.kernel.tickets.TicketsEvent;
import encore.kernel.tickets.TicketsEvent.TicketChanged;
import encore.kernel.tickets.TicketsEvent.TicketCompleted;
import encore.kernel.tickets.TicketsEvent.TicketRecorded;
import encore.kernel.tickets.TicketsQuery.FindTicketRows;
import encore.kernel.tickets.TicketsQuery.FindTicketStreams;
import encore.kernel.tickets.TicketsQuery.FindTicketsOfStreams;
import encore.kernel.tickets.TicketsQuery.OfStreams;
import encore.kernel.tickets.TicketsQuery.Streams;
import encore.query.projection.EventsAt;
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
class TicketsOfStreams implements QueryComponent {

    private static final Set<Class<?>> SAYING =
            Set.of(TicketRecorded.class, TicketChanged.class, TicketCompleted.class);
    private static final int PAGE = 1_000;

    private final QueryGateway questions;
    private final EventsAt events;
    private final EventLog log;

    TicketsOfStreams(QueryGateway questions, EventTail tail, EventLog log) {
        this.questions = questions;
        this.events = new EventsAt(tail, log);
        this.log = log;
    }

    @QueryHandler
    Streams find(FindTicketStreams query) {
        List<Long> last = new ArrayList<>();
        long behind = 0;
        Page<TicketRow> page;
        do {
            page = questions.ask(new FindTicketRows(
                    query.account(), Days.ALL, Days.ALL, query.fanId(), true, new IdWindow(behind, null, PAGE)));
            page.rows().forEach(row -> last.add(row.last()));
            behind = page.rows().isEmpty() ? behind : page.rows().getLast().ticketId();
        } while (page.more());
        return new Streams(events.read(last.stream().mapToLong(Long::longValue), SAYING).values().stream()
                .map(event -> ((TicketsEvent) event).ticket().toString())
                .toList());
    }

    /** Reads the last event of each ticket: every event of a ticket has its whole state. */
    @QueryHandler
    OfStreams find(FindTicketsOfStreams query) {
        List<StoredEvent> last = query.streams().stream()
                .flatMap(stream -> last(stream).stream())
                .toList();
        Map<Long, Event> said = events.read(last.stream().mapToLong(StoredEvent::position), SAYING);
        Map<Long, Fan> fans = questions
                .ask(new FindFans(
                        query.account(),
                        said.values().stream()
                                .map(event -> ((TicketsEvent) event).fan().number())
                                .distinct()
                                .toList(),
                        false))
                .stream()
                .collect(Collectors.toMap(Fan::fanId, Function.identity()));
        Map<String, Ticket> found = new HashMap<>();
        for (StoredEvent stored : last) {
            if (said.get(stored.position()) instanceof TicketsEvent event) {
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
        return new OfStreams(found);
    }

    private List<StoredEvent> last(String stream) {
        StreamHead head = log.streamHead(stream);
        return head == null ? List.of() : log.readStream(stream, head.sequence(), 1);
    }
}
