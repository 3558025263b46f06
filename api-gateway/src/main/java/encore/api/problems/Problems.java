package encore.api.problems;

import com.fasterxml.jackson.annotation.JsonInclude;
import encore.api.wire.ErrorCode;
import encore.api.wire.FieldError;
import encore.api.wire.Wire;
import encore.infra.backend.SafeStackTrace;
import encore.kernel.Refusal;
import encore.kernel.imports.ImportEffect;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.stereotype.Component;
import org.springframework.web.ErrorResponse;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebExceptionHandler;
import reactor.core.publisher.Mono;

/**
 * Writes {@code application/problem+json} (RFC 9457) for every failure of a call. A {@link ProblemWriter} writes another
 * form for some calls.
 */
@Component
@Order(-10) // Before Boot's own handler, which would answer in another shape.
public class Problems implements WebExceptionHandler {

    /** The seconds in Retry-After when the failure names no time of its own. */
    private static final String RETRY_SECONDS = "1";

    private static final String TYPE = Problems.class.getName() + ".type";

    private static final Logger LOG = LoggerFactory.getLogger(Problems.class);

    /**
     * The body of a problem.
     *
     * @param change the change that a caller with If-Match had not seen; it is left out of every other problem
     * @param effects what an import would set off; it is left out of every other problem
     */
    public record Body(
            String type,
            String title,
            int status,
            String detail,
            String message,
            String requestId,
            List<FieldError> errors,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            MissedChange change,

            @JsonInclude(JsonInclude.Include.NON_EMPTY) List<ImportEffect> effects) {
        public Body {
            errors = List.copyOf(errors);
            effects = List.copyOf(effects);
        }

        /** Creates the body of a problem with this id of the request. */
        public static Body of(Problem problem, String requestId) {
            return new Body(
                    "/problems/" + problem.type(),
                    problem.status().getReasonPhrase(),
                    problem.status().value(),
                    problem.sentence(),
                    problem.sentence(),
                    requestId,
                    problem.errors(),
                    problem.change(),
                    problem.effects());
        }
    }

    private final List<ProblemWriter> writers;

    Problems(ObjectProvider<ProblemWriter> writers) {
        this.writers = writers.stream().toList();
    }

    @Override
    public Mono<Void> handle(ServerWebExchange exchange, Throwable failure) {
        ServerHttpResponse response = exchange.getResponse();
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        if (response.isCommitted()) {
            if (!(cause instanceof Problem) && !(cause instanceof Refusal)) {
                log(exchange, cause);
            }
            return Mono.error(failure);
        }
        Problem problem = of(exchange, cause);
        exchange.getAttributes().put(TYPE, problem.type());
        return writers.stream()
                .filter(writer -> writer.isFor(exchange))
                .findFirst()
                .map(writer -> writer.write(exchange, problem))
                .orElseGet(() -> write(exchange, problem));
    }

    /** Answers with a problem. Filters that end a call use it directly. */
    public static Mono<Void> write(ServerWebExchange exchange, Problem problem) {
        ServerHttpResponse response = exchange.getResponse();
        String requestId = CorrelationId.of(exchange);
        exchange.getAttributes().put(TYPE, problem.type());
        byte[] bytes = body(problem, requestId);
        response.setStatusCode(problem.status());
        HttpHeaders headers = response.getHeaders();
        headers.clearContentHeaders(); // A handler may have set headers of the answer that it did not give.
        problem.headers().forEach(headers::set);
        headers.set(CorrelationId.HEADER, requestId);
        headers.setContentType(MediaType.APPLICATION_PROBLEM_JSON);
        headers.set(HttpHeaders.CACHE_CONTROL, "no-store");
        headers.setContentLength(bytes.length);
        return response.writeWith(
                Mono.fromSupplier(() -> response.bufferFactory().wrap(bytes)));
    }

    /** Returns the type of the problem that a call was answered with; null for none. */
    public static @Nullable String typeOf(ServerWebExchange exchange) {
        return exchange.getAttribute(TYPE);
    }

