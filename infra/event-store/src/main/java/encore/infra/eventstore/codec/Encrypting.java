package encore.infra.eventstore.codec;

import encore.infra.eventstore.keys.KeyStore;
import encore.infra.eventstore.log.AppendFailure;
import encore.kernel.Event;
import encore.kernel.PersonalData;
import java.util.ArrayList;
import java.util.List;
import javax.crypto.SecretKey;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.AnnotationIntrospector;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.NopAnnotationIntrospector;
import tools.jackson.databind.json.JsonMapper;

/** Encrypts the {@link PersonalData} components of an event while Jackson writes it. */
final class Encrypting extends NopAnnotationIntrospector {

    private static final long serialVersionUID = 1L;
    private static final Writing WRITING = new Writing();

    /** Returns a mapper like this one that encrypts. Its writers need the event's {@link Values} as an attribute. */
    static JsonMapper of(JsonMapper mapper) {
        return mapper.rebuild()
                .disable(SerializationFeature.WRAP_EXCEPTIONS)
                .annotationIntrospector(AnnotationIntrospector.pair(
                        new Encrypting(), mapper.serializationConfig().getAnnotationIntrospector()))
                .build();
    }

    @Override
    public @Nullable Object findSerializer(MapperConfig<?> config, Annotated annotated) {
        return annotated.hasAnnotation(PersonalData.class) ? WRITING : null;
    }

    /** Encrypts the personal values of one event under its subject's key. */
    static final class Values {

        private final Event event;
        private final byte[] commitId;
        private final int ordinal;
        private final @Nullable String subject;
        private final @Nullable SecretKey key;
        private final List<String> fields = new ArrayList<>();

        Values(Event event, byte[] commitId, int ordinal, KeyStore keys) {
            this.event = event;
            this.commitId = commitId;
            this.ordinal = ordinal;
            this.subject = event.subject() == null ? null : event.subject().toString();
            byte[] found = subject == null ? null : keys.find(subject);
            this.key = found == null ? null : PersonalCipher.of(found);
        }

        private byte[] encrypted(String pointer, Object value) {
            if (subject == null) {
                throw new IllegalStateException(
                        event.getClass().getSimpleName() + " contains personal data and names no subject");
            }
            if (key == null) {
                throw new AppendFailure.KeyGone(subject);
            }
            fields.add(pointer);
            return PersonalCipher.encrypt(key, json(value), commitId, ordinal, pointer);
        }

        private static byte[] json(Object value) {
            byte[] plain = value instanceof String text ? PlainText.written(text) : null;
            return plain == null ? Json.mapper().writeValueAsBytes(value) : plain;
        }

        /** Returns the fields that were encrypted, or null when there were none. */
        EventMetadata.@Nullable Personal written() {
            return subject == null || fields.isEmpty() ? null : new EventMetadata.Personal(subject, fields);
        }
    }

    /** Writes one personal component. */
    private static final class Writing extends ValueSerializer<Object> {

        @Override
        public void serialize(Object value, JsonGenerator generator, SerializationContext context) {
            if (value instanceof JsonNode node && node.isNull()) {
                generator.writeNull();
                return;
            }
            Values values = (Values) context.getAttribute(Values.class);
            String pointer = generator.streamWriteContext().pathAsPointer().toString();
            byte[] secret = values.encrypted(pointer, value);
            generator.writeRawUTF8String(secret, 0, secret.length);
        }
    }
}
