package encore.infra.standalone.walk;

import encore.infra.standalone.walk.WalkStep.Encoding;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A step with the values of its variables: what goes into the path, and what goes into the query or the body.
 *
 * @param path with its query
 * @param given the parameters that are not in the path, as JSON by name
 */
record WalkCall(WalkStep step, String path, Map<String, JsonNode> given, Encoding encoding) {

    private static final JsonMapper JSON = JsonMapper.shared();

    /** @param round how bodies are sent where the step leaves it open */
    static WalkCall of(WalkStep step, Variables variables, Encoding round) {
        Map<String, JsonNode> given = new LinkedHashMap<>();
        String path = step.path();
        for (var parameter : step.parameters().entrySet()) {
            String name = variables.fill(parameter.getKey());
            String value = variables.fill(parameter.getValue());
            if (path.contains("{" + name + "}")) {
                path = path.replace("{" + name + "}", escape(value));
            } else {
                given.put(name, value(value));
            }
        }
        path = variables.fillPath(path);
        boolean isPost = step.method().equals("POST");
        Encoding wanted = step.options().encoding();
        Encoding encoding = !isPost || wanted == Encoding.EITHER ? round : wanted;
        String query = isPost || given.isEmpty() ? "" : (path.contains("?") ? "&" : "?") + form(given);
        return new WalkCall(step, path + query, given, encoding);
    }

    /** Returns the JSON that a text is, or the text. */
    static JsonNode value(String text) {
        try {
            // A day begins with a number.
            return text.matches("[\\[{\"].*|-?\\d+(\\.\\d+)?|true|false") ? JSON.readTree(text) : text(text);
        } catch (JacksonException noJson) {
            return text(text);
        }
    }

    private static JsonNode text(String text) {
        return JsonNodeFactory.instance.stringNode(text);
    }

    /** Returns the body of a POST. */
    String body() {
        if (encoding == Encoding.FORM) {
            return form(given);
        }
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        given.forEach(body::set);
        return body.toString();
    }

    String contentType() {
        return encoding == Encoding.FORM ? "application/x-www-form-urlencoded" : "application/json";
    }

    private static String form(Map<String, JsonNode> given) {
        List<String> pairs = new ArrayList<>();
        given.forEach((name, value) -> {
            for (JsonNode one : value.isArray() ? value : List.of(value)) {
                pairs.add(escape(name) + "=" + escape(Place.text(one)));
            }
        });
        return pairs.stream().collect(Collectors.joining("&"));
    }

    private static String escape(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
