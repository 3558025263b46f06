package encore.query.ticketchunks;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.criteria.Where;
import encore.kernel.tickets.TicketsEvent;
import encore.kernel.tickets.ticketevents.TicketEventDetails;
import encore.kernel.tickets.ticketevents.TicketEventId;
import encore.kernel.tickets.ticketevents.TicketEventsEvent;
import encore.kernel.tickets.ticketevents.TicketEventsEvent.TicketEventChanged;
import encore.kernel.tickets.ticketevents.TicketEventsEvent.TicketEventCurated;
import encore.kernel.tickets.ticketevents.TicketEventsEvent.TicketEventMade;
import encore.kernel.tickets.ticketevents.TicketEventsEvent.TicketEventRemoved;
import encore.query.chunks.Chunk;
import encore.query.documents.Keyset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The documents from which a projection loads tickets into memory at a start. */
public final class TicketDocuments {

    private static final Collection<TicketChunk> CHUNKS = Collection.of("tickets", TicketChunk.class);
    /** A chunk has some ten thousand bytes. A few at a time die young; more would survive into the old generation. */
    private static final int CHUNKS_PER_READ = 64;

    /** A collection of their own, so that a start reads shared fields once and not with each ticket. */
    private static final Collection<SharedTicketFields> SHARED = Collection.of("shared", SharedTicketFields.class);

    private static final Collection<ExcludedTicketEvent> EXCLUDED =
            Collection.of("excluded", ExcludedTicketEvent.class);

    /** An event whose tickets count nowhere, even after the event was removed. */
    record ExcludedTicketEvent(TicketEventId event) {}

    /** Receives tickets and excluded events to keep them in memory. */
    public interface TicketSink {

        /** Adds a ticket, or replaces its earlier state. */
        void put(TicketFacts ticket);

        void exclude(TicketEventId event, boolean isExcluded);
    }

    private TicketDocuments() {}

    public static List<Collection<?>> collections() {
        return List.of(CHUNKS, SHARED, EXCLUDED);
    }

    public static void fold(TicketsEvent event, RecordedEvent recordedEvent, Documents.Batch documents) {
        TicketFacts ticket = TicketFacts.of(event, recordedEvent);
        String key = Chunk.key(ticket.ticketId());
        TicketChunk previous = documents.get(CHUNKS, key);
        if (previous != null) {
            previous.shared().forEach(one -> putShared(one, documents));
        }
        putShared(ticket.shared(), documents);
        documents.put(CHUNKS, key, TicketChunk.with(previous, ticket));
    }

    private static void putShared(SharedTicketFields sharedTicketFields, Documents.Batch documents) {
        String name = SharedFieldsHash.of(sharedTicketFields).key();
        if (documents.get(SHARED, name) == null) {
            documents.put(SHARED, name, sharedTicketFields);
        }
    }

    public static void fold(TicketEventsEvent event, Documents.Batch documents) {
        TicketEventId id = event.ticketEvent();
        Boolean isExcluded = isExcluded(event);
        if (Boolean.TRUE.equals(isExcluded)) {
            documents.put(EXCLUDED, id.toString(), new ExcludedTicketEvent(id));
        } else if (isExcluded != null) {
            documents.remove(EXCLUDED, id.toString());
        }
    }

    public static void load(Documents documents, TicketSink ticketSink) {
        Keyset.byKey(EXCLUDED).all(documents, Where.all()).forEach(one -> ticketSink.exclude(one.event(), true));
        Map<SharedFieldsHash, SharedTicketFields> shared = new HashMap<>();
        Keyset.byKey(SHARED).all(documents, Where.all()).forEach(one -> shared.put(SharedFieldsHash.of(one), one));
        Keyset.byKey(CHUNKS).all(documents, Where.all(), CHUNKS_PER_READ).forEach(chunk -> {
            chunk.shared().forEach(one -> shared.put(SharedFieldsHash.of(one), one));
            chunk.tickets(shared).forEach(ticketSink::put);
        });
    }

    public static void apply(TicketsEvent event, RecordedEvent recordedEvent, TicketSink ticketSink) {
        ticketSink.put(TicketFacts.of(event, recordedEvent));
    }

    public static void apply(TicketEventsEvent event, TicketSink ticketSink) {
        Boolean isExcluded = isExcluded(event);
        if (isExcluded != null) {
            ticketSink.exclude(event.ticketEvent(), isExcluded);
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
