package encore.infra.views.mongo;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoException;
import com.mongodb.bulk.BulkWriteError;
import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.InsertOneModel;
import com.mongodb.client.model.ReplaceOneModel;
import com.mongodb.client.model.ReplaceOptions;
import com.mongodb.client.model.WriteModel;
import encore.infra.views.Checksum;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Order;
import encore.infra.views.Row;
import encore.infra.views.Views;
import encore.infra.views.Views.DeadLetters.Letter;
import encore.infra.views.ViewsUnavailable;
import encore.infra.views.Where;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.bson.Document;
import org.bson.types.Binary;
import org.jspecify.annotations.Nullable;

/**
 * A batch that keeps its documents in memory and writes them at its commit: the documents of each collection in one
 * unordered bulk, then the dead letters, and the state last. A document whose stamp no state covers belongs to an
 * interrupted batch. Readers then take the content that it had before.
 */
final class MongoBatch extends Found implements Documents.Batch {

    private static final BulkWriteOptions UNORDERED = new BulkWriteOptions().ordered(false);
    private static final ReplaceOptions UPSERT = new ReplaceOptions().upsert(true);
    private static final int DUPLICATE = 11_000;
    /**
     * Each document counts twice, with its new and its earlier content. A request of the wire protocol is limited to 48
     * MB.
     */
    private static final int MOST_BYTES = 16_000_000;

    private final MongoVersion version;
    private final MongoSegment segment;
    private final State before;
    private final Map<Stored, Map<String, Held>> held = new HashMap<>();
    private final Deque<Undo> undo = new ArrayDeque<>();
    private final Map<Long, Letter> letters = new TreeMap<>();
    private final TreeSet<Long> settled = new TreeSet<>();
    private boolean done;

    MongoBatch(MongoVersion version, MongoSegment segment, State before, Map<String, Stored> collections) {
        super(List.of(before), collections);
        this.version = version;
        this.segment = segment;
        this.before = before;
        collections.values().forEach(stored -> held.put(stored, new LinkedHashMap<>()));
    }

    private Map<String, Held> held(Stored stored) {
        Map<String, Held> documents = held.get(stored);
        if (documents == null || done) {
            throw new IllegalStateException("The batch is closed");
        }
        return documents;
    }

    private Held of(Stored stored, String key) {
        return held(stored).computeIfAbsent(key, it -> new Held());
    }

    @Override
    public <T> @Nullable T get(Collection<T> collection, String key) {
        Stored stored = stored(collection);
        Held one = of(stored, key);
        if (!one.known && !one.dirty) {
            look(stored, key, one);
        }
        return one.document == null ? null : collection.type().cast(one.document);
    }

    @Override
    public <T> Map<String, T> getAll(Collection<T> collection, java.util.Collection<String> keys) {
        return getEach(collection, keys);
    }

    private void look(Stored stored, String key, Held one) {
        MongoVersion.Kept kept = version.kept(stored, key);
        if (kept == null) {
            Document found =
                    ask(() -> stored.documents.find(Filters.eq(Stored.KEY, key)).first());
            Stored.Content content = found == null ? Stored.Content.ABSENT : at(before, found);
            kept = new MongoVersion.Kept(content.json() == null ? null : stored.read(content.json()), content);
        }
        one.known = true;
        one.content = kept.content();
        if (!one.dirty) {
            one.document = kept.document();
        }
    }

    @Override
    public <T> void put(Collection<T> collection, String key, T document) {
        change(stored(collection), key, document);
    }

    @Override
    public void remove(Collection<?> collection, String key) {
        change(stored(collection), key, null);
    }

    private void change(Stored stored, String key, @Nullable Object document) {
        if (key.isEmpty()) {
            throw new IllegalArgumentException("A document's key must not be empty");
        }
        Held one = of(stored, key);
        undo.push(new Undo(one, one.document, one.dirty));
        one.document = document;
        one.dirty = true;
    }

    @Override
    public void mark() {
        undo.clear();
    }

    @Override
    public void undoToMark() {
        while (!undo.isEmpty()) {
            Undo last = undo.pop();
            last.held.document = last.document;
            last.held.dirty = last.dirty;
        }
    }

