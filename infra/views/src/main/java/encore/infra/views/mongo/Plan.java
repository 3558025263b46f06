package encore.infra.views.mongo;

import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.Sorts;
import encore.infra.views.Order;
import encore.infra.views.ScanRefused;
import encore.infra.views.Where;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * Which declared index answers a question, by the same rules as in the SQLite adapter, and the finds that walk it. The
 * server is asked for what an index holds; all of the question is looked at again in the documents that come.
 */
final class Plan {

    /** Up to so many candidates of a text or distance search are fetched and sorted; more are met on a walk. */
    static final int FEW = 1_000;

    private static final double KILOMETRES_A_DEGREE = Matching.EARTH_RADIUS * Math.PI / 180;
    private static final Bson THERE = Filters.exists(Stored.JSON);

    private final Stored stored;
    final List<Where> parts = new ArrayList<>();
    private final Map<String, Where.Equal> equal = new HashMap<>();

    Plan(Stored stored, Where where) {
        this.stored = stored;
        flatten(where);
        for (Where part : parts) {
            if (part instanceof Where.Equal one) {
                equal.putIfAbsent(one.field(), one);
            }
        }
    }

    private void flatten(Where where) {
        if (where instanceof Where.And(List<Where> all)) {
            all.forEach(this::flatten);
        } else {
            parts.add(where);
        }
    }

    /** The part that a text or geographical index answers, or null. */
    @Nullable
    Where searched() {
        return parts.stream()
                .filter(part -> part instanceof Where.Contains || part instanceof Where.Near)
                .findFirst()
                .orElse(null);
    }

    boolean everything() {
        return parts.isEmpty();
    }

    /** Whether the server alone answers it: then it can be told a limit, too. */
    boolean indexed() {
        return parts.stream().allMatch(part -> pushed(part) != null);
    }

    /** A find, and what it is sorted by. */
    record Find(Bson filter, Bson sort) {}

    /** Walks an index in an order; null when none fits and a search's candidates have to do. */
    @Nullable
    Find walk(Order order, @Nullable List<?> after) {
        // A field with one wanted value orders nothing.
        var fields = new ArrayList<String>();
        var from = after == null ? null : new ArrayList<@Nullable Object>();
        if (after != null && after.size() != order.fields().size() + 1) {
            throw new IllegalArgumentException("After has the order's values and then the key");
        }
        for (int i = 0; i < order.fields().size(); i++) {
            String field = order.fields().get(i);
            if (!equal.containsKey(field)) {
                fields.add(field);
                if (from != null && after != null) {
                    from.add(Values.wanted(after.get(i)));
                }
            }
        }
        if (from != null && after != null) {
            from.add(after.getLast());
        }
        int prefix = prefixOf(fields);
        if (prefix < 0) {
            if (searched() != null) {
                return null;
            }
            throw new ScanRefused(
                    "No index of " + stored.name + " walks " + order.fields() + " with " + equal.keySet());
        }
        boolean bounded = !fields.isEmpty() && parts.stream().anyMatch(part -> boundsOf(part, fields.getFirst()));
        if (prefix == 0 && !parts.isEmpty() && !bounded) {
            if (searched() != null) {
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

    /** How many wanted values the longest fitting index begins with; -1 when none fits. */
    private int prefixOf(List<String> order) {
        int best = -1;
        for (List<String> walk : stored.walks) {
            int prefix = walk.size() - order.size();
            if (prefix > best
                    && walk.subList(prefix, walk.size()).equals(order)
                    && equal.keySet().containsAll(walk.subList(0, prefix))) {
                best = prefix;
            }
        }
        return best;
    }

    private static boolean boundsOf(Where part, String field) {
        return part instanceof Where.Range range && range.field().equals(field)
                || part instanceof Where.Prefix prefix && prefix.field().equals(field);
    }

    /** Behind the last row seen; the first condition is implied by the others and lets an index begin there. */
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

    /** All candidates of a search. */
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
        throw new IllegalArgumentException("No candidates: " + searched);
    }

    /** What a count walks. */
    Bson count() {
        boolean fits = stored.walks.stream()
                .filter(walk -> !walk.isEmpty())
                .anyMatch(walk -> equal.containsKey(walk.getFirst())
                        || parts.stream().anyMatch(part -> boundsOf(part, walk.getFirst())));
        if (fits) {
            var filters = new ArrayList<Bson>();
            filters.add(THERE);
            push(filters);
            return Filters.and(filters);
        }
        Where searched = searched();
        if (searched == null) {
            throw new ScanRefused("No index of " + stored.name + " counts with " + equal.keySet());
        }
        return candidates(searched);
    }

    /** A text or distance that no index answers is refused wherever it stands. */
    void check() {
        parts.forEach(this::check);
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
        for (Where part : parts) {
            Bson filter = pushed(part);
            if (filter != null) {
                filters.add(filter);
            }
        }
    }

    /** A condition that means to the server just what it means to us; null when it is left to {@link Matching}. */
    private @Nullable Bson pushed(Where part) {
        return switch (part) {
            case Where.Equal(String field, var value)
            when has(field) -> Filters.eq(Stored.path(field), Values.wanted(value));
            case Where.In(String field, List<?> wanted)
            when has(field) ->
                Filters.in(
                        Stored.path(field), wanted.stream().map(Values::wanted).toList());
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
        Object from = Values.wanted(range.from());
        Object to = Values.wanted(range.to());
        if (from != null) {
            bounds.add(range.fromInclusive() ? Filters.gte(path, from) : Filters.gt(path, from));
        }
        if (to != null) {
            bounds.add(range.toInclusive() ? Filters.lte(path, to) : Filters.lt(path, to));
        }
        return bounds.isEmpty() ? null : Filters.and(bounds);
    }

    private static Bson prefix(String path, String prefix) {
        String end = Values.behindAllThatBeginWith(prefix);
        return end == null ? Filters.gte(path, prefix) : Filters.and(Filters.gte(path, prefix), Filters.lt(path, end));
    }

    static Bson keyAlone() {
        return Projections.include(Stored.KEY);
    }

    /** What a reader looks at. */
    static Bson forReading() {
        return Projections.include(Stored.JSON, Stored.STAMP);
    }
}
