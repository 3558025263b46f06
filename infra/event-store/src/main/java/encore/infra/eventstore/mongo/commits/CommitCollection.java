package encore.infra.eventstore.mongo.commits;

import com.mongodb.MongoWriteException;
import com.mongodb.ReadConcern;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.InsertManyOptions;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.Sorts;
import encore.infra.eventstore.log.LogHash;
import encore.infra.eventstore.log.StreamHead;
import encore.infra.eventstore.log.commit.StoredEvent;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.bson.types.Binary;
import org.jspecify.annotations.Nullable;

/**
 * The collection of commits. Positions and sequences have no gaps, so queries name each wanted value ({@code $in}). The
 * server neither sorts nor searches within an array.
 */
public class CommitCollection {

    public static final String COLLECTION = "commits";

    private static final int USUAL_COMMIT_SIZE = 32;
    private static final int[] STREAM_STEPS = {16, 64, 256, 1_000};
    private static final int PROBES = 64;
    private static final List<Long> FAR_PROBES = LongStream.concat(
                    LongStream.range(0, 8), LongStream.iterate(15, probe -> probe < 1L << 40, probe -> probe * 2 + 1))
            .boxed()
            .toList();
    private static final Bson ID_ALONE = Projections.include("_id");

    private final MongoCollection<Document> majorityView;
    private final MongoCollection<Document> localView;

    public CommitCollection(Database database) {
        majorityView = database.collection(COLLECTION);
        localView = majorityView.withReadConcern(ReadConcern.LOCAL);
    }

    /**
     * Inserts documents in order and stops at the first that cannot be inserted. An exception says nothing about what
     * is in the log.
     */
    public void insert(List<Document> commits) {
        majorityView.insertMany(commits, new InsertManyOptions().ordered(true));
    }

    /** Finds the ids of the commits at positions as the primary has them, whether or not a majority has them. */
    public Map<Long, Binary> idsAt(Collection<Long> positions) {
        Map<Long, Binary> found = new HashMap<>();
        for (Document commit : localView.find(Filters.in("_id", positions)).projection(Projections.include("ids"))) {
            found.put(
                    CommitDocument.number(commit, "_id"),
                    commit.getList("ids", Binary.class).getFirst());
        }
        return found;
    }

    public boolean majorityHas(long position) {
        return majorityView
                        .find(Filters.eq("_id", position))
                        .projection(ID_ALONE)
                        .first()
                != null;
    }

    /** Returns commits from a position on, up to the first gap. */
    public List<CommitDocument> following(long position, int most) {
        List<CommitDocument> found = new ArrayList<>();
        long next = position;
        for (CommitDocument commit : inRange(position, position + most - 1)) {
            if (commit.first() != next) {
                break;
            }
            found.add(commit);
            next = commit.last() + 1;
        }
        return found;
    }

    /** Returns the commits that begin in a range of positions, in order. */
    public List<CommitDocument> inRange(long from, long to) {
        LogHash hash = new LogHash();
        List<CommitDocument> found = new ArrayList<>();
        for (Document commit : majorityView.find(idsInRange(from, to))) {
            found.add(CommitDocument.decode(commit, hash));
        }
        found.sort(Comparator.comparingLong(CommitDocument::first));
        return found;
    }

    private static Bson idsInRange(long from, long to) {
        return from == to
                ? Filters.eq("_id", from)
                : Filters.in("_id", LongStream.rangeClosed(from, to).boxed().toList());
    }

    /** Returns the commit that contains a position, or null when the log has none that early. */
    public @Nullable CommitDocument covering(long position) {
        List<CommitDocument> near = inRange(Math.max(1, position - USUAL_COMMIT_SIZE + 1), position);
        if (!near.isEmpty()) {
            return near.getLast();
        }
        return first(majorityView
                .find(Filters.and(Filters.gte("_id", 1L), Filters.lte("_id", position)))
                .sort(Sorts.descending("_id"))
                .limit(1)
                .first());
    }

    /**
     * Returns the last commit, or null in an empty log. Voids have ids of another type: they sort after all numbers but
     * do not match a comparison with one.
     */
    public @Nullable CommitDocument last() {
        return first(majorityView
                .find(Filters.gte("_id", 1L))
                .sort(Sorts.descending("_id"))
                .limit(1)
                .first());
    }

    private static @Nullable CommitDocument first(@Nullable Document document) {
        return document == null ? null : CommitDocument.decode(document, new LogHash());
    }

    /**
     * Finds the document that contains an id that is unique in the log: a commit or a void; null when there is none.
     */
    public @Nullable Document holder(Binary id) {
        return majorityView.find(Filters.eq("ids", id)).first();
    }

