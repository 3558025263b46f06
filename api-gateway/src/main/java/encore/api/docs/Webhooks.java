package encore.api.docs;

import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Describes the calls that webhooks make, one for each type of event, in the section {@code webhooks} of the description of
 * the API. Their headers stand in {@code openapi.json}, below the parameters of the components.
 */
final class Webhooks {

    private static final List<String> BODY = List.of("type", "timestamp", "data");

    private Webhooks() {}

    /** Adds the calls, and the schemas of their bodies. */
    static void addTo(ObjectNode api) {
        ObjectNode schemas = (ObjectNode) api.at("/components/schemas");
        ObjectNode webhooks = api.putObject("webhooks");
        EventSchemas.all().forEach((type, data) -> {
            add(schemas, EventSchemas.dataName(type), data);
            add(schemas, EventSchemas.bodyName(type), body(type));
            webhooks.putObject(type).set("post", operation(type, api.at("/components/parameters")));
        });
    }

    private static void add(ObjectNode schemas, String name, ObjectNode schema) {
        if (schemas.putIfAbsent(name, schema) != null) {
            throw new IllegalStateException("An event and an answer are both named " + name);
        }
    }

    private static ObjectNode body(String type) {
        ObjectNode body = Schemas.schema("object");
        ObjectNode fields = body.putObject("properties");
        fields.set("type", Schemas.schema("string").put("const", type));
        fields.set("timestamp", Schemas.formatted("string", "date-time"));
        fields.set("data", Schemas.reference(EventSchemas.dataName(type)));
        return Schemas.requiring(body, BODY);
    }

    private static ObjectNode operation(String type, JsonNode headers) {
        ObjectNode operation = Schemas.anything()
                .put("summary", "An event " + type + " was recorded")
                .put("operationId", "receive" + EventSchemas.camelCase(type));
        ArrayNode parameters = operation.putArray("parameters");
        headers.propertyNames()
                .forEach(header -> parameters.addObject().put("$ref", "#/components/parameters/" + header));
        ObjectNode request = operation.putObject("requestBody").put("required", true);
        request.putObject("content")
                .putObject("application/json")
                .set("schema", Schemas.reference(EventSchemas.bodyName(type)));
        ObjectNode responses = operation.putObject("responses");
        responses
                .putObject("2XX")
                .put(
                        "description",
                        "The message was taken. The answer must come within 15 seconds; its body is not read.");
        responses.putObject("410").put("description", "The webhook is disabled, and no message follows.");
        responses.putObject("default").put("description", "The message is sent again later, with the same webhook-id.");
        operation.putArray("security");
        return operation;
    }
}
