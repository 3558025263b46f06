package encore.infra.standalone.walk;

import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import java.net.http.HttpResponse;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Compares answers with what openapi.json says of their operation and status. */
public final class DescribedAnswers {

    private static final SchemaRegistryConfig WITH_FORMATS =
            SchemaRegistryConfig.builder().formatAssertionsEnabled(true).build();

    private final JsonNode api;
    private final Map<JsonNode, Schema> schemas = new HashMap<>();
    private final Collection<String> differences = new TreeSet<>();

    /** @param api the text of openapi.json */
    public DescribedAnswers(String api) {
        this.api = read(api);
    }

    /** Returns the answers that are not as they are described. */
    public Collection<String> differences() {
        return differences;
    }

    /** Takes an answer to an operation, which is a method and a path with the names of its variables. */
    void take(String operation, HttpResponse<String> answer) {
        String[] parts = operation.split(" ", 2);
        JsonNode responses = api.path("paths")
                .path(parts[1])
                .path(parts[0].toLowerCase(Locale.ROOT))
                .path("responses");
        JsonNode response = resolve(responses.path(String.valueOf(answer.statusCode())));
        String name = operation + " " + answer.statusCode();
        if (response.isMissingNode()) {
            differences.add(name + " is not described");
            return;
        }
        String type = answer.headers().firstValue("Content-Type").orElse("").replaceFirst(";.*", "");
        JsonNode content = response.path("content");
        if (content.isMissingNode()) {
            if (!answer.body().isEmpty()) {
                differences.add(name + " has a body");
            }
            return;
        }
        JsonNode described = content.has(type) ? content.path(type) : content.path(type.replaceFirst("/.*", "/*"));
        if (described.isMissingNode()) {
            differences.add(name + " is not described as " + type);
        } else if (type.endsWith("json")) {
            List<String> texts = type.endsWith("ndjson") ? answer.body().lines().toList() : List.of(answer.body());
            Schema schema = schemas.computeIfAbsent(described.path("schema"), this::schema);
            texts.forEach(text -> schema.validate(read(text)).forEach(wrong -> differences.add(name + " " + wrong)));
        }
    }

    private JsonNode resolve(JsonNode response) {
        String reference = response.path("$ref").asString("");
        return reference.isEmpty() ? response : api.at(reference.substring(1));
    }

    private Schema schema(JsonNode described) {
        return schema(described, api.path("components"));
    }

    /** Returns what is wrong with a JSON text by a schema, whose references lead to the components of its document. */
    public static List<Error> wrongWith(JsonNode described, JsonNode components, String json) {
        return schema(described, components).validate(read(json));
    }

    private static Schema schema(JsonNode described, JsonNode components) {
        var whole = (ObjectNode) described.deepCopy();
        whole.set("components", components);
        return SchemaRegistry.withDefaultDialect(
                        SpecificationVersion.DRAFT_2020_12, registry -> registry.schemaRegistryConfig(WITH_FORMATS))
                .getSchema(whole);
    }

    private static JsonNode read(String text) {
        return JsonMapper.shared().readTree(text);
    }
}
