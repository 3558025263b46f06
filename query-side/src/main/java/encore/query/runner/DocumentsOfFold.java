package encore.query.runner;

import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Order;
import encore.infra.views.Row;
import encore.infra.views.Views.DeadLetters.Letter;
import encore.infra.views.Where;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A batch for a handler that may only read and write documents by key. It refuses the operations of the runner. */
abstract class DocumentsOfFold implements Documents.Batch {

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
        return new UnsupportedOperationException("A projection's handler may only read and write documents by key");
    }
}
