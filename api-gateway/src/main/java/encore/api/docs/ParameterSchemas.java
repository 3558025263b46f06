package encore.api.docs;

import encore.api.binding.Parameter;
import encore.api.wire.Wire;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Turns the parameters of operations into JSON Schema. A request body is a named schema, shared by form and JSON. */
final class ParameterSchemas {

    /** Says the beginning of the names for which {@code additionalProperties} stands. */
    static final String PREFIX = "x-prefix";

    private static final String TIME = "Unix seconds, ISO 8601, or YYYY-MM-DD HH:MM:SS in UTC.";

    private final Map<String, ObjectNode> named = new LinkedHashMap<>();

    /** Returns the request bodies described so far, by name. */
    Map<String, ObjectNode> named() {
        return named;
    }

    /**
     * Describes the body of an operation and returns a reference to it.
     *
     * @param clears the names of the fields that an empty value clears
     */
    ObjectNode body(String operationId, List<Parameter> parameters, List<String> clears) {
        ObjectNode body = object(operationId, "Row", parameters);
        if (!clears.isEmpty()) {
            body.set("x-clears", Schemas.strings(clears));
        }
        return named(operationId, "Request", body);
    }

    private ObjectNode named(String operationId, String suffix, ObjectNode schema) {
        String name = Character.toUpperCase(operationId.charAt(0)) + operationId.substring(1) + suffix;
        if (named.put(name, schema) != null) {
            throw new IllegalStateException("Two request schemas are named " + name);
        }
        return Schemas.reference(name);
    }

    /** @param rows the end of the name of its rows; rows inside rows are named after their parameter as well */
    private ObjectNode object(String operationId, String rows, List<Parameter> parameters) {
        ObjectNode object = Schemas.schema("object");
        ArrayNode families = JsonNodeFactory.instance.arrayNode();
        Map<String, ObjectNode> properties = new LinkedHashMap<>();
        for (Parameter parameter : parameters) {
            if (parameter.family()) {
                families.add(value(parameter, about(parameter)).put(PREFIX, parameter.name()));
            } else if (parameter.type().equals("object")) {
                ObjectNode components = object(operationId, rows + "OfRow", parameter.components());
                ObjectNode row = named(operationId, rows, components);
                properties.put(parameter.name(), list(parameter, about(parameter), row));
            } else {
                properties.put(parameter.name(), of(parameter, about(parameter)));
            }
        }
        if (!properties.isEmpty()) {
            object.putObject("properties").setAll(properties);
        }
        if (!families.isEmpty()) {
            object.set("additionalProperties", map(families, properties.values()));
        }
        return Schemas.requiring(
                object,
                parameters.stream()
                        .filter(Parameter::required)
                        .map(Parameter::name)
                        .toList());
    }

    /**
     * Describes the values of a body's families. TypeScript asks that the values of a map allow those of the fields beside
     * it, so a body whose fields have other types allows any: without it a generated client could not state such a body.
     */
    private static JsonNode map(ArrayNode families, Collection<ObjectNode> fields) {
        Set<String> types = families.valueStream().map(ParameterSchemas::type).collect(Collectors.toSet());
        if (!types.containsAll(fields.stream().map(ParameterSchemas::type).toList())) {
            families.addObject().put("description", "The values of the other fields.");
        }
        return families.size() == 1 ? families.get(0) : Schemas.anything().set("anyOf", families);
    }

    private static String type(JsonNode schema) {
        return schema.path("type").asString("any");
    }

    /** Returns the sentence at the parameter's component, and how a time is written; null when there is neither. */
    static @Nullable String about(Parameter parameter) {
        if (!"date-time".equals(parameter.format())) {
            return parameter.description();
        }
        return parameter.description() == null ? TIME : parameter.description() + " " + TIME;
    }

    /** Describes one parameter, without a description where that stands beside its schema. */
    static ObjectNode of(Parameter parameter, @Nullable String about) {
        return parameter.list() ? list(parameter, about, value(parameter, null)) : value(parameter, about);
    }

    private static ObjectNode list(Parameter parameter, @Nullable String about, ObjectNode items) {
        return Schemas.schema("array")
                .put("description", about)
                .set("items", items)
                .put("maxItems", parameter.bounds().maxItems())
                // An empty list counts as an absent one.
                .put("minItems", parameter.required() ? (Integer) 1 : null)
                .removeIf(JsonNode::isNull);
    }

    private static ObjectNode value(Parameter parameter, @Nullable String about) {
        Parameter.Bounds bounds = parameter.bounds();
        ObjectNode schema = parameter.type().equals("any") ? Schemas.anything() : Schemas.schema(parameter.type());
        return schema.put("format", parameter.format())
                .put("description", about)
                .set("enum", parameter.values().isEmpty() ? null : Schemas.strings(parameter.values()))
                .set("default", defaultValue(parameter))
                .put("exclusiveMaximum", bounds.exclusiveMax())
                .put("exclusiveMinimum", above(bounds))
                .put("maximum", bounds.max())
                .put("maxLength", bounds.maxLength())
                .put("minimum", bounds.min())
                .put("minLength", bounds.minLength())
                .put("pattern", bounds.pattern())
                .removeIf(JsonNode::isNull);
    }

    private static @Nullable BigDecimal above(Parameter.Bounds bounds) {
        BigDecimal below = bounds.exclusiveMax();
        return below == null || bounds.min() != null ? null : below.negate();
    }

    private static @Nullable JsonNode defaultValue(Parameter parameter) {
        String text = parameter.defaultValue();
        if (text == null) {
            return null;
        }
        return parameter.type().equals("string")
                ? JsonNodeFactory.instance.stringNode(text)
                : Wire.INPUT.readTree(text);
    }
}
