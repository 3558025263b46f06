package encore.query.projection;

import encore.infra.eventstore.Recorded;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.query.image.Image;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A reading of the log for one kind of question. An implementation is a package-private Spring component that has
 *
 * <ul>
 *   <li>{@code @EventHandler void on(SomeEvent event, Recorded at, Documents.Batch documents)}: one for each event
 *       record; it folds the event into a document, reading that document and the event and nothing else; handling an
 *       event twice leaves the same document;
 *   <li>{@code @QueryHandler Answer find(SomeQuery query, Documents documents, Moment then)}: one for each query record;
 *       {@code then} is what its {@link encore.kernel.AsOf} means, else now; see {@link AtOnce} for answers from memory.
 * </ul>
 *
 * <p>All but the first parameter may be left out. An event whose handler throws becomes a dead letter, and so do the later
 * events of its stream, which wait behind it; everything else goes on.
 */
public interface Projection {

    /** Its name and its collections; no other projection reads them. */
    Views.Shape shape();

    /**
     * Goes up when handlers make other documents of the same events, or the store keeps them otherwise than in files of
     * before and they are many: what earlier builds stored is then made anew. That a
     * document's record changed, or that an event has a handler now, is found without it.
     */
    default int revision() {
        return 1;
    }

    /** The event records that a projection has handlers of. */
    static Set<Class<?>> eventsOf(Class<? extends Projection> projection) {
        return BoundHandlers.eventsOf(projection);
    }

    /**
     * One that derives the keys of its documents from each event, so that its versions can be divided into segments, each
     * with a writer and a position of its own. An event comes to every segment that one of its keys is in; which of the
     * documents are written there is not the handler's care.
     *
     * <p>What a question finds in several documents may be of different positions, none lower than {@link
     * Documents#position()}: an answer that pages by position withholds what is beyond.
     */
    interface Segmented extends Projection {

        /** The keys of all documents that the event may read or write. */
        Stream<String> keys(Recorded recorded);
    }

    /**
     * Keeps something in memory beside the documents, for answers that must be instant. Most projections do not. One
     * thread loads and applies; queries come on others meanwhile.
     */
    interface InMemory extends Projection {

        /** Told before {@link #load}: the version that serves, for whoever leaves some of it there until it is asked for. */
        default void from(Views.Version version) {}

        /** Forgets all, then reads it from the documents of the version that serves. */
        void load(Documents documents);

        /** Follows the events that a committed batch applied; queries up to its position are answered afterwards. */
        void applied(List<Recorded> events);
    }

    /**
     * One whose memory is so large that an image of it is written at a stop, which the next start reads in place of documents.
     * What is read is made aside.
     */
    interface Imaged extends InMemory, Image.Parts {}
}
