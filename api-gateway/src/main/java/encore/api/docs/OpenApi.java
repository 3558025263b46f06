package encore.api.docs;

import encore.api.access.Access;
import encore.api.access.AccessRule;
import encore.api.access.Lock;
import encore.api.binding.Parameter;
import encore.api.binding.RawBody;
import encore.api.docs.resources.ConsoleDocument;
import encore.api.docs.resources.Resources;
import encore.api.files.Compressible;
import encore.api.input.Description;
import encore.api.wire.ErrorCode;
import encore.api.wire.Wire;
import encore.kernel.people.Right;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.reactive.result.method.annotation.RequestMappingHandlerMapping;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Serves the description of the API as OpenAPI 3.1. The parts that are the same for every call stand in {@code
 * openapi.json}, the words in {@code dictionary.json}; the rest comes from the running mappings. The document is written
 * once, at the first call.
 */
@RestController
@Access(lock = Lock.OPEN)
class OpenApi {

    static final String PATH = "/openapi.json";

    private static final String KEY = "api_key";
    private static final String SECRET = "api_secret";
    private static final String KEY_IN_QUERY = "key_in_query";
    private static final String SECRET_IN_QUERY = "secret_in_query";
    private static final String OPERATOR = "operator_token";

    private static final JsonMapper JSON = JsonMapper.shared();

    /** The description, and the part of it from which the console makes its lists and forms. */
    private record Documents(Compressible api, Compressible resources) {}

    private final Mono<Documents> documents;

    OpenApi(@Qualifier("requestMappingHandlerMapping") RequestMappingHandlerMapping mappings) {
        documents = Mono.fromSupplier(() -> documents(described(EndpointDescription.of(mappings))))
                .cache();
    }

    @GetMapping(path = PATH, produces = MediaType.APPLICATION_JSON_VALUE)
    Mono<ResponseEntity<byte[]>> description(@RequestHeader HttpHeaders headers) {
        return documents.map(documents -> documents.api().respond(headers));
    }

    @Description("Says which lists and forms the console has")
    @GetMapping(path = "/console/resources.json", produces = MediaType.APPLICATION_JSON_VALUE)
    Mono<ResponseEntity<byte[]>> resources(@RequestHeader HttpHeaders headers) {
        return documents.map(documents -> documents.resources().respond(headers));
    }

    private static Documents documents(ObjectNode api) {
        Resources resources = Resources.addTo(api);
        JsonNode ofConsole = new ConsoleDocument(api, resources).written();
        return new Documents(
                new Compressible(JSON.writeValueAsBytes(api)), new Compressible(JSON.writeValueAsBytes(ofConsole)));
    }

    private static ObjectNode described(List<EndpointDescription> endpointDescriptions) {
        Schemas schemas = new Schemas();
        ParameterSchemas bodies = new ParameterSchemas();
        ProblemResponses problemResponses = new ProblemResponses();
        Map<String, Map<RequestMethod, ObjectNode>> operations = new LinkedHashMap<>();
        Map<String, String> features = new TreeMap<>();
        for (EndpointDescription endpointDescription : endpointDescriptions) {
            operations
                    .computeIfAbsent(endpointDescription.path(), path -> new EnumMap<>(RequestMethod.class))
                    .put(
                            RequestMethod.valueOf(endpointDescription.method()),
                            operation(endpointDescription, schemas, bodies, problemResponses));
            Description about = endpointDescription.code().getDeclaringClass().getAnnotation(Description.class);
            features.merge(
                    endpointDescription.feature(), about == null ? "" : about.value(), (a, b) -> a.isEmpty() ? b : a);
        }
        ObjectNode api = (ObjectNode) Dictionary.read("openapi.json");
        ArrayNode tags = (ArrayNode) api.get("tags");
        JsonNode abouts = Dictionary.read("tags.json");
        features.forEach((name, about) -> tags.addObject()
                .put("name", name)
                .put("description", about.isEmpty() ? abouts.path(name).asString("") : about));
        ObjectNode paths = (ObjectNode) api.get("paths");
        operations.forEach((path, each) -> {
            ObjectNode item = paths.putObject(path);
            each.forEach((method, operation) -> item.set(method.name().toLowerCase(Locale.ROOT), operation));
        });
        ObjectNode components = (ObjectNode) api.at("/components/schemas");
        components.setAll(schemas.named());
        bodies.named().forEach((name, body) -> {
            if (components.putIfAbsent(name, body) != null) {
                throw new IllegalStateException("A request body and an answer are both named " + name);
            }
        });
        ((ObjectNode) api.at("/components/responses")).setAll(problemResponses.named());
        ArrayNode codes = ((ObjectNode) api.at("/components/schemas/Problem/properties/errors/items/properties/code"))
                .putArray("enum");
        Arrays.stream(ErrorCode.values()).map(Wire::value).forEach(codes::add);
        Webhooks.addTo(api);
        describe(api);
        return api;
    }

