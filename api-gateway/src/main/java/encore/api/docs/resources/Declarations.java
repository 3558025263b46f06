package encore.api.docs.resources;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.springframework.core.io.ClassPathResource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The few facts about resources that paths and inputs do not show. They stand in {@code resources.json}. */
record Declarations(JsonNode json) {

    static Declarations read() {
        try {
            return new Declarations(JsonMapper.shared()
                    .readTree(new ClassPathResource("encore/api/docs/resources.json")
                            .getContentAsString(StandardCharsets.UTF_8)));
        } catch (IOException missing) {
            throw new IllegalStateException(missing);
        }
    }

    /** Returns the resource that the words of a path stand for: mostly the words themselves. */
    String resource(String words) {
        return json.path("paths").path(words).asString(words);
    }

    /** Returns what is declared of a resource; a missing node for most. */
    JsonNode of(String resource) {
        return json.path("resources").path(resource);
    }

    /** Returns the resource that an id names, as declared for one resource or for all; empty when nothing is. */
    String reference(String resource, String id) {
        JsonNode references = json.path("refs");
        return references.path(resource + "." + id).asString(references.path(id).asString(""));
    }

    /** Returns the resources that ids name everywhere. */
    Map<String, String> references() {
        Map<String, String> everywhere = texts("refs");
        everywhere.keySet().removeIf(id -> id.contains("."));
        return everywhere;
    }

    /** Returns whether an operation is one of the exceptions. */
    boolean isExcepted(ApiOperation operation) {
        String asked = operation.method() + " " + operation.path();
        return exceptions().keySet().stream()
                .anyMatch(rule -> rule.endsWith("*")
                        ? asked.startsWith(rule.substring(0, rule.length() - 1))
                        : asked.equals(rule));
    }

    /** Returns the ids that name nothing of the account, each with the reason. */
    Map<String, String> outside() {
        return texts("outside");
    }

    /** Returns the operations of no resource, by method and path or by the beginning of both, each with the reason. */
    Map<String, String> exceptions() {
        return texts("exceptions");
    }

    private Map<String, String> texts(String name) {
        return json.path(name).properties().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, entry -> entry.getValue().asString(), (a, b) -> a, HashMap::new));
    }
}
