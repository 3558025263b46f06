package encore.api.binding;

import encore.api.problems.Problem;
import encore.api.server.Intake;
import encore.api.wire.Characters;
import encore.api.wire.ErrorCode;
import encore.api.wire.Wire;
import java.io.ByteArrayOutputStream;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.node.ObjectNode;

/** Holds what a request says in its query and its body: read once, and shared by all who ask. */
public final class RequestParameters {

    /** The most values that a query or a form may have. */
    static final int VALUES_LIMIT = 10_000;

    /** A body up to so many times its bound is read to its end before it is refused, so that its sender sees the answer. */
    private static final long DRAINED = 32;

    private static final String ATTRIBUTE = RequestParameters.class.getName();
    private static final byte[] NOTHING = new byte[0];

    private final Map<String, List<String>> query;
    private final Map<String, List<String>> form;
    private final @Nullable JsonNode json;
    private final byte[] body;

    private RequestParameters(
            Map<String, List<String>> query, Map<String, List<String>> form, @Nullable JsonNode json, byte[] body) {
        this.query = query;
        this.form = form;
        this.json = json;
        this.body = body;
    }

    /** Fails with a {@link Problem}: 400 for what cannot be read, 413 for what is too large. */
    public static Mono<RequestParameters> of(ServerWebExchange exchange) {
        RequestParameters known = exchange.getAttribute(ATTRIBUTE);
        if (known != null) {
            return Mono.just(known);
        }
        // Of a Supplier's value Reactor needs no operator to go on with.
        return hasBody(exchange.getRequest())
                ? read(exchange.getRequest(), Intake.of(exchange)).map(bytes -> keep(exchange, bytes))
                : Mono.fromSupplier(() -> keep(exchange, NOTHING));
    }

    private static RequestParameters keep(ServerWebExchange exchange, byte[] bytes) {
        ServerHttpRequest request = exchange.getRequest();
        RequestParameters given = parse(request.getURI().getRawQuery(), request.getHeaders(), bytes);
        exchange.getAttributes().put(ATTRIBUTE, given);
        return given;
    }

    /** What the query alone says; the body stays unread. */
    public static RequestParameters ofQuery(ServerHttpRequest request) {
        return parse(request.getURI().getRawQuery(), request.getHeaders(), NOTHING);
    }

    /** Whether a body comes with the request. */
    public static boolean hasBody(ServerHttpRequest request) {
        HttpHeaders headers = request.getHeaders();
        long length = headers.getContentLength();
        return length > 0 || length < 0 && headers.getFirst(HttpHeaders.TRANSFER_ENCODING) != null;
    }

    /** Every value under a name, of the query and of the body, each once: more than one disagree. */
    public Set<String> texts(String name) {
        if (query.isEmpty() && form.isEmpty() && json == null) {
            return Set.of();
        }
        Set<String> texts = new LinkedHashSet<>(query.getOrDefault(name, List.of()));
        texts.addAll(form.getOrDefault(name, List.of()));
        JsonNode node = json instanceof ObjectNode object ? object.get(name) : null;
        if (node != null && node.isValueNode() && !node.isNull()) {
            texts.add(node.asString());
        }
        return texts;
    }

    /** The body as it came; empty without one. */
    public byte[] body() {
        return body;
    }

    Map<String, List<String>> query() {
        return query;
    }

    Map<String, List<String>> form() {
        return form;
    }

    /** The JSON body, null when there was none. */
    @Nullable
    JsonNode json() {
        return json;
    }

    static RequestParameters parse(@Nullable String rawQuery, HttpHeaders headers, byte[] bytes) {
        Map<String, List<String>> query = rawQuery == null ? Map.of() : FormText.parse(rawQuery, VALUES_LIMIT);
        if (bytes.length == 0) {
            return new RequestParameters(query, Map.of(), null, bytes);
        }
        return switch (kind(headers)) {
            case FORM -> new RequestParameters(query, FormText.parse(bytes, VALUES_LIMIT), null, bytes);
            case JSON -> new RequestParameters(query, Map.of(), json(bytes), bytes);
            case OTHER ->
                throw Problem.unreadable(
                        "content-type", "A body is application/x-www-form-urlencoded or application/json.");
        };
    }

    private enum Kind {
        FORM,
        JSON,
        OTHER
    }

