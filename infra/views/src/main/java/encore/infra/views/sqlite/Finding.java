package encore.infra.views.sqlite;

import static java.util.stream.Collectors.joining;

import encore.infra.views.ComparableValue;
import encore.infra.views.Order;
import encore.infra.views.ScanRefused;
import encore.infra.views.Where;
import encore.infra.views.WhereAnalysis;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Turns a condition and an order into one statement with a known plan: a walk of the one index that begins with the
 * condition's equalities and continues with the order. Everything else only filters the rows that the walk meets.
 */
final class Finding {

    /** Every value except an absent one sorts at or above it. */
    private static final String LEAST = "-9e999";

    private final Table table;
    private final String shown;
    final WhereAnalysis question;

    /**
     * Prepares the statements of one condition.
     *
     * @param shown the columns to select
     */
    Finding(Table table, Where where, String shown) {
        this.table = table;
        this.shown = shown;
        this.question = new WhereAnalysis(where);
    }

    /** Builds a count of a search's candidates, up to one more than {@link WhereAnalysis#FEW}. */
    Conditions probe(Where searched) {
        return new Conditions(table)
                .add("SELECT count(*) FROM (")
                .candidates("", searched, " LIMIT " + (WhereAnalysis.FEW + 1) + ")");
    }

    /** Builds a statement that fetches a search's candidates, filters and sorts them. */
    Conditions driven(Where searched, Order order, @Nullable List<?> after, int limit) {
        Conditions sql = new Conditions(table)
                .add("SELECT " + shown + " FROM " + table.name + " NOT INDEXED WHERE ")
                .candidates("id IN (", searched, ")");
        for (Where part : question.parts()) {
            if (part != searched) {
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
            behind(sql.and(), columns, order, after);
        }
        return sort(sql, columns, order, limit);
    }

    /** Builds an index walk. Returns null when no index fits and the search's candidates have to be used. */
    @Nullable
    Conditions walk(Order order, @Nullable List<?> after, int limit) {
        List<String> fields = question.ordering(order);
        List<@Nullable Object> from = after == null ? null : question.place(order, after);
        Table.Walk index = table.walk(question.equal().keySet(), fields);
        if (index == null) {
            if (question.searched() != null) {
                return null;
            }
            throw new ScanRefused("No index of " + table.name + " walks " + order.fields() + " with "
                    + question.equal().keySet());
        }
        List<String> prefix = index.fields().subList(0, index.fields().size() - fields.size());
        var sql = new Conditions(table)
                .add("SELECT " + shown + " FROM " + table.name + " INDEXED BY " + index.name() + " WHERE ");
        var rest = new ArrayList<>(question.parts());
        equalities(sql, prefix, rest);
        boolean bounded = lead(sql, fields, order.descending(), from, prefix.isEmpty(), rest);
        if (!rest.isEmpty() && prefix.isEmpty() && !bounded) {
            if (question.searched() != null) {
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
        return sort(sql, columns, order, limit);
    }

    /**
     * Builds a statement that looks up each of many values in the index that begins with their field and continues with
     * the most equality conditions.
     */
    Conditions among(Where.In among) {
        Table.Walk best = null;
        int most = 0;
        for (Table.Walk walk : table.walks) {
            int fits = walk.fields().isEmpty() || !walk.fields().getFirst().equals(among.field()) ? 0 : 1;
            while (fits > 0
                    && fits < walk.fields().size()
                    && question.equal().containsKey(walk.fields().get(fits))) {
                fits++;
            }
            if (fits > most) {
                most = fits;
                best = walk;
            }
        }
        if (best == null) {
            throw new ScanRefused("No index of " + table.name + " begins with " + among.field());
        }
        var rest = new ArrayList<>(question.parts());
        Conditions sql = new Conditions(table)
                .add("SELECT " + shown + " FROM " + table.name + " INDEXED BY " + best.name() + " WHERE ")
                .add(
                        Table.column(among.field()) + " IN (SELECT value FROM json_each(?))",
                        Conditions.json(among.values()));
        equalities(sql, best.fields().subList(1, most), rest);
        for (Where part : rest) {
            sql.and().filter(part);
        }
        return sql;
    }

    private void equalities(Conditions sql, List<String> prefix, List<Where> rest) {
        for (String field : prefix) {
            Where.Equal wanted = question.equal().get(field);
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

    /** Bounds the walk at the first column after the equalities. Returns whether the query itself bounds it. */
    private boolean lead(
            Conditions sql,
            List<String> fields,
            boolean descending,
            @Nullable List<@Nullable Object> from,
            boolean first,
            List<Where> rest) {
        var columns = new ArrayList<String>();
        fields.forEach(field -> columns.add(Table.column(field)));
        columns.add("key");
        if (from != null) {
            behind(sql.and(), columns, new Order(List.of(), descending), from);
        }
        if (fields.isEmpty()) {
            if (first && (from == null || descending)) {
                sql.and().add("key >= ''");
            }
            return false;
        }
        String lead = columns.getFirst();
        boolean bounded = false;
        boolean ended = false;
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
                    ended = true;
                }
            }
        }
        if (from == null || (descending && !ended)) {
            sql.and().add(lead + " >= " + LEAST);
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
                        : new Where.Range(
                                field, null, false, ComparableValue.behindAllThatBeginWith(prefix.prefix()), false);
            default -> null;
        };
    }

    private static void behind(Conditions sql, List<String> columns, Order order, List<?> after) {
        String marks = String.join(", ", Collections.nCopies(columns.size(), "?"));
        if (columns.size() != after.size()) {
            throw new IllegalArgumentException("\"after\" needs a value for each field of the order, and then the key");
        }
        sql.add(
                columns.size() == 1
                        ? columns.getFirst() + (order.descending() ? " < ?" : " > ?")
                        : "(" + String.join(", ", columns) + (order.descending() ? ") < (" : ") > (") + marks + ")",
                after.stream().map(ComparableValue::value).toArray());
    }

    private static Conditions sort(Conditions sql, List<String> columns, Order order, int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("The limit must be at least 1");
        }
        String direction = order.descending() ? " DESC" : "";
        return sql.add(
                " ORDER BY " + columns.stream().map(c -> c + direction).collect(joining(", ")) + " LIMIT ?",
                (long) limit);
    }

    /** Builds a count that uses the index with the most equality conditions. */
    Conditions count(long limit) {
        Table.Walk best = null;
        int most = 0;
        for (Table.Walk walk : table.walks) {
            int equalities = 0;
            while (equalities < walk.fields().size()
                    && question.equal().containsKey(walk.fields().get(equalities))) {
                equalities++;
            }
            boolean ranged = equalities < walk.fields().size()
                    && question.isBounded(walk.fields().get(equalities));
            int worth = 2 * equalities + (ranged ? 1 : 0);
            if (worth > most) {
                most = worth;
                best = walk;
            }
        }
        Where searched = question.searched();
        var sql = new Conditions(table);
        var rest = new ArrayList<>(question.parts());
        if (best != null) {
            sql.add("SELECT count(*) FROM (SELECT 1 FROM " + table.name + " INDEXED BY " + best.name() + " WHERE ");
            equalities(sql, best.fields().subList(0, most / 2), rest);
            if (most % 2 == 1) {
                String field = best.fields().get(most / 2);
                for (Where part : List.copyOf(rest)) {
                    if (WhereAnalysis.bounds(part, field)) {
                        sql.and().bounds(field, part, Table.column(field));
                        rest.remove(part);
                    }
                }
            }
        } else if (searched != null) {
            sql.add("SELECT count(*) FROM (SELECT 1 FROM " + table.name + " NOT INDEXED WHERE ")
                    .candidates("id IN (", searched, ")");
            rest.remove(searched);
        } else {
            throw new ScanRefused("No index of " + table.name + " counts with "
                    + question.equal().keySet());
        }
        for (Where part : rest) {
            sql.and().filter(part);
        }
        return sql.add(" LIMIT ?)", limit);
    }
}
