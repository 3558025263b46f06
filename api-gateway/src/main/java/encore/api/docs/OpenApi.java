package encore.api.docs;

import encore.api.access.Access;
import encore.api.access.Lock;
import encore.api.input.Description;
import encore.api.input.Parameter;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
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
    private static final String OPERATOR = "operator_token";

    private static final JsonMapper JSON = JsonMapper.shared();

    private static final Map<String, String> FAILURES = Map.of(
            "400", "Input or a rule is not right.",
            "401", "No key, or not the right one.",
            "403", "Not the operator.",
            "404", "Unknown, malformed, or another account's.",
            "409", "Something changed meanwhile: try again.",
            "413", "The body is too large.",
            "429", "Too many calls: Retry-After says when.",
            "500", "Our mistake.",
            "503", "Not now: Retry-After says when.");

    private final Mono<byte[]> description;

    OpenApi(@Qualifier("requestMappingHandlerMapping") RequestMappingHandlerMapping mappings) {
        description = Mono.fromSupplier(() -> JSON.writeValueAsBytes(described(Handler.of(mappings))))
                .cache();
    }

    @GetMapping(path = PATH, produces = MediaType.APPLICATION_JSON_VALUE)
    Mono<byte[]> description() {
        return description;
    }

    private static ObjectNode described(List<Handler> handlers) {
        Schemas schemas = new Schemas();
        Map<String, Map<RequestMethod, ObjectNode>> operations = new LinkedHashMap<>();
        Map<String, String> features = new TreeMap<>();
        for (Handler handler : handlers) {
            operations
                    .computeIfAbsent(handler.path(), path -> new EnumMap<>(RequestMethod.class))
                    .put(RequestMethod.valueOf(handler.method()), operation(handler, schemas));
            Description about = handler.code().getDeclaringClass().getAnnotation(Description.class);
            features.merge(handler.feature(), about == null ? "" : about.value(), (a, b) -> a.isEmpty() ? b : a);
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
        return api;
    }

    private static ObjectNode template() {
        try (InputStream in = new ClassPathResource("openapi.json", OpenApi.class).getInputStream()) {
            return (ObjectNode) JSON.readTree(in);
        } catch (IOException missing) {
            throw new UncheckedIOException(missing);
        }
    }

    private static ObjectNode operation(Handler handler, Schemas schemas) {
        List<Parameter> inPath =
                handler.parameters().stream().filter(handler::isInPath).toList();
        List<Parameter> others = handler.parameters().stream()
                .filter(parameter -> !handler.isInPath(parameter))
                .toList();
        boolean hasBody = handler.method().equals("POST");
        ObjectNode operation = node();
        operation.putArray("tags").add(handler.feature());
        operation
                .put("summary", handler.summary())
                .put("description", about(handler, hasBody))
                .put("operationId", handler.name().replace("Controller.", "_") + "_" + id(handler));
        ArrayNode parameters = operation.putArray("parameters");
        inPath.forEach(parameter -> parameters.add(place(parameter, "path")));
        if (!hasBody) {
            others.forEach(parameter -> parameters.add(place(parameter, "query")));
        }
        parameters.add(header(handler));
        if (hasBody && !others.isEmpty()) {
            operation.set("requestBody", body(others, handler.unsupported()));
        }
        operation.set("responses", responses(handler, schemas, !inPath.isEmpty()));
        operation.set("security", security(handler.access()));
        return operation.removeIf(JsonNode::isNull);
    }

    /** The same handler may stand at two paths, so its path is part of the id. */
    private static String id(Handler handler) {
        return handler.path().replaceAll("[^A-Za-z0-9]+", "_").replaceAll("^_api_|_$", "");
    }

    /** Returns what is told beside the summary, or null; what a body refuses is told at the body. */
    private static @Nullable String about(Handler handler, boolean hasBody) {
        List<String> sentences = new ArrayList<>();
        if (!hasBody && !handler.unsupported().isEmpty()) {
            sentences.add(Schemas.refused(handler.unsupported()));
        }
        Access access = handler.access();
        if (access != null && !access.scope().isEmpty()) {
            sentences.add("Scope: " + access.scope() + ".");
        }
        return sentences.isEmpty() ? null : String.join(" ", sentences);
    }

    private static ObjectNode place(Parameter parameter, String place) {
        return node().put("name", parameter.family() ? parameter.name() + "*" : parameter.name())
                .put("in", place)
                .put("description", parameter.about())
                .put("required", parameter.required())
                .set("schema", Schemas.of(parameter, null))
                .removeIf(JsonNode::isNull);
    }

    private static ObjectNode header(Handler handler) {
        return handler.isRead()
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
        // Rows have no form.
        if (parameters.stream().noneMatch(parameter -> parameter.type().equals("object"))) {
            content.set("application/x-www-form-urlencoded", type);
        }
        content.set("application/json", type);
        return body.put("required", parameters.stream().anyMatch(Parameter::required));
    }

    private static ObjectNode responses(Handler handler, Schemas schemas, boolean names) {
        ObjectNode responses = node();
        ObjectNode good = responses.putObject("200").put("description", "Done.");
        ObjectNode headers = good.putObject("headers").set("X-Request-Id", holding(Schemas.schema("string")));
        if (!handler.isRead()) {
            headers.set("Encore-Position", holding(Schemas.schema("integer")));
        }
        good.putObject("content").set(handler.produces(), holding(schemas.answer(handler)));
        List<String> statuses = new ArrayList<>(List.of("400"));
        Access access = handler.access();
        if (access != null && access.lock() != Lock.OPEN) {
            statuses.add("401");
        }
        if (access != null && access.lock() == Lock.OPERATOR) {
            statuses.add("403");
        }
        if (names) {
            statuses.add("404");
        }
        if (!handler.isRead()) {
            statuses.add("409");
        }
        statuses.addAll(List.of("413", "429", "500", "503"));
        statuses.forEach(status -> responses.set(status, failed(status)));
        return responses;
    }

    private static ObjectNode failed(String status) {
        ObjectNode failed = node().put("description", FAILURES.get(status));
        failed.putObject("content").set("application/problem+json", holding(Schemas.reference("Problem")));
        return failed;
    }

    private static @Nullable ArrayNode security(@Nullable Access access) {
        if (access == null) {
            return null;
        }
        ArrayNode security = JsonNodeFactory.instance.arrayNode();
        switch (access.lock()) {
            case KEY, SESSION -> security.addObject().putArray(KEY);
            case SECRET -> {
                ObjectNode both = security.addObject();
                both.putArray(KEY);
                both.putArray(SECRET);
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
