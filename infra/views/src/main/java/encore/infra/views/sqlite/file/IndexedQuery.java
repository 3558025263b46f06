package encore.infra.views.sqlite.file;

import static java.util.stream.Collectors.joining;

import encore.infra.views.criteria.ComparableValue;
import encore.infra.views.criteria.Order;
import encore.infra.views.criteria.ScanRefused;
import encore.infra.views.criteria.Where;
import encore.infra.views.criteria.WhereAnalysis;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Turns a condition and an order into one statement with a known plan: a walk of the one index that begins with the
 * condition's equalities and continues with the order. Everything else only filters the rows that the walk meets.
 */
final class IndexedQuery {

    /** Every value except an absent one sorts at or above it. */
    private static final String LEAST_VALUE = "-9e999";

    private final Table table;
    private final String selectedColumns;
    final WhereAnalysis analysis;

    /**
     * Prepares the statements of one condition.
     *
     * @param selectedColumns the columns to select
     */
    IndexedQuery(Table table, Where where, String selectedColumns) {
        this.table = table;
        this.selectedColumns = selectedColumns;
        this.analysis = new WhereAnalysis(where);
    }

    /** Builds a count of a search's candidates, up to one more than {@link WhereAnalysis#MAX_SORTED_CANDIDATES}. */
    SqlBuilder countCandidates(Where searchCondition) {
        return new SqlBuilder(table)
                .add("SELECT count(*) FROM (")
                .candidates("", searchCondition, " LIMIT " + (WhereAnalysis.MAX_SORTED_CANDIDATES + 1) + ")");
    }

    /** Builds a statement that fetches a search's candidates, filters and sorts them. */
    SqlBuilder sortCandidates(Where searchCondition, Order order, @Nullable List<?> after, int limit) {
        SqlBuilder sql = new SqlBuilder(table)
                .add("SELECT " + selectedColumns + " FROM " + table.name + " NOT INDEXED WHERE ")
                .candidates("id IN (", searchCondition, ")");
        for (Where part : analysis.parts()) {
            if (part != searchCondition) {
                sql.and().filter(part);
            }
        }
        List<String> columns = new ArrayList<>();
        for (String field : order.fields()) {
            columns.add("+" + table.expression(field));
            sql.and().add("+" + table.expression(field) + " IS NOT NULL");
        }
        columns.add("+key");
        if (after != null) {
            addAfter(sql.and(), columns, order, after);
        }
        return orderAndLimit(sql, columns, order, limit);
    }

    /** Builds an index walk. Returns null when no index fits and the search's candidates have to be used. */
    @Nullable
    SqlBuilder walk(Order order, @Nullable List<?> after, int limit) {
        List<String> fields = analysis.ordering(order);
        List<@Nullable Object> from = after == null ? null : analysis.sortValues(order, after);
        Table.TableIndex index = table.findIndex(analysis.equalities().keySet(), fields);
        if (index == null) {
            if (analysis.searchCondition() != null) {
                return null;
            }
            throw new ScanRefused("No index of " + table.name + " walks " + order.fields() + " with "
                    + analysis.equalities().keySet());
        }
        List<String> prefix = index.fields().subList(0, index.fields().size() - fields.size());
        var sql = new SqlBuilder(table)
                .add("SELECT " + selectedColumns + " FROM " + table.name + " INDEXED BY " + index.name() + " WHERE ");
        var rest = new ArrayList<>(analysis.parts());
        addEqualities(sql, prefix, rest);
        boolean bounded = boundWalk(sql, fields, order.descending(), from, prefix.isEmpty(), rest);
        if (!rest.isEmpty() && prefix.isEmpty() && !bounded) {
            if (analysis.searchCondition() != null) {
                return null;
            }
            throw new ScanRefused("Filtering all of " + table.name + " is a scan: begin with an indexed field");
        }
        for (Where part : rest) {
            sql.and().filter(part);
        }
        var columns = new ArrayList<String>();
        fields.forEach(field -> columns.add(Table.column(field)));
        columns.add("key");
        return orderAndLimit(sql, columns, order, limit);
    }

