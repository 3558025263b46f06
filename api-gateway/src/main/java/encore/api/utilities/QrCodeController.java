package encore.api.utilities;

import static encore.api.access.Lock.KEY;

import encore.api.access.Access;
import encore.api.binding.Produces;
import encore.api.input.Default;
import encore.api.input.Description;
import encore.api.input.ErrorField;
import encore.api.input.Params;
import encore.api.problems.Problem;
import encore.api.wire.ErrorCode;
import encore.infra.backend.qrcodes.QrCode;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotEmpty;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferFactory;
import org.springframework.http.CacheControl;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Draws QR codes. */
@RestController
@Access(scope = "misc", lock = KEY)
@RequestMapping("/api/v1/qrcode")
class QrCodeController {

    private static final int DEFAULT_SIZE = 400;
    private static final int MAX_SIZE = 5_000;
    private static final String BLACK = "black";
    private static final String WHITE = "white";
    private static final Duration MAX_AGE = Duration.ofHours(1);

    record Draw(
            @Description("The text of the code, of at most 2953 bytes in UTF-8.") @NotEmpty
            String code,

            @Description("A colour's name in CSS, rgb or rrggbb.") @Default(BLACK) @Nullable
            String frontColor,

            @Description("A colour's name in CSS, rgb or rrggbb.") @Default(WHITE) @Nullable
            String backColor,

            @Description("Width and height in pixels.") @Default("400") @Nullable @Min(1) @Max(MAX_SIZE)
            Integer size) {

        @AssertTrue(message = "must have at most 2953 bytes")
        @ErrorField("code")
        boolean isShort() {
            return code.getBytes(StandardCharsets.UTF_8).length <= QrCode.MAX_BYTES;
        }

        @AssertTrue(message = "must be a colour's name in CSS, rgb or rrggbb")
        @ErrorField("front_color")
        boolean isFrontColour() {
            return front() != null;
        }

        @AssertTrue(message = "must be a colour's name in CSS, rgb or rrggbb, and another one than front_color")
        @ErrorField("back_color")
        boolean isOtherBackColour() {
            return back() != null && !Objects.equals(back(), front());
        }

        private @Nullable Integer front() {
            return Colours.find(frontColor == null ? BLACK : frontColor);
        }

        private @Nullable Integer back() {
            return Colours.find(backColor == null ? WHITE : backColor);
        }

        byte[] png() {
            QrCode qrCode = QrCode.of(code);
            if (qrCode == null) {
                throw Problem.input("code", ErrorCode.LENGTH, "is too long for a QR code");
            }
            int pixels = size == null ? DEFAULT_SIZE : size;
            if (pixels < qrCode.leastPixels()) {
                throw Problem.input("size", ErrorCode.RANGE, "must be at least " + qrCode.leastPixels());
            }
            return qrCode.png(pixels, Objects.requireNonNull(front()), Objects.requireNonNull(back()));
        }
    }

    private final DrawingThreads threads;

    QrCodeController(DrawingThreads threads) {
        this.threads = threads;
    }

    @Description("Draws a QR code as a PNG image")
    @Produces("image/png")
    @GetMapping
    Mono<ResponseEntity<Flux<DataBuffer>>> showQrCode(ServerWebExchange exchange, @Params Draw in) {
        DataBufferFactory buffers = exchange.getResponse().bufferFactory();
        return threads.run(in::png)
                .map(png -> ResponseEntity.ok()
                        .contentType(MediaType.IMAGE_PNG)
                        .contentLength(png.length)
                        .cacheControl(CacheControl.maxAge(MAX_AGE).cachePrivate())
                        .body(Flux.just(buffers.wrap(png))));
    }
}
