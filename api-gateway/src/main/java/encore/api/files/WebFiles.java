package encore.api.files;

import encore.api.problems.Problem;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.Resource;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.NettyDataBufferFactory;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.core.io.support.PropertiesLoaderUtils;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.MediaTypeFactory;
import org.springframework.http.ResponseEntity;
import org.springframework.util.DigestUtils;
import reactor.core.publisher.Flux;

/**
 * Serves the text files of a page from memory, under a content security policy that allows nothing from other origins.
 */
public final class WebFiles {

    /** Allows nothing from other origins, nothing inline, and no page that frames ours. */
    private static final String POLICY = "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none';"
            + " form-action 'self'; frame-ancestors 'none'";

    /**
     * A file in memory.
     *
     * @param bytes one copy outside the heap from which all answers are written, so that slow readers hold no copies
     * @param compressed the same, compressed; these are the bytes themselves where that makes the file no smaller
     */
    private record WebFile(MediaType type, ByteBuf bytes, ByteBuf compressed, String tag) {}

    private static final int PIECE = 1 << 16;
    private static final NettyDataBufferFactory BUFFERS = new NettyDataBufferFactory(UnpooledByteBufAllocator.DEFAULT);

    private final Map<String, WebFile> files = new HashMap<>();

    /**
     * Loads all files of one directory of the class path, named with its final slash. Other directories of the same
     * name on the class path are not searched.
     */
    public WebFiles(String directory) {
        try {
            for (Resource file :
                    new PathMatchingResourcePatternResolver().getResources("classpath:" + directory + "*.*")) {
                add(file);
            }
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** Adds files of a WebJar, in the version that is on the class path. */
    public WebFiles webJar(String group, String artifact, String... paths) {
        String version = version("META-INF/maven/" + group + "/" + artifact + "/pom.properties");
        for (String path : paths) {
            add(new ClassPathResource("META-INF/resources/webjars/" + artifact + "/" + version + "/" + path));
        }
        return this;
    }

    /**
     * Answers the file of a name without directories, in pieces as the client reads them; throws a 404 problem for
     * others.
     *
     * @param asked the headers of the request, which say whether the caller takes a compressed file
     */
    public ResponseEntity<Flux<DataBuffer>> respond(String name, HttpHeaders asked) {
        WebFile file = files.get(name);
        if (file == null) {
            throw Problem.unknown();
        }
        boolean isCompressed = file.compressed() != file.bytes() && Gzip.isAccepted(asked);
        ByteBuf bytes = isCompressed ? file.compressed() : file.bytes();
        var answer = ResponseEntity.ok();
        if (isCompressed) {
            answer.header(HttpHeaders.CONTENT_ENCODING, Gzip.NAME);
        }
        return answer.contentType(file.type())
                .contentLength(bytes.readableBytes())
                .varyBy(HttpHeaders.ACCEPT_ENCODING)
                .cacheControl(CacheControl.noCache())
                .eTag(isCompressed ? Gzip.tag(file.tag()) : file.tag())
                .header("Content-Security-Policy", POLICY)
                .header("X-Content-Type-Options", "nosniff")
                .header("Referrer-Policy", "no-referrer")
                .body(pieces(bytes));
    }

    private void add(Resource file) {
        try {
            byte[] bytes = file.getContentAsByteArray();
            MediaType type = new MediaType(MediaTypeFactory.getMediaType(file).orElseThrow(), StandardCharsets.UTF_8);
            byte[] compressed = Gzip.compress(bytes);
            ByteBuf plain = shared(bytes);
            files.put(
                    file.getFilename(),
                    new WebFile(
                            type,
                            plain,
                            compressed.length < bytes.length ? shared(compressed) : plain,
                            DigestUtils.md5DigestAsHex(bytes)));
        } catch (IOException missing) {
            throw new UncheckedIOException(missing);
        }
    }

    /** Splits a file. TLS encrypts a buffer at once, so a whole file would be held for each slow reader. */
    private static Flux<DataBuffer> pieces(ByteBuf bytes) {
        int length = bytes.readableBytes();
        return Flux.range(0, (length + PIECE - 1) / PIECE)
                .map(piece -> BUFFERS.wrap(bytes.slice(piece * PIECE, Math.min(PIECE, length - piece * PIECE))));
    }

    private static ByteBuf shared(byte[] bytes) {
        ByteBuffer direct = ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
        return Unpooled.unreleasableBuffer(Unpooled.wrappedBuffer(direct).asReadOnly());
    }

    private static String version(String properties) {
        try {
            Properties known = PropertiesLoaderUtils.loadProperties(new ClassPathResource(properties));
            return known.getProperty("version");
        } catch (IOException missing) {
            throw new UncheckedIOException(missing);
        }
    }
}
