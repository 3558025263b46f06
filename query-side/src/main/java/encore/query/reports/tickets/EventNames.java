package encore.query.reports.tickets;

import encore.kernel.tickets.sales.EventSales;
import encore.kernel.tickets.sales.EventSales.EventDay;
import encore.kernel.tickets.sales.EventSales.TicketedEvent;
import encore.kernel.tickets.ticketevents.TicketEvent;
import encore.kernel.tickets.ticketevents.TicketEventsQuery.FindEnteredTicketEvents;
import encore.kernel.tickets.ticketevents.TicketEventsQuery.TicketEventSelection;
import encore.kernel.tickets.ticketevents.TicketEventsQueryTicketEventSelectionBuilder;
import encore.query.projection.QueryGateway;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Names the events of tickets: as they are entered now, else as their tickets have them. */
final class EventNames {

    private static final TicketEventSelection ANY =
            TicketEventsQueryTicketEventSelectionBuilder.builder().build();

    private final Map<String, TicketedEvent> events = new HashMap<>();

    EventNames(QueryGateway queryGateway, long account, EventSales sales) {
        sales.rows().stream().map(EventDay::event).forEach(event -> events.put(event.eventUid(), event));
        List<TicketEvent> entered = queryGateway.ask(new FindEnteredTicketEvents(account, ANY));
        entered.forEach(event -> events.put(
                event.eventUid(),
                new TicketedEvent(
                        event.eventUid(),
                        event.details().eventName(),
                        event.details().eventDate())));
    }

    TicketedEvent of(String eventUid) {
        return events.getOrDefault(eventUid, new TicketedEvent(eventUid, null, null));
    }
}
