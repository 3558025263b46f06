package encore.api.docs.resources;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Finds the resources of the API. A path that ends in an id is one thing, the path above it the list of them, and their
 * methods say the rest: GET, POST and DELETE of one thing find, change and delete it, GET and POST of the list show and
 * add. A path with GET that answers no list is a page of settings. Any other write below a thing or a list is an action.
 */
public final class Resources {

    static final String RESOURCE = "x-resource";
    static final String RESOURCES = "x-resources";
    static final String NEXT_KEY = "x-next-key";
    static final String CLEARS = "x-clears";

    private final ObjectNode api;
    private final Declarations declared;
    private final List<ApiOperation> operations;
    private final Map<String, Resource> named = new TreeMap<>();
    private final Map<ApiOperation, Resource> owners = new HashMap<>();
    private final Map<ApiOperation, Role> roles = new HashMap<>();

    private Resources(ObjectNode api, Declarations declared) {
        this.api = api;
        this.declared = declared;
        this.operations = ApiOperation.of(api).stream()
                .filter(operation -> !operation.isOperators() && !declared.isExcepted(operation))
                .toList();
    }

    /** Finds the resources, and writes them into the description: {@code x-resource}, {@code x-ref} and others. */
    public static Resources addTo(ObjectNode api) {
        Resources resources = new Resources(api, Declarations.read());
        resources.find();
        resources.assign();
        References references = new References(api, resources, resources.declared);
        references.write();
        resources.named.values().removeIf(resource -> !resources.isShown(resource, references));
        resources.write();
        return resources;
    }

    Map<String, Resource> named() {
        return named;
    }

    Declarations declared() {
        return declared;
    }

    @Nullable
    Resource owner(ApiOperation operation) {
        return owners.get(operation);
    }

    @Nullable
    Role role(ApiOperation operation) {
        return roles.get(operation);
    }

    List<ApiOperation> operations() {
        return operations;
    }

    /** Returns the resource whose things these belong to; null for a resource of the account itself. */
    @Nullable
    Resource parent(Resource resource) {
        String declaredParent = declared.of(resource.name()).path("parent").asString("");
        if (!declaredParent.isEmpty()) {
            return named.get(declaredParent);
        }
        int dot = resource.name().lastIndexOf('.');
        return dot < 0 ? null : named.get(resource.name().substring(0, dot));
    }

    private Stream<ApiOperation> withSecret() {
        return operations.stream().filter(ApiOperation::needsSecret).filter(operation -> !operation.isAlias());
    }

    private void find() {
        withSecret()
                .filter(operation -> ApiOperation.endsInId(operation.path()))
                .forEach(operation -> add(ApiOperation.above(operation.path()), operation.path()));
        withSecret()
                .filter(operation -> !ApiOperation.endsInId(operation.path()))
                .filter(operation -> !operation.row(api).isMissingNode() || isSettings(operation))
                .forEach(operation -> add(operation.path(), operation.path()));
        // What a system reports, and lists of which nothing is read back.
        withSecret()
                .filter(operation -> operation.isManagement() && !operation.isRead())
                .filter(operation -> !ApiOperation.endsInId(operation.path()) && owner(operation.path()) == null)
                .forEach(operation -> add(operation.path(), operation.path()));
    }

    private void add(String listPath, String itemPath) {
        String name = declared.resource(ApiOperation.words(listPath));
        List<String> above = ApiOperation.ids(listPath);
        List<String> ids = new ArrayList<>(ApiOperation.ids(itemPath));
        String declaredOwn = declared.of(name).path("own").asString("");
        if (!declaredOwn.isEmpty()) {
            ids.add(declaredOwn);
        }
        if (ids.equals(above)) {
            ids.addAll(rowIds(listPath));
        }
        String own = ids.size() > above.size() ? ids.getLast() : "";
        named.computeIfAbsent(name, fresh -> new Resource(fresh, ids, own));
    }

    /** Returns the parameters by which a call without an id in its path names the row that it removes. */
    private List<String> rowIds(String listPath) {
        return withSecret()
                .filter(operation ->
                        operation.path().equals(listPath) && operation.method().equals("DELETE"))
                .flatMap(operation -> operation.parameters().stream())
                .filter(parameter -> parameter.path("in").asString().equals("query"))
                .filter(parameter -> parameter.path("required").asBoolean(false))
                .map(parameter -> parameter.path("name").asString())
                .toList();
    }

