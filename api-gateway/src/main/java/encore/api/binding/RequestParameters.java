package encore.api.binding;

import encore.api.problems.Problem;
import encore.api.server.BodyLimit;
import encore.api.wire.ErrorCode;
import encore.api.wire.InvalidValueException;
import encore.api.wire.StorableText;
import encore.api.wire.ValueType;
import encore.api.wire.Wire;
import encore.infra.backend.errors.ErrorGuard;
import java.io.ByteArrayOutputStream;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
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

/** The parameters of a request's query and body, which are read once for each request. */
public final class RequestParameters {

    /** The header that may carry the parameter {@code session_uid}, so that it stands in no address. */
    public static final String SESSION_HEADER = "Session-Uid";

    /** The most values that a query or a form may have, and the most members of a JSON object. */
    static final int VALUES_LIMIT = 10_000;

    /** Jackson distinguishes UTF-16 and UTF-32 from UTF-8 by zeros among this many bytes. */
    private static final int ENCODING_BYTES = 4;

    private static final String SESSION_PARAMETER = "session_uid";
    private static final String ATTRIBUTE = RequestParameters.class.getName();
    private static final byte[] NO_BYTES = new byte[0];

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

    /**
     * Reads the parameters; fails with a {@link Problem}: 400 for unreadable ones, 413 for a body that is too large.
     */
    public static Mono<RequestParameters> of(ServerWebExchange exchange) {
        RequestParameters known = exchange.getAttribute(ATTRIBUTE);
        if (known != null) {
            return Mono.just(known);
        }
        // Reactor continues on a supplier's value without a further operator.
        return hasBody(exchange.getRequest())
                ? ErrorGuard.of(read(exchange.getRequest(), BodyLimit.of(exchange)))
                        .map(bytes -> keep(exchange, bytes))
                : Mono.fromSupplier(() -> keep(exchange, NO_BYTES));
    }

    /** Returns the parameters of a call whose body was read; null while it was not. */
    public static @Nullable RequestParameters known(ServerWebExchange exchange) {
        return exchange.getAttribute(ATTRIBUTE);
    }

    private static RequestParameters keep(ServerWebExchange exchange, byte[] bytes) {
        ServerHttpRequest request = exchange.getRequest();
        RequestParameters parameters;
        if (BodyLimit.of(exchange).isUpload()) {
            exchange.getAttributes().put(RawBody.class.getName(), new RawBody(bytes));
            parameters = ofUpload(request.getURI().getRawQuery(), bytes);
        } else {
            parameters = parse(request.getURI().getRawQuery(), request.getHeaders(), bytes);
        }
        exchange.getAttributes().put(ATTRIBUTE, parameters);
        return parameters;
    }

    /** Returns the parameters of a call whose body is a file: those of the query. */
    private static RequestParameters ofUpload(@Nullable String rawQuery, byte[] bytes) {
        Map<String, List<String>> query = rawQuery == null ? Map.of() : FormParser.parse(rawQuery, VALUES_LIMIT);
        return new RequestParameters(query, Map.of(), null, bytes);
    }

    /** Returns the parameters of the query alone, without reading the body. */
    public static RequestParameters ofQuery(ServerHttpRequest request) {
        return parse(request.getURI().getRawQuery(), request.getHeaders(), NO_BYTES);
    }

    /** Whether the request has a body. */
    public static boolean hasBody(ServerHttpRequest request) {
        HttpHeaders headers = request.getHeaders();
        long length = headers.getContentLength();
        return length > 0 || length < 0 && headers.getFirst(HttpHeaders.TRANSFER_ENCODING) != null;
    }

    /** Returns the distinct values of a parameter in query and body. More than one means that they disagree. */
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

    /**
     * Returns the distinct values of a parameter in path, query and body, read as binding reads them. Texts that are no
     * value of the type are left out: binding refuses a call with one.
     *
     * @param inPath its text in the path; null when the path does not name it
     */
    public Set<Object> values(String name, ValueType type, @Nullable String inPath) {
        Set<Object> values = new LinkedHashSet<>();
        if (inPath != null) {
            addTo(values, () -> type.ofText(inPath));
        }
        readEach(name, type, read -> addTo(values, read));
        return values;
    }

