package encore.infra.backend.peer;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import encore.infra.backend.Control;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.cfg.DateTimeFeature;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.JacksonAnnotationIntrospector;
import tools.jackson.dataformat.cbor.CBORMapper;

/**
 * Records as CBOR between nodes. No class name is written or read: the route names the message, and a component of a
 * sealed type says which of its records it is by the simple name.
 */
final class Cbor {

    static final CBORMapper MAPPER = CBORMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            // A node of the next build may say more than this one knows.
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
            .disable(DateTimeFeature.WRITE_DATES_AS_TIMESTAMPS)
            .changeDefaultVisibility(seen -> seen.withGetterVisibility(Visibility.NONE)
                    .withIsGetterVisibility(Visibility.NONE)
                    .withSetterVisibility(Visibility.NONE)
                    .withFieldVisibility(Visibility.ANY))
            .changeDefaultPropertyInclusion(inclusion -> inclusion.withValueInclusion(JsonInclude.Include.NON_NULL))
            .annotationIntrospector(new SealedTypes())
            .build();

    /** News on the control stream. */
    static final ObjectWriter CONTROL = MAPPER.writerFor(Control.class);

    private Cbor() {}

    static byte[] write(Object value) {
        return MAPPER.writeValueAsBytes(value);
    }

    static <T> T read(byte[] bytes, Class<T> type) {
        return MAPPER.readValue(bytes, type);
    }

    /** Jackson finds what a sealed type permits by itself; it has to be told that a name is to be written. */
    private static final class SealedTypes extends JacksonAnnotationIntrospector {

        private static final long serialVersionUID = 1;

        private static final JsonTypeInfo.Value BY_NAME = JsonTypeInfo.Value.construct(
                JsonTypeInfo.Id.SIMPLE_NAME, JsonTypeInfo.As.PROPERTY, "is", null, false, true);

        @Override
        public JsonTypeInfo.@Nullable Value findPolymorphicTypeInfo(MapperConfig<?> config, Annotated annotated) {
            Class<?> type = annotated.getRawType();
            return type.isInterface() && type.isSealed() && type.getName().startsWith("encore.")
                    ? BY_NAME
                    : super.findPolymorphicTypeInfo(config, annotated);
        }
    }
}
