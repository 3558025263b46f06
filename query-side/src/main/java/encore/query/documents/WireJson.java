package encore.query.documents;

import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Writes records as JSON under wire names, and times as ISO 8601. */
public final class WireJson {

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .build();

    private WireJson() {}

    /** Writes a record. Every component is a field, also one that is null. */
    public static ObjectNode of(Object written) {
        return MAPPER.valueToTree(written);
    }
}
