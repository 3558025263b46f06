package encore.infra.eventstore.codec;

import encore.kernel.privacy.PersonalData;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.AnnotationIntrospector;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.AnnotatedParameter;
import tools.jackson.databind.introspect.NopAnnotationIntrospector;
import tools.jackson.databind.json.JsonMapper;

/**
 * Skips the {@link PersonalData} components of an event while Jackson reads it: they read as null, encrypted or not.
 */
final class SkippingIntrospector extends NopAnnotationIntrospector {

    private static final long serialVersionUID = 1L;
    private static final SkippingDeserializer SKIPPING = new SkippingDeserializer();

    /** Returns a mapper like this one that reads personal values as null. */
    static JsonMapper of(JsonMapper mapper) {
        return mapper.rebuild()
                .annotationIntrospector(AnnotationIntrospector.pair(
                        new SkippingIntrospector(),
                        mapper.deserializationConfig().getAnnotationIntrospector()))
                .build();
    }

    @Override
    public @Nullable Object findDeserializer(MapperConfig<?> config, Annotated annotated) {
        return annotated instanceof AnnotatedParameter parameter && isPersonal(parameter) ? SKIPPING : null;
    }

    /**
     * Reads the annotation from the record component: Jackson does not see it on the parameter of the constructor that
     * it calls.
     */
    static boolean isPersonal(AnnotatedParameter parameter) {
        return parameter.getDeclaringClass().isRecord()
                && parameter
                        .getDeclaringClass()
                        .getRecordComponents()[parameter.getIndex()]
                        .isAnnotationPresent(PersonalData.class);
    }

    private static final class SkippingDeserializer extends ValueDeserializer<Object> {

        @Override
        @SuppressWarnings("NullAway") // Jackson's own nulls are not declared.
        public Object deserialize(JsonParser parser, DeserializationContext context) {
            parser.skipChildren();
            return null;
        }
    }
}
