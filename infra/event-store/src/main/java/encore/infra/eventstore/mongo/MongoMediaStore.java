package encore.infra.eventstore.mongo;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.gt;
import static com.mongodb.client.model.Filters.gte;
import static com.mongodb.client.model.Filters.lt;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.ReplaceOptions;
import com.mongodb.client.model.Sorts;
import encore.infra.eventstore.media.MediaStore;
import encore.infra.eventstore.mongo.commits.CommitDocument;
import encore.infra.eventstore.mongo.commits.Database;
import encore.kernel.StreamId;
import encore.kernel.media.MediaId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.function.BiConsumer;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.bson.types.Binary;
import org.jspecify.annotations.Nullable;

/** Stores media in the log's database: one document for each part, named {@code <stream>/<part>}. */
public final class MongoMediaStore implements MediaStore {

    static final String COLLECTION = "media";

    private static final String BYTES = "bytes";
    private static final String AT = "at";
    private static final int PAGE = 1_000;

    /** The character after the slash, which ends the names of an asset's parts. */
    private static final String AFTER_PARTS = "0";

    private final MongoCollection<Document> parts;

    /** The connection that this store closes; null when another store owns it. */
    private final @Nullable Database own;

    public MongoMediaStore(MongoEventLog log) {
        this(log.database(), null);
    }

    MongoMediaStore(Database database, @Nullable Database own) {
        parts = database.collection(COLLECTION);
        this.own = own;
    }

    /**
     * Opens the store alone.
     *
     * @throws encore.infra.eventstore.log.StartRefused when no server answers there
     */
    public static MongoMediaStore open(String uri) {
        Database database = Database.open(uri, "");
        return new MongoMediaStore(database, database);
    }

    @Override
    public void close() {
        if (own != null) {
            own.close();
        }
    }

    @Override
    public void write(MediaId media, int part, byte[] bytes) {
        String name = media + "/" + part;
        Database.withRetry(() -> parts.replaceOne(
                eq("_id", name),
                new Document("_id", name).append(AT, Date.from(Instant.now())).append(BYTES, new Binary(bytes)),
                new ReplaceOptions().upsert(true)));
    }

    @Override
    public byte @Nullable [] read(MediaId media, int part) {
        Document found = Database.<@Nullable Document>withRetry(
                () -> parts.find(eq("_id", media + "/" + part)).first());
        return found == null ? null : CommitDocument.bytes(found, BYTES);
    }

    @Override
    public void delete(MediaId media) {
        Database.withRetry(() -> parts.deleteMany(all(media)));
    }

    private static Bson all(MediaId media) {
        return and(gte("_id", media + "/"), lt("_id", media + AFTER_PARTS));
    }

    /** Reads the names of all parts, in their order, so that the parts of an asset follow each other. */
    @Override
    public void forEach(BiConsumer<MediaId, Instant> asset) {
        String after = "";
        String last = "";
        Instant lastAt = Instant.EPOCH;
        List<Document> page;
        do {
            String from = after;
            page = Database.withRetry(() -> parts.find(gt("_id", from))
                    .projection(Projections.include(AT))
                    .sort(Sorts.ascending("_id"))
                    .limit(PAGE)
                    .into(new ArrayList<>()));
            for (Document part : page) {
                after = part.getString("_id");
                String name = after.substring(0, after.lastIndexOf('/'));
                Instant at = part.getDate(AT).toInstant();
                if (!name.equals(last)) {
                    if (!last.isEmpty()) {
                        asset.accept(StreamId.parse(MediaId.class, last), lastAt);
                    }
                    last = name;
                    lastAt = at;
                } else if (at.isAfter(lastAt)) {
                    lastAt = at;
                }
            }
        } while (page.size() == PAGE);
        if (!last.isEmpty()) {
            asset.accept(StreamId.parse(MediaId.class, last), lastAt);
        }
    }
}