    private static void addTo(Set<Object> values, Supplier<@Nullable Object> read) {
        try {
            Object value = read.get();
            if (value != null) {
                values.add(value);
            }
        } catch (InvalidValueException wrong) {
            // Binding answers with a 400.
        }
    }

    /**
     * Passes a reader of each value of a parameter in query and body. A reader throws an {@link InvalidValueException}
     * for a text that is no value of the type, and returns null for one that counts as absent.
     */
    void readEach(String name, ValueType type, Consumer<Supplier<@Nullable Object>> values) {
        readTexts(query.get(name), type, values);
        readTexts(form.get(name), type, values);
        JsonNode node = json instanceof ObjectNode object ? object.get(name) : null;
        if (node != null) {
            values.accept(() -> node.isNull() ? null : type.ofJson(node));
        }
    }

    private static void readTexts(
            @Nullable List<String> texts, ValueType type, Consumer<Supplier<@Nullable Object>> values) {
        if (texts != null) {
            for (String text : texts) {
                values.accept(() -> type.ofText(text));
            }
        }
    }

    /** Returns the raw body; empty when there is none. */
    public byte[] body() {
        return body;
    }

    Map<String, List<String>> query() {
        return query;
    }

    Map<String, List<String>> form() {
        return form;
    }

    /** Returns the JSON body; null when there is none. */
    @Nullable
    JsonNode json() {
        return json;
    }

    static RequestParameters parse(@Nullable String rawQuery, HttpHeaders headers, byte[] bytes) {
        Map<String, List<String>> query =
                withHeader(headers, rawQuery == null ? Map.of() : FormParser.parse(rawQuery, VALUES_LIMIT));
        if (bytes.length == 0) {
            return new RequestParameters(query, Map.of(), null, bytes);
        }
        return switch (kind(headers)) {
            case FORM -> new RequestParameters(query, FormParser.parse(bytes, VALUES_LIMIT), null, bytes);
            case JSON -> new RequestParameters(query, Map.of(), json(bytes), bytes);
            case OTHER ->
                throw Problem.unreadable(
                        "content-type", "Send a body as application/x-www-form-urlencoded or application/json.");
        };
    }

    private static Map<String, List<String>> withHeader(HttpHeaders headers, Map<String, List<String>> query) {
        String session = headers.getFirst(SESSION_HEADER);
        if (session == null || session.isEmpty()) {
            return query;
        }
        Map<String, List<String>> with = new LinkedHashMap<>(query);
        with.merge(SESSION_PARAMETER, List.of(session), RequestParameters::concat);
        return with;
    }

    private static List<String> concat(List<String> some, List<String> more) {
        return Stream.concat(some.stream(), more.stream()).distinct().toList();
    }

    private enum Kind {
        FORM,
        JSON,
        OTHER
    }

    private static Kind kind(HttpHeaders headers) {
        String type = headers.getFirst(HttpHeaders.CONTENT_TYPE);
        // These two values, which nearly all clients send, need no parser.
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
        mustBeUtf8(bytes);
        JsonNode node;
        try {
            node = Wire.INPUT.readTree(bytes);
        } catch (MismatchedInputException mismatched) {
            throw duplicateName(mismatched);
        } catch (JacksonException broken) {
            throw Problem.unreadable("broken-json", "The body is not JSON" + where(broken) + ".");
        } catch (NumberFormatException endless) {
            throw Problem.unreadable("broken-json", "The body has a number with an exponent that is too large.");
        }
        if (!node.isContainer()) {
            throw Problem.unreadable("broken-json", "The body must be a JSON object, or an array of rows.");
        }
        if (node instanceof ObjectNode object && object.size() > VALUES_LIMIT) {
            throw FormParser.tooManyParameters(VALUES_LIMIT);
        }
        return node;
    }

