package encore.infra.views.mongo;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.exists;

import com.github.benmanes.caffeine.cache.Cache;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.ReplaceOptions;
import com.mongodb.client.model.Sorts;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/** One version of one projection, in collections of its own for documents, states and dead letters. */
final class MongoVersion implements Views.Version {

    private static final String ID = "_id";
    private static final String NOTED = "noted";
    private static final ReplaceOptions UPSERT = new ReplaceOptions().upsert(true);

    final Views.Shape shape;
    private final int number;
    final String prefix;
    final Map<String, Stored> collections = new LinkedHashMap<>();
    private final MongoCollection<Document> states;
    private final List<MongoSegment> segments;
    private final Cache<Place, Kept> recent;
    private volatile boolean closed;

    MongoVersion(Views.Shape shape, int number, int segments, MongoDatabase database, Cache<Place, Kept> recent) {
        this.shape = shape;
        this.number = number;
        this.prefix = prefix(shape.projection(), number);
        this.recent = recent;
        this.states = database.getCollection(prefix + "_state");
        shape.collections()
                .forEach(collection -> collections.put(
                        collection.name(), new Stored(collection, database.getCollection(prefix + collection.name()))));
        this.segments = IntStream.range(0, segments)
                .mapToObj(index -> new MongoSegment(this, index, database, states))
                .toList();
        Found.ask(() -> {
            this.segments.forEach(MongoSegment::prepare);
            collections.values().forEach(this::prepare);
            return true;
        });
        position();
    }

    static String prefix(String projection, int number) {
        return projection + "_v" + number + "_";
    }

    /** Creates the indexes. Documents that were written under other indexes get the fields of these. */
    private void prepare(Stored stored) {
        stored.prepare();
        var declared = new Document(ID, "declared:" + stored.name)
                .append("fields", List.copyOf(stored.fields))
                .append("text", List.copyOf(stored.text));
        Document before = states.find(eq(ID, declared.getString(ID))).first();
        if (declared.equals(before)) {
            return;
        }
        if (before != null) {
            for (Document one : stored.documents.find(exists(Stored.JSON)).sort(Sorts.ascending(ID))) {
                stored.documents.updateOne(
                        and(eq(ID, one.getString(ID)), eq(Stored.STAMP, one.getLong(Stored.STAMP))),
                        new Document("$set", stored.derived(one.getString(Stored.JSON))));
            }
        }
        states.replaceOne(eq(ID, declared.getString(ID)), declared, UPSERT);
    }

    @Override
    public int number() {
        return number;
    }

    @Override
    public void note(String how) {
        Found.ask(() -> states.replaceOne(eq(ID, NOTED), new Document(ID, NOTED).append("how", how), UPSERT));
    }

    @Override
    public Optional<String> noted() {
        return Found.ask(() -> Optional.ofNullable(states.find(eq(ID, NOTED)).first()))
                .map(noted -> noted.getString("how"));
    }

    @Override
    public List<MongoSegment> segments() {
        return segments;
    }

    @Override
    public <R> R read(Function<Documents, R> question) {
        mustBeOpen();
        return question.apply(new Found(states(MongoSegment::seen), collections));
    }

    @Override
    public <R> Optional<R> readStill(Function<Documents, R> question) {
        mustBeOpen();
        var found = new Found(states(MongoSegment::look), collections);
        R answer = question.apply(found);
        boolean still = found.stillSo();
        // When another process drops this version, its states are deleted before its documents, and this call throws.
        states(MongoSegment::look);
        return still ? Optional.of(answer) : Optional.empty();
    }

    private List<State> states(Function<MongoSegment, State> how) {
        return segments.stream().map(how).toList();
    }

    void mustBeOpen() {
        if (closed) {
            throw new IllegalStateException(shape.projection() + " version " + number + " is closed");
        }
    }

    @Nullable
    Kept kept(Stored stored, String key) {
        return recent.getIfPresent(new Place(prefix, stored.name, key));
    }

    void keep(Stored stored, String key, Kept document) {
        recent.put(new Place(prefix, stored.name, key), document);
    }

    void forgetAll() {
        recent.asMap().keySet().removeIf(place -> place.version.equals(prefix));
    }

    @Override
    public boolean scrub() {
        segments.forEach(MongoSegment::scrub);
        return true;
    }

    @Override
    public String toString() {
        return shape.projection() + " version " + number;
    }

    void drop() {
        closed = true;
        Found.ask(() -> {
            // The states go first: a concurrent reader must not take deleted documents for documents that never
            // existed.
            states.drop();
            collections.values().forEach(stored -> stored.documents.drop());
            segments.forEach(MongoSegment::drop);
            return true;
        });
        forgetAll();
    }

    void close() {
        closed = true;
        forgetAll();
    }

    /** The cache key of a document. */
    record Place(String version, String collection, String key) {}

    /** A document as it was last committed. */
    record Kept(@Nullable Object document, Stored.Content content) {

        int bytes() {
            return content.json() == null ? 0 : content.json().length();
        }
    }
}
