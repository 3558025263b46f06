package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import encore.api.docs.Dictionary;
import encore.infra.standalone.RunningEncore.Arrangement;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Sends the examples of the operations that a new client begins with, as openapi.json has them. They are sent in the order
 * of their file, so that each finds what those before it made: their ids take the place of the ids in the examples.
 */
@RunsOn(value = Arrangement.EMBEDDED, because = "the examples are the gateway's")
class ApiExamplesJourneyTest extends Journey {

    private static final Set<String> IDS = Set.of("fan_id", "point_uid", "page_tab_id", "segment_id", "segment_type");

    private final Map<String, JsonNode> ids = new HashMap<>();

    private record Operation(String method, String path, JsonNode described) {}

    @Test
    void each_example_is_answered_with_200() throws IOException {
        Map<String, Operation> operations =
                operations(api.get("/openapi.json").mustBe(200).body());
        List<String> sent = new ArrayList<>();
        for (String id : examples().propertyNames()) {
            Api.Answer answer = send(Objects.requireNonNull(operations.get(id), id));
            assertThat(answer.status()).as(id + " " + answer.text()).isEqualTo(200);
            keepIds(answer.body());
            sent.add(id);
        }
        assertThat(sent).hasSizeGreaterThanOrEqualTo(30);
    }

    private Api.Answer send(Operation operation) {
        String path = operation.path();
        List<Object> query = new ArrayList<>();
        for (JsonNode parameter : operation.described().path("parameters")) {
            String name = parameter.path("name").asString();
            JsonNode value = ids.getOrDefault(name, parameter.path("example"));
            if (parameter.path("in").asString().equals("path")) {
                assertThat(value.isMissingNode()).as(path + " " + name).isFalse();
                path = path.replace("{" + name + "}", value.asString());
            } else if (!parameter.path("example").isMissingNode()) {
                for (JsonNode one : value.isArray() ? value : List.of(value)) {
                    query.addAll(List.of(name, one.asString()));
                }
            }
        }
        if (operation.method().equals("get")) {
            return api.get(path, query.toArray());
        }
        var body = (ObjectNode) operation
                .described()
                .at("/requestBody/content/application~1json/example")
                .deepCopy();
        ids.forEach((name, value) -> {
            if (body.has(name)) {
                body.set(name, value);
            }
        });
        return api.postJson(path, body.toString());
    }

    /** Remembers the first id of each name. */
    private void keepIds(JsonNode answer) {
        if (answer.isArray()) {
            answer.forEach(this::keepIds);
            return;
        }
        answer.properties().forEach(field -> {
            if (IDS.contains(field.getKey()) && !field.getValue().isNull()) {
                ids.putIfAbsent(field.getKey(), field.getValue());
            }
        });
    }

    private static Map<String, Operation> operations(JsonNode api) {
        Map<String, Operation> operations = new HashMap<>();
        api.path("paths")
                .properties()
                .forEach(path -> path.getValue()
                        .properties()
                        .forEach(method -> operations.put(
                                method.getValue().path("operationId").asString(),
                                new Operation(method.getKey(), path.getKey(), method.getValue()))));
        return operations;
    }

    private static JsonNode examples() throws IOException {
        try (InputStream file = Dictionary.class.getResourceAsStream("examples.json")) {
            return JsonMapper.shared().readTree(Objects.requireNonNull(file));
        }
    }
}
