package encore.api.docs;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What an openapi.json says of each operation, laid flat like the rows of the specification. */
final class Described {

    private static final Pattern REFUSED = Pattern.compile("Not supported yet, and refused: (.*?)\\.( |$)");

    /** One parameter, or one field of an answer. */
    record Field(
            String place,
            String name,
            String type,
            boolean required,
            @Nullable BigDecimal most,
            TreeSet<String> values) {}

    private final JsonNode api;

    Described(JsonNode api) {
        this.api = api;
    }

    /** The fields of each operation, by method and path. */
    Map<String, List<Field>> operations() {
        Map<String, List<Field>> operations = new LinkedHashMap<>();
        for (var path : api.path("paths").properties()) {
            for (var method : path.getValue().properties()) {
                String key = method.getKey().toUpperCase(java.util.Locale.ROOT) + " " + path.getKey();
                operations.put(key, fields(method.getValue()));
            }
        }
        return operations;
    }

    private List<Field> fields(JsonNode operation) {
        List<Field> fields = new ArrayList<>();
        for (JsonNode parameter : operation.path("parameters")) {
            if (!parameter.path("in").asString().equals("header")) {
                fields.add(field(
                        parameter.path("in").asString(),
                        parameter.path("name").asString(),
                        parameter.path("schema"),
                        parameter.path("required").asBoolean()));
            }
        }
        JsonNode body = operation.at("/requestBody/content/application~1json/schema");
        TreeSet<String> required = strings(body.path("required"));
        for (var property : body.path("properties").properties()) {
            fields.add(field("form", property.getKey(), property.getValue(), required.contains(property.getKey())));
        }
        for (var family : body.path("patternProperties").properties()) {
            fields.add(field("form", family.getKey().substring(1) + "*", family.getValue(), false));
        }
        for (String told : List.of(
                operation.path("description").asString(""),
                body.path("description").asString(""))) {
            var refused = REFUSED.matcher(told);
            if (refused.find()) {
                for (String name : refused.group(1).split(", ")) {
                    fields.add(new Field("refused", name, "-", false, null, new TreeSet<>()));
                }
            }
        }
        answer(operation.at("/responses/200/content/application~1json/schema"), "", fields);
        return fields;
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
                        prefix.isEmpty() ? property.getKey() : dotted(prefix) + property.getKey(),
                        fields);
            }
        } else if (type(schema).equals("array") && isObject(resolve(schema.path("items")))) {
            answer(schema.path("items"), prefix + "[]", fields);
        } else if (!schema.has("anyOf") && !type(schema).equals("null")) {
            Field field = field("answer", prefix.isEmpty() ? "." : prefix, schema, false);
            if (fields.stream()
                    .noneMatch(known ->
                            known.place().equals("answer") && known.name().equals(field.name()))) {
                fields.add(field);
            }
        }
    }

    private static String dotted(String prefix) {
        return prefix + ".";
    }

    private static boolean isObject(JsonNode schema) {
        return schema.path("properties").isObject() || schema.has("anyOf");
    }

    private Field field(String place, String name, JsonNode unresolved, boolean required) {
        JsonNode schema = resolve(unresolved);
        JsonNode value = type(schema).equals("array") ? resolve(schema.path("items")) : schema;
        JsonNode most = value.has("maxLength") ? value.path("maxLength") : value.path("maximum");
        String type = type(schema).equals("array") ? named(value) + "[]" : named(value);
        return new Field(
                place, name, type, required, most.isNumber() ? most.decimalValue() : null, strings(value.path("enum")));
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
