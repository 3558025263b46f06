package encore.infra.standalone.walk;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion.VersionFlag;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;

/** Compares answers with what openapi.json says of their operation and status. */
public final class DescribedAnswers {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final JsonNode api;
    private final Map<JsonNode, JsonSchema> schemas = new HashMap<>();
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
            JsonSchema schema = schemas.computeIfAbsent(described.path("schema"), this::schema);
            texts.forEach(text -> schema.validate(
                            read(text), run -> run.getExecutionConfig().setFormatAssertionsEnabled(true))
                    .forEach(wrong -> differences.add(name + " " + wrong)));
        }
    }

    private JsonNode resolve(JsonNode response) {
        String reference = response.path("$ref").asText("");
        return reference.isEmpty() ? response : api.at(reference.substring(1));
    }

    private JsonSchema schema(JsonNode described) {
        ObjectNode whole = described.deepCopy();
        whole.set("components", api.path("components"));
        return JsonSchemaFactory.getInstance(VersionFlag.V202012).getSchema(whole);
    }

    private static JsonNode read(String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException broken) {
            throw new UncheckedIOException(broken);
        }
    }
}
