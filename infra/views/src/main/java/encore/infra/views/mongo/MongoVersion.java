package encore.infra.views.mongo;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.exists;
import static com.mongodb.client.model.Filters.gt;
import static com.mongodb.client.model.Filters.gte;
import static com.mongodb.client.model.Filters.in;
import static com.mongodb.client.model.Filters.lte;

import com.github.benmanes.caffeine.cache.Cache;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.ReplaceOptions;
import com.mongodb.client.model.Sorts;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.Updates;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.infra.views.ViewsUnavailable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/** One version of one projection in collections of its own, with a state and dead letters beside them. */
final class MongoVersion implements Views.Version, Views.DeadLetters {

    private static final String ID = "_id";
    private static final String STATE = "state";
    private static final String SCRUBBED = "scrubbed";
    private static final String SETTLED = "settled";
    private static final ReplaceOptions UPSERT = new ReplaceOptions().upsert(true);

    final Views.Shape shape;
    private final int number;
    private final String prefix;
    private final MongoDatabase database;
    private final Map<String, Stored> collections = new LinkedHashMap<>();
    private final MongoCollection<Document> states;
    private final MongoCollection<Document> letters;
    private final Cache<Place, Kept> recent;
    private final Semaphore writing = new Semaphore(1);
    private volatile State seen = State.EMPTY;
    private volatile boolean closed;

    /** What the writer committed last; null until it takes over, and when it cannot be sure. */
    private @Nullable State mine;

    MongoVersion(Views.Shape shape, int number, MongoDatabase database, Cache<Place, Kept> recent) {
        this.shape = shape;
        this.number = number;
        this.prefix = prefix(shape.projection(), number);
        this.database = database;
        this.recent = recent;
        this.states = database.getCollection(prefix + "_state");
        this.letters = database.getCollection(prefix + "_dead_letters");
        shape.collections()
                .forEach(collection -> collections.put(
                        collection.name(), new Stored(collection, database.getCollection(prefix + collection.name()))));
        Found.ask(() -> {
            states.updateOne(
                    eq(ID, STATE), new Document("$setOnInsert", State.EMPTY.print()), new UpdateOptions().upsert(true));
            collections.values().forEach(this::prepare);
            return true;
        });
        position();
    }

    static String prefix(String projection, int number) {
        return projection + "_v" + number + "_";
    }

    /** Makes the indexes; documents that were written for other indexes get the fields of these. */
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
    public long position() {
        return look().position();
    }

    /** The state as it is now. */
    private State look() {
        State now = Found.ask(() -> {
            Document found = states.find(eq(ID, STATE)).first();
            if (found == null) {
                throw new IllegalStateException(shape.projection() + " version " + number + " was dropped");
            }
            return State.parse(found);
        });
        seen = now;
        return now;
    }

    @Override
    public <R> R read(Function<Documents, R> question) {
        mustBeOpen();
        return question.apply(new Found(seen, collections));
    }

    @Override
    public <R> Optional<R> readStill(Function<Documents, R> question) {
        mustBeOpen();
        var found = new Found(look(), collections);
        R answer = question.apply(found);
        return found.stillSo() ? Optional.of(answer) : Optional.empty();
    }

    private void mustBeOpen() {
        if (closed) {
            throw new IllegalStateException(shape.projection() + " version " + number + " is closed");
        }
    }

    @Override
    public Documents.Batch begin() {
        writing.acquireUninterruptibly();
        try {
            mustBeOpen();
            State now = mine;
            return new MongoBatch(this, now == null ? takenOver() : now, collections);
        } catch (RuntimeException e) {
            writing.release();
            throw e;
        }
    }

    @Override
    public void takeOver() {
        writing.acquireUninterruptibly();
        try {
            takenOver();
        } finally {
            writing.release();
        }
    }

    /** Begins an epoch: whoever wrote before commits no more, and what it had begun is undone. */
    private State takenOver() {
        return Found.ask(() -> {
            while (true) {
                State before = look();
                State next = before.nextEpoch();
                var filter = and(eq(ID, STATE), eq("epoch", before.epoch()), eq("stamp", before.stamp()));
                if (states.updateOne(filter, new Document("$set", next.print())).getMatchedCount() == 1) {
                    forgetAll();
                    collections.values().forEach(stored -> undo(stored, before, next));
                    seen = next;
                    mine = next;
                    return next;
                }
            }
        });
    }

    private static void undo(Stored stored, State before, State next) {
        var cutOff = new ArrayList<Document>();
        stored.documents
                .find(and(gt(Stored.STAMP, before.stamp()), lte(Stored.STAMP, next.stamp())))
                .into(cutOff);
        for (Document one : cutOff) {
            Stored.Content was = Stored.Content.before(one);
            if (was == null) {
                throw new IllegalStateException("What a batch found is kept until it was committed");
            }
            var content = new Stored.Content(next.stamp(), was.json(), was.hash());
            var restored = new Document(ID, one.getString(ID));
            restored.putAll(content.members());
            if (content.json() != null) {
                restored.putAll(stored.derived(content.json()));
            }
            stored.documents.replaceOne(
                    and(eq(ID, one.getString(ID)), eq(Stored.STAMP, one.getLong(Stored.STAMP))), restored);
        }
    }

