package encore.query.projection;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Documents;
import encore.kernel.Event;
import encore.kernel.Query;
import java.util.Set;

/** A handler that a projection gives as a value: see {@link Projection#declaredHandlers}. */
public sealed interface DeclaredHandler {

    /** A handler of some events, by their records. */
    record OfEvents(Set<Class<? extends Event>> events, EventApplier applier) implements DeclaredHandler {}

    /** A handler of one query, which reads documents. */
    record OfQuery(Class<? extends Query<?>> query, QueryAnswerer answerer) implements DeclaredHandler {}

    /** Applies an event to documents, as an annotated handler does. */
    @FunctionalInterface
    interface EventApplier {
        void apply(Event event, RecordedEvent recordedEvent, Documents.Batch documents);
    }

    /** Answers a query from documents, as an annotated handler does. */
    @FunctionalInterface
    interface QueryAnswerer {
        Object answer(Query<?> query, Documents documents);
    }
}
