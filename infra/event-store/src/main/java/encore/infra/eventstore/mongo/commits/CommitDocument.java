package encore.infra.eventstore.mongo.commits;

import encore.infra.eventstore.log.LogHash;
import encore.infra.eventstore.log.commit.NewCommit;
import encore.infra.eventstore.log.commit.NewCommit.NewAnswer;
import encore.infra.eventstore.log.commit.OnceKey;
import encore.infra.eventstore.log.commit.RememberedAnswer;
import encore.infra.eventstore.log.commit.RequestIdentity;
import encore.infra.eventstore.log.commit.StoredEvent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bson.BsonBinarySubType;
import org.bson.Document;
import org.bson.types.Binary;
import org.jspecify.annotations.Nullable;

/**
 * A commit in the form of its document (docs/log-format.md). Values that must be unique are in two arrays, each with a
 * unique index: {@code ids} (the commit's id, then its request's, then its once-keys') and {@code events.key} (stream
 * and sequence). Separate fields would need partial indexes, because most documents lack them.
 */
public record CommitDocument(
        long first,
        long at,
        byte[] id,
        byte[] head,
        boolean ends,
        String by,
        List<StoredEvent> events,
        @Nullable RememberedAnswer request,
        List<OnceKey> onceKeys,
        List<Binary> ids) {

    /** The name of the process that wrote the commit. Processes take turns by it. */
    public static final String BY = "by";

    public static final String ENDS = "ends";

    public long last() {
        return first + events.size() - 1;
    }

    public MongoHead headAfter() {
        return new MongoHead(last(), head, at, ends);
    }

    /** Makes the document of a new commit that follows a head. */
    public static CommitDocument following(
            MongoHead mongoHead, NewCommit added, long at, boolean ends, String by, LogHash hash) {
        LogHash.Commit columns = new LogHash.Commit(
                LogHash.FORMAT, mongoHead.position() + 1, added.events().size(), at, added.id());
        List<StoredEvent> events = added.toStoredEvents(columns.first(), at);
        NewAnswer request = added.request();
        long last = mongoHead.position() + events.size();
        return new CommitDocument(
                columns.first(),
                at,
                added.id(),
                chainHashes(mongoHead.hash(), columns, events, hash),
                ends,
                by,
                events,
                request == null ? null : new RememberedAnswer(request.key(), last, request.answer()),
                added.onceKeys(),
                ids(added, hash));
    }

    private static List<Binary> ids(NewCommit added, LogHash hash) {
        List<Binary> ids = new ArrayList<>();
        ids.add(commitId(added.id()));
        NewAnswer request = added.request();
        if (request != null) {
            ids.add(new Binary(request.key().id()));
        }
        added.onceKeys().forEach(key -> ids.add(keyId(key.key(), hash)));
        return ids;
    }

    public static Binary commitId(byte[] id) {
        return new Binary(BsonBinarySubType.UUID_STANDARD, id);
    }

    public static Binary keyId(String key, LogHash hash) {
        return new Binary(hash.onceKey(key));
    }

    public static String slot(String stream, long sequence) {
        return stream + '@' + sequence;
    }

    public Document encode(LogHash hash) {
        LogHash.Commit columns = new LogHash.Commit(LogHash.FORMAT, first, events.size(), at, id);
        List<Document> rows = new ArrayList<>(events.size());
        for (StoredEvent event : events) {
            rows.add(new Document("key", slot(event.stream(), event.sequence()))
                    .append("type", event.type())
                    .append("revision", event.revision())
                    .append("metadata", new Binary(event.metadata()))
                    .append("payload", new Binary(event.payload()))
                    .append("leaf", new Binary(hash.leaf(columns, event))));
        }
        Document document = new Document("_id", first)
                .append("count", (long) events.size())
                .append("at", at)
                .append("format", (long) LogHash.FORMAT)
                .append("ids", ids)
                .append("head", new Binary(head))
                .append("events", rows)
                .append(BY, by);
        if (ends) {
            document.append(ENDS, true);
        }
        if (request != null) {
            Document honoured =
                    new Document("fingerprint", new Binary(request.key().fingerprint()));
            byte[] answer = request.answer();
            document.append("request", answer == null ? honoured : honoured.append("answer", new Binary(answer)));
        }
        if (!onceKeys.isEmpty()) {
            document.append(
                    "keys",
                    onceKeys.stream()
                            .map(key -> new Document("fingerprint", key.fingerprint())
                                    .append("answer", new Binary(key.answer())))
                            .toList());
        }
        return document;
    }

    /**
     * Reads a document. It checks each event's leaf, so that an altered event is not read. The texts of once-keys are
     * not stored, only their ids, so they are empty here.
     */
    public static CommitDocument decode(Document document, LogHash hash) {
        long first = number(document, "_id");
        long at = number(document, "at");
        List<Binary> ids = document.getList("ids", Binary.class);
        byte[] id = ids.getFirst().getData();
        List<Document> rows = document.getList("events", Document.class);
        LogHash.Commit columns =
                new LogHash.Commit(number(document, "format"), first, number(document, "count"), at, id);
        List<StoredEvent> events = new ArrayList<>(rows.size());
        for (int i = 0; i < rows.size(); i++) {
            Document row = rows.get(i);
            String key = row.getString("key");
            int sequence = key.lastIndexOf('@');
            StoredEvent event = new StoredEvent(
                    first + i,
                    id,
                    i,
                    at,
                    key.substring(0, sequence),
                    Long.parseLong(key.substring(sequence + 1)),
                    row.getString("type"),
                    row.getString("revision"),
                    bytes(row, "metadata"),
                    bytes(row, "payload"));
            if (!Arrays.equals(hash.leaf(columns, event), bytes(row, "leaf"))) {
                throw new IllegalStateException(
                        "The event at " + event.position() + " was altered in the log: its leaf differs");
            }
            events.add(event);
        }
        Document request = document.get("request", Document.class);
        List<OnceKey> keys = new ArrayList<>(0);
        if (document.get("keys") != null) {
            for (Document key : document.getList("keys", Document.class)) {
                keys.add(new OnceKey("", key.getString("fingerprint"), bytes(key, "answer")));
            }
        }
        return new CommitDocument(
                first,
                at,
                id,
                bytes(document, "head"),
                Boolean.TRUE.equals(document.getBoolean(ENDS)),
                String.valueOf(document.getString(BY)),
                events,
                request == null ? null : rememberedAnswer(request, ids.get(1).getData(), first + rows.size() - 1),
                keys,
                ids);
    }

    public static RememberedAnswer rememberedAnswer(Document request, byte[] id, long position) {
        Binary answer = request.get("answer", Binary.class);
        return new RememberedAnswer(
                new RequestIdentity(id, bytes(request, "fingerprint")),
                position,
                answer == null ? null : answer.getData());
    }

    /** Returns the head hash that results when this commit follows another head. */
    public byte[] headHashBehind(byte[] previous, LogHash hash) {
        LogHash.Commit columns = new LogHash.Commit(LogHash.FORMAT, first, events.size(), at, id);
        return chainHashes(previous, columns, events, hash);
    }

    private static byte[] chainHashes(byte[] previous, LogHash.Commit columns, List<StoredEvent> events, LogHash hash) {
        byte[] chained = previous;
        for (StoredEvent event : events) {
            chained = hash.head(chained, hash.leaf(columns, event));
        }
        return chained;
    }

    /** Returns the fingerprint and the answer that this commit stores for a once-key. */
    public OnceKey onceKey(String key, Binary keyId) {
        int before = ids.size() - onceKeys.size();
        OnceKey found = onceKeys.get(ids.indexOf(keyId) - before);
        return new OnceKey(key, found.fingerprint(), found.answer());
    }

    public static long number(Document document, String field) {
        return document.get(field, Number.class).longValue();
    }

    public static byte[] bytes(Document document, String field) {
        return document.get(field, Binary.class).getData();
    }
}