    /**
     * Builds a statement that looks up each of many values in the index that begins with their field and continues with
     * the most equality conditions.
     */
    SqlBuilder lookUpEach(Where.In among) {
        Table.TableIndex best = null;
        int bestFit = 0;
        for (Table.TableIndex index : table.orderedIndexes) {
            int fits = index.fields().isEmpty() || !index.fields().getFirst().equals(among.field()) ? 0 : 1;
            while (fits > 0
                    && fits < index.fields().size()
                    && analysis.equalities().containsKey(index.fields().get(fits))) {
                fits++;
            }
            if (fits > bestFit) {
                bestFit = fits;
                best = index;
            }
        }
        if (best == null) {
            throw new ScanRefused("No index of " + table.name + " begins with " + among.field());
        }
        var rest = new ArrayList<>(analysis.parts());
        SqlBuilder sql = new SqlBuilder(table)
                .add("SELECT " + selectedColumns + " FROM " + table.name + " INDEXED BY " + best.name() + " WHERE ")
                .add(
                        Table.column(among.field()) + " IN (SELECT value FROM json_each(?))",
                        SqlBuilder.json(among.values()));
        addEqualities(sql, best.fields().subList(1, bestFit), rest);
        for (Where part : rest) {
            sql.and().filter(part);
        }
        return sql;
    }

    private void addEqualities(SqlBuilder sql, List<String> prefix, List<Where> rest) {
        for (String field : prefix) {
            Where.Equal wanted = analysis.equalities().get(field);
            if (wanted == null) {
                throw new IllegalStateException("The index was chosen for its equalities");
            }
            if (wanted.value() == null) {
                sql.and().add(Table.column(field) + " IS NULL");
            } else {
                sql.and().add(Table.column(field) + " = ?", ComparableValue.value(wanted.value()));
            }
            rest.remove(wanted);
        }
    }

    /**
     * Adds the conditions that let SQLite begin and end the walk inside the index instead of reading all of it. They
     * concern the first field that is not fixed by an equality. The walk begins after {@code from}, the last row of the
     * page before; if there is none, it begins at a range or prefix of the query. It ends at a range or prefix of the
     * query. Conditions that are fully expressed this way are removed from {@code rest}.
     *
     * @return whether a condition of the query limits the walk, so that it is no scan of all documents
     */
    private boolean boundWalk(
            SqlBuilder sql,
            List<String> fields,
            boolean descending,
            @Nullable List<@Nullable Object> from,
            boolean coversWholeIndex,
            List<Where> rest) {
        var columns = new ArrayList<String>();
        fields.forEach(field -> columns.add(Table.column(field)));
        columns.add("key");
        if (from != null) {
            addAfter(sql.and(), columns, new Order(List.of(), descending), from);
        }
        if (fields.isEmpty()) {
            if (coversWholeIndex && (from == null || descending)) {
                sql.and().add("key >= ''");
            }
            return false;
        }
        String lead = columns.getFirst();
        boolean bounded = false;
        boolean hasFarBound = false;
        if (from == null) {
            for (Where part : List.copyOf(rest)) {
                if (WhereAnalysis.bounds(part, fields.getFirst())) {
                    sql.and().bounds(fields.getFirst(), part, lead);
                    rest.remove(part);
                    bounded = true;
                }
            }
        } else {
            // On one side the last row seen is the tighter bound. On the other side the walk ends at the query's own
            // bound.
            for (Where part : rest) {
                Where.Range far = farBound(fields.getFirst(), part, descending);
                bounded |= far != null;
                if (far != null && (far.from() != null || far.to() != null)) {
                    sql.and().bounds(fields.getFirst(), far, lead);
                    hasFarBound = true;
                }
            }
        }
        if (from == null || (descending && !hasFarBound)) {
            sql.and().add(lead + " >= " + LEAST_VALUE);
        }
        for (String column : columns.subList(1, columns.size() - 1)) {
            sql.and().add("+" + column + " IS NOT NULL");
        }
        return bounded;
    }

