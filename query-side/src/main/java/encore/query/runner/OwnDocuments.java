package encore.query.runner;

import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Order;
import encore.infra.views.Row;
import encore.infra.views.Segments;
import encore.infra.views.Views.DeadLetters.Letter;
import encore.infra.views.Where;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A segment's batch as a handler sees it: of the documents that it derived from the event, those of other segments are
 * not there, and what is written to them is left to their own runners. A document that it did not derive is refused.
 */
final class OwnDocuments implements Documents.Batch {

    private final Documents.Batch batch;
    private final Set<String> derived;
    private final int segment;
    private final int segments;

    OwnDocuments(Documents.Batch batch, Set<String> derived, int segment, int segments) {
        this.batch = batch;
        this.derived = derived;
        this.segment = segment;
        this.segments = segments;
    }

    private boolean isOwn(String key) {
        if (!derived.contains(key)) {
            throw new IllegalStateException(
                    "A fold of segments keeps to documents whose keys it derives from its event");
        }
        return Segments.of(key, segments) == segment;
    }

    @Override
    public <T> @Nullable T get(Collection<T> collection, String key) {
        return isOwn(key) ? batch.get(collection, key) : null;
    }

    @Override
    public <T> void put(Collection<T> collection, String key, T document) {
        if (isOwn(key)) {
            batch.put(collection, key, document);
        }
    }

    @Override
    public void remove(Collection<?> collection, String key) {
        if (isOwn(key)) {
            batch.remove(collection, key);
        }
    }

    @Override
    public long position() {
        return batch.position();
    }

    @Override
    public <T> List<Row<T>> find(
            Collection<T> collection, Where where, Order order, @Nullable List<?> after, int limit) {
        throw runnersOwn();
    }

    @Override
    public <T> List<T> findAll(Collection<T> collection, Where.In among, Where where) {
        throw runnersOwn();
    }

    @Override
    public long count(Collection<?> collection, Where where, long limit) {
        throw runnersOwn();
    }

    @Override
    public void commit(long position) {
        throw runnersOwn();
    }

    @Override
    public void mark() {
        throw runnersOwn();
    }

    @Override
    public void undoToMark() {
        throw runnersOwn();
    }

    @Override
    public void deadLetter(Letter letter) {
        throw runnersOwn();
    }

    @Override
    public void settled(long position) {
        throw runnersOwn();
    }

    @Override
    public void close() {
        throw runnersOwn();
    }

    private static UnsupportedOperationException runnersOwn() {
        return new UnsupportedOperationException("A fold reads and writes documents by their keys, nothing else");
    }
}
