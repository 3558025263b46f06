package encore.api.docs.resources;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes the part of the description from which the console makes its lists and forms: each resource with its operations
 * and their fields. The whole description is twenty times as long.
 */
public final class ConsoleDocument {

    private static final Pattern LONG = Pattern.compile(
            "description|text$|notes|terms|privacy|rules|body|message|codes$|html|hint|display_venue_name");

    /** The longest text that is asked for in one line. */
    private static final int LINE = 255;

    /** Answers say these beside a time: the same time in other words. */
    private static final String ISO = "_iso";

    private final ObjectNode api;
    private final Resources resources;

    public ConsoleDocument(ObjectNode api, Resources resources) {
        this.api = api;
        this.resources = resources;
    }

    public JsonNode written() {
        ObjectNode document = api.objectNode();
        ObjectNode all = document.putObject("resources");
        resources.named().forEach((name, resource) -> all.set(name, resource(resource)));
        return document;
    }

    private ObjectNode resource(Resource resource) {
        JsonNode declared = resources.declared().of(resource.name());
        String last = resource.name().substring(resource.name().lastIndexOf('.') + 1);
        ObjectNode written = api.objectNode();
        written.put("title", declared.path("title").asString(Words.title(last)));
        written.put("one_title", declared.path("one_title").asString(Words.title(Words.singular(last))));
        JsonNode known = api.path(Resources.RESOURCES).path(resource.name());
        for (String name : List.of("id", "own", "title_field", "parent", "stream")) {
            copy(known, name, written, name);
        }
        for (String name : List.of("beside", "page", "item", "search")) {
            copy(declared, name, written, name);
        }
        written.put("area", area(resource));
        resource.roles().forEach((role, operation) -> written.set(role.word(), operation(resource, role, operation)));
        if (!resource.actions().isEmpty()) {
            ArrayNode actions = written.putArray("actions");
            resource.actions().forEach(action -> actions.add(operation(resource, Role.ACTION, action)));
        }
        written.set("shows", shows(resources.schema(resource)));
        JsonNode row = resources.row(resource);
        if (!row.isMissingNode() && row != resources.schema(resource)) {
            written.set(
                    "rows",
                    api.arrayNode()
                            .addAll(row.path("properties").propertyNames().stream()
                                    .map(name -> (JsonNode) api.stringNode(name))
                                    .toList()));
        }
        return written;
    }

    private static String area(Resource resource) {
        return resource.operations().stream()
                .map(ApiOperation::right)
                .filter(right -> !right.isEmpty())
                .map(right -> right.replaceFirst(":.*", ""))
                .findFirst()
                .orElse("");
    }

    private static void copy(JsonNode from, String name, ObjectNode to, String as) {
        if (from.has(name)) {
            to.set(as, from.get(name));
        }
    }

    private ObjectNode operation(Resource resource, Role role, ApiOperation operation) {
        ObjectNode written = api.objectNode();
        written.put("operation", operation.id());
        written.put("method", operation.method());
        written.put("path", operation.path());
        written.put("title", operation.node().path("summary").asString());
        if (!operation.right().isEmpty()) {
            written.put("right", operation.right());
        }
        copy(operation.node(), Resources.NEXT_KEY, written, "next_key");
        if (operation.takesFile()) {
            written.put("file", true);
        }
        ArrayNode fields = written.putArray("fields");
        operation
                .parameters()
                .forEach(parameter -> fields.add(field(
                        parameter.path("name").asString(),
                        parameter.path("in").asString(),
                        parameter.path("schema"),
                        parameter,
                        parameter.path("required").asBoolean(false))));
        JsonNode body = ApiOperation.resolved(api, operation.body());
        Set<String> clears = texts(body.path(Resources.CLEARS));
        Set<String> required = texts(body.path("required"));
        body.path("properties").properties().forEach(property -> {
            ObjectNode field = field(
                    property.getKey(),
                    "body",
                    property.getValue(),
                    property.getValue(),
                    required.contains(property.getKey()));
            if (role != Role.CREATE && clears.contains(property.getKey())) {
                field.put("clears", true);
            }
            fields.add(field);
        });
        families(body).forEach((prefix, family) -> {
            ObjectNode field = field(prefix, "body", family, family, false);
            field.put("family", true);
            if (clears.contains(prefix + "*")) {
                field.put("clears", true);
            }
            fields.add(field);
        });
        return written;
    }

    private static Map<String, JsonNode> families(JsonNode body) {
        Map<String, JsonNode> families = new LinkedHashMap<>();
        JsonNode more = body.path("additionalProperties");
        if (more.has("x-prefix")) {
            families.put(more.path("x-prefix").asString(), more);
        }
        more.path("anyOf").forEach(family -> {
            if (family.has("x-prefix")) {
                families.put(family.path("x-prefix").asString(), family);
            }
        });
        return families;
    }

