package encore.infra.backend.peer;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import encore.infra.backend.peer.PeerMetadata.CommandMetadata;
import encore.infra.backend.peer.PeerMetadata.QueryMetadata;
import encore.kernel.RecordCreatorModule;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.http.codec.cbor.JacksonCborDecoder;
import org.springframework.http.codec.cbor.JacksonCborEncoder;
import org.springframework.messaging.rsocket.RSocketStrategies;
import org.springframework.web.util.pattern.PathPatternRouteMatcher;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.cfg.DateTimeFeature;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.JacksonAnnotationIntrospector;
import tools.jackson.dataformat.cbor.CBORMapper;

/**
 * Writes and reads the records that nodes exchange as CBOR. Class names are neither written nor read: the route names
 * the message, and a value of a sealed type names its record by the simple name.
 */
public final class Cbor {

    static final CBORMapper MAPPER = CBORMapper.builder()
            .addModule(new RecordCreatorModule())
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            // A node of a later build may send fields that this one does not know.
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
            .disable(DateTimeFeature.WRITE_DATES_AS_TIMESTAMPS)
            .changeDefaultVisibility(visibility -> visibility
                    .withGetterVisibility(Visibility.NONE)
                    .withIsGetterVisibility(Visibility.NONE)
                    .withSetterVisibility(Visibility.NONE)
                    .withFieldVisibility(Visibility.ANY))
            .changeDefaultPropertyInclusion(inclusion -> inclusion.withValueInclusion(JsonInclude.Include.NON_NULL))
            .annotationIntrospector(new SealedTypes())
            .build();

    /** The settings with which Spring writes and reads messages between nodes. */
    public static final RSocketStrategies STRATEGIES = RSocketStrategies.builder()
            .encoder(new JacksonCborEncoder(MAPPER, PeerMetadata.CBOR, CommandMetadata.TYPE, QueryMetadata.TYPE))
            .decoder(new JacksonCborDecoder(MAPPER, PeerMetadata.CBOR, CommandMetadata.TYPE, QueryMetadata.TYPE))
            .metadataExtractorRegistry(registry -> {
                registry.metadataToExtract(CommandMetadata.TYPE, CommandMetadata.class, CommandMetadata.NAME);
                registry.metadataToExtract(QueryMetadata.TYPE, QueryMetadata.class, QueryMetadata.NAME);
            })
            .routeMatcher(new PathPatternRouteMatcher())
            // Copies the input, so that a request that fails before it is read does not leak a buffer.
            .dataBufferFactory(DefaultDataBufferFactory.sharedInstance)
            .build();

    private Cbor() {}

    public static byte[] write(Object value) {
        return MAPPER.writeValueAsBytes(value);
    }

    public static <T> T read(byte[] bytes, Class<T> type) {
        return MAPPER.readValue(bytes, type);
    }

    /**
     * Makes Jackson write the record's name with a value of a sealed type. It finds the permitted records by itself.
     */
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
