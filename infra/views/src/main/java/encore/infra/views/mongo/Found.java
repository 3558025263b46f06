package encore.infra.views.mongo;

import com.mongodb.MongoException;
import com.mongodb.client.FindIterable;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.model.Filters;
import encore.infra.views.Collection;
import encore.infra.views.ComparableValue;
import encore.infra.views.Documents;
import encore.infra.views.Order;
import encore.infra.views.Parts;
import encore.infra.views.Row;
import encore.infra.views.Segments;
import encore.infra.views.ViewsUnavailable;
import encore.infra.views.Where;
import encore.infra.views.WhereAnalysis;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The documents as one or more partition states see them. */
class Found implements Documents {

    private static final int FETCHED = 500;

    final Map<String, Stored> collections;
    private final List<State> states;
    private final Set<Stored> looked = new HashSet<>();

    /**
     * Creates a view of the documents at the given states.
     *
     * @param states one for each partition; a writer's own alone, when documents of no other partition are read
     */
    Found(List<State> states, Map<String, Stored> collections) {
        this.states = List.copyOf(states);
        this.collections = collections;
    }

    static <R extends @Nullable Object> R ask(Supplier<R> question) {
        try {
            return question.get();
        } catch (MongoException e) {
            throw new ViewsUnavailable(e);
        }
    }

    /** Returns whether nothing was written after these states in any collection that was read. */
    boolean stillSo() {
        return looked.stream().allMatch(stored -> states.stream().allMatch(state -> stillSo(stored, state)));
    }

    private static boolean stillSo(Stored stored, State state) {
        return ask(() -> stored.documents
                        .find(Filters.and(
                                Filters.gt(Stored.STAMP, state.stamp()), Filters.lt(Stored.STAMP, state.beyond())))
                        .projection(Plan.keyAlone())
                        .first())
                == null;
    }

    @Override
    public long position() {
        return states.stream().mapToLong(State::position).min().orElseThrow();
    }

    @Override
    public <T> @Nullable T get(Collection<T> collection, String key) {
        Stored stored = stored(collection);
        Document found =
                ask(() -> stored.documents.find(Filters.eq(Stored.KEY, key)).first());
        if (found == null) {
            return null;
        }
        return read(collection, stored, key, found);
    }

    private <T> @Nullable T read(Collection<T> collection, Stored stored, String key, Document found) {
        Stored.Content content = at(states.get(Segments.of(key, states.size())), found);
        return content.json() == null ? null : stored.parts.reader(collection).read(content.json());
    }

    @Override
    public <T> Map<String, T> getAll(Collection<T> collection, java.util.Collection<String> keys) {
        Stored stored = stored(collection);
        return ask(() -> {
            Map<String, T> all = HashMap.newHashMap(keys.size());
            for (Document found :
                    stored.documents.find(Filters.in(Stored.KEY, keys)).batchSize(FETCHED)) {
                String key = found.getString(Stored.KEY);
                T document = read(collection, stored, key, found);
                if (document != null) {
                    all.put(key, document);
                }
            }
            return all;
        });
    }

    /** Returns a document as it was at a state, as long as the store still has that content. */
    static Stored.Content at(State state, Document found) {
        Stored.Content now = Stored.Content.of(found);
        if (!state.committed(now.stamp())) {
            Stored.Content before = Stored.Content.before(found);
            return before == null ? now : before;
        }
        return now;
    }

    @Override
    public <T> List<Row<T>> find(
            Collection<T> collection, Where where, Order order, @Nullable List<?> after, int limit) {
        Stored stored = stored(collection);
        return rows(stored, where, order, after, limit, Set.of()).stream()
                .map(one -> new Row<>(one.key, stored.parts.reader(collection).read(one.json)))
                .toList();
    }

    /** A document's key and JSON. */
    record Raw(String key, String json) {}

    List<Raw> rows(Stored stored, Where where, Order order, @Nullable List<?> after, int limit, Set<String> without) {
        if (limit < 1) {
            throw new IllegalArgumentException("The limit must be at least 1");
        }
        var plan = new Plan(stored, where);
        plan.check();
        Plan.Find walk = plan.walk(order, after);
        Where searched = plan.question.searched();
        if (searched != null) {
            List<Raw> few = candidates(stored, plan, searched, walk == null ? Integer.MAX_VALUE : WhereAnalysis.FEW);
            if (few != null) {
                return sorted(stored, few, order, after, without, limit);
            }
        }
        if (walk == null) {
            throw new IllegalStateException("Only a search works without an index walk");
        }
        boolean filtered = !plan.indexed();
        FindIterable<Document> found = stored.documents
                .find(walk.filter())
                .projection(Plan.forReading())
                .sort(walk.sort())
                .batchSize(filtered ? FETCHED : Math.min(FETCHED, limit + without.size()));
        if (!filtered && limit < Integer.MAX_VALUE - without.size()) {
            found = found.limit(limit + without.size());
        }
        return met(stored, plan, found, limit, without);
    }

    @Override
    public <T> List<T> findAll(Collection<T> collection, Where.In among, Where where) {
        Stored stored = stored(collection);
        return allOf(stored, among, where, Set.of()).stream()
                .map(one -> stored.parts.reader(collection).read(one.json))
                .toList();
    }

