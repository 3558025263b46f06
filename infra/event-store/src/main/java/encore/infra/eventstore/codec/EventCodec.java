package encore.infra.eventstore.codec;

import encore.infra.eventstore.EventId;
import encore.infra.eventstore.RecordedEvent;
import encore.infra.eventstore.UndecodablePlaceholder;
import encore.infra.eventstore.keys.KeyStore;
import encore.infra.eventstore.log.commit.AppendFailure;
import encore.infra.eventstore.log.commit.NewCommit.NewEvent;
import encore.infra.eventstore.log.commit.StoredEvent;
import encore.kernel.Event;
import encore.kernel.published.PublishedData;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import javax.crypto.SecretKey;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Converts events to and from the form in which the log stores them. Encryption costs time only for events with
 * personal components.
 */
public final class EventCodec {

    private static final Logger LOG = LoggerFactory.getLogger(EventCodec.class);
    private static final JsonMapper JSON = EventJson.mapper();
    private static final JsonMapper ENCRYPTING = EncryptingIntrospector.of(JSON);
    private static final JsonMapper DECRYPTING = DecryptingIntrospector.of(JSON);
    private static final JsonMapper WITHOUT_PERSONAL = SkippingIntrospector.of(JSON);
    private static final RecordedEvent.Origin NO_ORIGIN = new RecordedEvent.Origin(0, "", "", "");

    private final EventCatalogue catalogue;
    private final KeyStore keys;
    private final Upcasters upcasters;
    private final Set<Class<?>> personal;
    /** Filled on first use: a start meets few records, and preparing all of them would take it half a second. */
    private final Map<Class<?>, RecordFormat> formats = new ConcurrentHashMap<>();

    private final ObjectReader metadataReader = tolerant(JSON, EventMetadata.class);
    private final ObjectWriter metadataWriter = JSON.writerFor(EventMetadata.class);

    /** The readers and the writer of one event record, made once. */
    private record RecordFormat(
            EventCatalogue.VersionedType entry,
            ObjectReader reader,
            ObjectReader decrypting,
            ObjectReader withoutPersonal,
            ObjectWriter writer) {}

    public EventCodec(EventCatalogue catalogue, KeyStore keys) {
        this(catalogue, keys, Upcasters.all());
    }

    EventCodec(EventCatalogue catalogue, KeyStore keys, Upcasters upcasters) {
        this.catalogue = catalogue;
        this.keys = keys;
        this.upcasters = upcasters;
        List<Class<? extends Event>> events = catalogue.types().stream()
                .<Class<? extends Event>>map(type -> Objects.requireNonNull(catalogue.find(type)))
                .toList();
        events.forEach(PublishedData::check);
        this.personal = events.stream().filter(PersonalFields::existIn).collect(Collectors.toUnmodifiableSet());
    }

    /** Returns whether events of this record may contain personal data. */
    public boolean isPersonal(Class<?> record) {
        return personal.contains(record);
    }

    /**
     * Returns whether events of this name in the log may contain personal data. False for a name that this build does
     * not know: such events are not decoded at all.
     */
    public boolean isPersonal(String type) {
        Class<?> record = catalogue.find(type);
        return record != null && isPersonal(record);
    }

    public EventCatalogue catalogue() {
        return catalogue;
    }

    /**
     * Encodes an event for a commit.
     *
     * @param commitId the commit's id; {@code ordinal} is the event's index in the commit. Together they are the
     *     event's id.
     * @throws AppendFailure.SubjectKeyDestroyed when the event contains personal data of a subject that has no key
     */
    public NewEvent encode(
            Event event, String stream, long sequence, byte[] commitId, int ordinal, EventMetadata metadata) {
        RecordFormat format = formatOf(event.getClass());
        byte[] payload;
        EventMetadata written = metadata;
        if (!isPersonal(event.getClass())) {
            payload = format.writer().writeValueAsBytes(event);
        } else {
            EncryptingIntrospector.EventEncryptor encryptor =
                    new EncryptingIntrospector.EventEncryptor(event, commitId, ordinal, keys);
            payload = format.writer()
                    .withAttribute(EncryptingIntrospector.EventEncryptor.class, encryptor)
                    .writeValueAsBytes(event);
            written = metadata.with(encryptor.personal());
        }
        return new NewEvent(
                stream,
                sequence,
                format.entry().type(),
                format.entry().revision(),
                metadataWriter.writeValueAsBytes(written),
                payload);
    }

