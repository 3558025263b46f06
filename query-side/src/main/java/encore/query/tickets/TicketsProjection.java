package encore.query.tickets;

import encore.infra.eventstore.Recorded;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.kernel.Page;
import encore.kernel.Refusal;
import encore.kernel.tickets.TicketEventsEvent;
import encore.kernel.tickets.TicketRow;
import encore.kernel.tickets.TicketStats;
import encore.kernel.tickets.TicketsEvent;
import encore.kernel.tickets.TicketsQuery.FindTicketRow;
import encore.kernel.tickets.TicketsQuery.FindTicketRows;
import encore.kernel.tickets.TicketsQuery.FindTicketStats;
import encore.kernel.tickets.TicketsQuery.FindTicketedEvents;
import encore.query.image.Image;
import encore.query.projection.Impersonal;
import encore.query.projection.Projection;
import encore.query.sold.SoldTickets;
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

    private static final int SOME = 500;

    private volatile SalesOfAccounts sales = new SalesOfAccounts();

    /** The position of the last event that the memory has applied. */
    private volatile long reached;

    @Override
    public Views.Shape shape() {
        return new Views.Shape("tickets", SoldTickets.collections());
    }

    @Impersonal
    @EventHandler
    void on(TicketsEvent event, Recorded recorded, Documents.Batch documents) {
        SoldTickets.fold(event, recorded, documents);
    }

    @EventHandler
    void on(TicketEventsEvent event, Documents.Batch documents) {
        SoldTickets.fold(event, documents);
    }

    /** Loads the tickets anew; readers use the old ones until these are complete. */
    @Override
    public void load(Documents documents) {
        SalesOfAccounts loaded = new SalesOfAccounts();
        loaded.write(() -> SoldTickets.load(documents, loaded));
        reached = documents.position();
        sales = loaded;
    }

    @Override
    public void image(Image image) {
        reached = image.number(reached);
        sales = image.anew(sales, SalesOfAccounts::new);
    }

    @Override
    public void applied(List<Recorded> events) {
        // Readers get the lock between two batches, so that a replay does not block them.
        for (int from = 0; from < events.size(); from += SOME) {
            List<Recorded> some = events.subList(from, Math.min(events.size(), from + SOME));
            sales.write(() -> some.forEach(this::apply));
        }
    }

    private void apply(Recorded recorded) {
        switch (recorded.event()) {
            case TicketsEvent event -> SoldTickets.apply(event, recorded, sales);
            case TicketEventsEvent event -> SoldTickets.apply(event, sales);
            default -> {}
        }
        reached = Math.max(reached, recorded.position());
    }

    @QueryHandler
    Page<TicketRow> find(FindTicketRows query) {
        long position = reached;
        List<TicketRow> found = sales.read(query.account(), of -> of.find(query));
        return Page.of(found, query.paging().limit(), row -> Long.toString(row.ticketId()), position);
    }

    @QueryHandler
    TicketRow find(FindTicketRow query) {
        return sales.read(query.account(), of -> of.one(query.ticketId()))
                .orElseThrow(() -> Refusal.unknown("There is no such ticket."));
    }

    @QueryHandler
    TicketStats find(FindTicketStats query) {
        return sales.read(query.account(), of -> of.stats(query));
    }

    @QueryHandler
    List<String> find(FindTicketedEvents query) {
        return sales.read(query.account(), Sales::ticketed);
    }
}
