package encore.query.history;

import encore.kernel.privacy.Secret;
import tools.jackson.databind.AnnotationIntrospector;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.NopAnnotationIntrospector;
import tools.jackson.databind.json.JsonMapper;

/** Leaves the components out that are marked as secrets, also in records within records. */
final class SecretsIntrospector extends NopAnnotationIntrospector {

    private static final long serialVersionUID = 1;

    /** Returns the same mapper, which writes no secrets. */
    static JsonMapper leftOutBy(JsonMapper mapper) {
        return mapper.rebuild()
                .annotationIntrospector(AnnotationIntrospector.pair(
                        new SecretsIntrospector(), mapper.serializationConfig().getAnnotationIntrospector()))
                .build();
    }

    @Override
    public boolean hasIgnoreMarker(MapperConfig<?> config, AnnotatedMember member) {
        return member.hasAnnotation(Secret.class);
    }
}
