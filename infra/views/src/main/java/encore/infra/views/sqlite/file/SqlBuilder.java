package encore.infra.views.sqlite.file;

import encore.infra.views.criteria.ComparableValue;
import encore.infra.views.criteria.ScanRefused;
import encore.infra.views.criteria.Where;
import encore.kernel.names.QueryWords;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** Builds one SQL statement from parts of a {@link Where}, with the values to bind in their order. */
public final class SqlBuilder {

    private static final String WHERE = " WHERE ";
    private static final double EARTH_RADIUS = 6371.0088;
    private static final double KILOMETRES_A_DEGREE = EARTH_RADIUS * Math.PI / 180;

    private final Table table;
    final StringBuilder statement = new StringBuilder();
    final List<@Nullable Object> values = new ArrayList<>();

    SqlBuilder(Table table) {
        this.table = table;
    }

    SqlBuilder add(String text, @Nullable Object... boundValues) {
        statement.append(text);
        values.addAll(Arrays.asList(boundValues));
        return this;
    }

    /** Starts the next condition. */
    SqlBuilder and() {
        if (!statement.isEmpty() && statement.indexOf(WHERE, statement.length() - WHERE.length()) < 0) {
            statement.append(" AND ");
        }
        return this;
    }

    /**
     * Adds a condition that filters rows without choosing an index: the plus sign hides the column from the planner.
     */
    SqlBuilder filter(Where where) {
        switch (where) {
            case Where.Equal(String field, var value) -> {
                if (value == null) {
                    add(withoutIndex(field) + " IS NULL");
                } else {
                    add(withoutIndex(field) + " = ?", ComparableValue.value(value));
                }
            }
            case Where.In(String field, List<?> wanted) ->
                add(withoutIndex(field) + " IN (SELECT value FROM json_each(?))", json(wanted));
            case Where.Range range -> bounds(range.field(), range, withoutIndex(range.field()));
            case Where.Prefix prefix -> bounds(prefix.field(), prefix, withoutIndex(prefix.field()));
            case Where.Exists(String field) -> add(withoutIndex(field) + " IS NOT NULL");
            case Where.Contains contains -> candidates("id IN (", contains, ")");
            case Where.Near near -> candidates("id IN (", near, ")");
            case Where.And(List<Where> all) -> addJoined(all, " AND ", "+key IS NOT NULL");
            case Where.Or(List<Where> any) -> addJoined(any, " OR ", "+key IS NULL");
            case Where.Not(Where one) -> {
                // An absent value equals nothing, so the negation is true for it. SQL alone would answer neither.
                add("NOT coalesce(");
                filter(one);
                add(", 0)");
            }
        }
        return this;
    }

    private void addJoined(List<Where> parts, String operator, String whenEmpty) {
        add("(");
        if (parts.isEmpty()) {
            add(whenEmpty);
        }
        for (int i = 0; i < parts.size(); i++) {
            add(i == 0 ? "" : operator);
            filter(parts.get(i));
        }
        add(")");
    }

    /** Returns a list for {@code json_each}, which keeps the statement the same for any length. */
    public static String json(java.util.Collection<?> values) {
        return JsonMapper.shared()
                .writeValueAsString(values.stream().map(ComparableValue::value).toList());
    }

    private String withoutIndex(String field) {
        return "+" + table.expression(field);
    }

    /** Adds the bounds that a range or a prefix sets to an expression. */
    SqlBuilder bounds(String field, Where where, String expression) {
        switch (where) {
            case Where.Range range -> {
                add("(");
                if (range.from() != null) {
                    add(expression + (range.fromInclusive() ? " >= ?" : " > ?"), ComparableValue.value(range.from()));
                }
                if (range.to() != null) {
                    add(range.from() == null ? "" : " AND ");
                    add(expression + (range.toInclusive() ? " <= ?" : " < ?"), ComparableValue.value(range.to()));
                }
                add(range.from() == null && range.to() == null ? "1)" : ")");
            }
            case Where.Prefix prefix -> {
                String end = ComparableValue.endOfPrefix(prefix.prefix());
                if (end == null) {
                    add("(" + expression + " >= '' AND typeof(" + expression + ") = 'text')");
                } else {
                    add("(" + expression + " >= ? AND " + expression + " < ?)", prefix.prefix(), end);
                }
            }
            default -> throw new IllegalArgumentException("Neither a range nor a prefix of " + field);
        }
        return this;
    }

    /** Adds a subselect of the row ids that the text index or the geographical index finds. */
    SqlBuilder candidates(String before, Where where, String after) {
        add(before);
        switch (where) {
            case Where.Contains(List<String> texts) -> {
                if (table.textFields.isEmpty()) {
                    throw new ScanRefused(table.name + " declares no text index");
                }
                String query = textQuery(texts);
                if (query.isEmpty()) {
                    add("SELECT value FROM json_each('[]')");
                } else {
                    add("SELECT rowid FROM " + table.textName() + " WHERE " + table.textName() + " MATCH ?", query);
                }
            }
            case Where.Near near -> addNear(near);
            default -> throw new IllegalArgumentException("Neither a text nor a distance condition: " + where);
        }
        return add(after);
    }

    /** Returns the full-text query that matches each word of one of the texts, or its beginning, in any of the fields. */
    static String textQuery(List<String> texts) {
        return texts.stream()
                .map(text -> QueryWords.withoutBeginnings(QueryWords.of(text)))
                .filter(words -> !words.isEmpty())
                .map(words -> words.stream().map(word -> "\"" + word + "\"*").collect(Collectors.joining(" AND ")))
                .collect(Collectors.joining(") OR (", "(", ")"))
                .replaceFirst("^\\(\\)$", "");
    }

    private void addNear(Where.Near near) {
        if (table.geoIndex == null) {
            throw new ScanRefused(table.name + " declares no geographical index");
        }
        String latitude = Table.column(table.geoIndex.fields().getFirst());
        String longitude = Table.column(table.geoIndex.fields().getLast());
        double degrees = near.kilometres() / KILOMETRES_A_DEGREE;
        double south = near.latitude() - degrees;
        double north = near.latitude() + degrees;
        add(
                "SELECT id FROM " + table.name + " INDEXED BY " + table.geoIndex.name() + " WHERE " + latitude
                        + " BETWEEN ? AND ?",
                south,
                north);
        // Near a pole every longitude is near. Across the date line the box has two halves, and the distance decides.
        double widest = Math.max(Math.abs(south), Math.abs(north));
        if (widest < 89.9) {
            double half = Math.toDegrees(Math.asin(
                    Math.min(1, Math.sin(Math.toRadians(degrees)) / Math.cos(Math.toRadians(near.latitude())))));
            if (degrees < 90 && near.longitude() - half >= -180 && near.longitude() + half <= 180) {
                add(" AND " + longitude + " BETWEEN ? AND ?", near.longitude() - half, near.longitude() + half);
            }
        }
        add(
                " AND 2 * " + EARTH_RADIUS + " * asin(min(1, sqrt(pow(sin(radians(" + latitude
                        + " - ?) / 2), 2) + cos(radians(?)) * cos(radians(" + latitude + ")) * pow(sin(radians("
                        + longitude + " - ?) / 2), 2)))) <= ?",
                near.latitude(),
                near.latitude(),
                near.longitude(),
                near.kilometres());
    }
}