    /** Refuses bytes that Jackson reads though they are not UTF-8: overlong sequences, UTF-16 and UTF-32. */
    private static void mustBeUtf8(byte[] bytes) {
        if (!StorableText.isUtf8(bytes)) {
            throw Problem.unreadable("broken-encoding", "The body must be encoded as UTF-8.");
        }
        for (int i = 0; i < Math.min(ENCODING_BYTES, bytes.length); i++) {
            if (bytes[i] == 0) {
                throw Problem.unreadable("broken-json", "The body is not JSON in UTF-8.");
            }
        }
    }

    /**
     * Returns the problem of a JSON tree that could not be read. The name of a duplicate property is known; other
     * errors have no name.
     */
    private static Problem duplicateName(MismatchedInputException mismatched) {
        String name = mismatched.processor() instanceof JsonParser parser ? parser.currentName() : null;
        return name == null
                ? Problem.unreadable("broken-json", "The body is not JSON" + where(mismatched) + ".")
                : Problem.input(StorableText.forDisplay(name), ErrorCode.GIVEN_TWICE, "is given twice");
    }

    private static String where(JacksonException broken) {
        var location = broken.getLocation();
        return location == null || location.getLineNr() < 1
                ? ""
                : " (line " + location.getLineNr() + ", column " + location.getColumnNr() + ")";
    }

    private static Mono<byte[]> read(ServerHttpRequest request, BodyLimit bodyLimit) {
        if (!"identity".equals(Objects.requireNonNullElse(encoding(request), "identity"))) {
            return Mono.error(Problem.unreadable("content-encoding", "Send the body without a Content-Encoding."));
        }
        if (request.getHeaders().getContentLength() > bodyLimit.maxDrainedBytes()) {
            return Mono.error(tooLarge(bodyLimit, Map.of(HttpHeaders.CONNECTION, "close")));
        }
        return request.getBody()
                .collect(() -> new BodyCollector(bodyLimit), BodyCollector::add)
                .map(BodyCollector::result);
    }

    private static @Nullable String encoding(ServerHttpRequest request) {
        return request.getHeaders().getFirst(HttpHeaders.CONTENT_ENCODING);
    }

    private static Problem tooLarge(BodyLimit bodyLimit, Map<String, String> headers) {
        String sentence = "A body may have at most " + bodyLimit.maxBytes() + " bytes"
                + (bodyLimit.maxBytes() < BodyLimit.MAX_BYTES
                        ? " when the keys are not in the headers or the query."
                        : ".");
        return new Problem(HttpStatus.CONTENT_TOO_LARGE, "too-large", sentence, List.of(), headers);
    }

    /** Collects a body. When it grows too large, or memory for it runs out, its further bytes are only counted. */
    private static final class BodyCollector {

        private final BodyLimit bodyLimit;
        private final ByteArrayOutputStream content = new ByteArrayOutputStream();
        private long count;
        private @Nullable Problem refused;

        BodyCollector(BodyLimit bodyLimit) {
            this.bodyLimit = bodyLimit;
        }

        void add(DataBuffer buffer) {
            int readable = buffer.readableByteCount();
            count += readable;
            if (refused == null && accepts(readable)) {
                byte[] part = new byte[readable];
                buffer.read(part);
                content.writeBytes(part);
            }
            DataBufferUtils.release(buffer);
            if (count > bodyLimit.maxDrainedBytes()) {
                throw tooLarge(bodyLimit, Map.of(HttpHeaders.CONNECTION, "close"));
            }
        }

        private boolean accepts(int readable) {
            try {
                if (count > bodyLimit.maxBytes()) {
                    throw tooLarge(bodyLimit, Map.of());
                }
                bodyLimit.reserve(readable);
                return true;
            } catch (Problem problem) {
                refused = problem;
                content.reset();
                bodyLimit.release();
                return false;
            }
        }

        byte[] result() {
            if (refused != null) {
                throw refused;
            }
            return content.toByteArray();
        }
    }

    /** Returns the parameters of a JSON body, for cursors, rows and tests. */
    public static RequestParameters ofJson(JsonNode json) {
        return new RequestParameters(Map.of(), new LinkedHashMap<>(), json, NO_BYTES);
    }
}
