package encore.api.media;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.binding.Produces;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.problems.Ids;
import encore.api.problems.Problem;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.fanstreams.pages.StreamRecordQuery.FindRecordPicture;
import encore.kernel.people.Area;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferFactory;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Shows moderators the picture of a record. Its address leads to a foreign host, which a page of the console may not load from,
 * and which must not learn who moderates.
 */
@RestController
@Access(scope = "manage", area = Area.MODERATION, lock = SECRET)
class RecordImageController {

    private static final String POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";
    private static final Duration MAX_AGE = Duration.ofHours(1);
    private static final int TAG_BYTES = 16;

    record One(String streamKey, @Min(1) @Max(Ids.HIGHEST) long feedRecordId) {}

    private final Backend backend;
    private final ForeignPictures pictures;

    RecordImageController(Backend backend, ForeignPictures pictures) {
        this.backend = backend;
        this.pictures = pictures;
    }

    @Description("Loads the picture of a record, as a JPEG or PNG of at most 640 pixels a side")
    @Produces(value = "image/*", bodiless = 304)
    @GetMapping("/api/v1/manage/streams/{stream_key}/records/{feed_record_id}/image")
    Mono<ResponseEntity<Flux<DataBuffer>>> showRecordImage(Caller caller, ServerWebExchange exchange, @Params One in) {
        return backend.ask(caller, new FindRecordPicture(caller.account(), in.streamKey(), in.feedRecordId()))
                .flatMap(found -> found.imageUrl() == null
                        ? Mono.error(Problem.unknown())
                        : pictures.preview(caller.account(), found.imageUrl()))
                .map(image -> answer(exchange, image));
    }

    private static ResponseEntity<Flux<DataBuffer>> answer(ServerWebExchange exchange, ImageCodec.EncodedImage image) {
        String tag = tag(image.bytes());
        boolean isKnown = exchange.checkNotModified(tag);
        ResponseEntity.BodyBuilder head = ResponseEntity.status(isKnown ? HttpStatus.NOT_MODIFIED : HttpStatus.OK)
                .contentType(MediaType.parseMediaType(image.type().mimeType()))
                .eTag(tag)
                .cacheControl(CacheControl.maxAge(MAX_AGE).cachePrivate())
                .header("Content-Security-Policy", POLICY)
                .header("X-Content-Type-Options", "nosniff")
                .header("Cross-Origin-Resource-Policy", "same-origin");
        DataBufferFactory buffers = exchange.getResponse().bufferFactory();
        return isKnown
                ? head.build()
                : head.contentLength(image.bytes().length)
                        .body(Flux.defer(() -> Flux.just(buffers.wrap(image.bytes()))));
    }

    private static String tag(byte[] bytes) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(bytes);
            return "\"" + HexFormat.of().formatHex(hash, 0, TAG_BYTES) + "\"";
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