    /** Returns the body of the answer. */
    static byte[] body(Problem problem, String requestId) {
        return Wire.ANSWERS.writeValueAsBytes(Body.of(problem, requestId));
    }

    /** Returns the problem that describes a failure to the caller. An unexpected failure is logged. */
    public static Problem of(ServerWebExchange exchange, Throwable failure) {
        return switch (failure) {
            case Problem problem -> problem;
            case Refusal refusal -> refused(refusal);
            case ErrorResponse framework -> framework(exchange, framework, failure);
            default -> unexpected(exchange, failure);
        };
    }

    /** Returns whether a request failed because of the server, so that its caller is right to try again. */
    public static boolean isUnavailable(Throwable failure) {
        return failure instanceof Problem problem && problem.status().is5xxServerError()
                || failure instanceof Refusal refusal && refusal.kind() == Refusal.Kind.UNAVAILABLE;
    }

    /** Returns the problem of a refusal. */
    public static Problem refused(Refusal refusal) {
        String field = refusal.field();
        List<FieldError> errors =
                field == null ? List.of() : List.of(new FieldError(field, ErrorCode.RULE, refusal.sentence()));
        Map<String, String> retry = Map.of(HttpHeaders.RETRY_AFTER, RETRY_SECONDS);
        return switch (refusal.kind()) {
            case RULE -> new Problem(HttpStatus.BAD_REQUEST, refusal.type(), refusal.sentence(), errors, Map.of());
            case FORBIDDEN -> new Problem(HttpStatus.FORBIDDEN, refusal.type(), refusal.sentence(), errors, Map.of());
            case UNKNOWN -> new Problem(HttpStatus.NOT_FOUND, refusal.type(), refusal.sentence(), errors, Map.of());
            case CONFLICT -> new Problem(HttpStatus.CONFLICT, refusal.type(), refusal.sentence(), errors, Map.of());
            case CHANGED ->
                new Problem(HttpStatus.PRECONDITION_FAILED, refusal.type(), refusal.sentence(), errors, Map.of());
            case UNAVAILABLE ->
                new Problem(HttpStatus.SERVICE_UNAVAILABLE, refusal.type(), refusal.sentence(), errors, retry);
        };
    }

    /** Returns a problem for a request that Spring refuses. Spring's messages name Java types, so they are not used. */
    private static Problem framework(ServerWebExchange exchange, ErrorResponse framework, Throwable failure) {
        @Nullable
        HttpStatus status = HttpStatus.resolve(framework.getStatusCode().value());
        if (status == null || status.is5xxServerError()) {
            return unexpected(exchange, failure);
        }
        Map<String, String> headers = new HashMap<>();
        String allow = framework.getHeaders().getFirst(HttpHeaders.ALLOW);
        if (allow != null) {
            headers.put(
                    HttpHeaders.ALLOW, String.join(", ", framework.getHeaders().getValuesAsList(HttpHeaders.ALLOW)));
        }
        return switch (status) {
            case NOT_FOUND -> Problem.unknown();
            case METHOD_NOT_ALLOWED ->
                new Problem(status, "method", "This path does not support the method.", List.of(), headers);
            case CONTENT_TOO_LARGE -> new Problem(status, "too-large", "The body is too large.", List.of(), headers);
            case UNSUPPORTED_MEDIA_TYPE, NOT_ACCEPTABLE ->
                new Problem(
                        HttpStatus.BAD_REQUEST,
                        "content-type",
                        "This content type is not supported.",
                        List.of(),
                        headers);
            default -> new Problem(status, "unreadable", "The request cannot be read.", List.of(), headers);
        };
    }

    private static Problem unexpected(ServerWebExchange exchange, Throwable failure) {
        log(exchange, failure);
        return new Problem(
                HttpStatus.INTERNAL_SERVER_ERROR,
                "internal",
                "Something went wrong on our side. The request id finds it in our logs.",
                List.of(),
                Map.of());
    }

    private static void log(ServerWebExchange exchange, Throwable failure) {
        LOG.error(
                "A call failed: request_id={} method={} {}",
                CorrelationId.of(exchange),
                exchange.getRequest().getMethod(),
                SafeStackTrace.of(failure));
    }
}
