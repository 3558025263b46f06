package encore.api.docs;

import encore.kernel.published.PublishedData;
import encore.kernel.published.PublishedField;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/** Describes the data of events of each type for followers and webhooks: the position and the published fields. */
public final class EventSchemas {

    /** The family of the schemas of the data of events. */
    static final String DATA = "Event";

    /** The family of the schemas of the bodies of webhooks. */
    static final String BODY = "WebhookBody";

    private EventSchemas() {}

    /** Returns the schemas of the data by the type of the event. */
    public static Map<String, ObjectNode> all() {
        Schemas schemas = new Schemas();
        Map<String, ObjectNode> all = new LinkedHashMap<>();
        PublishedData.types().forEach((type, event) -> {
            ObjectNode data = Schemas.schema("object");
            data.putObject("properties").set("position", Schemas.integer("int64"));
            all.put(type, add(PublishedData.fields(event), data, schemas, "position"));
        });
        return all;
    }

    /** Returns the name of the schema of the data of an event: {@code Event.PointsAwarded} of points_awarded. */
    public static String dataName(String type) {
        return DATA + "." + camelCase(type);
    }

    static String bodyName(String type) {
        return BODY + "." + camelCase(type);
    }

    /** Returns the family of a schema of an event, and the name of any other schema. */
    static String family(String schema) {
        return schema.startsWith(DATA + ".") ? DATA : schema.startsWith(BODY + ".") ? BODY : schema;
    }

    /** Returns whether a schema describes an event, and so no answer. */
    static boolean isOfEvents(String schema) {
        return !family(schema).equals(schema);
    }

    static String camelCase(String type) {
        StringBuilder name = new StringBuilder();
        for (String word : type.split("_")) {
            name.append(Character.toUpperCase(word.charAt(0))).append(word.substring(1));
        }
        return name.toString();
    }

    private static ObjectNode add(List<PublishedField> fields, ObjectNode object, Schemas schemas, String... others) {
        List<String> required = new ArrayList<>(List.of(others));
        for (PublishedField field : fields) {
            ObjectNode value = field.isRowOfObjects() ? row(field, schemas) : value(field.type(), schemas);
            ObjectNode schema = field.isList() ? Schemas.array(value) : value;
            boolean mayBeNull = field.isNullable() && !field.isOptional();
            object.withObject("properties").set(field.name(), mayBeNull ? Schemas.nullable(schema) : schema);
            if (!field.isOptional()) {
                required.add(field.name());
            }
        }
        return Schemas.requiring(object, required);
    }

    private static ObjectNode row(PublishedField field, Schemas schemas) {
        ObjectNode row = Schemas.schema("object");
        row.putObject("properties");
        return add(field.row(), row, schemas);
    }

    private static ObjectNode value(Class<?> type, Schemas schemas) {
        return type == Instant.class ? Schemas.formatted("string", "date-time") : schemas.of(type);
    }
}