    List<Raw> allOf(Stored stored, Where.In among, Where where, Set<String> without) {
        var plan = new Plan(stored, Where.all(among, where));
        plan.check();
        FindIterable<Document> found = stored.documents
                .find(plan.among(among))
                .projection(Plan.forReading())
                .batchSize(FETCHED);
        return met(stored, plan, found, Integer.MAX_VALUE, without);
    }

    private static List<Raw> met(
            Stored stored, Plan plan, FindIterable<Document> found, int limit, Set<String> without) {
        return ask(() -> {
            var met = new ArrayList<Raw>();
            try (MongoCursor<Document> each = found.iterator()) {
                while (met.size() < limit && each.hasNext()) {
                    Document one = each.next();
                    var raw = new Raw(one.getString(Stored.KEY), one.getString(Stored.JSON));
                    if (!without.contains(raw.key)
                            && (plan.question.wantsEverything()
                                    || new Matching(stored, Stored.tree(raw.json)).all(plan.question.parts()))) {
                        met.add(raw);
                    }
                }
            }
            return met;
        });
    }

    /** Returns the documents that a search finds, or null when there are more candidates than {@code most}. */
    private static @Nullable List<Raw> candidates(Stored stored, Plan plan, Where searched, int most) {
        Bson filter = plan.candidates(searched);
        FindIterable<Document> found = stored.documents.find(filter).projection(Plan.forReading());
        var all = new ArrayList<Raw>();
        return ask(() -> {
            try (MongoCursor<Document> each = (most == Integer.MAX_VALUE ? found : found.limit(most + 1)).iterator()) {
                int seen = 0;
                while (each.hasNext()) {
                    Document one = each.next();
                    if (++seen > most) {
                        return null;
                    }
                    var raw = new Raw(one.getString(Stored.KEY), one.getString(Stored.JSON));
                    if (new Matching(stored, Stored.tree(raw.json)).all(plan.question.parts())) {
                        all.add(raw);
                    }
                }
            }
            return all;
        });
    }

    /**
     * Returns the rows after the last row of the page before, in order. A document that lacks a field of the order is
     * left out.
     */
    static List<Raw> sorted(
            Stored stored, List<Raw> some, Order order, @Nullable List<?> after, Set<String> without, int limit) {
        var placed = new ArrayList<Placed>();
        Comparator<Placed> by = Comparator.comparing(Placed::place, Found::lexical);
        Comparator<Placed> direction = order.descending() ? by.reversed() : by;
        Placed last = null;
        if (after != null) {
            var place = new ArrayList<@Nullable Object>();
            after.forEach(value -> place.add(ComparableValue.value(value)));
            last = new Placed(place, new Raw("", ""));
        }
        for (Raw one : some) {
            JsonNode tree = Stored.tree(one.json);
            var place = new ArrayList<@Nullable Object>();
            order.fields().forEach(field -> place.add(Values.in(tree, field)));
            place.add(one.key);
            var row = new Placed(place, one);
            if (!without.contains(one.key)
                    && !place.contains(null)
                    && (last == null || direction.compare(last, row) < 0)) {
                placed.add(row);
            }
        }
        placed.sort(direction);
        return placed.stream().limit(limit).map(Placed::row).toList();
    }

    private record Placed(List<@Nullable Object> place, Raw row) {}

    private static int lexical(List<@Nullable Object> one, List<@Nullable Object> other) {
        for (int i = 0; i < one.size(); i++) {
            Object a = one.get(i);
            Object b = other.get(i);
            int compared = a == null || b == null ? Boolean.compare(a != null, b != null) : Values.compare(a, b);
            if (compared != 0) {
                return compared;
            }
        }
        return 0;
    }

    @Override
    public long count(Collection<?> collection, Where where, long limit) {
        Stored stored = stored(collection);
        var plan = new Plan(stored, where);
        return plan.question.wantsEverything()
                ? Math.min(
                        limit,
                        states.stream()
                                .mapToLong(state ->
                                        state.checksum(stored.name).as("").documents())
                                .sum())
                : counted(stored, plan, limit, Set.of());
    }

    static long counted(Stored stored, Plan plan, long limit, Set<String> without) {
        plan.check();
        Bson filter = plan.count();
        FindIterable<Document> found = stored.documents.find(filter).batchSize(FETCHED);
        if (!plan.indexed()) {
            return met(
                            stored,
                            plan,
                            found.projection(Plan.forReading()),
                            (int) Math.min(limit, Integer.MAX_VALUE),
                            without)
                    .size();
        }
        return ask(() -> {
            long count = 0;
            try (MongoCursor<Document> each = found.projection(Plan.keyAlone()).iterator()) {
                while (count < limit && each.hasNext()) {
                    count += without.contains(each.next().getString(Stored.KEY)) ? 0 : 1;
                }
            }
            return count;
        });
    }

    Stored stored(Collection<?> collection) {
        Stored stored = collections.get(collection.name());
        if (stored == null) {
            throw Parts.stranger(collection);
        }
        stored.parts.reader(collection);
        looked.add(stored);
        return stored;
    }
}