    /** Returns whether there is one of the thing, which is changed in place: GET answers no list, and there are writes. */
    private boolean isSettings(ApiOperation operation) {
        return operation.isRead()
                && !operation.answer().isMissingNode()
                && withSecret().anyMatch(other -> other.path().equals(operation.path()) && !other.isRead());
    }

    /** Returns the resource of the list or thing that stands above an action. */
    private @Nullable Resource owner(String actionPath) {
        String above = ApiOperation.above(actionPath);
        Resource found = named.get(declared.resource(ApiOperation.words(actionPath)));
        if (found != null) {
            return found;
        }
        String words = ApiOperation.words(above);
        return words.isEmpty() ? null : named.get(declared.resource(words));
    }

    private void assign() {
        withSecret().forEach(this::assign);
        // Lists and one thing of a list that every key may read, where the management has none of its own.
        operations.stream()
                .filter(operation -> operation.hasKey() && !operation.needsSecret() && !operation.isAlias())
                .forEach(operation -> {
                    Resource resource = named.get(declared.resource(ApiOperation.words(operation.path())));
                    if (resource == null) {
                        return;
                    }
                    Role role = roleOf(resource, operation);
                    if (role != null && role != Role.ACTION && resource.operation(role) == null) {
                        put(resource, role, operation);
                    }
                });
        operations.stream()
                .filter(ApiOperation::isAlias)
                .forEach(alias -> operations.stream()
                        .filter(other -> (other.id() + "Alias").equals(alias.id()))
                        .forEach(other -> {
                            Resource resource = owners.get(other);
                            if (resource != null) {
                                owners.put(alias, resource);
                                roles.put(alias, roles.get(other));
                            }
                        }));
    }

    private void assign(ApiOperation operation) {
        Resource resource = named.get(declared.resource(ApiOperation.words(operation.path())));
        if (resource != null) {
            Role role = roleOf(resource, operation);
            if (role != null) {
                put(resource, role, operation);
            }
            return;
        }
        Resource above = operation.isRead() ? null : owner(operation.path());
        if (above != null) {
            put(above, Role.ACTION, operation);
        }
    }

    private void put(Resource resource, Role role, ApiOperation operation) {
        if (operation.isRead() && resource.operation(role) != null) {
            return; // Another view of the same things.
        }
        roles.put(operation, resource.add(role, operation));
        owners.put(operation, resource);
    }

    private @Nullable Role roleOf(Resource resource, ApiOperation operation) {
        String said =
                declared.of(resource.name()).path("roles").path(operation.id()).asString("");
        if (!said.isEmpty()) {
            return Role.valueOf(said.toUpperCase(Locale.ROOT));
        }
        boolean isOne = ApiOperation.endsInId(operation.path());
        boolean isList = !operation.row(api).isMissingNode();
        return switch (operation.method()) {
            case "GET" -> isOne ? Role.ONE : isList ? Role.LIST : isOneOf(resource) ? Role.ONE : null;
            case "POST" -> isOne ? Role.CHANGE : isOneOf(resource) ? ofSettings(operation) : Role.CREATE;
            case "DELETE" -> isOne || namesRow(operation) || isOneOf(resource) ? Role.DELETE : Role.ACTION;
            default -> null;
        };
    }

    private static Role ofSettings(ApiOperation operation) {
        return operation.id().startsWith("change") ? Role.CHANGE : Role.ACTION;
    }

    /** Returns whether the resource is a page of settings. */
    private boolean isOneOf(Resource resource) {
        List<ApiOperation> own = withSecret()
                .filter(operation -> resource.name().equals(declared.resource(ApiOperation.words(operation.path()))))
                .toList();
        return own.stream().anyMatch(ApiOperation::isRead)
                && own.stream()
                        .noneMatch(operation -> ApiOperation.endsInId(operation.path())
                                || !operation.row(api).isMissingNode());
    }

    /** Returns whether a call without an id in its path names the row by parameters. */
    private static boolean namesRow(ApiOperation operation) {
        return operation.parameters().stream()
                .anyMatch(parameter -> parameter.path("in").asString().equals("query")
                        && parameter.path("required").asBoolean(false));
    }

