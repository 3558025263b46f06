package encore.infra.views.mongo;

import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.Sorts;
import encore.infra.views.criteria.ComparableValue;
import encore.infra.views.criteria.Order;
import encore.infra.views.criteria.ScanRefused;
import encore.infra.views.criteria.Where;
import encore.infra.views.criteria.WhereAnalysis;
import encore.kernel.names.QueryWords;
import encore.kernel.names.SearchWords;
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
final class MongoQuery {

    private static final double KILOMETRES_A_DEGREE = DocumentMatcher.EARTH_RADIUS * Math.PI / 180;
    private static final Bson EXISTS = Filters.exists(StoredCollection.JSON);

    private final StoredCollection storedCollection;
    final WhereAnalysis analysis;

    MongoQuery(StoredCollection storedCollection, Where where) {
        this.storedCollection = storedCollection;
        this.analysis = new WhereAnalysis(where);
    }

    /** Returns whether the server alone answers the query, and so can apply the limit, too. */
    boolean isServerOnly() {
        return analysis.parts().stream().allMatch(part -> serverFilter(part) != null);
    }

    /** A filter and its sort order. */
    record SortedFind(Bson filter, Bson sort) {}

    /** Builds an index walk in an order. Returns null when no index fits and a search's candidates have to be used. */
    @Nullable
    SortedFind walk(Order order, @Nullable List<?> after) {
        List<String> fields = analysis.ordering(order);
        List<@Nullable Object> from = after == null ? null : analysis.sortValues(order, after);
        int prefix = prefixOf(fields);
        if (prefix < 0) {
            if (analysis.searchCondition() != null) {
                return null;
            }
            throw new ScanRefused("No index of " + storedCollection.name + " walks " + order.fields() + " with "
                    + analysis.equalities().keySet());
        }
        boolean bounded = !fields.isEmpty() && analysis.isBounded(fields.getFirst());
        if (prefix == 0 && !analysis.matchesEverything() && !bounded) {
            if (analysis.searchCondition() != null) {
                return null;
            }
            throw new ScanRefused(
                    "Filtering all of " + storedCollection.name + " is a scan: begin with an indexed field");
        }
        var filters = new ArrayList<Bson>();
        filters.add(EXISTS);
        var paths = new ArrayList<String>();
        for (String field : fields) {
            filters.add(Filters.exists(StoredCollection.path(field)));
            paths.add(StoredCollection.path(field));
        }
        paths.add(StoredCollection.KEY);
        addServerFilters(filters);
        if (from != null) {
            filters.add(afterLast(paths, from, order.descending()));
        }
        return new SortedFind(
                Filters.and(filters), order.descending() ? Sorts.descending(paths) : Sorts.ascending(paths));
    }

    /** Builds a filter for many values of one field that an index begins with. The values are a part of the query. */
    Bson lookUpEach(Where.In among) {
        if (storedCollection.orderedIndexes.stream()
                .noneMatch(walk -> !walk.isEmpty() && walk.getFirst().equals(among.field()))) {
            throw new ScanRefused("No index of " + storedCollection.name + " begins with " + among.field());
        }
        var filters = new ArrayList<Bson>();
        filters.add(EXISTS);
        addServerFilters(filters);
        return Filters.and(filters);
    }

    /** Returns the number of equality conditions that the longest fitting index begins with, or -1 when none fits. */
    private int prefixOf(List<String> order) {
        int best = -1;
        for (List<String> walk : storedCollection.orderedIndexes) {
            int prefix = walk.size() - order.size();
            if (prefix > best
                    && walk.subList(prefix, walk.size()).equals(order)
                    && analysis.equalities().keySet().containsAll(walk.subList(0, prefix))) {
                best = prefix;
            }
        }
        return best;
    }

    /**
     * Builds the condition for rows after the last row seen. Its first part follows from the others, and lets the index
     * walk begin there.
     */
    private static Bson afterLast(List<String> paths, List<@Nullable Object> from, boolean descending) {
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
        filters.add(EXISTS);
        filters.add(searchFilter(searched));
        addServerFilters(filters);
        return Filters.and(filters);
    }

    private static Bson containing(List<String> words) {
        return Filters.and(words.stream()
                .map(word -> Filters.regex(StoredCollection.WORDS, Pattern.compile("^" + word)))
                .toList());
    }

