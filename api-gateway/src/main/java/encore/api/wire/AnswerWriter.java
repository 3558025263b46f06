package encore.api.wire;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferFactory;
import org.springframework.http.HttpEntity;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.util.FastByteArrayOutputStream;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.method.HandlerMethod;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.SequenceWriter;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Writes the answers of our handlers, always as JSON, whatever the client accepts. An empty {@code Mono} becomes the
 * JSON {@code null}. A {@code Flux} becomes an array that is written row by row while it is read; {@link StreamedListing} and
 * {@link NdjsonLines} are written in the same way.
 */
public final class AnswerWriter {

    private static final MediaType NDJSON = MediaType.parseMediaType(NdjsonLines.NDJSON);

    private static final byte[] NULL = "null".getBytes(StandardCharsets.UTF_8);

    /** The rows that are written together: enough for speed, few enough to be held for many slow readers. */
    private static final int CHUNK = 64;

    /** Writes for callers who see contacts. */
    public static final AnswerWriter WHOLE = new AnswerWriter(Wire.ANSWERS);

    public static final AnswerWriter WITHOUT_CONTACTS = new AnswerWriter(Wire.ANSWERS_WITHOUT_CONTACTS);

    /**
     * An answer that is a plain list, or a page of it with meta if the caller asks for one.
     *
     * @param <T> the rows
     * @param answer a {@code Flux} of the rows, or a {@code Mono} of the page
     */
    public record ListOrPage<T>(Publisher<?> answer) {}

    private final JsonMapper mapper;
    private final ObjectWriter elements;
    private final ObjectWriter lines;

    private AnswerWriter(JsonMapper mapper) {
        this.mapper = mapper;
        ObjectWriter rows = mapper.writer()
                .without(SerializationFeature.FLUSH_AFTER_WRITE_VALUE)
                .without(StreamWriteFeature.AUTO_CLOSE_TARGET);
        elements = rows.withRootValueSeparator(",");
        lines = rows.withRootValueSeparator("\n");
    }

    /** Whether this class writes a handler's answers. Spring writes answers that are declared not to be JSON. */
    public static boolean writes(HandlerMethod handler) {
        Method method = handler.getMethod();
        ResolvableType type = ResolvableType.forMethodParameter(handler.getReturnType());
        boolean entity = HttpEntity.class.isAssignableFrom(type.toClass())
                || HttpEntity.class.isAssignableFrom(type.getGeneric(0).toClass());
        Class<?> controller = method.getDeclaringClass();
        RequestMapping mapping = AnnotatedElementUtils.findMergedAnnotation(method, RequestMapping.class);
        return !entity
                && (mapping == null || mapping.produces().length == 0)
                && method.getReturnType() != void.class
                && type.getGeneric(0).toClass() != Void.class
                && controller.getName().startsWith("encore.")
                && controller.isAnnotationPresent(RestController.class);
    }

    /** Writes the return value of a handler. */
    public Mono<Void> write(ServerHttpResponse response, @Nullable Object value) {
        return switch (value) {
            case null -> response.writeWith(Mono.just(wholeBody(response, NULL)));
            case Mono<?> answer ->
                response.writeWith(answer.map(found -> wholeBody(response, mapper.writeValueAsBytes(found)))
                        .switchIfEmpty(Mono.fromSupplier(() -> wholeBody(response, NULL))));
            case Flux<?> rows -> stream(response, "[", rows, "]");
            case ListOrPage<?> listOrPage -> write(response, listOrPage.answer());
            case NdjsonLines<?> ndjsonLines -> lines(response, ndjsonLines.rows());
            case StreamedListing<?, ?> streamedListing ->
                stream(
                        response,
                        "{\"meta\":" + mapper.writeValueAsString(streamedListing.meta()) + ",\"data\":[",
                        streamedListing.data(),
                        "]}");
            default -> response.writeWith(Mono.just(wholeBody(response, mapper.writeValueAsBytes(value))));
        };
    }

    private static DataBuffer wholeBody(ServerHttpResponse response, byte[] bytes) {
        response.getHeaders().setContentType(MediaType.APPLICATION_JSON);
        response.getHeaders().setContentLength(bytes.length);
        return response.bufferFactory().wrap(bytes);
    }

    /**
     * Writes an array. Nothing is sent before the first rows, so that an earlier failure can still become a problem.
     */
    private Mono<Void> stream(ServerHttpResponse response, String open, Flux<?> rows, String close) {
        DataBufferFactory buffers = response.bufferFactory();
        response.getHeaders().setContentType(MediaType.APPLICATION_JSON);
        return response.writeWith(Flux.defer(() -> {
            JsonArrayChunks jsonArrayChunks = new JsonArrayChunks(open);
            Flux<DataBuffer> body = rows.buffer(CHUNK).map(chunk -> buffers.wrap(jsonArrayChunks.next(chunk)));
            return body.concatWith(Mono.fromSupplier(() -> buffers.wrap(jsonArrayChunks.end(close))));
        }));
    }

    private Mono<Void> lines(ServerHttpResponse response, Flux<?> rows) {
        DataBufferFactory buffers = response.bufferFactory();
        response.getHeaders().setContentType(NDJSON);
        return response.writeWith(rows.buffer(CHUNK).map(chunk -> buffers.wrap(writeRows("", lines, chunk, "\n"))));
    }

    /** Writes rows with one generator: creating one for each row takes a tenth of the time of writing. */
    private static byte[] writeRows(String before, ObjectWriter writer, List<?> rows, String behind) {
        var out = new FastByteArrayOutputStream(8_192);
        try {
            out.write(before.getBytes(StandardCharsets.UTF_8));
            try (SequenceWriter written = writer.writeValues(out)) {
                written.writeAll(rows);
            }
            out.write(behind.getBytes(StandardCharsets.UTF_8));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return out.toByteArrayUnsafe();
    }

    /** Writes chunks of rows as the pieces of one JSON array. */
    private final class JsonArrayChunks {

        private @Nullable String open;

        JsonArrayChunks(String open) {
            this.open = open;
        }

        byte[] next(List<?> rows) {
            byte[] written = writeRows(open == null ? "," : open, elements, rows, "");
            open = null;
            return written;
        }

        byte[] end(String close) {
            return ((open == null ? "" : open) + close).getBytes(StandardCharsets.UTF_8);
        }
    }
}
