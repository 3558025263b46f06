package encore.api.media;

import encore.api.access.Access;
import encore.api.access.Lock;
import encore.api.authentication.OpenCalls;
import encore.api.binding.Produces;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.keys.KeyRegistry;
import encore.kernel.Refusal;
import encore.kernel.media.MediaAsset;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Size;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferFactory;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Answers images to everybody who knows their uids (spec 1, 4). */
@RestController
class SocialMediaController {

    /** Everything that the image might be taken for is switched off, should a browser open it as a page. */
    private static final String POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

    private static final Duration MAX_AGE = Duration.ofDays(1);
    private static final int PIECE = 1 << 16;
    private static final int TAG_LENGTH = 32;

    record ImageBounds(
            @Size(max = 64) String mediaUid,

            @Description("The most pixels of its width. The image is never enlarged, stretched or cropped.")
            @Nullable
            @Min(1)
            @Max(ImageCodec.MAX_SIDE)
            Integer width,

            @Description("The most pixels of its height.") @Nullable @Min(1) @Max(ImageCodec.MAX_SIDE)
            Integer height) {}

    private final KeyRegistry keyRegistry;
    private final OpenCalls openCalls;
    private final Renditions renditions;
    private final NewRenditionLimit limit;

    SocialMediaController(
            KeyRegistry keyRegistry, OpenCalls openCalls, Renditions renditions, NewRenditionLimit limit) {
        this.keyRegistry = keyRegistry;
        this.openCalls = openCalls;
        this.renditions = renditions;
        this.limit = limit;
    }

    @Description("Loads an image, scaled down until it fits into the width and the height")
    @Access(lock = Lock.OPEN)
    @Produces(value = "image/*", bodiless = 304)
    @GetMapping("/social_media/{media_uid}")
    Mono<ResponseEntity<Flux<DataBuffer>>> show(ServerWebExchange exchange, @Params ImageBounds in) {
        return keyRegistry.whenReady().then(Mono.defer(() -> find(exchange, in)));
    }

    private Mono<ResponseEntity<Flux<DataBuffer>>> find(ServerWebExchange exchange, ImageBounds in) {
        InetAddress address = OpenCalls.address(exchange.getRequest());
        limit.mustKnowImages(address);
        return renditions
                .find(in.mediaUid())
                .doOnError(Refusal.class, unknown -> limit.countUnknown(address))
                .flatMap(asset -> answer(exchange, address, asset, in));
    }

    private Mono<ResponseEntity<Flux<DataBuffer>>> answer(
            ServerWebExchange exchange, @Nullable InetAddress address, MediaAsset asset, ImageBounds in) {
        openCalls.admit(exchange, asset.media().account());
        ImageSize size = Renditions.storedSize(asset).within(in.width(), in.height());
        if (exchange.checkNotModified(tag(asset, size))) {
            return Mono.just(head(HttpStatus.NOT_MODIFIED, asset, size).build());
        }
        if (!renditions.has(asset, size)) {
            limit.takeNewSize(asset.media().account(), address);
        }
        DataBufferFactory buffers = exchange.getResponse().bufferFactory();
        return renditions
                .bytes(asset, size)
                .map(bytes -> head(HttpStatus.OK, asset, size)
                        .contentLength(bytes.length)
                        .body(pieces(bytes, buffers)));
    }

    private static String tag(MediaAsset asset, ImageSize size) {
        return "\"" + asset.hash().substring(0, TAG_LENGTH) + "-" + size.width() + "x" + size.height() + "\"";
    }

    private static ResponseEntity.BodyBuilder head(HttpStatus status, MediaAsset asset, ImageSize size) {
        return ResponseEntity.status(status)
                .contentType(MediaType.parseMediaType(asset.image().imageType().mimeType()))
                .eTag(tag(asset, size))
                .cacheControl(
                        asset.fan() == null
                                ? CacheControl.maxAge(MAX_AGE).cachePublic()
                                : CacheControl.noCache().cachePrivate())
                .header("Content-Security-Policy", POLICY)
                .header("X-Content-Type-Options", "nosniff")
                .header("Cross-Origin-Resource-Policy", "cross-origin")
                .header(HttpHeaders.CONTENT_DISPOSITION, "attachment");
    }

    /** Splits an image. TLS encrypts a buffer at once, so a whole image would be held for each slow reader. */
    private static Flux<DataBuffer> pieces(byte[] bytes, DataBufferFactory buffers) {
        return Flux.range(0, (bytes.length + PIECE - 1) / PIECE).map(piece -> {
            int start = piece * PIECE;
            return buffers.wrap(ByteBuffer.wrap(bytes, start, Math.min(PIECE, bytes.length - start)));
        });
    }
}
