package encore.infra.eventstore.codec;

import encore.infra.eventstore.log.StoredEvent;
import encore.kernel.PersonalData;
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
final class Decrypting extends NopAnnotationIntrospector {

    private static final long serialVersionUID = 1L;
    private static final Unbound UNBOUND = new Unbound();

    /** Returns a mapper like this one that decrypts. Its readers need the event's {@link Values} as an attribute. */
    static JsonMapper of(JsonMapper mapper) {
        return mapper.rebuild()
                .disable(DeserializationFeature.WRAP_EXCEPTIONS)
                .annotationIntrospector(AnnotationIntrospector.pair(
                        new Decrypting(), mapper.deserializationConfig().getAnnotationIntrospector()))
                .build();
    }

    @Override
    public @Nullable Object findDeserializer(MapperConfig<?> config, Annotated annotated) {
        return annotated instanceof AnnotatedParameter parameter && Impersonal.isPersonal(parameter) ? UNBOUND : null;
    }

    /** Decrypts the personal values of one event. Without the subject's key all of them read as null. */
    static final class Values {

        private final StoredEvent event;
        private final List<String> fields;
        private final @Nullable SecretKey key;
        private int met;

        Values(StoredEvent event, List<String> fields, byte @Nullable [] key) {
            this.event = event;
            this.fields = fields;
            this.key = key == null ? null : PersonalCipher.of(key);
        }

        /** Returns whether every encrypted field was read as a component that is personal in today's record. */
        boolean areAll() {
            return met == fields.size();
        }

        private byte @Nullable [] decrypted(String pointer, String text) {
            met++;
            return key == null ? null : PersonalCipher.decrypt(key, text, event.commitId(), event.ordinal(), pointer);
        }
    }

    /** Is found for every personal component and creates a deserializer for its type. */
    private static final class Unbound extends ValueDeserializer<Object> {

        @Override
        public ValueDeserializer<?> createContextual(DeserializationContext context, @Nullable BeanProperty property) {
            if (property == null) {
                throw new IllegalStateException("@PersonalData belongs on a record component");
            }
            JavaType type = property.getType();
            return new Reading(
                    context.findContextualValueDeserializer(type, property),
                    Json.mapper().readerFor(type),
                    type.hasRawClass(String.class));
        }

        @Override
        public Object deserialize(JsonParser parser, DeserializationContext context) {
            throw new IllegalStateException("Jackson must call createContextual before deserialize");
        }
    }

    /** Reads one personal component. */
    @SuppressWarnings("NullAway") // Jackson's own nulls are not declared.
    private static final class Reading extends ValueDeserializer<Object> {

        private final ValueDeserializer<?> known;
        private final ObjectReader decrypted;
        private final boolean text;

        Reading(ValueDeserializer<?> known, ObjectReader decrypted, boolean text) {
            this.known = known;
            this.decrypted = decrypted;
            this.text = text;
        }

        @Override
        public Object deserialize(JsonParser parser, DeserializationContext context) {
            Values values = (Values) context.getAttribute(Values.class);
            String pointer = parser.streamReadContext().pathAsPointer().toString();
            if (!values.fields.contains(pointer)) {
                return known.deserialize(parser, context);
            }
            byte[] json = values.decrypted(pointer, parser.getString());
            if (json == null) {
                return null;
            }
            String read = text ? PlainText.read(json) : null;
            return read == null ? decrypted.readValue(json) : read;
        }

        /**
         * Returns null when the key is gone. Some deserializers read an explicit null as a value, for example as an
         * empty optional, and Jackson asks for the null value in this case as well.
         */
        @Override
        public Object getNullValue(DeserializationContext context) {
            Values values = (Values) context.getAttribute(Values.class);
            return values.key == null ? null : known.getNullValue(context);
        }

        @Override
        public Object getAbsentValue(DeserializationContext context) {
            return null;
        }
    }
}