    /** Lists that can only be read are shown below things that can be changed, or where a field names their rows. */
    private boolean isShown(Resource resource, References references) {
        Resource parent = parent(resource);
        ApiOperation list = resource.operation(Role.LIST);
        return resource.isWritten()
                || list != null && references.isNamed(resource.name())
                || list != null && list.isManagement() && parent != null && parent.isWritten();
    }

    private void write() {
        Map<String, JsonNode> all = new LinkedHashMap<>();
        owners.forEach((operation, resource) -> {
            if (named.containsKey(resource.name())) {
                operation.node().put(RESOURCE, resource.name());
            }
        });
        operations.stream().filter(ApiOperation::isRead).forEach(operation -> {
            String key = nextKey(operation);
            if (!key.isEmpty()) {
                operation.node().put(NEXT_KEY, key);
            }
        });
        owners.forEach((operation, resource) -> {
            if (roles.get(operation) == Role.CREATE
                    && ApiOperation.resolved(api, operation.body()) instanceof ObjectNode body) {
                body.remove(CLEARS); // There is nothing yet that could be emptied.
            }
        });
        named.forEach((name, resource) -> all.put(name, described(resource)));
        api.putObject(RESOURCES).setAll(all);
    }

    private ObjectNode described(Resource resource) {
        ObjectNode described = api.objectNode();
        described.put("name", resource.name());
        resource.roles().forEach((role, operation) -> described.put(role.word(), operation.id()));
        if (!resource.actions().isEmpty()) {
            var actions = described.putArray("actions");
            resource.actions().forEach(action -> actions.add(action.id()));
        }
        var ids = described.putArray("id");
        resource.ids().forEach(ids::add);
        if (!resource.own().isEmpty()) {
            described.put("own", resource.own());
        }
        String title = titleField(resource);
        if (!title.isEmpty()) {
            described.put("title_field", title);
        }
        Resource parent = parent(resource);
        if (parent != null) {
            described.put("parent", parent.name());
        }
        String stream = declared.of(resource.name()).path("stream").asString("");
        if (!stream.isEmpty()) {
            described.put("stream", stream);
        }
        return described;
    }

    /** Returns the schema of the thing: that of one, otherwise of a row of the list. */
    JsonNode schema(Resource resource) {
        ApiOperation one = resource.operation(Role.ONE);
        if (one != null) {
            return ApiOperation.resolved(api, one.answer());
        }
        return row(resource);
    }

    /** Returns the schema of a row of the list; a missing node where there is no list. */
    JsonNode row(Resource resource) {
        ApiOperation list = resource.operation(Role.LIST);
        return list == null ? api.path("none") : list.row(api);
    }

    /** Returns the field by whose value people know the thing: its name or title. */
    String titleField(Resource resource) {
        JsonNode declaredField = declared.of(resource.name()).path("title_field");
        if (declaredField.isString()) {
            return declaredField.asString();
        }
        JsonNode row = row(resource).isMissingNode() ? schema(resource) : row(resource);
        List<String> fields = List.copyOf(row.path("properties").propertyNames());
        String last = resource.name().substring(resource.name().lastIndexOf('.') + 1);
        String one = Words.singular(last);
        return Stream.of(
                        Stream.of(one + "_title", one + "_name", "title", "name"),
                        fields.stream().filter(field -> field.endsWith("_title")),
                        fields.stream().filter(field -> field.endsWith("_name")),
                        Stream.of("label"))
                .flatMap(names -> names)
                .filter(fields::contains)
                .findFirst()
                .orElse("");
    }

    /** Returns the parameter that continues a list: one that the answer's meta repeats, or that begins with next. */
    private String nextKey(ApiOperation operation) {
        JsonNode meta = ApiOperation.resolved(
                        api,
                        ApiOperation.resolved(api, operation.answer())
                                .path("properties")
                                .path("meta"))
                .path("properties");
        return operation.parameters().stream()
                .map(parameter -> parameter.path("name").asString())
                .filter(name -> name.startsWith("next_") || name.equals("search_uid") && meta.has(name))
                .findFirst()
                .orElse("");
    }
}
