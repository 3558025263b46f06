package encore.infra.views.mongo;

import com.mongodb.MongoException;
import com.mongodb.MongoExecutionTimeoutException;
import com.mongodb.client.FindIterable;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.model.Filters;
import encore.infra.views.Collection;
import encore.infra.views.DocumentReaders;
import encore.infra.views.Documents;
import encore.infra.views.Partitions;
import encore.infra.views.Row;
import encore.infra.views.ViewsUnavailable;
import encore.infra.views.criteria.ComparableValue;
import encore.infra.views.criteria.Order;
import encore.infra.views.criteria.Where;
import encore.infra.views.criteria.WhereAnalysis;
import encore.infra.views.lanes.ReadDeadline;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The documents as one or more partition states see them. */
class MongoDocuments implements Documents {

    private static final int FETCH_SIZE = 500;

    final Map<String, StoredCollection> collections;
    private final List<MongoPartitionState> mongoPartitionStates;
    private final Set<StoredCollection> readCollections = new HashSet<>();

    /**
     * Creates a view of the documents at the given states.
     *
     * @param mongoPartitionStates one for each partition; a writer's own alone, when documents of no other partition are read
     */
    MongoDocuments(List<MongoPartitionState> mongoPartitionStates, Map<String, StoredCollection> collections) {
        this.mongoPartitionStates = List.copyOf(mongoPartitionStates);
        this.collections = collections;
    }

    static <R extends @Nullable Object> R translateErrors(Supplier<R> query) {
        try {
            return query.get();
        } catch (MongoException e) {
            ReadDeadline deadline = ReadDeadline.current();
            throw deadline != null && e instanceof MongoExecutionTimeoutException
                    ? deadline.stopped()
                    : new ViewsUnavailable(e);
        }
    }

    /** Makes the server stop a find at the current question's deadline. */
    static FindIterable<Document> untilDeadline(FindIterable<Document> found) {
        ReadDeadline deadline = ReadDeadline.current();
        if (deadline == null) {
            return found;
        }
        deadline.check();
        // 0 would mean no bound.
        return found.maxTime(1 + TimeUnit.NANOSECONDS.toMillis(deadline.remainingNanos()), TimeUnit.MILLISECONDS);
    }

    /** Returns whether nothing was written after these states in any collection that was read. */
    boolean isUnchanged() {
        return readCollections.stream()
                .allMatch(storedCollection -> mongoPartitionStates.stream()
                        .allMatch(mongoPartitionState -> isUnchanged(storedCollection, mongoPartitionState)));
    }

    private static boolean isUnchanged(StoredCollection storedCollection, MongoPartitionState mongoPartitionState) {
        return translateErrors(() -> untilDeadline(storedCollection.documents.find(Filters.and(
                                Filters.gt(StoredCollection.STAMP, mongoPartitionState.stamp()),
                                Filters.lt(StoredCollection.STAMP, mongoPartitionState.stampBound()))))
                        .projection(MongoQuery.keyAlone())
                        .first())
                == null;
    }

    @Override
    public long position() {
        return mongoPartitionStates.stream()
                .mapToLong(MongoPartitionState::position)
                .min()
                .orElseThrow();
    }

    @Override
    public <T> @Nullable T get(Collection<T> collection, String key) {
        StoredCollection storedCollection = storedCollection(collection);
        Document found = translateErrors(
                () -> untilDeadline(storedCollection.documents.find(Filters.eq(StoredCollection.KEY, key)))
                        .first());
        if (found == null) {
            return null;
        }
        return read(collection, storedCollection, key, found);
    }

    private <T> @Nullable T read(
            Collection<T> collection, StoredCollection storedCollection, String key, Document found) {
        StoredCollection.Content content =
                contentAt(mongoPartitionStates.get(Partitions.of(key, mongoPartitionStates.size())), found);
        return content.json() == null
                ? null
                : storedCollection.readers.reader(collection).read(content.json());
    }

    @Override
    public <T> Map<String, T> getAll(Collection<T> collection, java.util.Collection<String> keys) {
        StoredCollection storedCollection = storedCollection(collection);
        return translateErrors(() -> {
            Map<String, T> all = HashMap.newHashMap(keys.size());
            for (Document found : untilDeadline(storedCollection.documents.find(Filters.in(StoredCollection.KEY, keys)))
                    .batchSize(FETCH_SIZE)) {
                ReadDeadline.checkCurrent();
                String key = found.getString(StoredCollection.KEY);
                T document = read(collection, storedCollection, key, found);
                if (document != null) {
                    all.put(key, document);
                }
            }
            return all;
        });
    }

