package encore.query.tickets;

import encore.infra.eventstore.Recorded;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.infra.views.Where;
import encore.kernel.Page;
import encore.kernel.Refusal;
import encore.kernel.tickets.FanSales;
import encore.kernel.tickets.TicketEventDetails;
import encore.kernel.tickets.TicketEventId;
import encore.kernel.tickets.TicketEventsEvent.TicketEventChanged;
import encore.kernel.tickets.TicketEventsEvent.TicketEventCurated;
import encore.kernel.tickets.TicketEventsEvent.TicketEventMade;
import encore.kernel.tickets.TicketRow;
import encore.kernel.tickets.TicketStats;
import encore.kernel.tickets.TicketsEvent;
import encore.kernel.tickets.TicketsQuery.FindFanSales;
import encore.kernel.tickets.TicketsQuery.FindTicketRow;
import encore.kernel.tickets.TicketsQuery.FindTicketRows;
import encore.kernel.tickets.TicketsQuery.FindTicketStats;
import encore.kernel.tickets.TicketsQuery.FindTicketedEvents;
import encore.query.projection.Chunk;
import encore.query.projection.Impersonal;
import encore.query.projection.Keyset;
import encore.query.projection.Projection;
import java.util.List;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/**
 * What tickets are chosen and counted by, in memory beside its documents (ADR 58). What else they say, and all that is
 * personal, is read in the log: of an erased fan nothing has to be taken away here.
 */
@Component
class TicketsProjection implements Projection.InMemory {

    private static final Collection<TicketChunk> CHUNKS = Collection.of("tickets", TicketChunk.class);
    private static final Collection<Excluded> EXCLUDED = Collection.of("excluded", Excluded.class);
    private static final int SOME = 500;

    private volatile SalesOfAccounts sales = new SalesOfAccounts();

    /** The last event that the memory knows. */
    private volatile long reached;

    /** An event whose tickets count nowhere; also when it is on no list any more. */
    record Excluded(TicketEventId event) {}

    @Override
    public Views.Shape shape() {
        return new Views.Shape("tickets", List.of(CHUNKS, EXCLUDED));
    }

    @Impersonal
    @EventHandler
    void on(TicketsEvent event, Recorded recorded, Documents.Batch documents) {
        SoldTicket ticket = SoldTicket.of(event, recorded);
        String key = Chunk.key(ticket.ticketId());
        documents.put(CHUNKS, key, TicketChunk.with(documents.get(CHUNKS, key), ticket));
    }

    @EventHandler
    void on(TicketEventMade event, Documents.Batch documents) {
        exclude(event.ticketEvent(), event.details(), documents);
    }

    @EventHandler
    void on(TicketEventChanged event, Documents.Batch documents) {
        exclude(event.ticketEvent(), event.details(), documents);
    }

    @EventHandler
    void on(TicketEventCurated event, Documents.Batch documents) {
        exclude(event.ticketEvent(), event.details(), documents);
    }

    private static void exclude(TicketEventId event, TicketEventDetails details, Documents.Batch documents) {
        if (isExcluded(details)) {
            documents.put(EXCLUDED, event.toString(), new Excluded(event));
        } else {
            documents.remove(EXCLUDED, event.toString());
        }
    }

    private static boolean isExcluded(TicketEventDetails details) {
        return Boolean.TRUE.equals(details.isExcluded());
    }

    /** Made aside: who reads goes on reading what there was. */
    @Override
    public void load(Documents documents) {
        SalesOfAccounts loaded = new SalesOfAccounts();
        loaded.write(() -> {
            Keyset.byKey(EXCLUDED).all(documents, Where.all()).forEach(one -> loaded.exclude(one.event(), true));
            Keyset.byKey(CHUNKS)
                    .all(documents, Where.all())
                    .forEach(chunk -> chunk.tickets().forEach(loaded::put));
        });
        reached = documents.position();
        sales = loaded;
    }

    @Override
    public void applied(List<Recorded> events) {
        // Readers are let in between, so that a replay does not hold them up.
        for (int from = 0; from < events.size(); from += SOME) {
            List<Recorded> some = events.subList(from, Math.min(events.size(), from + SOME));
            sales.write(() -> some.forEach(this::apply));
        }
    }

    private void apply(Recorded recorded) {
        switch (recorded.event()) {
            case TicketsEvent event -> sales.put(SoldTicket.of(event, recorded));
            case TicketEventMade event -> sales.exclude(event.ticketEvent(), isExcluded(event.details()));
            case TicketEventChanged event -> sales.exclude(event.ticketEvent(), isExcluded(event.details()));
            case TicketEventCurated event -> sales.exclude(event.ticketEvent(), isExcluded(event.details()));
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
    FanSales find(FindFanSales query) {
        return sales.read(query.account(), of -> of.soldTo(query.fanIds()));
    }

    @QueryHandler
    List<String> find(FindTicketedEvents query) {
        return sales.read(query.account(), Sales::ticketed);
    }
}