    /** Adds descriptions and examples of parameters and fields. */
    private static void describe(ObjectNode api) {
        Dictionary dictionary = new Dictionary();
        api.at("/components/schemas")
                .properties()
                .forEach(schema -> dictionary.describe(schema.getKey(), schema.getValue()));
        JsonNode examples = Dictionary.read("examples.json");
        api.path("paths").valueStream().flatMap(JsonNode::valueStream).forEach(operation -> {
            String id = operation.path("operationId").asString();
            JsonNode example = examples.path(id);
            operation.path("parameters").forEach(parameter -> {
                dictionary.describeParameter(id, (ObjectNode) parameter);
                addExample((ObjectNode) parameter, example);
            });
            if (example.isObject()) {
                operation.at("/requestBody/content").forEach(content -> ((ObjectNode) content).set("example", example));
            }
            operation
                    .at("/responses/200/content")
                    .forEach(content -> dictionary.describe(id + "Answer", content.path("schema")));
        });
    }

    /**
     * Adds the value with which Swagger UI fills in a parameter: of an optional one only where the operation's example
     * has it, since all filters at once find nothing.
     */
    private static void addExample(ObjectNode parameter, JsonNode example) {
        JsonNode value = example.get(parameter.path("name").asString());
        if (value == null && parameter.path("in").asString().equals("path")) {
            value = parameter.at("/schema/examples").get(0);
        }
        if (value != null) {
            parameter.set("example", value);
        }
    }

    private static ObjectNode operation(
            EndpointDescription endpointDescription,
            Schemas schemas,
            ParameterSchemas bodies,
            ProblemResponses problemResponses) {
        List<Parameter> inPath = endpointDescription.parameters().stream()
                .filter(endpointDescription::isInPath)
                .toList();
        List<Parameter> others = endpointDescription.parameters().stream()
                .filter(parameter -> !endpointDescription.isInPath(parameter))
                .toList();
        boolean hasBody = endpointDescription.method().equals("POST") && !endpointDescription.takesRawBody();
        ObjectNode operation = node();
        operation.putArray("tags").add(endpointDescription.feature());
        operation
                .put("summary", endpointDescription.summary())
                .put("description", about(endpointDescription))
                .put("operationId", OperationId.of(endpointDescription));
        ArrayNode parameters = operation.putArray("parameters");
        inPath.forEach(parameter -> parameters.add(place(parameter, "path")));
        if (!hasBody) {
            others.forEach(parameter -> parameters.add(place(parameter, "query")));
        }
        parameters.add(header(endpointDescription));
        if (endpointDescription.takesIfMatch()) {
            parameters.add(header(
                    "If-Match",
                    "The ETag of the thing as it was read, or an asterisk for any state of it. The call is refused if somebody"
                            + " changed the thing since. During an upgrade it may be a 503 of the type if-match-not-checked.",
                    tag()));
        }
        if (hasBody && !others.isEmpty()) {
            ObjectNode schema = bodies.body(OperationId.of(endpointDescription), others, endpointDescription.clears());
            operation.set("requestBody", body(others, schema));
        }
        if (endpointDescription.takesRawBody()) {
            operation.set("requestBody", file());
        }
        operation.set("responses", responses(endpointDescription, schemas, problemResponses));
        operation.set("security", security(endpointDescription.access()));
        operation.put("x-right", right(endpointDescription));
        return operation.removeIf(JsonNode::isNull);
    }

    /** Returns the text below the summary, or null. */
    private static @Nullable String about(EndpointDescription endpointDescription) {
        List<String> sentences = new ArrayList<>();
        Access access = endpointDescription.access();
        if (access != null && !access.scope().isEmpty()) {
            sentences.add("Scope: " + access.scope() + ".");
        }
        String right = right(endpointDescription);
        if (right != null) {
            sentences.add("Right: " + right + ".");
        }
        List<String> rules = endpointDescription.rules();
        if (!rules.isEmpty()) {
            sentences.add("Rules: " + String.join("; ", rules) + ".");
        }
        return sentences.isEmpty() ? null : String.join(" ", sentences);
    }

    /** Returns the right that a person needs, or null. */
    private static @Nullable String right(EndpointDescription endpointDescription) {
        Access access = endpointDescription.access();
        Right right = access == null ? null : AccessRule.right(access, endpointDescription.isRead());
        return right == null ? null : right.word();
    }

    private static ObjectNode place(Parameter parameter, String place) {
        ObjectNode schema = ParameterSchemas.of(parameter, null);
        if (!schema.has("type")) {
            // JSON stands in an address as its text. Generated clients send no value of a parameter without a type.
            schema.put("type", "string");
        }
        return node().put("name", parameter.family() ? parameter.name() + "*" : parameter.name())
                .put("in", place)
                .put("description", ParameterSchemas.about(parameter))
                .put("required", parameter.required())
                .set("schema", schema)
                .removeIf(JsonNode::isNull);
    }

