package encore.query.tickets;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.kernel.Refusal;
import encore.kernel.paging.Page;
import encore.kernel.tickets.TicketRow;
import encore.kernel.tickets.TicketsEvent;
import encore.kernel.tickets.TicketsQuery.FindCountedTickets;
import encore.kernel.tickets.TicketsQuery.FindEventSales;
import encore.kernel.tickets.TicketsQuery.FindSalesOfEvents;
import encore.kernel.tickets.TicketsQuery.FindTicketRow;
import encore.kernel.tickets.TicketsQuery.FindTicketRows;
import encore.kernel.tickets.TicketsQuery.FindTicketStats;
import encore.kernel.tickets.TicketsQuery.FindTicketedEvents;
import encore.kernel.tickets.sales.EventSales;
import encore.kernel.tickets.sales.SalesOfEvent;
import encore.kernel.tickets.sales.TicketStats;
import encore.kernel.tickets.ticketevents.TicketEventsEvent;
import encore.query.image.MemoryImage;
import encore.query.projection.Projection;
import encore.query.projection.WithoutPersonalData;
import encore.query.ticketchunks.TicketDocuments;
import java.util.List;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/**
 * Keeps the fields by which tickets are searched and counted, in documents and in memory (ADR 58). All other fields,
 * and all personal data, are read from the log, so nothing has to be removed here when a fan is erased.
 */
@Component
class TicketsProjection implements Projection.Imaged {

    private volatile TicketsInMemory tickets = new TicketsInMemory();

    /** The position of the last event that every later query sees. */
    private volatile long lastPosition;

    @Override
    public Views.Shape shape() {
        return new Views.Shape("tickets", TicketDocuments.collections());
    }

    @WithoutPersonalData
    @EventHandler
    void on(TicketsEvent event, RecordedEvent recordedEvent, Documents.Batch documents) {
        TicketDocuments.fold(event, recordedEvent, documents);
    }

    @EventHandler
    void on(TicketEventsEvent event, Documents.Batch documents) {
        TicketDocuments.fold(event, documents);
    }

    /** Loads the tickets anew; readers use the old ones until these are complete. */
    @Override
    public void load(Documents documents) {
        TicketsInMemory loaded = new TicketsInMemory();
        TicketDocuments.load(documents, loaded.loading());
        lastPosition = documents.position();
        tickets = loaded;
    }

    @Override
    public void transfer(MemoryImage memoryImage) {
        lastPosition = memoryImage.number(lastPosition);
        tickets = memoryImage.recreate(tickets, TicketsInMemory::new);
    }

    @Override
    public void apply(List<RecordedEvent> events) {
        for (RecordedEvent recordedEvent : events) {
            tickets.apply(recordedEvent);
            lastPosition = Math.max(lastPosition, recordedEvent.position());
        }
    }

    @QueryHandler
    Page<TicketRow> find(FindTicketRows query) {
        long position = lastPosition;
        List<TicketRow> found = tickets.read(query.account(), of -> of.find(query));
        return Page.of(found, query.paging().limit(), row -> Long.toString(row.ticketId()), position);
    }

    @QueryHandler
    TicketRow find(FindTicketRow query) {
        return tickets.read(query.account(), of -> of.findOne(query.ticketId()))
                .orElseThrow(() -> Refusal.unknown("There is no such ticket."));
    }

    @QueryHandler
    TicketStats find(FindTicketStats query) {
        return tickets.read(query.account(), of -> of.stats(query));
    }

    @QueryHandler
    EventSales find(FindEventSales query) {
        return tickets.read(query.account(), of -> of.sales(query));
    }

    @QueryHandler
    List<SalesOfEvent> find(FindSalesOfEvents query) {
        return tickets.read(query.account(), of -> of.sales(query));
    }

    @QueryHandler
    Page<TicketRow> find(FindCountedTickets query) {
        long position = lastPosition;
        List<TicketRow> found = tickets.read(query.account(), of -> of.counted(query));
        return Page.of(found, query.paging().limit(), row -> Long.toString(row.ticketId()), position);
    }

    @QueryHandler
    List<String> find(FindTicketedEvents query) {
        return tickets.read(query.account(), AccountTickets::eventsWithTickets);
    }
}