    /** Returns a document as it was at a state, as long as the store still has that content. */
    static StoredCollection.Content contentAt(MongoPartitionState mongoPartitionState, Document found) {
        StoredCollection.Content now = StoredCollection.Content.of(found);
        if (!mongoPartitionState.hasCommitted(now.stamp())) {
            StoredCollection.Content before = StoredCollection.Content.before(found);
            return before == null ? now : before;
        }
        return now;
    }

    @Override
    public <T> List<Row<T>> find(
            Collection<T> collection, Where where, Order order, @Nullable List<?> after, int limit) {
        StoredCollection storedCollection = storedCollection(collection);
        return findRows(storedCollection, where, order, after, limit, Set.of()).stream()
                .map(one -> new Row<>(
                        one.key, storedCollection.readers.reader(collection).read(one.json)))
                .toList();
    }

    /** A document's key and JSON. */
    record JsonRow(String key, String json) {}

    List<JsonRow> findRows(
            StoredCollection storedCollection,
            Where where,
            Order order,
            @Nullable List<?> after,
            int limit,
            Set<String> without) {
        if (limit < 1) {
            throw new IllegalArgumentException("The limit must be at least 1");
        }
        var mongoQuery = new MongoQuery(storedCollection, where);
        mongoQuery.requireSearchIndexes();
        MongoQuery.SortedFind walk = mongoQuery.walk(order, after);
        Where searched = mongoQuery.analysis.searchCondition();
        if (searched != null) {
            List<JsonRow> few = candidates(
                    storedCollection,
                    mongoQuery,
                    searched,
                    walk == null ? Integer.MAX_VALUE : WhereAnalysis.MAX_SORTED_CANDIDATES);
            if (few != null) {
                return sortPage(storedCollection, few, order, after, without, limit);
            }
        }
        if (walk == null) {
            throw new IllegalStateException("Only a search works without an index walk");
        }
        boolean filtered = !mongoQuery.isServerOnly();
        FindIterable<Document> found = untilDeadline(storedCollection.documents.find(walk.filter()))
                .projection(MongoQuery.forReading())
                .sort(walk.sort())
                .batchSize(filtered ? FETCH_SIZE : Math.min(FETCH_SIZE, limit + without.size()));
        if (!filtered && limit < Integer.MAX_VALUE - without.size()) {
            found = found.limit(limit + without.size());
        }
        return matchingRows(storedCollection, mongoQuery, found, limit, without);
    }

    @Override
    public <T> List<T> findAll(Collection<T> collection, Where.In among, Where where) {
        StoredCollection storedCollection = storedCollection(collection);
        return findAllRows(storedCollection, among, where, Set.of()).stream()
                .map(one -> storedCollection.readers.reader(collection).read(one.json))
                .toList();
    }

    List<JsonRow> findAllRows(StoredCollection storedCollection, Where.In among, Where where, Set<String> without) {
        var mongoQuery = new MongoQuery(storedCollection, Where.all(among, where));
        mongoQuery.requireSearchIndexes();
        FindIterable<Document> found = untilDeadline(storedCollection.documents.find(mongoQuery.lookUpEach(among)))
                .projection(MongoQuery.forReading())
                .batchSize(FETCH_SIZE);
        return matchingRows(storedCollection, mongoQuery, found, Integer.MAX_VALUE, without);
    }

    private static List<JsonRow> matchingRows(
            StoredCollection storedCollection,
            MongoQuery mongoQuery,
            FindIterable<Document> found,
            int limit,
            Set<String> without) {
        return translateErrors(() -> {
            var met = new ArrayList<JsonRow>();
            try (MongoCursor<Document> each = found.iterator()) {
                while (met.size() < limit && each.hasNext()) {
                    ReadDeadline.checkCurrent();
                    Document one = each.next();
                    var jsonRow =
                            new JsonRow(one.getString(StoredCollection.KEY), one.getString(StoredCollection.JSON));
                    if (!without.contains(jsonRow.key)
                            && (mongoQuery.analysis.matchesEverything()
                                    || new DocumentMatcher(storedCollection, StoredCollection.tree(jsonRow.json))
                                            .matchesAll(mongoQuery.analysis.parts()))) {
                        met.add(jsonRow);
                    }
                }
            }
            return met;
        });
    }