    @Override
    public <T> List<Row<T>> find(
            Collection<T> collection, Where where, Order order, @Nullable List<?> after, int limit) {
        Stored stored = stored(collection);
        Map<String, Raw> changed = changed(stored);
        var all = new ArrayList<>(rows(stored, where, order, after, limit, changed.keySet()));
        all.addAll(wanted(stored, where, changed));
        return sorted(stored, all, order, after, Set.of(), limit).stream()
                .map(one -> new Row<>(one.key(), stored.parts.reader(collection).read(one.json())))
                .toList();
    }

    @Override
    public <T> List<T> findAll(Collection<T> collection, Where.In among, Where where) {
        Stored stored = stored(collection);
        Map<String, Raw> changed = changed(stored);
        var all = new ArrayList<>(allOf(stored, among, where, changed.keySet()));
        all.addAll(wanted(stored, Where.all(among, where), changed));
        return all.stream()
                .map(one -> stored.parts.reader(collection).read(one.json()))
                .toList();
    }

    @Override
    public long count(Collection<?> collection, Where where, long limit) {
        Stored stored = stored(collection);
        Map<String, Raw> changed = changed(stored);
        var plan = new Plan(stored, where);
        if (plan.question.wantsEverything()) {
            long documents = before.checksum(stored.name).as("").documents();
            for (Map.Entry<String, Raw> one : changed.entrySet()) {
                Held now = of(stored, one.getKey());
                if (!now.known) {
                    look(stored, one.getKey(), now);
                }
                documents += (now.document == null ? 0 : 1) - (now.content.json() == null ? 0 : 1);
            }
            return Math.min(limit, documents);
        }
        return Math.min(
                limit,
                counted(stored, plan, limit, changed.keySet())
                        + wanted(stored, where, changed).size());
    }

    /** Returns the changes that the store does not have yet: as JSON, or as an empty text for a removed document. */
    private Map<String, Raw> changed(Stored stored) {
        var changed = new LinkedHashMap<String, Raw>();
        held(stored).forEach((key, one) -> {
            if (one.dirty) {
                String json = one.document == null ? "" : new String(stored.json.write(one.document), UTF_8);
                changed.put(key, new Raw(key, json));
            }
        });
        return changed;
    }

    private static List<Raw> wanted(Stored stored, Where where, Map<String, Raw> changed) {
        return changed.values().stream()
                .filter(one -> !one.json().isEmpty() && new Matching(stored, Stored.tree(one.json())).is(where))
                .toList();
    }

    @Override
    public void deadLetter(Letter letter) {
        letters.put(letter.position(), letter);
        settled.remove(letter.position());
    }

    @Override
    public void settled(long position) {
        letters.remove(position);
        settled.add(position);
    }

    @Override
    public void commit(long position) {
        if (position < before.position()) {
            throw new IllegalArgumentException(
                    "The documents are at position " + before.position() + " and cannot go back to " + position);
        }
        long stamp = before.stamp() + 1;
        var sums = new ArrayList<Views.Sum>();
        var writes = new LinkedHashMap<Stored, List<WriteModel<Document>>>();
        for (Stored stored : collections.values()) {
            Checksum sum = before.checksum(stored.name);
            writes.put(stored, writes(stored, stamp, sum));
            sums.add(sum.as(stored.name));
        }
        boolean sure = false;
        try {
            writes.forEach(MongoBatch::send);
            segment.commit(before, before.after(position, stamp, sums), letters.values(), settled);
            sure = true;
        } catch (MongoException e) {
            throw new ViewsUnavailable(e);
        } finally {
            if (!sure) {
                segment.doubt();
            }
        }
        held.forEach((stored, documents) -> documents.forEach((key, one) -> {
            if (one.known) {
                version.keep(stored, key, new MongoVersion.Kept(one.document, one.content));
            }
        }));
        close();
    }

    private List<WriteModel<Document>> writes(Stored stored, long stamp, Checksum sum) {
        Map<String, Held> documents = held(stored);
        lookUp(stored, documents);
        var writes = new ArrayList<WriteModel<Document>>();
        documents.forEach((key, one) -> {
            if (one.dirty) {
                Stored.Content was = one.content;
                Stored.Content now = content(stored, key, stamp, one.document);
                if (was.hash() != null) {
                    sum.subtract(was.hash());
                }
                if (now.hash() != null) {
                    sum.add(now.hash());
                }
                if (was.json() != null || now.json() != null) {
                    writes.add(write(stored, key, was, now));
                }
                one.content = now;
            }
        });
        return writes;
    }

