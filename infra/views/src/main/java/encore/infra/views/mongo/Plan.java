package encore.infra.views.mongo;

import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.Sorts;
import encore.infra.views.ComparableValue;
import encore.infra.views.Order;
import encore.infra.views.ScanRefused;
import encore.infra.views.Where;
import encore.infra.views.WhereAnalysis;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the declared index that answers a query, by the same rules as the SQLite adapter, and builds the finds that
 * walk it. The server evaluates the conditions that an index answers; the adapter then tests the whole query on the
 * documents that come.
 */
final class Plan {

    private static final double KILOMETRES_A_DEGREE = Matching.EARTH_RADIUS * Math.PI / 180;
    private static final Bson THERE = Filters.exists(Stored.JSON);

    private final Stored stored;
    final WhereAnalysis question;

    Plan(Stored stored, Where where) {
        this.stored = stored;
        this.question = new WhereAnalysis(where);
    }

    /** Returns whether the server alone answers the query, and so can apply the limit, too. */
    boolean indexed() {
        return question.parts().stream().allMatch(part -> pushed(part) != null);
    }

    /** A filter and its sort order. */
    record Find(Bson filter, Bson sort) {}

    /** Builds an index walk in an order. Returns null when no index fits and a search's candidates have to be used. */
    @Nullable
    Find walk(Order order, @Nullable List<?> after) {
        List<String> fields = question.ordering(order);
        List<@Nullable Object> from = after == null ? null : question.place(order, after);
        int prefix = prefixOf(fields);
        if (prefix < 0) {
            if (question.searched() != null) {
                return null;
            }
            throw new ScanRefused("No index of " + stored.name + " walks " + order.fields() + " with "
                    + question.equal().keySet());
        }
        boolean bounded = !fields.isEmpty() && question.isBounded(fields.getFirst());
        if (prefix == 0 && !question.wantsEverything() && !bounded) {
            if (question.searched() != null) {
                return null;
            }
            throw new ScanRefused("Filtering all of " + stored.name + " is a scan: begin with an indexed field");
        }
        var filters = new ArrayList<Bson>();
        filters.add(THERE);
        var paths = new ArrayList<String>();
        for (String field : fields) {
            filters.add(Filters.exists(Stored.path(field)));
            paths.add(Stored.path(field));
        }
        paths.add(Stored.KEY);
        push(filters);
        if (from != null) {
            filters.add(behind(paths, from, order.descending()));
        }
        return new Find(Filters.and(filters), order.descending() ? Sorts.descending(paths) : Sorts.ascending(paths));
    }

    /** Builds a filter for many values of one field that an index begins with. The values are a part of the query. */
    Bson among(Where.In among) {
        if (stored.walks.stream()
                .noneMatch(walk -> !walk.isEmpty() && walk.getFirst().equals(among.field()))) {
            throw new ScanRefused("No index of " + stored.name + " begins with " + among.field());
        }
        var filters = new ArrayList<Bson>();
        filters.add(THERE);
        push(filters);
        return Filters.and(filters);
    }

    /** Returns the number of equality conditions that the longest fitting index begins with, or -1 when none fits. */
    private int prefixOf(List<String> order) {
        int best = -1;
        for (List<String> walk : stored.walks) {
            int prefix = walk.size() - order.size();
            if (prefix > best
                    && walk.subList(prefix, walk.size()).equals(order)
                    && question.equal().keySet().containsAll(walk.subList(0, prefix))) {
                best = prefix;
            }
        }
        return best;
    }

    /**
     * Builds the condition for rows after the last row seen. Its first part follows from the others, and lets the index
     * walk begin there.
     */
    private static Bson behind(List<String> paths, List<@Nullable Object> from, boolean descending) {
        var any = new ArrayList<Bson>();
        for (int i = 0; i < paths.size(); i++) {
            var all = new ArrayList<Bson>();
            for (int j = 0; j < i; j++) {
                all.add(Filters.eq(paths.get(j), from.get(j)));
            }
            Object value = Objects.requireNonNull(from.get(i), "A row that was met has the order's fields");
            all.add(descending ? Filters.lt(paths.get(i), value) : Filters.gt(paths.get(i), value));
            any.add(Filters.and(all));
        }
        Object first = Objects.requireNonNull(from.getFirst());
        return Filters.and(
                descending ? Filters.lte(paths.getFirst(), first) : Filters.gte(paths.getFirst(), first),
                Filters.or(any));
    }