    private static ObjectNode header(EndpointDescription endpointDescription) {
        return endpointDescription.isRead()
                ? header(
                        "Encore-Min-Position",
                        "Waits until the answer contains the events up to this position of the log: the Encore-Position of an"
                                + " earlier write.",
                        Schemas.integer("int64"))
                : header(
                        "Idempotency-Key",
                        "A key of your own, to repeat a request safely: the same key with the same request is carried out once"
                                + " and answered alike.",
                        Schemas.schema("string"));
    }

    private static ObjectNode tag() {
        ObjectNode tag = Schemas.schema("string").put("pattern", "^(\"[0-9]{1,18}\"|[*])$");
        tag.putArray("examples").add("\"1234\"");
        return tag;
    }

    private static ObjectNode header(String name, String about, ObjectNode schema) {
        return node().put("name", name)
                .put("in", "header")
                .put("description", about)
                .set("schema", schema);
    }

    private static ObjectNode body(List<Parameter> parameters, ObjectNode schema) {
        ObjectNode type = holding(schema);
        ObjectNode body = node();
        ObjectNode content = body.putObject("content");
        // JSON comes first, since generated clients take the first type. Lists of objects have no form.
        content.set("application/json", type);
        if (parameters.stream().noneMatch(parameter -> parameter.type().equals("object"))) {
            content.set("application/x-www-form-urlencoded", type);
        }
        return body.put("required", parameters.stream().anyMatch(Parameter::required));
    }

    /** Describes a body that is an image. */
    private static ObjectNode file() {
        ObjectNode body = node();
        ObjectNode content = body.putObject("content");
        for (String type : List.of("image/jpeg", "image/png", "image/gif", "image/webp")) {
            content.set(type, holding(Schemas.schema("string").put("format", "binary")));
        }
        return body.put("description", "The image: at most " + (RawBody.MAX_BYTES >> 20) + " MiB.")
                .put("required", true);
    }

    private static ObjectNode responses(
            EndpointDescription endpointDescription, Schemas schemas, ProblemResponses problemResponses) {
        ObjectNode responses = node();
        boolean isCarriedOut = endpointDescription.status() == HttpStatus.OK.value();
        String status = String.valueOf(endpointDescription.status());
        ObjectNode good =
                node().put("description", isCarriedOut ? "The call was carried out." : ProblemResponses.about(status));
        boolean open = !endpointDescription.isOfAccount();
        List<String> headers = new ArrayList<>(List.of("X-Request-Id", "Encore-Ignored"));
        if (!open) {
            headers.addAll(
                    endpointDescription.isRead()
                            ? List.of("Encore-Lag")
                            : List.of("Encore-Position", "Idempotency-Replayed"));
            headers.addAll(ProblemResponses.LIMITS);
        }
        List<String> ofGood = new ArrayList<>(headers);
        if (endpointDescription.ofOneThing() && endpointDescription.isRead()) {
            ofGood.add("ETag");
        }
        ProblemResponses.refer(good, ofGood);
        ObjectNode answer = holding(schemas.answer(endpointDescription));
        good.putObject("content").set(endpointDescription.produces(), answer);
        ProblemResponses.statuses(endpointDescription)
                .forEach(failed -> responses.set(failed, problemResponses.reference(failed, endpointDescription)));
        responses.set(status, good);
        endpointDescription.bodiless().forEach(other -> responses.set(String.valueOf(other), bodiless(other, headers)));
        if (open && isCarriedOut) {
            // A process that is not ready answers with its status.
            ObjectNode notReady = ProblemResponses.described("503", endpointDescription);
            ((ObjectNode) notReady.get("content")).set(endpointDescription.produces(), answer);
            responses.set("503", notReady);
        }
        return responses;
    }

    /** Describes an answer without a body: a redirect, or that the client's copy is current. */
    private static ObjectNode bodiless(int status, List<String> headers) {
        boolean isCurrent = status == HttpStatus.NOT_MODIFIED.value();
        ObjectNode answer = node().put(
                        "description", isCurrent ? "The client's copy is current." : "Location says where to go on.");
        ProblemResponses.refer(answer, headers);
        if (!isCurrent) {
            ((ObjectNode) answer.get("headers")).putObject("Location").set("schema", Schemas.schema("string"));
        }
        return answer;
    }

    private static @Nullable ArrayNode security(@Nullable Access access) {
        if (access == null) {
            return null;
        }
        ArrayNode security = JsonNodeFactory.instance.arrayNode();
        switch (access.lock()) {
            case KEY, SESSION -> {
                security.addObject().putArray(KEY);
                security.addObject().putArray(KEY_IN_QUERY);
            }
            case SECRET -> {
                ObjectNode both = security.addObject();
                both.putArray(KEY);
                both.putArray(SECRET);
                ObjectNode inQuery = security.addObject();
                inQuery.putArray(KEY_IN_QUERY);
                inQuery.putArray(SECRET_IN_QUERY);
            }
            case OPERATOR -> security.addObject().putArray(OPERATOR);
            case OPEN, BROWSER -> {}
        }
        return security;
    }

    private static ObjectNode holding(ObjectNode schema) {
        return node().set("schema", schema);
    }

    private static ObjectNode node() {
        return JsonNodeFactory.instance.objectNode();
    }
}
