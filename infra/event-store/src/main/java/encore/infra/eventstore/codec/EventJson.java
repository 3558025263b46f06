package encore.infra.eventstore.codec;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.JsonInclude;
import encore.kernel.RecordCreatorModule;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;

/** The JSON settings for events, metadata, answers and snapshots. Default typing is off: no class name is read. */
public final class EventJson {

    private static final JsonMapper EVENTS = settings(JsonMapper.builder()).build();

    private EventJson() {}

    /**
     * Returns the shared mapper. It reads and writes fields only, fails on unknown properties, omits nulls and keeps
     * decimals exact.
     */
    public static JsonMapper mapper() {
        return EVENTS;
    }

    /** Applies the shared mapper's settings to a builder. */
    public static JsonMapper.Builder settings(JsonMapper.Builder builder) {
        return builder.addModule(new RecordCreatorModule())
                .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
                .disable(MapperFeature.ALLOW_FINAL_FIELDS_AS_MUTATORS)
                .disable(MapperFeature.USE_GETTERS_AS_SETTERS)
                .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
                // Only a record's components are written. Values that it computes (subject, account) are not part of
                // the event.
                .changeDefaultVisibility(visibility -> visibility
                        .withGetterVisibility(Visibility.NONE)
                        .withIsGetterVisibility(Visibility.NONE)
                        .withSetterVisibility(Visibility.NONE)
                        .withFieldVisibility(Visibility.ANY))
                .changeDefaultPropertyInclusion(
                        inclusion -> inclusion.withValueInclusion(JsonInclude.Include.NON_NULL));
    }
}
