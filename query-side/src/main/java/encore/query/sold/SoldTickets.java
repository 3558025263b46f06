package encore.query.sold;

import encore.infra.eventstore.Recorded;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Where;
import encore.kernel.tickets.TicketEventDetails;
import encore.kernel.tickets.TicketEventId;
import encore.kernel.tickets.TicketEventsEvent;
import encore.kernel.tickets.TicketEventsEvent.TicketEventChanged;
import encore.kernel.tickets.TicketEventsEvent.TicketEventCurated;
import encore.kernel.tickets.TicketEventsEvent.TicketEventMade;
import encore.kernel.tickets.TicketEventsEvent.TicketEventRemoved;
import encore.kernel.tickets.TicketsEvent;
import encore.query.projection.Chunk;
import encore.query.projection.Keyset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The documents from which a projection loads tickets into memory at a start. */
public final class SoldTickets {

    private static final Collection<TicketChunk> CHUNKS = Collection.of("tickets", TicketChunk.class);
    /** A chunk has some ten thousand bytes. A few at a time die young; more would survive into the old generation. */
    private static final int CHUNKS_AT_ONCE = 64;

    /** A collection of their own, so that a start reads shared fields once and not with each ticket. */
    private static final Collection<Shared> SHARED = Collection.of("shared", Shared.class);

    private static final Collection<Excluded> EXCLUDED = Collection.of("excluded", Excluded.class);

    /** An event whose tickets count nowhere, even after the event was removed. */
    record Excluded(TicketEventId event) {}

    /** Receives tickets and excluded events to keep them in memory. */
    public interface Memory {

        /** Adds a ticket, or replaces its earlier state. */
        void put(SoldTicket ticket);

        void exclude(TicketEventId event, boolean isExcluded);
    }

    private SoldTickets() {}

    public static List<Collection<?>> collections() {
        return List.of(CHUNKS, SHARED, EXCLUDED);
    }

    public static void fold(TicketsEvent event, Recorded recorded, Documents.Batch documents) {
        SoldTicket ticket = SoldTicket.of(event, recorded);
        String key = Chunk.key(ticket.ticketId());
        TicketChunk before = documents.get(CHUNKS, key);
        if (before != null) {
            before.shared().forEach(one -> keep(one, documents));
        }
        keep(ticket.shared(), documents);
        documents.put(CHUNKS, key, TicketChunk.with(before, ticket));
    }

    private static void keep(Shared shared, Documents.Batch documents) {
        String name = SharedName.of(shared).key();
        if (documents.get(SHARED, name) == null) {
            documents.put(SHARED, name, shared);
        }
    }

    public static void fold(TicketEventsEvent event, Documents.Batch documents) {
        TicketEventId id = event.ticketEvent();
        Boolean isExcluded = isExcluded(event);
        if (Boolean.TRUE.equals(isExcluded)) {
            documents.put(EXCLUDED, id.toString(), new Excluded(id));
        } else if (isExcluded != null) {
            documents.remove(EXCLUDED, id.toString());
        }
    }

    public static void load(Documents documents, Memory memory) {
        Keyset.byKey(EXCLUDED).all(documents, Where.all()).forEach(one -> memory.exclude(one.event(), true));
        Map<SharedName, Shared> shared = new HashMap<>();
        Keyset.byKey(SHARED).all(documents, Where.all()).forEach(one -> shared.put(SharedName.of(one), one));
        Keyset.byKey(CHUNKS).all(documents, Where.all(), CHUNKS_AT_ONCE).forEach(chunk -> {
            chunk.shared().forEach(one -> shared.put(SharedName.of(one), one));
            chunk.tickets(shared).forEach(memory::put);
        });
    }

    public static void apply(TicketsEvent event, Recorded recorded, Memory memory) {
        memory.put(SoldTicket.of(event, recorded));
    }

    public static void apply(TicketEventsEvent event, Memory memory) {
        Boolean isExcluded = isExcluded(event);
        if (isExcluded != null) {
            memory.exclude(event.ticketEvent(), isExcluded);
        }
    }

    /** Returns null if the event does not concern the exclusion. */
    private static @Nullable Boolean isExcluded(TicketEventsEvent event) {
        return switch (event) {
            case TicketEventMade made -> isExcluded(made.details());
            case TicketEventChanged change -> isExcluded(change.details());
            case TicketEventCurated change -> isExcluded(change.details());
            case TicketEventRemoved removed -> null;
        };
    }

    private static boolean isExcluded(TicketEventDetails details) {
        return Boolean.TRUE.equals(details.isExcluded());
    }
}
