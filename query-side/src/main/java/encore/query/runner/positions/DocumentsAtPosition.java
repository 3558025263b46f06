package encore.query.runner.positions;

import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Row;
import encore.infra.views.criteria.Order;
import encore.infra.views.criteria.Where;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Documents at a later position than the stored one. None of the events between the two concerned them. */
public record DocumentsAtPosition(Documents stored, long position) implements Documents {

    @Override
    public <T> @Nullable T get(Collection<T> collection, String key) {
        return stored.get(collection, key);
    }

    @Override
    public <T> Map<String, T> getAll(Collection<T> collection, java.util.Collection<String> keys) {
        return stored.getAll(collection, keys);
    }

    @Override
    public <T> List<Row<T>> find(
            Collection<T> collection, Where where, Order order, @Nullable List<?> after, int limit) {
        return stored.find(collection, where, order, after, limit);
    }

    @Override
    public List<String> keys(Collection<?> collection, Where where, Order order, @Nullable List<?> after, int limit) {
        return stored.keys(collection, where, order, after, limit);
    }

    @Override
    public <T> List<T> findAll(Collection<T> collection, Where.In among, Where where) {
        return stored.findAll(collection, among, where);
    }

    @Override
    public long count(Collection<?> collection, Where where, long limit) {
        return stored.count(collection, where, limit);
    }
}
