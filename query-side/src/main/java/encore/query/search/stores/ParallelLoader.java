package encore.query.search.stores;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Row;
import encore.infra.views.criteria.Order;
import encore.infra.views.criteria.Where;
import encore.query.search.index.FanIndex;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * Loads several facets at the same time. Three quarters of the time are work in memory, and each facet has its own part
 * of the index.
 */
public final class ParallelLoader {

    private static final int THREADS = Math.min(2, Runtime.getRuntime().availableProcessors());

    private ParallelLoader() {}

    public static void load(List<FacetStore> features, Documents documents, FanIndex fanIndex) {
        Documents shared = new SynchronizedDocuments(documents);
        try (ExecutorService threads = Executors.newFixedThreadPool(
                THREADS,
                Thread.ofPlatform().daemon().name("fan-index-loading-", 0).factory())) {
            List<? extends Future<?>> all = features.stream()
                    .map(one -> threads.submit(() -> one.load(shared, fanIndex)))
                    .toList();
            all.forEach(ParallelLoader::await);
        }
    }

    private static void await(Future<?> future) {
        try {
            future.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw e.getCause() instanceof RuntimeException failure ? failure : new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Lets one thread at a time read documents at one position. */
    private static final class SynchronizedDocuments implements Documents {

        @GuardedBy("this")
        private final Documents documents;

        SynchronizedDocuments(Documents documents) {
            this.documents = documents;
        }

        @Override
        public synchronized long position() {
            return documents.position();
        }

        @Override
        public synchronized <T> @Nullable T get(Collection<T> collection, String key) {
            return documents.get(collection, key);
        }

        @Override
        public synchronized <T> Map<String, T> getAll(Collection<T> collection, java.util.Collection<String> keys) {
            return documents.getAll(collection, keys);
        }

        @Override
        public synchronized <T> List<Row<T>> find(
                Collection<T> collection, Where where, Order order, @Nullable List<?> after, int limit) {
            return documents.find(collection, where, order, after, limit);
        }

        @Override
        public synchronized <T> List<T> findAll(Collection<T> collection, Where.In among, Where where) {
            return documents.findAll(collection, among, where);
        }

        @Override
        public synchronized List<String> keys(
                Collection<?> collection, Where where, Order order, @Nullable List<?> after, int limit) {
            return documents.keys(collection, where, order, after, limit);
        }

        @Override
        public synchronized long count(Collection<?> collection, Where where, long limit) {
            return documents.count(collection, where, limit);
        }
    }
}
