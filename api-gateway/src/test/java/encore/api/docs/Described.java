package encore.api.docs;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Lays flat what an openapi.json says of each operation, like the rows of the contract. */
final class Described {

    private static final Pattern REFUSED = Pattern.compile("Not supported yet, and refused: (.*?)\\.( |$)");

    /**
     * One operation.
     *
     * @param refused the parameters that the code says it does not support yet; a last {@code _} stands for a family
     */
    record Operation(List<Field> fields, List<String> refused) {}

    private final JsonNode api;

    Described(JsonNode api) {
        this.api = api;
    }

    /** The operations, by method and path. */
    Map<String, Operation> operations() {
        Map<String, Operation> operations = new LinkedHashMap<>();
        for (var path : api.path("paths").properties()) {
            for (var method : path.getValue().properties()) {
                String key = method.getKey().toUpperCase(Locale.ROOT) + " " + path.getKey();
                operations.put(key, operation(method.getValue()));
            }
        }
        return operations;
    }

    private Operation operation(JsonNode operation) {
        List<Field> fields = new ArrayList<>();
        for (JsonNode parameter : operation.path("parameters")) {
            String place = parameter.path("in").asString();
            if (!place.equals("header")) {
                fields.add(field(
                        place.equals("path") ? "path" : "in",
                        parameter.path("name").asString(),
                        parameter.path("schema"),
                        parameter.path("required").asBoolean()));
            }
        }
        JsonNode body = resolve(operation.at("/requestBody/content/application~1json/schema"));
        body(body, "", fields);
        answer(operation.at("/responses/200/content/application~1json/schema"), "", fields);
        return new Operation(
                fields,
                refused(operation.path("description").asString("")
                        + body.path("description").asString("")));
    }

    private static List<String> refused(String description) {
        var refused = REFUSED.matcher(description);
        return refused.find() ? List.of(refused.group(1).split(", ")) : List.of();
    }

    private void body(JsonNode body, String prefix, List<Field> fields) {
        TreeSet<String> required = strings(body.path("required"));
        for (var property : body.path("properties").properties()) {
            String name = prefix + property.getKey();
            JsonNode rows = resolve(property.getValue().path("items"));
            if (rows.path("properties").isObject()) {
                body(rows, name + "[].", fields);
            } else {
                fields.add(field("in", name, property.getValue(), required.contains(property.getKey())));
            }
        }
        JsonNode more = body.path("additionalProperties");
        for (JsonNode family : more.has("anyOf") ? more.path("anyOf") : List.of(more)) {
            if (family.has(ParameterSchemas.PREFIX)) {
                String name = prefix + family.path(ParameterSchemas.PREFIX).asString() + "*";
                fields.add(field("in", name, family, false));
            }
        }
    }

    private void answer(JsonNode unresolved, String prefix, List<Field> fields) {
        JsonNode schema = resolve(unresolved);
        for (JsonNode either : schema.path("anyOf")) {
            answer(either, prefix, fields);
        }
        if (schema.path("properties").isObject()) {
            for (var property : schema.path("properties").properties()) {
                answer(
                        property.getValue(),
                        prefix.isEmpty() ? property.getKey() : prefix + "." + property.getKey(),
                        fields);
            }
        } else if (schema.path("additionalProperties").isObject()) {
            answer(schema.path("additionalProperties"), prefix + "{}", fields);
        } else if (type(schema).equals("array") && isObject(resolve(schema.path("items")))) {
            answer(schema.path("items"), prefix + "[]", fields);
        } else if (!schema.isMissingNode()
                && !schema.has("anyOf")
                && !type(schema).equals("null")) {
            Field field = field("out", prefix.isEmpty() ? "." : prefix, schema, false);
            if (fields.stream().noneMatch(known -> known.isOut() && known.name().equals(field.name()))) {
                fields.add(field);
            }
        }
    }

    private static boolean isObject(JsonNode schema) {
        return schema.path("properties").isObject() || schema.has("anyOf");
    }

    private Field field(String place, String name, JsonNode unresolved, boolean required) {
        JsonNode schema = resolve(unresolved);
        JsonNode value = type(schema).equals("array") ? resolve(schema.path("items")) : schema;
        boolean text = value.has("maxLength") || value.has("minLength");
        return new Field(
                place,
                name,
                type(schema).equals("array") ? named(value) + "[]" : named(value),
                required,
                number(value.path(text ? "minLength" : "minimum")),
                number(value.path(text ? "maxLength" : "maximum")),
                strings(value.path("enum")));
    }

    private static @Nullable BigDecimal number(JsonNode node) {
        return node.isNumber() ? node.decimalValue() : null;
    }

    private static String named(JsonNode schema) {
        return switch (schema.path("format").asString("")) {
            case "date" -> "date";
            case "date-time" -> "time";
            default -> type(schema);
        };
    }

    private static String type(JsonNode schema) {
        JsonNode type = schema.path("type");
        if (type.isArray()) {
            return type.valueStream()
                    .map(JsonNode::asString)
                    .filter(name -> !name.equals("null"))
                    .findFirst()
                    .orElse("null");
        }
        return type.asString("any");
    }

    private JsonNode resolve(JsonNode schema) {
        String reference = schema.path("$ref").asString("");
        return reference.isEmpty() ? schema : api.at(reference.substring(1));
    }

    private static TreeSet<String> strings(JsonNode array) {
        var all = new TreeSet<String>();
        array.forEach(value -> {
            if (!value.isNull()) {
                all.add(value.asString());
            }
        });
        return all;
    }
}
