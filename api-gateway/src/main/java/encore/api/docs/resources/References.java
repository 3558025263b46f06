package encore.api.docs.resources;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Says at each id which resource it names: {@code x-ref}. An id is called as in the path of its resource. */
final class References {

    static final String REFERENCE = "x-ref";

    /** The names of ids. A name such as {@code host} is no id: fields of other things have it too. */
    static final Pattern ID = Pattern.compile("\\w+_(id|uid|ref|key)s?");

    private final ObjectNode api;
    private final Resources resources;
    private final Declarations declared;
    private final Map<String, String> owners = new HashMap<>();
    private final Set<String> named = new HashSet<>();

    References(ObjectNode api, Resources resources, Declarations declared) {
        this.api = api;
        this.resources = resources;
        this.declared = declared;
        resources.named().values().stream()
                .filter(resource -> !resource.own().isEmpty())
                .sorted((a, b) -> Integer.compare(a.ids().size(), b.ids().size()))
                .forEach(resource -> owners.putIfAbsent(resource.own(), resource.name()));
        owners.putAll(declared.references());
    }

    /** Returns whether an id in the description names things of this resource. */
    boolean isNamed(String resource) {
        return named.contains(resource);
    }

    void write() {
        for (ApiOperation operation : resources.operations()) {
            Resource owner = resources.owner(operation);
            operation.parameters().forEach(parameter -> {
                String place = placeOf(operation, owner, parameter);
                mark(place, parameter.path("name").asString(), parameter);
            });
            fields(owner == null ? "" : owner.name(), ApiOperation.resolved(api, operation.body()));
        }
        // A thing's own id names the thing, even where the same name stands for another resource elsewhere.
        resources.named().values().forEach(resource -> {
            JsonNode row = resources.schema(resource);
            String id = resource.own();
            if (row.path("properties").path(id) instanceof ObjectNode own
                    && ID.matcher(id).matches()) {
                own.put(REFERENCE, referenceOf(resource.name(), id, resource.name()));
            }
        });
        api.path("components").path("schemas").forEach(schema -> fields("", schema));
    }

    /** An id in the path of a thing names the things above it, and the thing itself. */
    private static String placeOf(ApiOperation operation, @Nullable Resource owner, JsonNode parameter) {
        if (owner == null || !parameter.path("in").asString().equals("path")) {
            return owner == null ? "" : owner.name();
        }
        String name = parameter.path("name").asString();
        return owner.own().equals(name) ? "=" + owner.name() : owner.name();
    }

    private void fields(String place, JsonNode schema) {
        schema.path("properties").properties().forEach(field -> {
            if (field.getValue() instanceof ObjectNode value && !value.has(REFERENCE)) {
                JsonNode items = value.path("items");
                mark(place, field.getKey(), items instanceof ObjectNode item ? item : value);
                if (items.has(REFERENCE)) {
                    value.set(REFERENCE, items.get(REFERENCE));
                }
            }
            JsonNode items = field.getValue().path("items");
            if (!items.has("$ref")) { // Named schemas have their own turn, and may contain themselves.
                fields(place, items);
            }
        });
    }

    private void mark(String place, String name, ObjectNode value) {
        if (value.has(REFERENCE) || !ID.matcher(name).matches()) {
            return;
        }
        String reference = place.startsWith("=")
                ? referenceOf(place.substring(1), name, place.substring(1))
                : referenceOf(place, name, "");
        if (!reference.isEmpty()) {
            value.put(REFERENCE, reference);
            named.add(reference);
        }
    }

    /** @param own the resource whose own id this is; empty otherwise */
    private String referenceOf(String place, String name, String own) {
        String said = declared.reference(place, name);
        if (!said.isEmpty()) {
            return said;
        }
        if (!own.isEmpty()) {
            return own;
        }
        if (place.isEmpty() && owners.containsKey(name)) {
            return owners.get(name);
        }
        if (declared.outside().containsKey(name)) {
            return "";
        }
        String one = name.replaceFirst("s$", "");
        return owners.keySet().stream()
                .filter(id -> ID.matcher(id).matches() && (one.equals(id) || one.endsWith("_" + id)))
                .max((a, b) -> Integer.compare(a.length(), b.length()))
                .map(owners::get)
                .orElse("");
    }
}