    /** Returns the documents that a search finds, or null when there are more candidates than {@code most}. */
    private static @Nullable List<JsonRow> candidates(
            StoredCollection storedCollection, MongoQuery mongoQuery, Where searched, int maxCandidates) {
        Bson filter = mongoQuery.candidates(searched);
        FindIterable<Document> found =
                untilDeadline(storedCollection.documents.find(filter)).projection(MongoQuery.forReading());
        var all = new ArrayList<JsonRow>();
        return translateErrors(() -> {
            try (MongoCursor<Document> each =
                    (maxCandidates == Integer.MAX_VALUE ? found : found.limit(maxCandidates + 1)).iterator()) {
                int seen = 0;
                while (each.hasNext()) {
                    ReadDeadline.checkCurrent();
                    Document one = each.next();
                    if (++seen > maxCandidates) {
                        return null;
                    }
                    var jsonRow =
                            new JsonRow(one.getString(StoredCollection.KEY), one.getString(StoredCollection.JSON));
                    if (new DocumentMatcher(storedCollection, StoredCollection.tree(jsonRow.json))
                            .matchesAll(mongoQuery.analysis.parts())) {
                        all.add(jsonRow);
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
    static List<JsonRow> sortPage(
            StoredCollection storedCollection,
            List<JsonRow> some,
            Order order,
            @Nullable List<?> after,
            Set<String> without,
            int limit) {
        var placed = new ArrayList<SortableRow>();
        Comparator<SortableRow> by = Comparator.comparing(SortableRow::place, MongoDocuments::compareLexically);
        Comparator<SortableRow> direction = order.descending() ? by.reversed() : by;
        SortableRow last = null;
        if (after != null) {
            var place = new ArrayList<@Nullable Object>();
            after.forEach(value -> place.add(ComparableValue.value(value)));
            last = new SortableRow(place, new JsonRow("", ""));
        }
        for (JsonRow one : some) {
            JsonNode tree = StoredCollection.tree(one.json);
            var place = new ArrayList<@Nullable Object>();
            order.fields().forEach(field -> place.add(DocumentValues.read(tree, field)));
            place.add(one.key);
            var row = new SortableRow(place, one);
            if (!without.contains(one.key)
                    && !place.contains(null)
                    && (last == null || direction.compare(last, row) < 0)) {
                placed.add(row);
            }
        }
        placed.sort(direction);
        return placed.stream().limit(limit).map(SortableRow::row).toList();
    }

    private record SortableRow(List<@Nullable Object> place, JsonRow row) {}

    private static int compareLexically(List<@Nullable Object> one, List<@Nullable Object> other) {
        for (int i = 0; i < one.size(); i++) {
            Object a = one.get(i);
            Object b = other.get(i);
            int compared =
                    a == null || b == null ? Boolean.compare(a != null, b != null) : DocumentValues.compare(a, b);
            if (compared != 0) {
                return compared;
            }
        }
        return 0;
    }

    @Override
    public long count(Collection<?> collection, Where where, long limit) {
        StoredCollection storedCollection = storedCollection(collection);
        var mongoQuery = new MongoQuery(storedCollection, where);
        return mongoQuery.analysis.matchesEverything()
                ? Math.min(
                        limit,
                        mongoPartitionStates.stream()
                                .mapToLong(mongoPartitionState -> mongoPartitionState
                                        .checksum(storedCollection.name)
                                        .toSum("")
                                        .documents())
                                .sum())
                : countRows(storedCollection, mongoQuery, limit, Set.of());
    }

    static long countRows(StoredCollection storedCollection, MongoQuery mongoQuery, long limit, Set<String> without) {
        mongoQuery.requireSearchIndexes();
        Bson filter = mongoQuery.count();
        FindIterable<Document> found =
                untilDeadline(storedCollection.documents.find(filter)).batchSize(FETCH_SIZE);
        if (!mongoQuery.isServerOnly()) {
            return matchingRows(
                            storedCollection,
                            mongoQuery,
                            found.projection(MongoQuery.forReading()),
                            (int) Math.min(limit, Integer.MAX_VALUE),
                            without)
                    .size();
        }
        return translateErrors(() -> {
            long count = 0;
            try (MongoCursor<Document> each =
                    found.projection(MongoQuery.keyAlone()).iterator()) {
                while (count < limit && each.hasNext()) {
                    ReadDeadline.checkCurrent();
                    count += without.contains(each.next().getString(StoredCollection.KEY)) ? 0 : 1;
                }
            }
            return count;
        });
    }

    StoredCollection storedCollection(Collection<?> collection) {
        StoredCollection storedCollection = collections.get(collection.name());
        if (storedCollection == null) {
            throw DocumentReaders.unknownCollection(collection);
        }
        storedCollection.readers.reader(collection);
        readCollections.add(storedCollection);
        return storedCollection;
    }
}
