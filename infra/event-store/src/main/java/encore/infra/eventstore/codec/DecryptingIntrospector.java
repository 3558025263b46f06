package encore.infra.eventstore.codec;

import encore.infra.eventstore.log.commit.StoredEvent;
import encore.kernel.privacy.PersonalData;
import java.util.List;
import javax.crypto.SecretKey;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.AnnotationIntrospector;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.AnnotatedParameter;
import tools.jackson.databind.introspect.NopAnnotationIntrospector;
import tools.jackson.databind.json.JsonMapper;

/** Decrypts the {@link PersonalData} components of an event while Jackson reads it. */
final class DecryptingIntrospector extends NopAnnotationIntrospector {

    private static final long serialVersionUID = 1L;
    private static final UnboundDeserializer UNBOUND = new UnboundDeserializer();

    /** Returns a mapper like this one that decrypts. Its readers need the event's {@link EventDecryptor} as an attribute. */
    static JsonMapper of(JsonMapper mapper) {
        return mapper.rebuild()
                .disable(DeserializationFeature.WRAP_EXCEPTIONS)
                .annotationIntrospector(AnnotationIntrospector.pair(
                        new DecryptingIntrospector(),
                        mapper.deserializationConfig().getAnnotationIntrospector()))
                .build();
    }

    @Override
    public @Nullable Object findDeserializer(MapperConfig<?> config, Annotated annotated) {
        return annotated instanceof AnnotatedParameter parameter && SkippingIntrospector.isPersonal(parameter)
                ? UNBOUND
                : null;
    }

    /** Decrypts the personal values of one event. Without the subject's key all of them read as null. */
    static final class EventDecryptor {

        private final StoredEvent event;
        private final List<String> fields;
        private final @Nullable SecretKey key;
        private int decryptedCount;

        EventDecryptor(StoredEvent event, List<String> fields, byte @Nullable [] key) {
            this.event = event;
            this.fields = fields;
            this.key = key == null ? null : PersonalCipher.of(key);
        }

        /** Returns whether every encrypted field was read as a component that is personal in today's record. */
        boolean hasDecryptedAll() {
            return decryptedCount == fields.size();
        }

        private byte @Nullable [] decrypt(String pointer, String text) {
            decryptedCount++;
            return key == null ? null : PersonalCipher.decrypt(key, text, event.commitId(), event.ordinal(), pointer);
        }
    }

    /** Is found for every personal component and creates a deserializer for its type. */
    private static final class UnboundDeserializer extends ValueDeserializer<Object> {

        @Override
        public ValueDeserializer<?> createContextual(DeserializationContext context, @Nullable BeanProperty property) {
            if (property == null) {
                throw new IllegalStateException("@PersonalData belongs on a record component");
            }
            JavaType type = property.getType();
            return new PersonalDeserializer(
                    context.findContextualValueDeserializer(type, property),
                    EventJson.mapper().readerFor(type),
                    type.hasRawClass(String.class));
        }

        @Override
        public Object deserialize(JsonParser parser, DeserializationContext context) {
            throw new IllegalStateException("Jackson must call createContextual before deserialize");
        }
    }

    /** Reads one personal component. */
    @SuppressWarnings("NullAway") // Jackson's own nulls are not declared.
    private static final class PersonalDeserializer extends ValueDeserializer<Object> {

        private final ValueDeserializer<?> plainDeserializer;
        private final ObjectReader decryptedReader;
        private final boolean text;

        PersonalDeserializer(ValueDeserializer<?> known, ObjectReader decrypted, boolean text) {
            this.plainDeserializer = known;
            this.decryptedReader = decrypted;
            this.text = text;
        }

        @Override
        public Object deserialize(JsonParser parser, DeserializationContext context) {
            EventDecryptor decryptor = (EventDecryptor) context.getAttribute(EventDecryptor.class);
            String pointer = parser.streamReadContext().pathAsPointer().toString();
            if (!decryptor.fields.contains(pointer)) {
                return plainDeserializer.deserialize(parser, context);
            }
            byte[] json = decryptor.decrypt(pointer, parser.getString());
            if (json == null) {
                return null;
            }
            String read = text ? AsciiJson.read(json) : null;
            return read == null ? decryptedReader.readValue(json) : read;
        }

        /**
         * Returns null when the key is gone. Some deserializers read an explicit null as a value, for example as an
         * empty optional, and Jackson asks for the null value in this case as well.
         */
        @Override
        public Object getNullValue(DeserializationContext context) {
            EventDecryptor decryptor = (EventDecryptor) context.getAttribute(EventDecryptor.class);
            return decryptor.key == null ? null : plainDeserializer.getNullValue(context);
        }

        @Override
        public Object getAbsentValue(DeserializationContext context) {
            return null;
        }
    }
}
