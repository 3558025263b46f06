package encore.infra.views.mongo;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.exists;
import static com.mongodb.client.model.Filters.gt;
import static com.mongodb.client.model.Filters.gte;
import static com.mongodb.client.model.Filters.in;
import static com.mongodb.client.model.Filters.lt;
import static com.mongodb.client.model.Filters.lte;
import static com.mongodb.client.model.Filters.or;

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
import java.util.List;
import java.util.Set;
import java.util.concurrent.Semaphore;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * One partition of a version's documents, with its own state, marks and dead letters, and with stamps that no other
 * partition uses.
 */
final class MongoSegment implements Views.Segment, Views.DeadLetters {

    private static final String ID = "_id";
    private static final String SETTLED = "settled";
    private static final String TRIED = "tried";
    private static final ReplaceOptions UPSERT = new ReplaceOptions().upsert(true);

    private final MongoVersion version;
    private final int index;
    private final MongoCollection<Document> states;
    private final MongoCollection<Document> letters;
    private final Semaphore writing = new Semaphore(1);
    private volatile State seen;

    /**
     * The state that the writer committed last; null until it takes over, and after a commit whose result is unknown.
     */
    private @Nullable State mine;

    MongoSegment(MongoVersion version, int index, MongoDatabase database, MongoCollection<Document> states) {
        this.version = version;
        this.index = index;
        this.states = states;
        this.letters = database.getCollection(version.prefix + named("_dead_letters", "_"));
        this.seen = State.empty(index);
    }

    /** Returns a name for this partition. The first partition's names are the same as before there were several. */
    private String named(String what, String separator) {
        return index == 0 ? what : what + separator + index;
    }

    private String id() {
        return named("state", ":");
    }

    void prepare() {
        states.updateOne(
                eq(ID, id()),
                new Document("$setOnInsert", State.empty(index).print()),
                new UpdateOptions().upsert(true));
    }

    void drop() {
        letters.drop();
    }

    State seen() {
        return seen;
    }

    @Override
    public long position() {
        return look().position();
    }

    /** Reads the current state. */
    State look() {
        State now = Found.ask(() -> {
            Document found = states.find(eq(ID, id())).first();
            if (found == null) {
                throw new IllegalStateException(version + " was dropped");
            }
            return State.parse(found);
        });
        see(now);
        return now;
    }

    /**
     * Records a state that was read. Of two concurrent reads the later one may have found an older state, and a caller
     * that was told a position must not read documents from before it.
     */
    synchronized void see(State found) {
        if (found.stamp() >= seen.stamp()) {
            seen = found;
        }
    }

    @Override
    public Documents.Batch begin() {
        writing.acquireUninterruptibly();
        try {
            version.mustBeOpen();
            State now = mine;
            return new MongoBatch(version, this, now == null ? takenOver() : now, version.collections);
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

    /** Begins an epoch. The writer before can commit no more, and its uncommitted writes are undone. */
    private State takenOver() {
        return Found.ask(() -> {
            while (true) {
                State before = look();
                State next = before.nextEpoch();
                var filter = and(eq(ID, id()), eq("epoch", before.epoch()), eq("stamp", before.stamp()));
                if (states.updateOne(filter, new Document("$set", next.print())).getMatchedCount() == 1) {
                    version.forgetAll();
                    version.collections.values().forEach(stored -> undo(stored, before, next));
                    see(next);
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
                throw new IllegalStateException("A document of an uncommitted batch lacks its earlier content");
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

    /** Commits a batch after its documents were written: the dead letters, the mark, and the state last. */
    void commit(State before, State after, Iterable<Letter> added, Set<Long> settled) {
        for (Letter letter : added) {
            add(letter, before, after);
        }
        for (long position : settled) {
            letters.updateOne(
                    and(eq(ID, position), earlier(Stored.STAMP, after), earlier(SETTLED, after)),
                    Updates.set(SETTLED, after.stamp()));
        }
        if (after.position() % State.MARK == 0 && after.position() > 0) {
            String id = mark(after.position());
            states.replaceOne(
                    and(eq(ID, id), earlier(Stored.STAMP, after)),
                    new Document(ID, id)
                            .append("sums", State.print(after.sums()))
                            .append(Stored.STAMP, after.stamp()),
                    UPSERT);
        }
        // This succeeds for the last epoch's writer alone.
        long matched = states.updateOne(
                        and(eq(ID, id()), eq("epoch", before.epoch()), eq("stamp", before.stamp())),
                        new Document("$set", after.print()))
                .getMatchedCount();
        if (matched != 1) {
            throw new ViewsUnavailable(new IllegalStateException("another process writes " + version + " now"));
        }
        mine = after;
        see(after);
        if (!settled.isEmpty()) {
            letters.deleteMany(and(in(ID, settled), eq(SETTLED, after.stamp())));
        }
    }

    /**
     * Matches records that an earlier stamp wrote. A writer that was paused and replaced may come late: what a later
     * owner wrote stays, and its upsert of an existing key fails.
     */
    private static Bson earlier(String stamp, State after) {
        return or(exists(stamp, false), lt(stamp, after.stamp()));
    }

    private void add(Letter letter, State before, State after) {
        Document old = letters.find(eq(ID, letter.position())).first();
        if (old != null && shown(old, before)) {
            letters.updateOne(
                    and(eq(ID, letter.position()), earlier(Stored.STAMP, after), earlier(TRIED, after)),
                    Updates.combine(
                            Updates.set("kind", letter.kind()),
                            Updates.set("attempts", letter.attempts()),
                            Updates.set(TRIED, after.stamp())));
            return;
        }
        letters.replaceOne(
                and(eq(ID, letter.position()), earlier(Stored.STAMP, after)),
                new Document(ID, letter.position())
                        .append("stream", letter.stream())
                        .append("kind", letter.kind())
                        .append("attempts", letter.attempts())
                        .append(Stored.STAMP, after.stamp()),
                UPSERT);
    }

    /** Returns whether a dead letter is valid: its batch was committed, and no committed batch has removed it. */
    private static boolean shown(Document letter, State state) {
        Long settled = letter.getLong(SETTLED);
        return state.committed(letter.getLong(Stored.STAMP)) && (settled == null || !state.committed(settled));
    }

    private String mark(long position) {
        return named("mark:" + position, ":");
    }

    /** Handles a commit whose result is unknown: the next batch begins with the stored state. */
    void doubt() {
        mine = null;
        version.forgetAll();
    }

    void ended() {
        writing.release();
    }

    @Override
    public List<Views.Sum> checksums() {
        State now = look();
        return version.collections.keySet().stream()
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

    /** Deletes the earlier content that committed batches kept, because it may be erased data. */
    boolean scrub() {
        return Found.ask(() -> {
            String scrubbed = named("scrubbed", ":");
            State now = look();
            Document known = states.find(eq(ID, scrubbed)).first();
            long from = known == null ? -1 : known.getLong(Stored.STAMP);
            for (State.Ended epoch : now.committedUpTo()) {
                long first = Math.max(from + 1, State.firstOf(epoch.epoch()));
                if (first <= epoch.stamp()) {
                    for (Stored stored : version.collections.values()) {
                        stored.documents.updateMany(
                                and(gte(Stored.STAMP, first), lte(Stored.STAMP, epoch.stamp())),
                                Updates.unset(Stored.BEFORE));
                    }
                }
            }
            states.replaceOne(eq(ID, scrubbed), new Document(ID, scrubbed).append(Stored.STAMP, now.stamp()), UPSERT);
            return true;
        });
    }
}
