package encore.query.runner;

import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Segments;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A partition's batch as a handler sees it. Among the documents that the handler derives from the event, those of other
 * partitions appear to be missing, and writes to them are left to their own runners. Access to a document that it did
 * not derive is refused.
 */
final class OwnDocuments extends DocumentsOfFold {

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
                    "A partitioned projection may only use documents whose keys it derives from the event");
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
}
