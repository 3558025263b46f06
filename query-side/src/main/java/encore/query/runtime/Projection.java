package encore.query.runtime;

import encore.infra.eventstore.Recorded;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import java.util.List;

/**
 * A reading of the log for one kind of question. An implementation is a package-private Spring component that has
 *
 * <ul>
 *   <li>{@code @EventHandler void on(SomeEvent event, Recorded at, Documents.Batch documents)}: one for each event
 *       record; it folds the event into a document, reading that document and the event and nothing else; handling an
 *       event twice leaves the same document;
 *   <li>{@code @QueryHandler Answer find(SomeQuery query, Documents documents)}: one for each query record; see
 *       {@link AtOnce} for answers from memory.
 * </ul>
 *
 * <p>All but the first parameter may be left out. An event whose handler throws becomes a dead letter, and so do the later
 * events of its stream, which wait behind it; everything else goes on.
 */
public interface Projection {

    /** Its name and its collections; no other projection reads them. */
    Views.Shape shape();

    /**
     * What is kept in memory beside the documents, for answers that must be instant. Most projections have none. One
     * thread loads and applies; queries come on others meanwhile.
     */
    interface InMemory extends Projection {

        /** Forgets all, then reads it from the documents of the version that serves. */
        void load(Documents documents);

        /** Follows the events that a committed batch applied; queries up to its position are answered afterwards. */
        void applied(List<Recorded> events);
    }
}