    /** Returns whether a commit's id is in the log, can never be in it, or may still come. */
    public CommitState state(Binary commitId) {
        Document holder = majorityView
                .find(Filters.eq("ids", commitId))
                .projection(ID_ALONE)
                .first();
        return holder == null ? CommitState.OPEN : isVoid(holder) ? CommitState.VOID : CommitState.APPENDED;
    }

    public static boolean isVoid(Document holder) {
        return !(holder.get("_id") instanceof Number);
    }

    /**
     * Claims the commit's id with a void document, so that a writer that may be dead can no longer append the commit.
     * If the commit is already there, nothing happens: the unique index decides.
     */
    public void voidCommit(Binary commitId, long now) {
        try {
            majorityView.insertOne(new Document("_id", commitId)
                    .append("ids", List.of(commitId))
                    .append(
                            "events",
                            List.of(new Document("key", "void." + HexFormat.of().formatHex(commitId.getData()))))
                    .append("at", now));
        } catch (MongoWriteException e) {
            if (!Database.isDuplicate(e)) {
                throw e;
            }
        }
    }

    /** Returns those of the given slots ({@code <stream>@<sequence>}) that are taken. */
    public Set<String> takenSlots(Collection<String> slots) {
        Set<String> found = new HashSet<>();
        for (Document commit :
                majorityView.find(Filters.in("events.key", slots)).projection(Projections.include("events.key"))) {
            for (Document event : commit.getList("events", Document.class)) {
                found.add(event.getString("key"));
            }
        }
        return found;
    }

    /** Returns the commit that contains a slot, or null. */
    public @Nullable CommitDocument inSlot(String slot) {
        return first(majorityView.find(Filters.eq("events.key", slot)).first());
    }

    /** Reads events of a stream. A short stream takes one small query, a long page a few more. */
    public List<StoredEvent> stream(String name, long from, int limit) {
        LogHash hash = new LogHash();
        TreeMap<Long, StoredEvent> found = new TreeMap<>();
        long next = from;
        for (int step = 0; next < from + limit; step++) {
            long end = Math.min(from + limit, next + STREAM_STEPS[Math.min(step, STREAM_STEPS.length - 1)]);
            List<String> slots = LongStream.range(next, end)
                    .mapToObj(sequence -> CommitDocument.slot(name, sequence))
                    .toList();
            for (Document commit : majorityView.find(Filters.in("events.key", slots))) {
                for (StoredEvent event : CommitDocument.decode(commit, hash).events()) {
                    if (event.stream().equals(name) && event.sequence() >= from && event.sequence() < from + limit) {
                        found.put(event.sequence(), event);
                    }
                }
            }
            if (!found.containsKey(end - 1)) {
                break;
            }
            next = end;
        }
        return List.copyOf(found.values());
    }

    /**
     * Finds a stream's last event. No index over an array answers for the greatest sequence of one stream, so it
     * queries some sequences at a time, in ever smaller steps. Most streams are short and take one query.
     */
    public @Nullable StreamHead streamHead(String name) {
        StreamHead best = highest(name, FAR_PROBES);
        if (best == null) {
            return null;
        }
        long low = best.sequence();
        long high = FAR_PROBES.stream().filter(probe -> probe > low).findFirst().orElseThrow();
        return between(name, best, high);
    }

    /** @param absent a sequence that the stream has not reached */
    private StreamHead between(String name, StreamHead found, long absent) {
        StreamHead best = found;
        long high = absent;
        while (high - best.sequence() > 1) {
            long end = high;
            long step = Math.max(1, (end - best.sequence()) / PROBES);
            StreamHead closer = highest(
                    name,
                    LongStream.iterate(best.sequence() + step, probe -> probe < end, probe -> probe + step)
                            .boxed()
                            .toList());
            if (closer != null) {
                best = closer;
            }
            high = Math.min(high, best.sequence() + step);
        }
        return best;
    }

    private @Nullable StreamHead highest(String name, List<Long> sequences) {
        List<String> slots = sequences.stream()
                .map(sequence -> CommitDocument.slot(name, sequence))
                .toList();
        StreamHead highest = null;
        for (Document commit : majorityView
                .find(Filters.in("events.key", slots))
                .projection(Projections.include("events.key", "events.type"))) {
            for (Document event : commit.getList("events", Document.class)) {
                String key = event.getString("key");
                int at = key.lastIndexOf('@');
                if (key.substring(0, at).equals(name)) {
                    long sequence = Long.parseLong(key.substring(at + 1));
                    if (highest == null || sequence > highest.sequence()) {
                        highest = new StreamHead(sequence, event.getString("type"));
                    }
                }
            }
        }
        return highest;
    }

    /** The state of a commit's id. */
    public enum CommitState {
        APPENDED,
        VOID,
        OPEN
    }
}
