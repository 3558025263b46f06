package encore.api.docs;

import encore.api.access.Access;
import encore.api.access.Lock;
import encore.api.http.About;
import encore.api.http.Parameter;
import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.PathItem;
import io.swagger.v3.oas.models.Paths;
import io.swagger.v3.oas.models.headers.Header;
import io.swagger.v3.oas.models.info.Info;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.JsonSchema;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.parameters.HeaderParameter;
import io.swagger.v3.oas.models.parameters.RequestBody;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.responses.ApiResponses;
import io.swagger.v3.oas.models.security.SecurityRequirement;
import io.swagger.v3.oas.models.security.SecurityScheme;
import io.swagger.v3.oas.models.servers.Server;
import io.swagger.v3.oas.models.tags.Tag;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springdoc.core.customizers.OpenApiCustomizer;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.stereotype.Component;
import org.springframework.web.reactive.result.method.annotation.RequestMappingHandlerMapping;

/** The description at {@code /openapi.json}: springdoc serves and shows it, we say what is in it. */
@Component
class OpenApi implements OpenApiCustomizer {

    private static final String KEY = "api_key";
    private static final String SECRET = "api_secret";
    private static final String OPERATOR = "operator_token";

    private final RequestMappingHandlerMapping mappings;

    OpenApi(@Qualifier("requestMappingHandlerMapping") RequestMappingHandlerMapping mappings) {
        this.mappings = mappings;
    }

    @Override
    public void customise(OpenAPI api) {
        Schemas schemas = new Schemas();
        Paths paths = new Paths();
        Map<String, @Nullable String> features = new TreeMap<>();
        for (Handler handler : Handler.of(mappings)) {
            PathItem item = paths.computeIfAbsent(handler.path(), path -> new PathItem());
            item.operation(PathItem.HttpMethod.valueOf(handler.method()), operation(handler, schemas));
            About about = handler.code().getDeclaringClass().getAnnotation(About.class);
            features.merge(handler.feature(), about == null ? "" : about.value(), (a, b) -> a.isEmpty() ? b : a);
        }
        api.setInfo(new Info()
                .title("Encore")
                .version("v1")
                .description("Fans, what they do, and what they earn. Requests are form-urlencoded or JSON; answers are"
                        + " JSON; what goes wrong is application/problem+json. What is streamed is described at"
                        + " [/asyncapi.json](/asyncapi.json)."));
        api.setServers(List.of(new Server().url("/")));
        api.setPaths(paths);
        api.setTags(features.entrySet().stream()
                .map(feature -> new Tag().name(feature.getKey()).description(feature.getValue()))
                .toList());
        Components components = new Components();
        components.addSchemas("Problem", problem());
        schemas.named().forEach(components::addSchemas);
        components.addSecuritySchemes(KEY, inHeader("Api-Key", "Names the account; may be shared."));
        components.addSecuritySchemes(SECRET, inHeader("Api-Secret", "For calls from server to server only."));
        components.addSecuritySchemes(
                OPERATOR, new SecurityScheme().type(SecurityScheme.Type.HTTP).scheme("bearer"));
        api.setComponents(components);
    }

    private static Operation operation(Handler handler, Schemas schemas) {
        Operation operation = new Operation()
                .operationId(handler.name().replace("Controller.", "_") + "_" + id(handler))
                .summary(handler.summary())
                .addTagsItem(handler.feature());
        List<Parameter> parameters = handler.parameters();
        List<String> notYet = handler.notYet();
        List<Parameter> inPath = parameters.stream().filter(handler::isInPath).toList();
        List<Parameter> others = parameters.stream()
                .filter(parameter -> !handler.isInPath(parameter))
                .toList();
        inPath.forEach(parameter -> operation.addParametersItem(place(parameter, "path")));
        if (handler.method().equals("POST")) {
            if (!others.isEmpty()) {
                operation.setRequestBody(body(others, notYet));
            }
        } else {
            others.forEach(parameter -> operation.addParametersItem(place(parameter, "query")));
            if (!notYet.isEmpty()) {
                operation.setDescription("Not supported yet, and refused: " + String.join(", ", notYet) + ".");
            }
        }
        headers(handler, operation);
        operation.setResponses(responses(handler, schemas, !inPath.isEmpty()));
        security(handler.access(), operation);
        return operation;
    }

    /** The same handler may stand at two paths, so its path is part of the id. */
    private static String id(Handler handler) {
        return handler.path().replaceAll("[^A-Za-z0-9]+", "_").replaceAll("^_api_|_$", "");
    }

