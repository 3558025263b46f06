package encore.api.problems;

import encore.api.wire.ErrorCode;
import encore.api.wire.FieldError;
import encore.kernel.imports.ImportEffect;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;

/** A request that the gateway refuses; {@link Problems} writes the answer. The command and query sides use {@code Refusal}. */
public final class Problem extends RuntimeException {

    /** The type of the refusal of a banned address. It also ends live connections. */
    public static final String BANNED = "address-banned";

    /** The type of the refusal of a fan who is banned from a show. It also ends live connections. */
    public static final String FAN_BANNED = "fan-banned";

    /**
     * The challenge of a 401 (RFC 9110, 11.6.1). The scheme is our own, so that no browser opens a window for a password.
     */
    private static final Map<String, String> CHALLENGE =
            Map.of(HttpHeaders.WWW_AUTHENTICATE, "Api-Key realm=\"encore\"");

    private final HttpStatus status;
    private final String type;
    private final List<FieldError> errors;
    private final Map<String, String> headers;
    private final transient @Nullable MissedChange change;
    private final transient List<ImportEffect> effects;

    /**
     * @param type a short kebab-case name, the last part of the problem's type; {@code docs/problems.json} explains it
     * @param sentence for the caller, without personal data and without internals
     */
    public Problem(
            HttpStatus status, String type, String sentence, List<FieldError> errors, Map<String, String> headers) {
        this(status, type, sentence, errors, headers, null, List.of());
    }

    private Problem(
            HttpStatus status,
            String type,
            String sentence,
            List<FieldError> errors,
            Map<String, String> headers,
            @Nullable MissedChange change,
            List<ImportEffect> effects) {
        super(sentence, null, false, false);
        this.status = status;
        this.type = type;
        this.errors = List.copyOf(errors);
        this.headers = Map.copyOf(headers);
        this.change = change;
        this.effects = List.copyOf(effects);
    }

    /** Returns the same problem with the change that the caller had not seen. */
    public Problem with(MissedChange missed) {
        return new Problem(status, type, sentence(), errors, headers, missed, effects);
    }

    /** Returns a 400 for parameters that are wrong. */
    public static Problem input(List<FieldError> errors) {
        String sentence = errors.size() == 1
                ? errors.getFirst().field() + ": " + errors.getFirst().message()
                : errors.size() + " parameters are wrong.";
        return new Problem(HttpStatus.BAD_REQUEST, "invalid-input", sentence, errors, Map.of());
    }

    /** Returns a 400 for one parameter that is wrong. */
    public static Problem input(String field, ErrorCode code, String message) {
        return input(List.of(new FieldError(field, code, message)));
    }

    /** Returns a 400 for a request that cannot be read. */
    public static Problem unreadable(String type, String sentence) {
        return new Problem(HttpStatus.BAD_REQUEST, type, sentence, List.of(), Map.of());
    }

    /** Returns a 401. */
    public static Problem unauthorized(String type, String sentence) {
        return new Problem(HttpStatus.UNAUTHORIZED, type, sentence, List.of(), CHALLENGE);
    }

    /**
     * Returns a 403, for a caller who is known and may not do this: by its role, because it is banned, or because only the
     * operator or a page of the console may. All other refusals of a key are a 401.
     */
    public static Problem forbidden(String type, String sentence) {
        return new Problem(HttpStatus.FORBIDDEN, type, sentence, List.of(), Map.of());
    }

    /** Returns a 403 for a caller who may not know how fans are reached, and whose call would tell it. */
    public static Problem contactsNeeded() {
        return contactsNeeded(Set.of());
    }

    /** Returns the same for a caller who sends such parameters. */
    public static Problem contactsNeeded(Collection<String> fields) {
        List<FieldError> errors = fields.stream()
                .limit(50)
                .map(field -> new FieldError(field, ErrorCode.RULE, "is a contact, which the role does not see"))
                .toList();
        return new Problem(
                HttpStatus.FORBIDDEN,
                "contacts-needed",
                "This needs the right contacts:read, which the role of the caller does not have.",
                errors,
                Map.of());
    }

    /** Returns a 403 for an address that the account has banned. */
    public static Problem banned() {
        return forbidden(BANNED, "The account has banned this address.");
    }

    /** Returns a 403 for a fan who is banned from the show that the call names. */
    public static Problem fanBanned() {
        return forbidden(FAN_BANNED, "The fan is banned from this show.");
    }

    /** Returns the same 404 for an unknown path and for an id in it that is unknown, malformed or another account's. */
    public static Problem unknown() {
        return new Problem(HttpStatus.NOT_FOUND, "unknown", "There is nothing at this path.", List.of(), Map.of());
    }

    /** Returns a 409 for an import that would set something off. */
    public static Problem importHasEffects(List<ImportEffect> effects) {
        return new Problem(
                HttpStatus.CONFLICT,
                "import-has-effects",
                "Quests, rewards or webhooks would react to these rows. Switch them off first, or send with_effects.",
                List.of(),
                Map.of(),
                null,
                effects);
    }

    /** Returns a 413. */
    public static Problem tooLarge(String sentence) {
        return new Problem(HttpStatus.CONTENT_TOO_LARGE, "too-large", sentence, List.of(), Map.of());
    }

    /** Returns a 429. */
    public static Problem tooMany(String type, String sentence, Duration retryAfter) {
        return later(HttpStatus.TOO_MANY_REQUESTS, type, sentence, retryAfter);
    }

    /** Returns a 503. */
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

    /** Returns the change that the caller had not seen; null for every other problem. */
    public @Nullable MissedChange change() {
        return change;
    }

    /** Returns the quests, rewards and webhooks that an import would reach; empty for every other problem. */
    public List<ImportEffect> effects() {
        return effects;
    }

    public Map<String, String> headers() {
        return headers;
    }
}