    /**
     * Returns the far end of a walk that continues after its last row, or null for a condition that does not bound this
     * field.
     */
    private static Where.@Nullable Range farBound(String field, Where part, boolean descending) {
        return switch (part) {
            case Where.Range range
            when range.field().equals(field) ->
                descending
                        ? new Where.Range(field, range.from(), range.fromInclusive(), null, false)
                        : new Where.Range(field, null, false, range.to(), range.toInclusive());
            case Where.Prefix prefix
            when prefix.field().equals(field) ->
                descending
                        ? new Where.Range(field, prefix.prefix(), true, null, false)
                        : new Where.Range(field, null, false, ComparableValue.endOfPrefix(prefix.prefix()), false);
            default -> null;
        };
    }

    private static void addAfter(SqlBuilder sql, List<String> columns, Order order, List<?> after) {
        String placeholders = String.join(", ", Collections.nCopies(columns.size(), "?"));
        if (columns.size() != after.size()) {
            throw new IllegalArgumentException("\"after\" needs a value for each field of the order, and then the key");
        }
        sql.add(
                columns.size() == 1
                        ? columns.getFirst() + (order.descending() ? " < ?" : " > ?")
                        : "(" + String.join(", ", columns) + (order.descending() ? ") < (" : ") > (") + placeholders
                                + ")",
                after.stream().map(ComparableValue::value).toArray());
    }

    private static SqlBuilder orderAndLimit(SqlBuilder sql, List<String> columns, Order order, int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("The limit must be at least 1");
        }
        String direction = order.descending() ? " DESC" : "";
        return sql.add(
                " ORDER BY " + columns.stream().map(c -> c + direction).collect(joining(", ")) + " LIMIT ?",
                (long) limit);
    }

    /** Builds a count that uses the index with the most equality conditions. */
    SqlBuilder count(long limit) {
        Table.TableIndex best = null;
        int bestScore = 0;
        for (Table.TableIndex index : table.orderedIndexes) {
            int equalities = 0;
            while (equalities < index.fields().size()
                    && analysis.equalities().containsKey(index.fields().get(equalities))) {
                equalities++;
            }
            boolean ranged = equalities < index.fields().size()
                    && analysis.isBounded(index.fields().get(equalities));
            int score = 2 * equalities + (ranged ? 1 : 0);
            if (score > bestScore) {
                bestScore = score;
                best = index;
            }
        }
        Where searchCondition = analysis.searchCondition();
        var sql = new SqlBuilder(table);
        var rest = new ArrayList<>(analysis.parts());
        if (best != null) {
            sql.add("SELECT count(*) FROM (SELECT 1 FROM " + table.name + " INDEXED BY " + best.name() + " WHERE ");
            addEqualities(sql, best.fields().subList(0, bestScore / 2), rest);
            if (bestScore % 2 == 1) {
                String field = best.fields().get(bestScore / 2);
                for (Where part : List.copyOf(rest)) {
                    if (WhereAnalysis.bounds(part, field)) {
                        sql.and().bounds(field, part, Table.column(field));
                        rest.remove(part);
                    }
                }
            }
        } else if (searchCondition != null) {
            sql.add("SELECT count(*) FROM (SELECT 1 FROM " + table.name + " NOT INDEXED WHERE ")
                    .candidates("id IN (", searchCondition, ")");
            rest.remove(searchCondition);
        } else {
            throw new ScanRefused("No index of " + table.name + " counts with "
                    + analysis.equalities().keySet());
        }
        for (Where part : rest) {
            sql.and().filter(part);
        }
        return sql.add(" LIMIT ?)", limit);
    }
}