    private static Stored.Content content(Stored stored, String key, long stamp, @Nullable Object document) {
        if (document == null) {
            return new Stored.Content(stamp, null, null);
        }
        byte[] json = stored.json.write(document);
        return new Stored.Content(stamp, new String(json, UTF_8), Checksum.hash(key, json));
    }

    /**
     * Writes only over older content. A removal leaves the key, so that a late write of another process cannot create
     * the document again.
     */
    private static WriteModel<Document> write(Stored stored, String key, Stored.Content was, Stored.Content now) {
        var document = new Document(Stored.KEY, key);
        document.putAll(now.members());
        if (now.json() != null) {
            document.putAll(stored.derived(now.json()));
        }
        document.append(Stored.BEFORE, was.members());
        return was.stamp() == 0 ? new InsertOneModel<>(document) : over(document);
    }

    private static WriteModel<Document> over(Document document) {
        return new ReplaceOneModel<>(
                new Document(Stored.KEY, document.getString(Stored.KEY))
                        .append(Stored.STAMP, new Document("$lt", document.getLong(Stored.STAMP))),
                document,
                UPSERT);
    }

    /** Looks up all documents at once that were written without having been read. */
    private void lookUp(Stored stored, Map<String, Held> documents) {
        var keys = new ArrayList<String>();
        documents.forEach((key, one) -> {
            if (one.dirty && !one.known) {
                MongoVersion.Kept kept = version.kept(stored, key);
                one.known = true;
                if (kept == null) {
                    keys.add(key);
                } else {
                    one.content = kept.content();
                }
            }
        });
        for (int from = 0; from < keys.size(); from += 1_000) {
            List<String> some = keys.subList(from, Math.min(keys.size(), from + 1_000));
            ask(() -> {
                for (Document found : stored.documents.find(Filters.in(Stored.KEY, some))) {
                    of(stored, found.getString(Stored.KEY)).content = at(before, found);
                }
                return true;
            });
        }
    }

    private static void send(Stored stored, List<WriteModel<Document>> writes) {
        var some = new ArrayList<WriteModel<Document>>();
        long bytes = 0;
        for (WriteModel<Document> write : writes) {
            some.add(write);
            bytes += size(written(write));
            if (bytes > MOST_BYTES || some.size() == 10_000) {
                write(stored, some);
                some.clear();
                bytes = 0;
            }
        }
        if (!some.isEmpty()) {
            write(stored, some);
        }
    }

    private static Document written(WriteModel<Document> write) {
        return switch (write) {
            case InsertOneModel<Document> insert -> insert.getDocument();
            case ReplaceOneModel<Document> replace -> replace.getReplacement();
            default -> throw new IllegalArgumentException("Unexpected write: " + write);
        };
    }

    private static void write(Stored stored, List<WriteModel<Document>> some) {
        try {
            stored.documents.bulkWrite(some, UNORDERED);
        } catch (MongoBulkWriteException e) {
            var late = new ArrayList<WriteModel<Document>>();
            for (BulkWriteError error : e.getWriteErrors()) {
                WriteModel<Document> failed = some.get(error.getIndex());
                if (error.getCode() != DUPLICATE || !(failed instanceof InsertOneModel)) {
                    throw e;
                }
                // A former owner inserted it meanwhile, with a lower stamp.
                late.add(over(written(failed)));
            }
            if (late.isEmpty()) {
                throw e;
            }
            stored.documents.bulkWrite(late, UNORDERED);
        }
    }

    private static long size(Document document) {
        long size = 200;
        for (Object value : document.values()) {
            size += switch (value) {
                case String text -> text.length();
                case Document inner -> size(inner);
                case Binary binary -> binary.length();
                default -> 20;
            };
        }
        return size;
    }

    @Override
    public void close() {
        if (!done) {
            done = true;
            segment.ended();
        }
    }

    private static final class Held {
        @Nullable
        Object document;

        /** The content that the state's checksums include. */
        Stored.Content content = Stored.Content.ABSENT;

        boolean known;
        boolean dirty;
    }

    /** A document as it was before an event changed it. */
    private record Undo(Held held, @Nullable Object document, boolean dirty) {}
}