    private static Kind kind(HttpHeaders headers) {
        String type = headers.getFirst(HttpHeaders.CONTENT_TYPE);
        // The two spellings that nearly everyone sends need no parser.
        if (type == null || type.equals(MediaType.APPLICATION_FORM_URLENCODED_VALUE)) {
            return Kind.FORM;
        }
        if (type.equals(MediaType.APPLICATION_JSON_VALUE)) {
            return Kind.JSON;
        }
        MediaType parsed;
        try {
            parsed = MediaType.parseMediaType(type);
        } catch (RuntimeException malformed) {
            return Kind.OTHER;
        }
        if (parsed.isCompatibleWith(MediaType.APPLICATION_FORM_URLENCODED)) {
            return Kind.FORM;
        }
        boolean json = parsed.isCompatibleWith(MediaType.APPLICATION_JSON) || "json".equals(parsed.getSubtypeSuffix());
        return json ? Kind.JSON : Kind.OTHER;
    }

    private static JsonNode json(byte[] bytes) {
        JsonNode node;
        try {
            node = Wire.INPUT.readTree(bytes);
        } catch (MismatchedInputException mismatched) {
            throw twiceOrMore(mismatched);
        } catch (JacksonException broken) {
            throw Problem.unreadable("broken-json", "The body is not JSON" + where(broken) + ".");
        } catch (NumberFormatException endless) {
            throw Problem.unreadable("broken-json", "The body has a number that nobody can write out.");
        }
        if (!node.isContainer()) {
            throw Problem.unreadable("broken-json", "The body is a JSON object (or an array, where rows are sent).");
        }
        return node;
    }

    /** Names what an object has twice: of all that a tree is refused for, that alone has a name. */
    private static Problem twiceOrMore(MismatchedInputException mismatched) {
        String name = mismatched.processor() instanceof JsonParser parser ? parser.currentName() : null;
        return name == null
                ? Problem.unreadable("broken-json", "The body is not JSON" + where(mismatched) + ".")
                : Problem.input(Characters.shown(name), ErrorCode.GIVEN_TWICE, "is given twice");
    }

    private static String where(JacksonException broken) {
        var location = broken.getLocation();
        return location == null || location.getLineNr() < 1
                ? ""
                : " (line " + location.getLineNr() + ", column " + location.getColumnNr() + ")";
    }

    private static Mono<byte[]> read(ServerHttpRequest request, Intake intake) {
        if (!"identity".equals(Objects.requireNonNullElse(encoding(request), "identity"))) {
            return Mono.error(Problem.unreadable("content-encoding", "A body is sent as it is, not compressed."));
        }
        if (request.getHeaders().getContentLength() > intake.most() * DRAINED) {
            return Mono.error(tooLarge(intake, Map.of(HttpHeaders.CONNECTION, "close")));
        }
        return request.getBody().collect(() -> new Bytes(intake), Bytes::add).map(Bytes::all);
    }

    private static @Nullable String encoding(ServerHttpRequest request) {
        return request.getHeaders().getFirst(HttpHeaders.CONTENT_ENCODING);
    }

    private static Problem tooLarge(Intake intake, Map<String, String> headers) {
        String sentence = "A body has at most " + intake.most() + " bytes"
                + (intake.most() < Intake.MOST ? " when the keys are not in the headers or the query." : ".");
        return new Problem(HttpStatus.CONTENT_TOO_LARGE, "too-large", sentence, List.of(), headers);
    }

    /** Gathers a body; one that grows too large, or that there is no room for, is only counted from there on. */
    private static final class Bytes {

        private final Intake intake;
        private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
        private long count;
        private @Nullable Problem refused;

        Bytes(Intake intake) {
            this.intake = intake;
        }

        void add(DataBuffer buffer) {
            int readable = buffer.readableByteCount();
            count += readable;
            if (refused == null && isWelcome(readable)) {
                byte[] part = new byte[readable];
                buffer.read(part);
                kept.writeBytes(part);
            }
            DataBufferUtils.release(buffer);
            if (count > intake.most() * DRAINED) {
                throw tooLarge(intake, Map.of(HttpHeaders.CONNECTION, "close"));
            }
        }

        private boolean isWelcome(int readable) {
            try {
                if (count > intake.most()) {
                    throw tooLarge(intake, Map.of());
                }
                intake.take(readable);
                return true;
            } catch (Problem problem) {
                refused = problem;
                kept.reset();
                intake.giveBack();
                return false;
            }
        }

        byte[] all() {
            if (refused != null) {
                throw refused;
            }
            return kept.toByteArray();
        }
    }

    /** For tests and cursors: parameters as a JSON object would give them. */
    public static RequestParameters ofJson(JsonNode json) {
        return new RequestParameters(Map.of(), new LinkedHashMap<>(), json, NOTHING);
    }
}
