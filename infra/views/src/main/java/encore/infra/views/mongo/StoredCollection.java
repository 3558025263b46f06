package encore.infra.views.mongo;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Indexes;
import encore.infra.views.Collection;
import encore.infra.views.DocumentJson;
import encore.infra.views.DocumentReaders;
import encore.infra.views.criteria.Index;
import encore.kernel.names.SearchWords;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.bson.types.Binary;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A collection in MongoDB. A document is stored as its JSON text, so that its bytes and hash are the same everywhere.
 * Beside the JSON are the values of indexed fields, the words of the text index, the stamp of the batch that wrote it,
 * and the content before that batch in case the batch was interrupted.
 */
final class StoredCollection {

    static final String KEY = "_id";
    static final String STAMP = "n";
    static final String JSON = "d";
    static final String HASH = "h";
    static final String WORDS = "w";
    static final String BEFORE = "b";
    static final String FIELDS = "f";

    private static final JsonMapper MAPPER = new JsonMapper();

    final Collection<?> collection;
    final DocumentJson<?> json;
    final DocumentReaders readers;
    final String name;
    final MongoCollection<Document> documents;
    /** The indexes that can be walked. The first one, over the key alone, always exists. */
    final List<List<String>> orderedIndexes = new ArrayList<>();

    final Set<String> fields = new LinkedHashSet<>();
    final List<String> textFields = new ArrayList<>();

    @Nullable
    List<String> geoFields;

    StoredCollection(Collection<?> collection, MongoCollection<Document> documents) {
        this.collection = collection;
        this.json = DocumentJson.of(collection);
        this.readers = new DocumentReaders(collection, json);
        this.name = collection.name();
        this.documents = documents;
        orderedIndexes.add(List.of());
        for (Index index : collection.indexes()) {
            index.fields().forEach(DocumentValues::requireValid);
            switch (index.kind()) {
                case ORDERED -> orderedIndexes.add(index.fields());
                case GEO -> geoFields = index.fields();
                case TEXT -> textFields.addAll(index.fields());
            }
            if (index.kind() != Index.Kind.TEXT) {
                fields.addAll(index.fields());
            }
        }
    }

    static String path(String field) {
        return FIELDS + "." + DocumentValues.requireValid(field).replace('.', '-');
    }

    /** Creates the declared indexes. */
    void createIndexes() {
        for (List<String> walk : orderedIndexes) {
            if (!walk.isEmpty()) {
                documents.createIndex(index(walk, KEY));
            }
        }
        if (geoFields != null) {
            documents.createIndex(index(geoFields));
        }
        if (!textFields.isEmpty()) {
            documents.createIndex(Indexes.ascending(WORDS));
        }
        documents.createIndex(Indexes.ascending(STAMP));
    }

    private static Bson index(List<String> fields, String... more) {
        var all = new ArrayList<String>();
        fields.forEach(field -> all.add(path(field)));
        all.addAll(List.of(more));
        return Indexes.ascending(all);
    }

    List<String> words(JsonNode document) {
        var words = new LinkedHashSet<String>();
        for (String field : textFields) {
            if (DocumentValues.read(document, field) instanceof String value) {
                words.addAll(SearchWords.of(value));
            }
        }
        return List.copyOf(words);
    }

    static JsonNode tree(String json) {
        return MAPPER.readTree(json);
    }

    /** Returns the members of a stored document that indexes use. */
    Document indexMembers(String json) {
        var derived = new Document();
        if (!fields.isEmpty() || !textFields.isEmpty()) {
            JsonNode tree = tree(json);
            var values = new Document();
            for (String field : fields) {
                Object value = DocumentValues.read(tree, field);
                if (value != null) {
                    values.append(field.replace('.', '-'), value);
                }
            }
            derived.append(FIELDS, values);
            if (!textFields.isEmpty()) {
                derived.append(WORDS, words(tree));
            }
        }
        return derived;
    }

    Object read(String text) {
        return json.read(text);
    }

    /** A document's stored content, at one stamp. */
    record Content(long stamp, @Nullable String json, byte @Nullable [] hash) {

        static final Content ABSENT = new Content(0, null, null);

        static Content of(Document stored) {
            Binary hash = stored.get(HASH, Binary.class);
            return new Content(stored.getLong(STAMP), stored.getString(JSON), hash == null ? null : hash.getData());
        }

        /** Returns the content before the batch that wrote this one, or null when it is not stored any more. */
        static @Nullable Content before(Document stored) {
            Document before = stored.get(BEFORE, Document.class);
            return before == null ? null : of(before);
        }

        Document toMembers() {
            var members = new Document(STAMP, stamp);
            if (json != null && hash != null) {
                members.append(JSON, json).append(HASH, new Binary(hash));
            }
            return members;
        }
    }
}