    /** What a batch ends with, behind its documents: the dead letters, the mark, and last the state. */
    void commit(State before, State after, Iterable<Letter> added, Set<Long> settled) {
        for (Letter letter : added) {
            add(letter, before, after.stamp());
        }
        for (long position : settled) {
            letters.updateOne(eq(ID, position), Updates.set(SETTLED, after.stamp()));
        }
        if (after.position() % State.MARK == 0 && after.position() > 0) {
            String id = mark(after.position());
            states.replaceOne(eq(ID, id), new Document(ID, id).append("sums", State.print(after.sums())), UPSERT);
        }
        // Only the last epoch's writer is let through.
        long matched = states.updateOne(
                        and(eq(ID, STATE), eq("epoch", before.epoch()), eq("stamp", before.stamp())),
                        new Document("$set", after.print()))
                .getMatchedCount();
        if (matched != 1) {
            throw new ViewsUnavailable(
                    new IllegalStateException("another process writes " + shape.projection() + " now"));
        }
        mine = after;
        seen = after;
        if (!settled.isEmpty()) {
            letters.deleteMany(and(in(ID, settled), eq(SETTLED, after.stamp())));
        }
    }

    private void add(Letter letter, State before, long stamp) {
        Document old = letters.find(eq(ID, letter.position())).first();
        if (old != null && shown(old, before)) {
            letters.updateOne(
                    eq(ID, letter.position()),
                    Updates.combine(Updates.set("kind", letter.kind()), Updates.set("attempts", letter.attempts())));
            return;
        }
        letters.replaceOne(
                eq(ID, letter.position()),
                new Document(ID, letter.position())
                        .append("stream", letter.stream())
                        .append("kind", letter.kind())
                        .append("attempts", letter.attempts())
                        .append(Stored.STAMP, stamp),
                UPSERT);
    }

    /** Neither of a batch that was cut off, nor settled by one that was not. */
    private static boolean shown(Document letter, State state) {
        Long settled = letter.getLong(SETTLED);
        return state.committed(letter.getLong(Stored.STAMP)) && (settled == null || !state.committed(settled));
    }

    private static String mark(long position) {
        return "mark:" + position;
    }

    /** Whether the last commit took place is not known: the next begins with what the store says. */
    void doubt() {
        mine = null;
        forgetAll();
    }

    void ended() {
        writing.release();
    }

    @Nullable
    Kept kept(Stored stored, String key) {
        return recent.getIfPresent(new Place(prefix, stored.name, key));
    }

    void keep(Stored stored, String key, Kept document) {
        recent.put(new Place(prefix, stored.name, key), document);
    }

    private void forgetAll() {
        recent.asMap().keySet().removeIf(place -> place.version.equals(prefix));
    }

    @Override
    public List<Views.Sum> checksums() {
        State now = look();
        return collections.keySet().stream()
                .map(name -> now.checksum(name).as(name))
                .toList();
    }

    @Override
    public @Nullable List<Views.Sum> checksumsAt(long mark) {
        Document found = Found.ask(() -> states.find(eq(ID, mark(mark))).first());
        return found == null ? null : State.sums(found);
    }

    @Override
    public Views.DeadLetters deadLetters() {
        return this;
    }

    @Override
    public List<Letter> list(long afterPosition, int limit) {
        return Found.ask(() -> {
            var some = new ArrayList<Letter>();
            State now = null;
            try (MongoCursor<Document> each = letters.find(gt(ID, afterPosition))
                    .sort(Sorts.ascending(ID))
                    .batchSize(limit)
                    .iterator()) {
                while (some.size() < limit && each.hasNext()) {
                    Document one = each.next();
                    now = now == null ? look() : now;
                    if (shown(one, now)) {
                        some.add(new Letter(
                                one.getLong(ID),
                                one.getString("stream"),
                                one.getString("kind"),
                                one.getInteger("attempts")));
                    }
                }
            }
            return some;
        });
    }

    @Override
    public void remove(long position) {
        try (Documents.Batch batch = begin()) {
            batch.settled(position);
            batch.commit(((MongoBatch) batch).position());
        }
    }

    /** Forgets what committed batches found before them: it may be what was erased. */
    boolean scrub() {
        return Found.ask(() -> {
            State now = look();
            Document known = states.find(eq(ID, SCRUBBED)).first();
            long from = known == null ? -1 : known.getLong(Stored.STAMP);
            for (State.Ended epoch : now.committedUpTo()) {
                long first = Math.max(from + 1, State.firstOf(epoch.epoch()));
                if (first <= epoch.stamp()) {
                    for (Stored stored : collections.values()) {
                        stored.documents.updateMany(
                                and(gte(Stored.STAMP, first), lte(Stored.STAMP, epoch.stamp())),
                                Updates.unset(Stored.BEFORE));
                    }
                }
            }
            states.replaceOne(eq(ID, SCRUBBED), new Document(ID, SCRUBBED).append(Stored.STAMP, now.stamp()), UPSERT);
            return true;
        });
    }

    void drop() {
        closed = true;
        Found.ask(() -> {
            collections.values().forEach(stored -> stored.documents.drop());
            letters.drop();
            states.drop();
            return true;
        });
        forgetAll();
    }

    void close() {
        closed = true;
        forgetAll();
    }

    /** Where a document is. */
    record Place(String version, String collection, String key) {}

    /** A document as it was last committed. */
    record Kept(@Nullable Object document, Stored.Content content) {}
}
