package encore.infra.eventstore.codec;

import encore.infra.eventstore.keys.KeyStore;
import encore.infra.eventstore.log.commit.AppendFailure;
import encore.kernel.Event;
import encore.kernel.privacy.PersonalData;
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
final class EncryptingIntrospector extends NopAnnotationIntrospector {

    private static final long serialVersionUID = 1L;
    private static final PersonalSerializer WRITING = new PersonalSerializer();

    /** Returns a mapper like this one that encrypts. Its writers need the event's {@link EventEncryptor} as an attribute. */
    static JsonMapper of(JsonMapper mapper) {
        return mapper.rebuild()
                .disable(SerializationFeature.WRAP_EXCEPTIONS)
                .annotationIntrospector(AnnotationIntrospector.pair(
                        new EncryptingIntrospector(),
                        mapper.serializationConfig().getAnnotationIntrospector()))
                .build();
    }

    @Override
    public @Nullable Object findSerializer(MapperConfig<?> config, Annotated annotated) {
        return annotated.hasAnnotation(PersonalData.class) ? WRITING : null;
    }

    /** Encrypts the personal values of one event under its subject's key. */
    static final class EventEncryptor {

        private final Event event;
        private final byte[] commitId;
        private final int ordinal;
        private final @Nullable String subject;
        private final @Nullable SecretKey key;
        private final List<String> fields = new ArrayList<>();

        EventEncryptor(Event event, byte[] commitId, int ordinal, KeyStore keys) {
            this.event = event;
            this.commitId = commitId;
            this.ordinal = ordinal;
            this.subject = event.subject() == null ? null : event.subject().toString();
            byte[] found = subject == null ? null : keys.find(subject);
            this.key = found == null ? null : PersonalCipher.of(found);
        }

        private byte[] encrypt(String pointer, Object value) {
            if (subject == null) {
                throw new IllegalStateException(
                        event.getClass().getSimpleName() + " contains personal data and names no subject");
            }
            if (key == null) {
                throw new AppendFailure.SubjectKeyDestroyed(subject);
            }
            fields.add(pointer);
            return PersonalCipher.encrypt(key, json(value), commitId, ordinal, pointer);
        }

        private static byte[] json(Object value) {
            byte[] plain = value instanceof String text ? AsciiJson.write(text) : null;
            return plain == null ? EventJson.mapper().writeValueAsBytes(value) : plain;
        }

        /** Returns the fields that were encrypted, or null when there were none. */
        EventMetadata.@Nullable Personal personal() {
            return subject == null || fields.isEmpty() ? null : new EventMetadata.Personal(subject, fields);
        }
    }

    /** Writes one personal component. */
    private static final class PersonalSerializer extends ValueSerializer<Object> {

        @Override
        public void serialize(Object value, JsonGenerator generator, SerializationContext context) {
            if (value instanceof JsonNode node && node.isNull()) {
                generator.writeNull();
                return;
            }
            EventEncryptor encryptor = (EventEncryptor) context.getAttribute(EventEncryptor.class);
            String pointer = generator.streamWriteContext().pathAsPointer().toString();
            byte[] secret = encryptor.encrypt(pointer, value);
            generator.writeRawUTF8String(secret, 0, secret.length);
        }
    }
}
