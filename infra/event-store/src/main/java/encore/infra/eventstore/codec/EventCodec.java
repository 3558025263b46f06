package encore.infra.eventstore.codec;

import encore.infra.eventstore.Recorded;
import encore.infra.eventstore.Undecodable;
import encore.infra.eventstore.keys.KeyStore;
import encore.infra.eventstore.log.AppendFailure;
import encore.infra.eventstore.log.NewCommit.NewEvent;
import encore.infra.eventstore.log.StoredEvent;
import encore.kernel.Event;
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
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Events to and from what the log holds. Only events with personal components pay for them. */
public final class EventCodec {

    private static final Logger LOG = LoggerFactory.getLogger(EventCodec.class);
    private static final JsonMapper JSON = Json.mapper();
    private static final JsonMapper ENCRYPTING = Encrypting.of(JSON);
    private static final JsonMapper DECRYPTING = Decrypting.of(JSON);
    private static final JsonMapper WITHOUT_PERSONAL = Impersonal.of(JSON);
    private static final Recorded.Origin NOBODY = new Recorded.Origin(0, "", "", "");

    private final EventCatalogue catalogue;
    private final KeyStore keys;
    private final Upcasters upcasters;
    private final Set<Class<?>> personal;
    /** Made when a record is met first: a start meets few of them, and all of them would take it half a second. */
    private final Map<Class<?>, Form> forms = new ConcurrentHashMap<>();

    private final ObjectReader metadataReader = JSON.readerFor(EventMetadata.class);
    private final ObjectWriter metadataWriter = JSON.writerFor(EventMetadata.class);

