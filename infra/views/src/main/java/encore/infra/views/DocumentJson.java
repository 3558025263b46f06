package encore.infra.views;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import encore.kernel.RecordCreatorModule;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.HashSet;
import java.util.Set;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.cfg.DateTimeFeature;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.JacksonAnnotationIntrospector;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/**
 * Reads and writes one type's documents as JSON: components under their own names, an Instant as milliseconds, nulls
 * left out.
 */
public final class DocumentJson<T> {

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .addModule(new RecordCreatorModule())
            .addModule(new SimpleModule()
                    .addSerializer(byte[].class, new Base64Json.Serializer())
                    .addDeserializer(byte[].class, new Base64Json.Deserializer()))
            .changeDefaultVisibility(visible -> visible.withFieldVisibility(Visibility.ANY)
                    .withGetterVisibility(Visibility.NONE)
                    .withIsGetterVisibility(Visibility.NONE))
            .changeDefaultPropertyInclusion(included -> included.withValueInclusion(JsonInclude.Include.NON_NULL))
            .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
            // JSON that an account stores is answered as it was sent, digit by digit.
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            // The same document must give the same bytes in every process: its hash depends on them.
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
            .enable(DateTimeFeature.WRITE_DATES_AS_TIMESTAMPS)
            .disable(DateTimeFeature.WRITE_DATE_TIMESTAMPS_AS_NANOSECONDS)
            .disable(DateTimeFeature.READ_DATE_TIMESTAMPS_AS_NANOSECONDS)
            .build();

    /**
     * Skips the components that a part leaves out. Without this setting, Jackson buffers unknown properties until the
     * record is created.
     */
    private static final JsonMapper PARTS = MAPPER.rebuild()
            .annotationIntrospector(new JacksonAnnotationIntrospector() {
                @Override
                public JsonIgnoreProperties.Value findPropertyIgnoralByName(MapperConfig<?> config, Annotated one) {
                    return JsonIgnoreProperties.Value.empty().withIgnoreUnknown();
                }
            })
            .build();

    private final JsonMapper mapper;
    private final JavaType javaType;

    /** Created at first use: a start opens many collections and reads the documents of few. */
    private volatile @Nullable ObjectWriter writer;

    private volatile @Nullable ObjectReader reader;

    public DocumentJson(Class<T> type) {
        this(MAPPER, type, MAPPER.constructType(type));
    }

    private DocumentJson(JsonMapper mapper, Class<T> type, JavaType whole) {
        refuseSets(type, new HashSet<>());
        this.mapper = mapper;
        this.javaType = whole;
    }

    /** Returns a reader for documents of which this type has some of the components. */
    static <P> DocumentJson<P> forPart(Class<P> part) {
        return new DocumentJson<>(PARTS, part, PARTS.constructType(part));
    }

    public static <T> DocumentJson<T> of(Collection<T> collection) {
        Class<?> content = collection.content();
        if (content == null) {
            return new DocumentJson<>(collection.type());
        }
        refuseSets(content, new HashSet<>());
        return new DocumentJson<>(
                MAPPER, collection.type(), MAPPER.getTypeFactory().constructParametricType(collection.type(), content));
    }

    public byte[] write(Object document) {
        return writer().writeValueAsBytes(document);
    }

    public T read(String json) {
        return reader().readValue(json);
    }

    /** Reads a document from JSON in UTF-8. */
    public T read(byte[] json) {
        return reader().readValue(json);
    }

    private ObjectWriter writer() {
        ObjectWriter known = writer;
        if (known == null) {
            known = mapper.writerFor(javaType);
            writer = known;
        }
        return known;
    }

    private ObjectReader reader() {
        ObjectReader known = reader;
        if (known == null) {
            known = mapper.readerFor(javaType);
            reader = known;
        }
        return known;
    }

    private static void refuseSets(Type type, Set<Type> seen) {
        if (!seen.add(type)) {
            return;
        }
        if (type instanceof ParameterizedType generic) {
            refuseSets(generic.getRawType(), seen);
            for (Type argument : generic.getActualTypeArguments()) {
                refuseSets(argument, seen);
            }
        } else if (type instanceof Class<?> raw) {
            if (Set.class.isAssignableFrom(raw) && !SortedSet.class.isAssignableFrom(raw)) {
                throw new IllegalArgumentException(
                        "A document must not contain a Set: its order differs from run to run. Use a sorted List");
            }
            if (raw.isRecord()) {
                for (RecordComponent component : raw.getRecordComponents()) {
                    refuseSets(component.getGenericType(), seen);
                }
            }
        }
    }
}
