package encore.query.batches;

import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Partitions;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A partition's batch as a handler sees it. Among the documents that the handler derives from the event, those of other
 * partitions appear to be missing, and writes to them are left to their own runners. Access to a document that it did
 * not derive is refused.
 */
final class PartitionBatch extends HandlerBatch {

    private final Documents.Batch batch;
    private final Set<String> derived;
    private final int partition;
    private final int partitions;

    PartitionBatch(Documents.Batch batch, Set<String> derived, int segment, int segments) {
        this.batch = batch;
        this.derived = derived;
        this.partition = segment;
        this.partitions = segments;
    }

    private boolean isOwn(String key) {
        if (!derived.contains(key)) {
            throw new IllegalStateException(
                    "A partitioned projection may only use documents whose keys it derives from the event");
        }
        return Partitions.of(key, partitions) == partition;
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
