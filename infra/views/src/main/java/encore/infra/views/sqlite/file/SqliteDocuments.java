package encore.infra.views.sqlite.file;

import encore.infra.views.Collection;
import encore.infra.views.DocumentJson;
import encore.infra.views.DocumentReaders;
import encore.infra.views.Documents;
import encore.infra.views.Row;
import encore.infra.views.criteria.Order;
import encore.infra.views.criteria.Where;
import encore.infra.views.criteria.WhereAnalysis;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The documents that one connection sees in its transaction. */
public class SqliteDocuments implements Documents {

    public final SqliteConnection connection;
    public final Map<String, Table> tables;
    private final int partitions;
    private @Nullable List<PartitionState> partitionStates;

    public SqliteDocuments(SqliteConnection connection, Map<String, Table> tables, int partitions) {
        this.connection = connection;
        this.tables = tables;
        this.partitions = partitions;
    }

    @Override
    public long position() {
        return states().stream().mapToLong(PartitionState::position).min().orElseThrow();
    }

    private List<PartitionState> states() {
        if (partitionStates == null) {
            partitionStates = IntStream.range(0, partitions)
                    .mapToObj(partition -> PartitionState.read(connection, partition))
                    .toList();
        }
        return partitionStates;
    }

    @Override
    public <T> @Nullable T get(Collection<T> collection, String key) {
        Table table = table(collection);
        DocumentJson<T> json = table.readers.reader(collection);
        return firstOrNull(connection.rows(table.select, List.of(key), row -> json.read(row.getBytes(1))));
    }

    @Override
    public <T> Map<String, T> getAll(Collection<T> collection, java.util.Collection<String> keys) {
        Table table = table(collection);
        DocumentJson<T> json = table.readers.reader(collection);
        Map<String, T> found = HashMap.newHashMap(keys.size());
        connection.forEach(
                table.selectAll,
                // Sorted keys find their neighbours on the page that was read last.
                List.of(SqlBuilder.json(new TreeSet<>(keys))),
                row -> found.put(row.getString(1), json.read(row.getBytes(2))));
        return found;
    }

    public static <R> @Nullable R firstOrNull(List<R> rows) {
        return rows.isEmpty() ? null : rows.getFirst();
    }

    @Override
    public <T> List<Row<T>> find(
            Collection<T> collection, Where where, Order order, @Nullable List<?> after, int limit) {
        Table table = table(collection);
        DocumentJson<T> json = table.readers.reader(collection);
        return query(
                new IndexedQuery(table, where, "key, doc"),
                order,
                after,
                limit,
                row -> new Row<>(row.getString(1), json.read(row.getBytes(2))));
    }

    @Override
    public List<String> keys(Collection<?> collection, Where where, Order order, @Nullable List<?> after, int limit) {
        return query(new IndexedQuery(table(collection), where, "key"), order, after, limit, row -> row.getString(1));
    }

    @Override
    public <T> List<T> findAll(Collection<T> collection, Where.In among, Where where) {
        Table table = table(collection);
        DocumentJson<T> json = table.readers.reader(collection);
        SqlBuilder sql = new IndexedQuery(table, where, "doc").lookUpEach(among);
        return connection.rows(sql.statement.toString(), sql.values, row -> json.read(row.getBytes(1)));
    }

    private <R> List<R> query(
            IndexedQuery indexedQuery,
            Order order,
            @Nullable List<?> after,
            int limit,
            SqliteConnection.RowReader<R> reader) {
        Where searchCondition = indexedQuery.analysis.searchCondition();
        SqlBuilder walk = indexedQuery.walk(order, after, limit);
        boolean useCandidates = searchCondition != null
                && (walk == null || hasFewCandidates(indexedQuery.countCandidates(searchCondition)));
        SqlBuilder sql = walk == null || searchCondition != null && useCandidates
                ? indexedQuery.sortCandidates(requireSearch(searchCondition), order, after, limit)
                : walk;
        return connection.rows(sql.statement.toString(), sql.values, useCandidates, reader);
    }

    private static Where requireSearch(@Nullable Where searched) {
        if (searched == null) {
            throw new IllegalStateException("Only a search works without an index walk");
        }
        return searched;
    }

    private boolean hasFewCandidates(SqlBuilder probe) {
        return queryNumber(probe) <= WhereAnalysis.MAX_SORTED_CANDIDATES;
    }

    private long queryNumber(SqlBuilder sql) {
        return connection
                .rows(sql.statement.toString(), sql.values, row -> row.getLong(1))
                .getFirst();
    }

    @Override
    public long count(Collection<?> collection, Where where, long limit) {
        Table table = table(collection);
        var indexedQuery = new IndexedQuery(table, where, "key");
        return indexedQuery.analysis.matchesEverything()
                ? Math.min(
                        limit,
                        states().stream()
                                .mapToLong(partitionState -> partitionState
                                        .checksum(collection.name())
                                        .toSum("")
                                        .documents())
                                .sum())
                : queryNumber(indexedQuery.count(limit));
    }

    public Table table(Collection<?> collection) {
        Table table = tables.get(collection.name());
        if (table == null) {
            throw DocumentReaders.unknownCollection(collection);
        }
        table.readers.reader(collection);
        return table;
    }
}
