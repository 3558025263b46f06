package encore.query.batches;

import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Row;
import encore.infra.views.Views.DeadLetters.Letter;
import encore.infra.views.criteria.Order;
import encore.infra.views.criteria.Where;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A batch for a handler that may only read and write documents by key. It refuses the operations of the runner. */
abstract class HandlerBatch implements Documents.Batch {

    @Override
    public <T> List<Row<T>> find(
            Collection<T> collection, Where where, Order order, @Nullable List<?> after, int limit) {
        throw refusal();
    }

    @Override
    public <T> List<T> findAll(Collection<T> collection, Where.In among, Where where) {
        throw refusal();
    }

    @Override
    public long count(Collection<?> collection, Where where, long limit) {
        throw refusal();
    }

    @Override
    public void commit(long position) {
        throw refusal();
    }

    @Override
    public boolean isChanged() {
        throw refusal();
    }

    @Override
    public void mark() {
        throw refusal();
    }

    @Override
    public void undoToMark() {
        throw refusal();
    }

    @Override
    public void addDeadLetter(Letter letter) {
        throw refusal();
    }

    @Override
    public void removeDeadLetter(long position) {
        throw refusal();
    }

    @Override
    public void close() {
        throw refusal();
    }

    private static UnsupportedOperationException refusal() {
        return new UnsupportedOperationException("A projection's handler may only read and write documents by key");
    }
}