    /** Decodes an event. The personal fields of an erased subject are null. */
    public RecordedEvent decode(StoredEvent stored) {
        EventMetadata metadata = metadata(stored);
        return recorded(stored, event(stored, metadata, key(metadata, keys::find)), metadata.origin());
    }

    /**
     * Decodes an event for a follower of the log. An event that cannot be decoded becomes an {@link UndecodablePlaceholder}.
     *
     * @param personal false to read all personal fields as null, without looking up a key
     */
    public RecordedEvent decodeOrMark(StoredEvent stored, boolean personal) {
        return decodeOrMark(stored, read(stored), personal, keys::find);
    }

    /**
     * Decodes many events for a follower of the log and reads their keys in one query.
     *
     * @param impersonal the event types whose personal fields are read as null
     */
    public List<RecordedEvent> decodeOrMark(List<StoredEvent> events, Set<String> impersonal) {
        List<MetadataResult> metadata = events.stream().map(this::read).toList();
        Set<String> subjects = new HashSet<>();
        for (int i = 0; i < events.size(); i++) {
            EventMetadata.Personal personal = metadata.get(i).personal();
            if (personal != null && !impersonal.contains(events.get(i).type())) {
                subjects.add(personal.subject());
            }
        }
        Map<String, byte[]> found = subjects.isEmpty() ? Map.of() : keys.findAll(subjects);
        List<RecordedEvent> decoded = new ArrayList<>(events.size());
        for (int i = 0; i < events.size(); i++) {
            StoredEvent event = events.get(i);
            decoded.add(decodeOrMark(event, metadata.get(i), !impersonal.contains(event.type()), found::get));
        }
        return decoded;
    }

    /** An event's metadata, or the reason why it cannot be read. */
    private record MetadataResult(
            @Nullable EventMetadata metadata, @Nullable RuntimeException failure) {

        EventMetadata.@Nullable Personal personal() {
            return metadata == null ? null : metadata.personal();
        }
    }

    private MetadataResult read(StoredEvent stored) {
        try {
            return new MetadataResult(metadata(stored), null);
        } catch (RuntimeException e) {
            return new MetadataResult(null, e);
        }
    }

    private RecordedEvent decodeOrMark(
            StoredEvent stored, MetadataResult read, boolean personal, Function<String, byte @Nullable []> keys) {
        EventMetadata metadata = read.metadata();
        if (metadata == null) {
            return undecodable(stored, NO_ORIGIN, Objects.requireNonNull(read.failure()));
        }
        // A failure of the key store says nothing about the event, so it is thrown.
        byte[] key = personal ? key(metadata, keys) : null;
        try {
            Event event = personal ? event(stored, metadata, key) : withoutPersonal(stored, metadata);
            return recorded(stored, event, metadata.origin());
        } catch (RuntimeException e) {
            return undecodable(stored, metadata.origin(), e);
        }
    }

    private static RecordedEvent undecodable(StoredEvent stored, RecordedEvent.Origin origin, RuntimeException why) {
        // The exception's message may quote the event, so only its class is logged.
        LOG.warn(
                "The event {} at position {} cannot be decoded: {}",
                stored.type(),
                stored.position(),
                why.getClass().getName());
        return recorded(stored, new UndecodablePlaceholder(stored.type()), origin);
    }

    private static RecordedEvent recorded(StoredEvent stored, Event event, RecordedEvent.Origin origin) {
        return new RecordedEvent(
                event,
                stored.position(),
                Instant.ofEpochMilli(stored.at()),
                stored.stream(),
                stored.sequence(),
                origin,
                EventId.of(stored));
    }

    private EventMetadata metadata(StoredEvent stored) {
        return metadataReader.readValue(stored.metadata());
    }