    /** Builds the filter for all candidates of a search. */
    Bson candidates(Where searched) {
        var filters = new ArrayList<Bson>();
        filters.add(THERE);
        filters.add(search(searched));
        push(filters);
        return Filters.and(filters);
    }

    private Bson search(Where searched) {
        if (searched instanceof Where.Contains(String text)) {
            if (stored.text.isEmpty()) {
                throw new ScanRefused(stored.name + " declares no text index");
            }
            List<String> words = Words.of(text);
            return words.isEmpty()
                    ? Filters.in(Stored.KEY, List.of())
                    : Filters.and(words.stream()
                            .map(word -> Filters.regex(Stored.WORDS, Pattern.compile("^" + word)))
                            .toList());
        }
        if (searched instanceof Where.Near near) {
            if (stored.geo == null) {
                throw new ScanRefused(stored.name + " declares no geographical index");
            }
            double degrees = near.kilometres() / KILOMETRES_A_DEGREE;
            String latitude = Stored.path(stored.geo.getFirst());
            return Filters.and(
                    Filters.gte(latitude, near.latitude() - degrees), Filters.lte(latitude, near.latitude() + degrees));
        }
        throw new IllegalArgumentException("Neither a text nor a distance condition: " + searched);
    }

    /** Builds the filter of a count. */
    Bson count() {
        boolean fits = stored.walks.stream()
                .filter(walk -> !walk.isEmpty())
                .anyMatch(walk -> question.equal().containsKey(walk.getFirst()) || question.isBounded(walk.getFirst()));
        if (fits) {
            var filters = new ArrayList<Bson>();
            filters.add(THERE);
            push(filters);
            return Filters.and(filters);
        }
        Where searched = question.searched();
        if (searched == null) {
            throw new ScanRefused("No index of " + stored.name + " counts with "
                    + question.equal().keySet());
        }
        return candidates(searched);
    }

    /** Refuses a text or distance condition without an index, wherever it stands in the query. */
    void check() {
        question.parts().forEach(this::check);
    }

    private void check(Where part) {
        switch (part) {
            case Where.Contains contains -> search(contains);
            case Where.Near near -> search(near);
            case Where.And(List<Where> all) -> all.forEach(this::check);
            case Where.Or(List<Where> any) -> any.forEach(this::check);
            case Where.Not(Where one) -> check(one);
            default -> {}
        }
    }

    private void push(List<Bson> filters) {
        for (Where part : question.parts()) {
            Bson filter = pushed(part);
            if (filter != null) {
                filters.add(filter);
            }
        }
    }

    /** Returns a condition that the server evaluates exactly as we do, or null when it is left to {@link Matching}. */
    private @Nullable Bson pushed(Where part) {
        return switch (part) {
            case Where.Equal(String field, var value)
            when has(field) -> Filters.eq(Stored.path(field), ComparableValue.value(value));
            case Where.In(String field, List<?> wanted)
            when has(field) ->
                Filters.in(
                        Stored.path(field),
                        wanted.stream().map(ComparableValue::value).toList());
            case Where.Exists(String field) when has(field) -> Filters.exists(Stored.path(field));
            case Where.Range range when has(range.field()) -> range(range);
            case Where.Prefix(String field, String prefix) when has(field) -> prefix(Stored.path(field), prefix);
            default -> null;
        };
    }

    private boolean has(String field) {
        return stored.fields.contains(field);
    }

    private static @Nullable Bson range(Where.Range range) {
        String path = Stored.path(range.field());
        var bounds = new ArrayList<Bson>();
        Object from = ComparableValue.value(range.from());
        Object to = ComparableValue.value(range.to());
        if (from != null) {
            bounds.add(range.fromInclusive() ? Filters.gte(path, from) : Filters.gt(path, from));
        }
        if (to != null) {
            bounds.add(range.toInclusive() ? Filters.lte(path, to) : Filters.lt(path, to));
        }
        return bounds.isEmpty() ? null : Filters.and(bounds);
    }

    private static Bson prefix(String path, String prefix) {
        String end = ComparableValue.behindAllThatBeginWith(prefix);
        return end == null ? Filters.gte(path, prefix) : Filters.and(Filters.gte(path, prefix), Filters.lt(path, end));
    }

    static Bson keyAlone() {
        return Projections.include(Stored.KEY);
    }

    /** Returns the projection that readers need. */
    static Bson forReading() {
        return Projections.include(Stored.JSON, Stored.STAMP);
    }
}
