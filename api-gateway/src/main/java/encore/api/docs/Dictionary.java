package encore.api.docs;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.ClassPathResource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Describes every name on the wire, with an example. The words stand in {@code dictionary.json}, one row for each name. A
 * row {@code <place>.<name>} replaces it in one place: a schema, or the parameters of an operation. A sentence that is
 * said at a component with {@code @Description} follows the row, unless it begins with the row's. A row {@code
 * Event.<name>} or {@code WebhookBody.<name>} replaces it in all schemas of published events.
 */
public final class Dictionary {

    /** Names of the schemas of request bodies, and of their rows. */
    static final Pattern OF_REQUESTS = Pattern.compile("\\w+(Request|Row)");

    private static final String DATE = "2026-05-01";
    private static final String TIME = "2026-05-01T20:00:00Z";
    private static final long SECONDS = 1_777_665_600;

    /** @param whenNull says when the value is null, where it may be */
    private record Word(
            String about, String whenNull, @Nullable JsonNode example) {}

    private final Map<String, Word> words = new LinkedHashMap<>();

    public Dictionary() {
        read("dictionary.json")
                .properties()
                .forEach(row -> words.put(
                        row.getKey(),
                        new Word(
                                row.getValue().path("about").asString(),
                                row.getValue().path("null").asString(""),
                                row.getValue().get("example"))));
    }

    /** Reads a file of ours beside this class. */
    static JsonNode read(String file) {
        try {
            return JsonMapper.shared()
                    .readTree(new ClassPathResource(file, Dictionary.class).getContentAsString(StandardCharsets.UTF_8));
        } catch (IOException missing) {
            throw new IllegalStateException(missing);
        }
    }

    /** Returns the rows, those of one place with it. */
    Set<String> rows() {
        return words.keySet();
    }

    /** Describes the fields of a schema, and those of the objects in it that have no name of their own. */
    public void describe(String place, JsonNode schema) {
        schema.path("properties").properties().forEach(field -> {
            ObjectNode value = (ObjectNode) field.getValue();
            describe(place, field.getKey(), value, value);
            describe(place, value);
            describe(place, value.path("items"));
        });
        JsonNode more = schema.path("additionalProperties");
        Stream.concat(Stream.of(more), more.path("anyOf").valueStream())
                .filter(family -> family.has(ParameterSchemas.PREFIX))
                .forEach(family -> describe(
                        place, family.path(ParameterSchemas.PREFIX).asString() + "*", (ObjectNode) family, (ObjectNode)
                                family));
    }

    /** Describes a parameter of an operation. */
    void describeParameter(String operationId, ObjectNode parameter) {
        describe(operationId, parameter.path("name").asString(), parameter, (ObjectNode) parameter.path("schema"));
    }

    private void describe(String place, String name, ObjectNode described, ObjectNode schema) {
        Word word = word(place, name);
        if (word == null) {
            return;
        }
        boolean isInput = described != schema || OF_REQUESTS.matcher(place).matches();
        String own = described.path("description").asString("");
        described.put(
                "description",
                Stream.of(
                                plain(own).startsWith(plain(word.about())) ? "" : word.about(),
                                own,
                                mayBeNull(schema, isInput) ? word.whenNull() : "")
                        .filter(sentence -> !sentence.isEmpty())
                        .collect(Collectors.joining(" ")));
        JsonNode example = example(word.example(), schema);
        if (example != null) {
            schema.putArray("examples").add(example);
        }
    }

    /** Returns a text as it is compared: without an article at its start. */
    private static String plain(String text) {
        return text.toLowerCase(Locale.ROOT).replaceFirst("^(the|an?) ", "");
    }

    private static boolean mayBeNull(JsonNode schema, boolean isInput) {
        boolean isAny = !schema.has("type") && !schema.has("$ref") && !schema.has("anyOf");
        return isAny && !isInput
                || types(schema).contains("null")
                || schema.path("anyOf").valueStream().anyMatch(one -> types(one).contains("null"));
    }

    /** A time's second field, which ends in {@code _iso}, means the same as the first. */
    private @Nullable Word word(String place, String name) {
        Word word = words.getOrDefault(
                place + "." + name, words.getOrDefault(EventSchemas.family(place) + "." + name, words.get(name)));
        return word == null && name.endsWith("_iso") ? word(place, name.substring(0, name.length() - 4)) : word;
    }

    /** Fits an example to a place: one name may be a text here and a list or a choice there. */
    private static @Nullable JsonNode example(@Nullable JsonNode example, JsonNode schema) {
        JsonNodeFactory json = JsonNodeFactory.instance;
        if (schema.has("const")) {
            return schema.get("const");
        }
        JsonNode choices = schema.path("enum");
        if (choices.isArray()) {
            return choices.valueStream().anyMatch(choice -> choice.equals(example)) ? example : choices.get(0);
        }
        Set<String> types = types(schema);
        if (example != null && example.isNull() && types.contains("null")) {
            return example;
        }
        if (types.contains("array")) {
            return list(example, schema.path("items"));
        }
        if (types.contains("boolean")) {
            return example != null && example.isBoolean() ? example : json.booleanNode(true);
        }
        if (types.contains("integer") && (example == null || !example.isIntegralNumber())) {
            return example != null && example.isString() && example.asString().matches("\\d+")
                    ? json.numberNode(Long.parseLong(example.asString()))
                    : json.numberNode(SECONDS);
        }
        if (types.contains("string") && (example == null || !example.isString())) {
            return switch (schema.path("format").asString("")) {
                case "date" -> json.stringNode(DATE);
                case "date-time" -> json.stringNode(TIME);
                default -> example == null || !example.isValueNode() ? null : json.stringNode(example.asString());
            };
        }
        if (types.contains("object") && (example == null || !example.isObject())) {
            return null;
        }
        // A reference has the examples of what it refers to.
        return schema.has("$ref") || schema.has("anyOf") ? null : example;
    }

    private static @Nullable JsonNode list(@Nullable JsonNode example, JsonNode items) {
        List<JsonNode> values = example == null || !example.isArray()
                ? example == null ? List.of() : List.of(example)
                : example.valueStream().toList();
        ArrayNode list = JsonNodeFactory.instance.arrayNode();
        for (JsonNode value : values.isEmpty() && items.has("enum")
                ? List.of(items.path("enum").get(0))
                : values) {
            JsonNode fitting = example(value, items);
            if (fitting == null) {
                return null;
            }
            list.add(fitting);
        }
        return list.isEmpty() ? null : list;
    }

    private static Set<String> types(JsonNode schema) {
        JsonNode type = schema.path("type");
        return (type.isArray() ? type.valueStream() : Stream.of(type))
                .map(one -> one.asString(""))
                .collect(Collectors.toSet());
    }
}
