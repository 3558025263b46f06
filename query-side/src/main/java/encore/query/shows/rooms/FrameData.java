package encore.query.shows.rooms;

import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Writes the data of frames from records, under wire names. */
public final class FrameData {

    private static final JsonMapper WIRE = JsonMapper.builder()
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .build();

    private FrameData() {}

    /** Writes a record. Every component is a field, also one that is null. */
    public static ObjectNode of(Record data) {
        return WIRE.valueToTree(data);
    }
}
