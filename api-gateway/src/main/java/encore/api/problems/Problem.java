package encore.api.problems;

import encore.api.wire.ErrorCode;
import encore.api.wire.FieldError;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;

/** Why the gateway itself turns a request down; {@link Problems} writes it. Rules of the sides are {@code Refusal}s. */
public final class Problem extends RuntimeException {

    /** The type of the refusal of a banned address, which ends connections that stay. */
    public static final String BANNED = "address-banned";

    private final HttpStatus status;
    private final String type;
    private final List<FieldError> errors;
    private final Map<String, String> headers;

    /**
     * @param type a short kebab-case name, the last part of the problem's type
     * @param sentence for the person who called; no personal data, nothing of our inside
     */
    public Problem(
            HttpStatus status, String type, String sentence, List<FieldError> errors, Map<String, String> headers) {
        super(sentence, null, false, false);
        this.status = status;
        this.type = type;
        this.errors = List.copyOf(errors);
        this.headers = Map.copyOf(headers);
    }

    /** Parameters that are wrong: 400. */
    public static Problem input(List<FieldError> errors) {
        String sentence = errors.size() == 1
                ? errors.getFirst().field() + ": " + errors.getFirst().message()
                : errors.size() + " parameters are not right.";
        return new Problem(HttpStatus.BAD_REQUEST, "invalid-input", sentence, errors, Map.of());
    }

    /** One parameter that is wrong: 400. */
    public static Problem input(String field, ErrorCode code, String message) {
        return input(List.of(new FieldError(field, code, message)));
    }

    /** A request that cannot be read at all: 400. */
    public static Problem unreadable(String type, String sentence) {
        return new Problem(HttpStatus.BAD_REQUEST, type, sentence, List.of(), Map.of());
    }

    /** 401. */
    public static Problem unauthorized(String type, String sentence) {
        return new Problem(HttpStatus.UNAUTHORIZED, type, sentence, List.of(), Map.of());
    }

    /** 403: operator endpoints, and addresses that are banned. Elsewhere it is a 401. */
    public static Problem forbidden(String type, String sentence) {
        return new Problem(HttpStatus.FORBIDDEN, type, sentence, List.of(), Map.of());
    }

    /** The account has banned the address: 403. */
    public static Problem banned() {
        return forbidden(BANNED, "The account lets nobody in from this address.");
    }

    /** An unknown path, or an id in it that is unknown, malformed or another account's: 404, all alike. */
    public static Problem unknown() {
        return new Problem(HttpStatus.NOT_FOUND, "unknown", "There is nothing at this path.", List.of(), Map.of());
    }

    /** 429. */
    public static Problem tooMany(String type, String sentence, Duration retryAfter) {
        return later(HttpStatus.TOO_MANY_REQUESTS, type, sentence, retryAfter);
    }

    /** 503. */
    public static Problem unavailable(String type, String sentence, Duration retryAfter) {
        return later(HttpStatus.SERVICE_UNAVAILABLE, type, sentence, retryAfter);
    }

    private static Problem later(HttpStatus status, String type, String sentence, Duration retryAfter) {
        long seconds = Math.max(1, retryAfter.plusMillis(999).toSeconds());
        return new Problem(status, type, sentence, List.of(), Map.of(HttpHeaders.RETRY_AFTER, Long.toString(seconds)));
    }

    public HttpStatus status() {
        return status;
    }

    public String type() {
        return type;
    }

    public String sentence() {
        return String.valueOf(getMessage());
    }

    public List<FieldError> errors() {
        return errors;
    }

    public Map<String, String> headers() {
        return headers;
    }
}