    private static Set<String> texts(JsonNode array) {
        return array.valueStream().map(JsonNode::asString).collect(Collectors.toSet());
    }

    private ObjectNode field(String name, String place, JsonNode schema, JsonNode described, boolean isRequired) {
        ObjectNode field = api.objectNode();
        JsonNode reference = described.has(References.REFERENCE)
                ? described.get(References.REFERENCE)
                : schema.path("items").get(References.REFERENCE);
        field.put("name", name);
        field.put("label", label(name, reference));
        if (!place.equals("body")) {
            field.put("in", place);
        }
        boolean isList = schema.path("type").asString("").equals("array");
        JsonNode value = isList ? schema.path("items") : schema;
        field.put("kind", isLong(name, value) ? "long" : kind(value));
        if (isList) {
            field.put("list", true);
        }
        if (isRequired) {
            field.put("required", true);
        }
        if (reference != null) {
            field.set("ref", reference);
        }
        copy(described, "description", field, "help");
        for (String bound : List.of("enum", "default", "pattern", "minimum", "maximum", "exclusiveMaximum")) {
            copy(value, bound, field, bound);
        }
        copy(value, "minLength", field, "min_length");
        copy(value, "maxLength", field, "max_length");
        copy(schema, "maxItems", field, "max_items");
        return field;
    }

    /** Returns the label of a field; an id is called like the thing that it names: {@code target_page_tab_id} Target campaign. */
    private String label(String name, @Nullable JsonNode reference) {
        Resource named = reference == null ? null : resources.named().get(reference.asString());
        if (named == null || named.own().isEmpty()) {
            return Words.label(name, reference != null);
        }
        JsonNode declared = resources.declared().of(named.name());
        String last = named.name().substring(named.name().lastIndexOf('.') + 1);
        String one = declared.path("one_title").asString(Words.title(Words.singular(last)));
        String many = declared.path("title").asString(Words.title(last));
        if (name.endsWith(named.own())) {
            return joined(name.substring(0, name.length() - named.own().length()), one);
        }
        return name.endsWith(named.own() + "s")
                ? joined(name.substring(0, name.length() - named.own().length() - 1), many)
                : Words.label(name, true);
    }

    private static String joined(String before, String thing) {
        return before.isEmpty() ? thing : Words.title(before + thing.toLowerCase(Locale.ROOT));
    }

    private static String kind(JsonNode schema) {
        String format = schema.path("format").asString("");
        if (schema.has("enum")) {
            return "choice";
        }
        return switch (type(schema)) {
            case "boolean" -> "flag";
            case "integer" -> "whole";
            case "number" -> "decimal";
            case "string" ->
                switch (format) {
                    case "date" -> "day";
                    case "date-time" -> "time";
                    default -> "text";
                };
            default -> "json";
        };
    }

    /** Returns whether a text is written in several lines. Addresses and lists of words are long, but have one. */
    private static boolean isLong(String name, JsonNode value) {
        return kind(value).equals("text")
                && value.path("maxLength").asInt(LINE + 1) > LINE
                && LONG.matcher(name).find();
    }

    private static String type(JsonNode schema) {
        JsonNode type = schema.path("type");
        return type.isArray() ? type.get(0).asString() : type.asString("");
    }

    /** Returns the fields of an answer: how each is called, what it is, and which thing it names. */
    private ArrayNode shows(@Nullable JsonNode schema) {
        ArrayNode shows = api.arrayNode();
        if (schema == null) {
            return shows;
        }
        JsonNode properties = schema.path("properties");
        properties.properties().forEach(property -> {
            String name = property.getKey();
            if (name.endsWith(ISO) && properties.has(name.substring(0, name.length() - ISO.length()))) {
                return;
            }
            JsonNode value = property.getValue();
            boolean isList = type(value).equals("array");
            JsonNode one = isList ? value.path("items") : value;
            JsonNode reference = value.has(References.REFERENCE)
                    ? value.get(References.REFERENCE)
                    : value.path("items").get(References.REFERENCE);
            ObjectNode field = shows.addObject();
            field.put("name", name).put("label", label(name, reference));
            boolean isTime = name.endsWith("_timestamp")
                    || one.path("format").asString("").equals("date-time");
            field.put("kind", isTime ? "time" : kind(one));
            if (isList) {
                field.put("list", true);
            }
            if (reference != null) {
                field.set("ref", reference);
            }
        });
        return shows;
    }
}