    private static byte @Nullable [] key(EventMetadata metadata, Function<String, byte @Nullable []> keys) {
        return metadata.personal() == null
                ? null
                : keys.apply(metadata.personal().subject());
    }

    private Event event(StoredEvent stored, EventMetadata metadata, byte @Nullable [] key) {
        Class<? extends Event> record = catalogue.find(stored.type());
        if (record == null) {
            throw new IllegalStateException("The log contains " + stored.type() + ", which this build does not know");
        }
        RecordFormat format = formatOf(record);
        boolean current = format.entry().revision().equals(stored.revision());
        if (current && metadata.personal() == null) {
            return format.reader().readValue(stored.payload());
        }
        EventMetadata.Personal personal = metadata.personal();
        Event decrypted = current && personal != null ? decrypted(stored, format, personal, key) : null;
        if (decrypted != null) {
            return decrypted;
        }
        ObjectNode tree = (ObjectNode) JSON.readTree(stored.payload());
        if (personal != null) {
            decrypt(tree, personal, key, stored);
        }
        upcasters.upcast(stored.type(), stored.revision(), format.entry().revision(), tree);
        return format.reader().readValue(tree);
    }

    /**
     * Decodes an event of today's revision. Returns null when a field is encrypted that is not personal in today's
     * record.
     */
    private static @Nullable Event decrypted(
            StoredEvent stored, RecordFormat format, EventMetadata.Personal personal, byte @Nullable [] key) {
        var decryptor = new DecryptingIntrospector.EventDecryptor(stored, personal.fields(), key);
        ObjectReader reader = format.decrypting().withAttribute(DecryptingIntrospector.EventDecryptor.class, decryptor);
        try {
            Event event = reader.readValue(stored.payload());
            return decryptor.hasDecryptedAll() ? event : null;
        } catch (JacksonException encrypted) {
            return null;
        }
    }

    /**
     * Events of earlier revisions are decoded the long way: an upcaster can move a personal value only after it was
     * decrypted.
     */
    private Event withoutPersonal(StoredEvent stored, EventMetadata metadata) {
        Class<? extends Event> record = catalogue.find(stored.type());
        if (record != null && metadata.personal() != null) {
            RecordFormat format = formatOf(record);
            if (format.entry().revision().equals(stored.revision())) {
                return format.withoutPersonal().readValue(stored.payload());
            }
        }
        return event(stored, metadata, null);
    }

    private static void decrypt(
            ObjectNode tree, EventMetadata.Personal personal, byte @Nullable [] key, StoredEvent stored) {
        SecretKey secret = key == null ? null : PersonalCipher.of(key);
        for (String field : personal.fields()) {
            JsonPointer pointer = JsonPointer.compile(field);
            JsonNode parent = tree.at(pointer.head());
            JsonNode value = tree.at(pointer);
            JsonNode plain = secret == null
                    ? null
                    : JSON.readTree(PersonalCipher.decrypt(
                            secret, value.stringValue(), stored.commitId(), stored.ordinal(), field));
            if (parent instanceof ArrayNode array) {
                array.set(pointer.last().getMatchingIndex(), plain == null ? array.nullNode() : plain);
            } else if (plain == null) {
                ((ObjectNode) parent).remove(pointer.last().getMatchingProperty());
            } else {
                ((ObjectNode) parent).set(pointer.last().getMatchingProperty(), plain);
            }
        }
    }

    /**
     * Returns a reader that skips components that this build does not know: a later build adds nullable components without
     * a new revision.
     */
    private static ObjectReader tolerant(JsonMapper mapper, Class<?> record) {
        return mapper.readerFor(record).without(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);
    }

    private RecordFormat formatOf(Class<?> record) {
        RecordFormat format = formats.get(record);
        if (format == null) {
            format = new RecordFormat(
                    catalogue.of(record),
                    tolerant(JSON, record),
                    tolerant(DECRYPTING, record),
                    tolerant(WITHOUT_PERSONAL, record),
                    ENCRYPTING.writerFor(record));
            formats.put(record, format);
        }
        return format;
    }
}