    /** Holds what is known of an event record once for all. */
    private record Form(
            EventCatalogue.Entry entry,
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
        this.personal = catalogue.types().stream()
                .<Class<?>>map(type -> Objects.requireNonNull(catalogue.find(type)))
                .filter(PersonalFields::areIn)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Whether events of this record may hold personal data. */
    public boolean isPersonal(Class<?> record) {
        return personal.contains(record);
    }

    /** The same for a name in the log; what this build does not know is not decoded at all. */
    public boolean isPersonal(String type) {
        Class<?> record = catalogue.find(type);
        return record != null && isPersonal(record);
    }

    public EventCatalogue catalogue() {
        return catalogue;
    }

    /**
     * @param commitId of the commit that it joins, and {@code ordinal} its place there: together the event's id
     * @throws AppendFailure.KeyGone when it holds personal data of a subject without a key
     */
    public NewEvent encode(
            Event event, String stream, long sequence, byte[] commitId, int ordinal, EventMetadata metadata) {
        Form form = form(event.getClass());
        byte[] payload;
        EventMetadata written = metadata;
        if (!isPersonal(event.getClass())) {
            payload = form.writer().writeValueAsBytes(event);
        } else {
            Encrypting.Values values = new Encrypting.Values(event, commitId, ordinal, keys);
            payload =
                    form.writer().withAttribute(Encrypting.Values.class, values).writeValueAsBytes(event);
            written = metadata.with(values.written());
        }
        return new NewEvent(
                stream,
                sequence,
                form.entry().type(),
                form.entry().revision(),
                metadataWriter.writeValueAsBytes(written),
                payload);
    }

    /** An event with what the log knows of it; personal fields of an erased subject are null. */
    public Recorded decode(StoredEvent stored) {
        EventMetadata metadata = metadata(stored);
        return recorded(stored, event(stored, metadata, key(metadata, keys::find)), metadata.origin());
    }

    /**
     * The same for who follows the log: an {@link Undecodable} stands in the place of what cannot be decoded.
     *
     * @param personal false for null in the place of all that is personal, without a look at any key
     */
    public Recorded decodeOrMark(StoredEvent stored, boolean personal) {
        return decodeOrMark(stored, read(stored), personal, keys::find);
    }

    /**
     * The same for many, whose keys are read at once.
     *
     * @param impersonal the types in which nothing personal is looked at
     */
    public List<Recorded> decodeOrMark(List<StoredEvent> events, Set<String> impersonal) {
        List<Metadata> metadata = events.stream().map(this::read).toList();
        Set<String> subjects = new HashSet<>();
        for (int i = 0; i < events.size(); i++) {
            EventMetadata.Personal personal = metadata.get(i).personal();
            if (personal != null && !impersonal.contains(events.get(i).type())) {
                subjects.add(personal.subject());
            }
        }
        Map<String, byte[]> found = subjects.isEmpty() ? Map.of() : keys.findAll(subjects);
        List<Recorded> decoded = new ArrayList<>(events.size());
        for (int i = 0; i < events.size(); i++) {
            StoredEvent event = events.get(i);
            decoded.add(decodeOrMark(event, metadata.get(i), !impersonal.contains(event.type()), found::get));
        }
        return decoded;
    }

    /** An event's metadata, or why it cannot be read. */
    private record Metadata(
            @Nullable EventMetadata known, @Nullable RuntimeException trouble) {

        EventMetadata.@Nullable Personal personal() {
            return known == null ? null : known.personal();
        }
    }

    private Metadata read(StoredEvent stored) {
        try {
            return new Metadata(metadata(stored), null);
        } catch (RuntimeException e) {
            return new Metadata(null, e);
        }
    }

    private Recorded decodeOrMark(
            StoredEvent stored, Metadata read, boolean personal, Function<String, byte @Nullable []> keys) {
        EventMetadata metadata = read.known();
        if (metadata == null) {
            return undecodable(stored, NOBODY, Objects.requireNonNull(read.trouble()));
        }
        // Trouble with the store of keys is not the event's: it is thrown.
        byte[] key = personal ? key(metadata, keys) : null;
        try {
            Event event = personal ? event(stored, metadata, key) : withoutPersonal(stored, metadata);
            return recorded(stored, event, metadata.origin());
        } catch (RuntimeException e) {
            return undecodable(stored, metadata.origin(), e);
        }
    }

    private static Recorded undecodable(StoredEvent stored, Recorded.Origin origin, RuntimeException why) {
        // What it says may quote the event.
        LOG.warn(
                "{} at {} cannot be decoded: {}",
                stored.type(),
                stored.position(),
                why.getClass().getName());
        return recorded(stored, new Undecodable(stored.type()), origin);
    }

    private static Recorded recorded(StoredEvent stored, Event event, Recorded.Origin origin) {
        return new Recorded(
                event,
                stored.position(),
                Instant.ofEpochMilli(stored.at()),
                stored.stream(),
                stored.sequence(),
                origin);
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
            throw new IllegalStateException("The log holds " + stored.type() + ", which this build does not know");
        }
        Form form = form(record);
        boolean current = form.entry().revision().equals(stored.revision());
        if (current && metadata.personal() == null) {
            return form.reader().readValue(stored.payload());
        }
        EventMetadata.Personal personal = metadata.personal();
        Event decrypted = current && personal != null ? decrypted(stored, form, personal, key) : null;
        if (decrypted != null) {
            return decrypted;
        }
        ObjectNode tree = (ObjectNode) JSON.readTree(stored.payload());
        if (personal != null) {
            decrypt(tree, personal, key, stored);
        }
        upcasters.upcast(stored.type(), stored.revision(), form.entry().revision(), tree);
        return form.reader().readValue(tree);
    }

    /** Null when something was encrypted that stands where nothing personal stands today. */
    private static @Nullable Event decrypted(
            StoredEvent stored, Form form, EventMetadata.Personal personal, byte @Nullable [] key) {
        var values = new Decrypting.Values(stored, personal.fields(), key);
        ObjectReader reader = form.decrypting().withAttribute(Decrypting.Values.class, values);
        try {
            Event event = reader.readValue(stored.payload());
            return values.areAll() ? event : null;
        } catch (JacksonException encrypted) {
            return null;
        }
    }

    /** An upcaster knows where personal values stand only once they are plain. */
    private Event withoutPersonal(StoredEvent stored, EventMetadata metadata) {
        Class<? extends Event> record = catalogue.find(stored.type());
        if (record != null && metadata.personal() != null) {
            Form form = form(record);
            if (form.entry().revision().equals(stored.revision())) {
                return form.withoutPersonal().readValue(stored.payload());
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

    private Form form(Class<?> record) {
        Form met = forms.get(record);
        if (met == null) {
            met = new Form(
                    catalogue.of(record),
                    JSON.readerFor(record),
                    DECRYPTING.readerFor(record),
                    WITHOUT_PERSONAL.readerFor(record),
                    ENCRYPTING.writerFor(record));
            forms.put(record, met);
        }
        return met;
    }
}
