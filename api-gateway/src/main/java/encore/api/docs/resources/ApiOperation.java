package encore.api.docs.resources;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** An operation as the description of the API has it. */
record ApiOperation(String method, String path, ObjectNode node) {

    /** Says the right that the operation needs of a person. */
    static final String RIGHT = "x-right";

    private static final String API = "/api/v1/";
    private static final String MANAGEMENT = API + "manage/";

    /** The parts of the API that the customer's programs know. A thing has the same name in each. */
    private static final Pattern PART = Pattern.compile("^" + API + "((manage|crm|ent)/)?");

    private static final Pattern ID = Pattern.compile("\\{(\\w+)}");

    /** Returns the operations below {@code /api/v1/}: those of the management first, those without a secret last. */
    static List<ApiOperation> of(JsonNode api) {
        return api.path("paths").properties().stream()
                .filter(path -> path.getKey().startsWith(API))
                .flatMap(path -> path.getValue().properties().stream()
                        .map(operation -> new ApiOperation(
                                operation.getKey().toUpperCase(Locale.ROOT), path.getKey(), (ObjectNode)
                                        operation.getValue())))
                .sorted((a, b) -> Integer.compare(a.place(), b.place()))
                .toList();
    }

    private int place() {
        return isManagement() ? 0 : needsSecret() ? 1 : 2;
    }

    String id() {
        return node.path("operationId").asString();
    }

    /** Returns whether this is another path of the same handler. */
    boolean isAlias() {
        return id().endsWith("Alias");
    }

    boolean isManagement() {
        return path.startsWith(MANAGEMENT);
    }

    boolean isRead() {
        return method.equals("GET");
    }

    /** Returns the right that a person needs, such as {@code loyalty:write}; empty when the operation has none. */
    String right() {
        return node.path(RIGHT).asString("");
    }

    boolean needsSecret() {
        return hasLock("api_secret");
    }

    boolean isOperators() {
        return hasLock("operator_token");
    }

    boolean hasKey() {
        return hasLock("api_key");
    }

    private boolean hasLock(String name) {
        return node.path("security").valueStream().anyMatch(choice -> choice.has(name));
    }

    /** Returns the words of a path, joined by dots: {@code apps.tab_items} for {@code apps/{page_tab_id}/tab_items}. */
    static String words(String path) {
        return Arrays.stream(PART.matcher(path).replaceFirst("").split("/"))
                .filter(segment -> !segment.startsWith("{"))
                .collect(Collectors.joining("."));
    }

    /** Returns the names of the ids in a path. */
    static List<String> ids(String path) {
        return ID.matcher(path).results().map(match -> match.group(1)).toList();
    }

    static boolean endsInId(String path) {
        return path.endsWith("}");
    }

    /** Returns the path without its last segment. */
    static String above(String path) {
        return path.substring(0, path.lastIndexOf('/'));
    }

    /** Returns the schema of the answer, which may be a reference. */
    JsonNode answer() {
        return node.path("responses")
                .path("200")
                .path("content")
                .path("application/json")
                .path("schema");
    }

    /** Returns the body's schema, which may be a reference. */
    JsonNode body() {
        return node.path("requestBody").path("content").path("application/json").path("schema");
    }

    boolean takesFile() {
        return node.path("requestBody").path("content").has("image/png");
    }

    /** Returns the parameters in the path or the query. */
    List<ObjectNode> parameters() {
        return node.path("parameters")
                .valueStream()
                .filter(parameter -> !parameter.path("in").asString().equals("header"))
                .map(ObjectNode.class::cast)
                .toList();
    }

    /** Follows a reference of the description. */
    static JsonNode resolved(JsonNode api, JsonNode schema) {
        JsonNode found = schema;
        if (schema.path("anyOf").isArray()) {
            found = schema.path("anyOf").get(0);
        }
        Matcher name = Pattern.compile("#/components/schemas/(.+)")
                .matcher(found.path("$ref").asString(""));
        return name.matches() ? api.path("components").path("schemas").path(name.group(1)) : found;
    }

    /** Returns the schema of a row of the answer; a missing node when the answer is no list. */
    JsonNode row(JsonNode api) {
        JsonNode answer = resolved(api, answer());
        JsonNode list = answer.path("properties").has("data")
                ? answer.path("properties").path("data")
                : answer;
        return list.path("type").asString("").equals("array") ? resolved(api, list.path("items")) : list.path("none");
    }
}