    private static io.swagger.v3.oas.models.parameters.Parameter place(Parameter parameter, String place) {
        Schema<?> schema = Schemas.of(parameter);
        schema.setDescription(null);
        return new io.swagger.v3.oas.models.parameters.Parameter()
                .in(place)
                .name(parameter.family() ? parameter.name() + "*" : parameter.name())
                .description(parameter.about())
                .required(parameter.required())
                .schema(schema);
    }

    private static RequestBody body(List<Parameter> parameters, List<String> notYet) {
        MediaType type = new MediaType().schema(Schemas.body(parameters, notYet));
        Content content = new Content();
        // Rows have no form.
        if (parameters.stream().noneMatch(parameter -> parameter.type().equals("object"))) {
            content.addMediaType("application/x-www-form-urlencoded", type);
        }
        content.addMediaType("application/json", type);
        return new RequestBody()
                .required(parameters.stream().anyMatch(Parameter::required))
                .content(content);
    }

    private static void headers(Handler handler, Operation operation) {
        if (handler.isRead()) {
            operation.addParametersItem(new HeaderParameter()
                    .name("Encore-Min-Position")
                    .description("Answer only from what has reached this position of the log.")
                    .schema(typed("integer")));
        } else {
            operation.addParametersItem(new HeaderParameter()
                    .name("Idempotency-Key")
                    .description("The same key with the same request is honoured once.")
                    .schema(typed("string")));
        }
    }

    private static ApiResponses responses(Handler handler, Schemas schemas, boolean names) {
        ApiResponses responses = new ApiResponses();
        ApiResponse good = new ApiResponse()
                .description("Done.")
                .content(
                        new Content().addMediaType(handler.produces(), new MediaType().schema(schemas.answer(handler))))
                .addHeaderObject("X-Request-Id", new Header().schema(typed("string")));
        if (!handler.isRead()) {
            good.addHeaderObject("Encore-Position", new Header().schema(typed("integer")));
        }
        responses.addApiResponse("200", good);
        Set<String> statuses = new LinkedHashSet<>(List.of("400"));
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
        statuses.forEach(status -> responses.addApiResponse(status, failed(status)));
        return responses;
    }

    private static ApiResponse failed(String status) {
        Schema<?> reference = new JsonSchema();
        reference.set$ref("#/components/schemas/Problem");
        String words = switch (status) {
            case "400" -> "Input or a rule is not right.";
            case "401" -> "No key, or not the right one.";
            case "403" -> "Not the operator.";
            case "404" -> "Unknown, malformed, or another account's.";
            case "409" -> "Something changed meanwhile: try again.";
            case "413" -> "The body is too large.";
            case "429" -> "Too many calls: Retry-After says when.";
            case "503" -> "Not now: Retry-After says when.";
            default -> "Our mistake.";
        };
        return new ApiResponse()
                .description(words)
                .content(new Content().addMediaType("application/problem+json", new MediaType().schema(reference)));
    }

    private static void security(@Nullable Access access, Operation operation) {
        if (access == null) {
            return;
        }
        switch (access.lock()) {
            case KEY, SESSION -> operation.addSecurityItem(new SecurityRequirement().addList(KEY));
            case SECRET ->
                operation.addSecurityItem(new SecurityRequirement().addList(KEY).addList(SECRET));
            case OPERATOR -> operation.addSecurityItem(new SecurityRequirement().addList(OPERATOR));
            case OPEN, BROWSER -> operation.setSecurity(List.of());
        }
        if (!access.scope().isEmpty()) {
            String told = operation.getDescription();
            operation.setDescription((told == null ? "" : told + " ") + "Scope: " + access.scope() + ".");
        }
    }

    private static SecurityScheme inHeader(String name, String about) {
        return new SecurityScheme()
                .type(SecurityScheme.Type.APIKEY)
                .in(SecurityScheme.In.HEADER)
                .name(name)
                .description(about);
    }

    private static Schema<?> typed(String type) {
        Schema<?> schema = new JsonSchema();
        schema.setTypes(Set.of(type));
        return schema;
    }

    private static Schema<?> problem() {
        Schema<?> error = typed("object");
        List.of("field", "code", "message").forEach(name -> error.addProperty(name, typed("string")));
        Schema<?> errors = typed("array");
        errors.setItems(error);
        Schema<?> problem = typed("object");
        List.of("type", "title").forEach(name -> problem.addProperty(name, typed("string")));
        problem.addProperty("status", typed("integer"));
        List.of("detail", "message", "request_id").forEach(name -> problem.addProperty(name, typed("string")));
        problem.addProperty("errors", errors);
        return problem;
    }
}
