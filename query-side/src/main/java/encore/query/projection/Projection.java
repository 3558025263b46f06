package encore.query.projection;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.query.image.MemoryImage;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A view of the log for one kind of query. An implementation is a package-private Spring component that has
 *
 * <ul>
 *   <li>{@code @EventHandler void on(SomeEvent event, Recorded at, Documents.Batch documents)}: one for each event
 *       record. It applies the event to a document and reads only that document and the event. Handling an event twice
 *       leaves the same document. A projection that needs no content of events has a single handler, of {@link
 *       encore.infra.eventstore.EventHeader}: it gets every event of the log, and nothing is decoded for it;
 *   <li>{@code @QueryHandler Answer find(SomeQuery query, Documents documents, Moment then)}: one for each query
 *       record. {@code then} is the moment that its {@link encore.kernel.time.AsOf} means, else now. See {@link NonBlocking} for
 *       answers from memory.
 * </ul>
 *
 * <p>All parameters except the first may be left out. An event whose handler throws becomes a dead letter. Later events
 * of its stream wait as dead letters too; all other streams continue.
 */
public interface Projection {

    /** Returns the projection's name and its collections, which no other projection reads. */
    Views.Shape shape();

    /**
     * Returns the revision, which has to increase when handlers make different documents from the same events, or when
     * the store should keep many documents in another way than in existing files. Documents of earlier builds are then
     * rebuilt. A changed document record or a new event handler is detected without it.
     */
    default int revision() {
        return 1;
    }

    /**
     * Returns how far apart batches are while events come and no query waits for them. A batch of three events costs
     * about as much as one of thirty. A projection whose queries do not need the newest events can take longer.
     */
    default Duration batchInterval() {
        return Duration.ofMillis(5);
    }

    /** Returns handlers beside the annotated ones, for a projection that is made from a declaration. */
    default List<DeclaredHandler> declaredHandlers() {
        return List.of();
    }

    /** Returns the event records for which a projection has annotated handlers. */
    static Set<Class<?>> eventsOf(Class<? extends Projection> projection) {
        return ProjectionHandlers.eventsOf(projection);
    }

    /**
     * A projection that derives the keys of its documents from each event, so that its versions can be divided into
     * partitions, each with its own writer and position. An event goes to every partition that has one of its keys. The
     * handler need not care which of the documents belong to which partition.
     *
     * <p>Documents that one query finds may be of different positions, none lower than {@link Documents#position()}. An
     * answer that pages by position leaves out later ones.
     */
    interface Partitioned extends Projection {

        /** Returns the keys of all documents that the event may read or write. */
        Stream<String> keys(RecordedEvent recordedEvent);
    }

    /**
     * A projection that keeps state in memory beside its documents, for answers that must be instant. Most projections
     * do not. One thread loads and applies, while queries come on other threads.
     */
    interface InMemory extends Projection {

        /**
         * Receives the serving version before {@link #load}, for a projection that leaves some of its data there until
         * a query needs it.
         */
        default void useVersion(Views.Version version) {}

        /** Clears the memory and loads it from the documents of the serving version. */
        void load(Documents documents);

        /** Applies the events of a committed batch. Queries at its position are answered afterwards. */
        void apply(List<RecordedEvent> events);
    }

    /**
     * A projection whose memory is so large that an image of it is written at a stop. The next start reads the image
     * instead of the documents. Reading must build new objects and leave the present memory unchanged.
     */
    interface Imaged extends InMemory, MemoryImage.Imageable {}
}
