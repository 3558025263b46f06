package encore.api.docs;

import encore.api.binding.Parameter;
import encore.api.wire.Wire;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Turns the parameters of operations into JSON Schema. A request body is a named schema, shared by form and JSON. */
final class ParameterSchemas {

    /** Says the beginning of the names for which {@code additionalProperties} stands. */
    static final String PREFIX = "x-prefix";

    private final Map<String, ObjectNode> named = new LinkedHashMap<>();

    /** Returns the request bodies described so far, by name. */
    Map<String, ObjectNode> named() {
        return named;
    }

    /** Describes the body of an operation and returns a reference to it. */
    ObjectNode body(String operationId, List<Parameter> parameters, List<String> unsupported) {
        ObjectNode body = object(operationId, parameters);
        if (!unsupported.isEmpty()) {
            body.put("description", refused(unsupported));
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

    private ObjectNode object(String operationId, List<Parameter> parameters) {
        ObjectNode object = Schemas.schema("object");
        ArrayNode families = JsonNodeFactory.instance.arrayNode();
        Map<String, ObjectNode> properties = new LinkedHashMap<>();
        for (Parameter parameter : parameters) {
            if (parameter.family()) {
                families.add(value(parameter, parameter.about()).put(PREFIX, parameter.name()));
            } else if (parameter.type().equals("object")) {
                ObjectNode row = named(operationId, "Row", object(operationId, parameter.rows()));
                properties.put(parameter.name(), list(parameter, parameter.about(), row));
            } else {
                properties.put(parameter.name(), of(parameter, parameter.about()));
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
     * it, so types that only those fields have are added: without them a generated client could not state such a body.
     */
    private static JsonNode map(ArrayNode families, Collection<ObjectNode> fields) {
        Set<String> types = new TreeSet<>(types(fields));
        families.forEach(family -> types.remove(family.path("type").asString()));
        if (!types.isEmpty()) {
            ObjectNode others = families.addObject().put("description", "The values of the other fields.");
            others.set("type", Schemas.strings(types));
        }
        return families.size() == 1 ? families.get(0) : Schemas.anything().set("anyOf", families);
    }

    /** A field without a type may have a value of any. */
    private static List<String> types(Collection<ObjectNode> fields) {
        return fields.stream()
                .flatMap(field -> field.has("type")
                        ? Stream.of(field.path("type").asString())
                        : Stream.of("array", "boolean", "number", "object", "string"))
                .map(type -> type.equals("integer") ? "number" : type)
                .toList();
    }

    /** Returns a sentence on the parameters that a later feature brings. */
    static String refused(List<String> unsupported) {
        return "Not supported yet, and refused: " + String.join(", ", unsupported) + ".";
    }

    /** Describes one parameter, without a description where that stands beside its schema. */
    static ObjectNode of(Parameter parameter, @Nullable String about) {
        return parameter.list() ? list(parameter, about, value(parameter, null)) : value(parameter, about);
    }

    private static ObjectNode list(Parameter parameter, @Nullable String about, ObjectNode items) {
        return Schemas.schema("array")
                .put("description", about)
                .set("items", items)
                .put("maxItems", parameter.maxItems())
                // An empty list counts as an absent one.
                .put("minItems", parameter.required() ? (Integer) 1 : null)
                .removeIf(JsonNode::isNull);
    }

    private static ObjectNode value(Parameter parameter, @Nullable String about) {
        ObjectNode schema = parameter.type().equals("any") ? Schemas.anything() : Schemas.schema(parameter.type());
        return schema.put("format", parameter.format())
                .put("description", about)
                .set("enum", parameter.values().isEmpty() ? null : Schemas.strings(parameter.values()))
                .set("default", otherwise(parameter))
                .put("exclusiveMaximum", parameter.below())
                .put("exclusiveMinimum", above(parameter))
                .put("maximum", parameter.max())
                .put("maxLength", parameter.maxLength())
                .put("minimum", parameter.min())
                .put("minLength", parameter.minLength())
                .put("pattern", parameter.pattern())
                .removeIf(JsonNode::isNull);
    }

    private static @Nullable BigDecimal above(Parameter parameter) {
        BigDecimal below = parameter.below();
        return below == null || parameter.min() != null ? null : below.negate();
    }

    private static @Nullable JsonNode otherwise(Parameter parameter) {
        String told = parameter.otherwise();
        if (told == null) {
            return null;
        }
        return parameter.type().equals("string")
                ? JsonNodeFactory.instance.stringNode(told)
                : Wire.INPUT.readTree(told);
    }
}