    private Bson searchFilter(Where searched) {
        if (searched instanceof Where.Contains(List<String> texts)) {
            if (storedCollection.textFields.isEmpty()) {
                throw new ScanRefused(storedCollection.name + " declares no text index");
            }
            List<Bson> any = texts.stream()
                    .map(text -> QueryWords.withoutBeginnings(SearchWords.of(text)))
                    .filter(words -> !words.isEmpty())
                    .map(MongoQuery::containing)
                    .toList();
            return switch (any.size()) {
                case 0 -> Filters.in(StoredCollection.KEY, List.of());
                case 1 -> any.getFirst();
                default -> Filters.or(any);
            };
        }
        if (searched instanceof Where.Near near) {
            if (storedCollection.geoFields == null) {
                throw new ScanRefused(storedCollection.name + " declares no geographical index");
            }
            double degrees = near.kilometres() / KILOMETRES_A_DEGREE;
            String latitude = StoredCollection.path(storedCollection.geoFields.getFirst());
            return Filters.and(
                    Filters.gte(latitude, near.latitude() - degrees), Filters.lte(latitude, near.latitude() + degrees));
        }
        throw new IllegalArgumentException("Neither a text nor a distance condition: " + searched);
    }

    /** Builds the filter of a count. */
    Bson count() {
        boolean fits = storedCollection.orderedIndexes.stream()
                .filter(walk -> !walk.isEmpty())
                .anyMatch(walk ->
                        analysis.equalities().containsKey(walk.getFirst()) || analysis.isBounded(walk.getFirst()));
        if (fits) {
            var filters = new ArrayList<Bson>();
            filters.add(EXISTS);
            addServerFilters(filters);
            return Filters.and(filters);
        }
        Where searched = analysis.searchCondition();
        if (searched == null) {
            throw new ScanRefused("No index of " + storedCollection.name + " counts with "
                    + analysis.equalities().keySet());
        }
        return candidates(searched);
    }

    /** Refuses a text or distance condition without an index, wherever it stands in the query. */
    void requireSearchIndexes() {
        analysis.parts().forEach(this::requireSearchIndexes);
    }

    private void requireSearchIndexes(Where part) {
        switch (part) {
            case Where.Contains contains -> searchFilter(contains);
            case Where.Near near -> searchFilter(near);
            case Where.And(List<Where> all) -> all.forEach(this::requireSearchIndexes);
            case Where.Or(List<Where> any) -> any.forEach(this::requireSearchIndexes);
            case Where.Not(Where one) -> requireSearchIndexes(one);
            default -> {}
        }
    }

    private void addServerFilters(List<Bson> filters) {
        for (Where part : analysis.parts()) {
            Bson filter = serverFilter(part);
            if (filter != null) {
                filters.add(filter);
            }
        }
    }

    /** Returns a condition that the server evaluates exactly as we do, or null when it is left to {@link DocumentMatcher}. */
    private @Nullable Bson serverFilter(Where part) {
        return switch (part) {
            case Where.Equal(String field, var value)
            when isIndexed(field) -> Filters.eq(StoredCollection.path(field), ComparableValue.value(value));
            case Where.In(String field, List<?> wanted)
            when isIndexed(field) ->
                Filters.in(
                        StoredCollection.path(field),
                        wanted.stream().map(ComparableValue::value).toList());
            case Where.Exists(String field) when isIndexed(field) -> Filters.exists(StoredCollection.path(field));
            case Where.Range range when isIndexed(range.field()) -> range(range);
            case Where.Prefix(String field, String prefix)
            when isIndexed(field) -> prefix(StoredCollection.path(field), prefix);
            default -> null;
        };
    }

    private boolean isIndexed(String field) {
        return storedCollection.fields.contains(field);
    }

    private static @Nullable Bson range(Where.Range range) {
        String path = StoredCollection.path(range.field());
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
        String end = ComparableValue.endOfPrefix(prefix);
        return end == null ? Filters.gte(path, prefix) : Filters.and(Filters.gte(path, prefix), Filters.lt(path, end));
    }

    static Bson keyAlone() {
        return Projections.include(StoredCollection.KEY);
    }

    /** Returns the projection that readers need. */
    static Bson forReading() {
        return Projections.include(StoredCollection.JSON, StoredCollection.STAMP);
    }
}
