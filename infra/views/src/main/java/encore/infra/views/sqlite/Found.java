package encore.infra.views.sqlite;

import encore.infra.views.Collection;
import encore.infra.views.DocumentJson;
import encore.infra.views.Documents;
import encore.infra.views.Order;
import encore.infra.views.Parts;
import encore.infra.views.Row;
import encore.infra.views.Where;
import encore.infra.views.WhereAnalysis;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The documents that one connection sees in its transaction. */
class Found implements Documents {

    final Connected connected;
    final Map<String, Table> tables;
    private final int segments;
    private @Nullable List<State> states;

    Found(Connected connected, Map<String, Table> tables, int segments) {
        this.connected = connected;
        this.tables = tables;
        this.segments = segments;
    }

    @Override
    public long position() {
        return states().stream().mapToLong(State::position).min().orElseThrow();
    }

    private List<State> states() {
        if (states == null) {
            states = IntStream.range(0, segments)
                    .mapToObj(segment -> State.read(connected, segment))
                    .toList();
        }
        return states;
    }

    @Override
    public <T> @Nullable T get(Collection<T> collection, String key) {
        Table table = table(collection);
        DocumentJson<T> json = table.parts.reader(collection);
        return single(connected.rows(table.select, List.of(key), row -> json.read(row.getBytes(1))));
    }

    @Override
    public <T> Map<String, T> getAll(Collection<T> collection, java.util.Collection<String> keys) {
        Table table = table(collection);
        DocumentJson<T> json = table.parts.reader(collection);
        Map<String, T> found = HashMap.newHashMap(keys.size());
        connected.each(
                table.selectAll,
                // Sorted keys find their neighbours on the page that was read last.
                List.of(Conditions.json(new TreeSet<>(keys))),
                row -> found.put(row.getString(1), json.read(row.getBytes(2))));
        return found;
    }

    static <R> @Nullable R single(List<R> rows) {
        return rows.isEmpty() ? null : rows.getFirst();
    }

    @Override
    public <T> List<Row<T>> find(
            Collection<T> collection, Where where, Order order, @Nullable List<?> after, int limit) {
        Table table = table(collection);
        DocumentJson<T> json = table.parts.reader(collection);
        return met(
                new Finding(table, where, "key, doc"),
                order,
                after,
                limit,
                row -> new Row<>(row.getString(1), json.read(row.getBytes(2))));
    }

    @Override
    public List<String> keys(Collection<?> collection, Where where, Order order, @Nullable List<?> after, int limit) {
        return met(new Finding(table(collection), where, "key"), order, after, limit, row -> row.getString(1));
    }

    @Override
    public <T> List<T> findAll(Collection<T> collection, Where.In among, Where where) {
        Table table = table(collection);
        DocumentJson<T> json = table.parts.reader(collection);
        Conditions sql = new Finding(table, where, "doc").among(among);
        return connected.rows(sql.sql.toString(), sql.values, row -> json.read(row.getBytes(1)));
    }

    private <R> List<R> met(
            Finding finding, Order order, @Nullable List<?> after, int limit, Connected.Reading<R> reading) {
        Where searched = finding.question.searched();
        Conditions walk = finding.walk(order, after, limit);
        boolean few = searched != null && (walk == null || few(finding.probe(searched)));
        Conditions sql =
                walk == null || searched != null && few ? finding.driven(sure(searched), order, after, limit) : walk;
        return connected.rows(sql.sql.toString(), sql.values, few, reading);
    }

    private static Where sure(@Nullable Where searched) {
        if (searched == null) {
            throw new IllegalStateException("Only a search works without an index walk");
        }
        return searched;
    }

    private boolean few(Conditions probe) {
        return number(probe) <= WhereAnalysis.FEW;
    }

    private long number(Conditions sql) {
        return connected
                .rows(sql.sql.toString(), sql.values, row -> row.getLong(1))
                .getFirst();
    }

    @Override
    public long count(Collection<?> collection, Where where, long limit) {
        Table table = table(collection);
        var finding = new Finding(table, where, "key");
        return finding.question.wantsEverything()
                ? Math.min(
                        limit,
                        states().stream()
                                .mapToLong(state ->
                                        state.checksum(collection.name()).as("").documents())
                                .sum())
                : number(finding.count(limit));
    }

    Table table(Collection<?> collection) {
        Table table = tables.get(collection.name());
        if (table == null) {
            throw Parts.stranger(collection);
        }
        table.parts.reader(collection);
        return table;
    }
}
