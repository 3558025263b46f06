package encore.api.docs;

import encore.api.access.Access;
import encore.api.access.Lock;
import encore.api.binding.Parameter;
import encore.api.input.Description;
import encore.api.wire.ErrorCode;
import encore.api.wire.Wire;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
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
import org.springframework.core.io.ClassPathResource;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
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
 * Describes the API as OpenAPI 3.1: what is the same for every call stands in {@code openapi.json}, the rest comes from the
 * running mappings. Written once, at the first call.
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

    private final Mono<byte[]> description;

    OpenApi(@Qualifier("requestMappingHandlerMapping") RequestMappingHandlerMapping mappings) {
        description = Mono.fromSupplier(() -> JSON.writeValueAsBytes(described(EndpointDescription.of(mappings))))
                .cache();
    }

    @GetMapping(path = PATH, produces = MediaType.APPLICATION_JSON_VALUE)
    Mono<byte[]> description() {
        return description;
    }

    private static ObjectNode described(List<EndpointDescription> endpointDescriptions) {
        Schemas schemas = new Schemas();
        ProblemResponses problemResponses = new ProblemResponses();
        Map<String, Map<RequestMethod, ObjectNode>> operations = new LinkedHashMap<>();
        Map<String, String> features = new TreeMap<>();
        for (EndpointDescription endpointDescription : endpointDescriptions) {
            operations
                    .computeIfAbsent(endpointDescription.path(), path -> new EnumMap<>(RequestMethod.class))
                    .put(
                            RequestMethod.valueOf(endpointDescription.method()),
                            operation(endpointDescription, schemas, problemResponses));
            Description about = endpointDescription.code().getDeclaringClass().getAnnotation(Description.class);
            features.merge(
                    endpointDescription.feature(), about == null ? "" : about.value(), (a, b) -> a.isEmpty() ? b : a);
        }
        ObjectNode api = template();
        ArrayNode tags = (ArrayNode) api.get("tags");
        features.forEach((name, about) -> tags.addObject().put("name", name).put("description", about));
        ObjectNode paths = (ObjectNode) api.get("paths");
        operations.forEach((path, each) -> {
            ObjectNode item = paths.putObject(path);
            each.forEach((method, operation) -> item.set(method.name().toLowerCase(Locale.ROOT), operation));
        });
        ((ObjectNode) api.at("/components/schemas")).setAll(schemas.named());
        ((ObjectNode) api.at("/components/responses")).setAll(problemResponses.named());
        ArrayNode codes = ((ObjectNode) api.at("/components/schemas/Problem/properties/errors/items/properties/code"))
                .putArray("enum");
        Arrays.stream(ErrorCode.values()).map(Wire::value).forEach(codes::add);
        return api;
    }

    private static ObjectNode template() {
        try (InputStream in = new ClassPathResource("openapi.json", OpenApi.class).getInputStream()) {
            return (ObjectNode) JSON.readTree(in);
        } catch (IOException missing) {
            throw new UncheckedIOException(missing);
        }
    }

    private static ObjectNode operation(
            EndpointDescription endpointDescription, Schemas schemas, ProblemResponses problemResponses) {
        List<Parameter> inPath = endpointDescription.parameters().stream()
                .filter(endpointDescription::isInPath)
                .toList();
        List<Parameter> others = endpointDescription.parameters().stream()
                .filter(parameter -> !endpointDescription.isInPath(parameter))
                .toList();
        boolean hasBody = endpointDescription.method().equals("POST");
        ObjectNode operation = node();
        operation.putArray("tags").add(endpointDescription.feature());
        operation
                .put("summary", endpointDescription.summary())
                .put("description", about(endpointDescription, hasBody))
                .put(
                        "operationId",
                        endpointDescription.name().replace("Controller.", "_") + "_" + id(endpointDescription));
        ArrayNode parameters = operation.putArray("parameters");
        inPath.forEach(parameter -> parameters.add(place(parameter, "path")));
        if (!hasBody) {
            others.forEach(parameter -> parameters.add(place(parameter, "query")));
        }
        parameters.add(header(endpointDescription));
        if (hasBody && !others.isEmpty()) {
            operation.set("requestBody", body(others, endpointDescription.unsupported()));
        }
        operation.set("responses", responses(endpointDescription, schemas, problemResponses));
        operation.set("security", security(endpointDescription.access()));
        return operation.removeIf(JsonNode::isNull);
    }

    /** The same handler may stand at two paths, so its path is part of the id. */
    private static String id(EndpointDescription endpointDescription) {
        return endpointDescription.path().replaceAll("[^A-Za-z0-9]+", "_").replaceAll("^_api_|_$", "");
    }

    /** Returns what is told beside the summary, or null; what a body refuses is told at the body. */
    private static @Nullable String about(EndpointDescription endpointDescription, boolean hasBody) {
        List<String> sentences = new ArrayList<>();
        if (!hasBody && !endpointDescription.unsupported().isEmpty()) {
            sentences.add(Schemas.refused(endpointDescription.unsupported()));
        }
        Access access = endpointDescription.access();
        if (access != null && !access.scope().isEmpty()) {
            sentences.add("Scope: " + access.scope() + ".");
        }
        return sentences.isEmpty() ? null : String.join(" ", sentences);
    }

    private static ObjectNode place(Parameter parameter, String place) {
        return node().put("name", parameter.family() ? parameter.name() + "*" : parameter.name())
                .put("in", place)
                .put("description", parameter.description())
                .put("required", parameter.required())
                .set("schema", Schemas.of(parameter, null))
                .removeIf(JsonNode::isNull);
    }

    private static ObjectNode header(EndpointDescription endpointDescription) {
        return endpointDescription.isRead()
                ? header(
                        "Encore-Min-Position", "Answer only from what has reached this position of the log.", "integer")
                : header("Idempotency-Key", "The same key with the same request is honoured once.", "string");
    }

    private static ObjectNode header(String name, String about, String type) {
        return node().put("name", name)
                .put("in", "header")
                .put("description", about)
                .set("schema", Schemas.schema(type));
    }

    private static ObjectNode body(List<Parameter> parameters, List<String> unsupported) {
        ObjectNode type = node().set("schema", Schemas.body(parameters, unsupported));
        ObjectNode body = node();
        ObjectNode content = body.putObject("content");
        // First, since generated clients take the first; rows have no form.
        content.set("application/json", type);
        if (parameters.stream().noneMatch(parameter -> parameter.type().equals("object"))) {
            content.set("application/x-www-form-urlencoded", type);
        }
        return body.put("required", parameters.stream().anyMatch(Parameter::required));
    }

    private static ObjectNode responses(
            EndpointDescription endpointDescription, Schemas schemas, ProblemResponses problemResponses) {
        ObjectNode responses = node();
        ObjectNode good = responses.putObject("200").put("description", "Done.");
        boolean open = endpointDescription.lock() == Lock.OPEN;
        List<String> headers = new ArrayList<>(List.of("X-Request-Id"));
        if (!open) {
            headers.add(endpointDescription.isRead() ? "Encore-Lag" : "Encore-Position");
            headers.addAll(ProblemResponses.LIMITS);
        }
        ProblemResponses.refer(good, headers);
        ObjectNode answer = holding(schemas.answer(endpointDescription));
        good.putObject("content").set(endpointDescription.produces(), answer);
        ProblemResponses.statuses(endpointDescription)
                .forEach(status -> responses.set(status, problemResponses.reference(status, endpointDescription)));
        if (open) {
            // Whoever is not ready answers with its status.
            ObjectNode notReady = ProblemResponses.described("503", endpointDescription);
            ((ObjectNode) notReady.get("content")).set(endpointDescription.produces(), answer);
            responses.set("503", notReady);
        }
        return responses;
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
