package encore.api.media;

import static org.assertj.core.api.Assertions.assertThat;

import encore.api.FakeBackend;
import encore.api.GatewayUnderTest;
import encore.api.outbound.OutboundClient;
import encore.kernel.Refusal;
import encore.kernel.fanstreams.pages.StreamRecordQuery.FindRecordPicture;
import encore.kernel.fanstreams.pages.StreamRecordQuery.RecordPicture;
import java.awt.image.BufferedImage;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.test.web.reactive.server.EntityExchangeResult;
import org.springframework.test.web.reactive.server.StatusAssertions;
import org.springframework.test.web.reactive.server.WebTestClient;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;

class RecordImageControllerTest {

    @RegisterExtension
    static final GatewayUnderTest GATEWAY =
            GatewayUnderTest.with(Map.of(), RecordImageController.class, ImageThreads.class, QuickPictures.class);

    /** The slow host of these tests would take five seconds. */
    static class QuickPictures extends ForeignPictures {
        QuickPictures(OutboundClient client, ImageThreads threads) {
            super(client, threads, Duration.ofSeconds(2));
        }
    }

    private static final String SVG = "<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>";
    private static final AtomicInteger AT_A_TIME = new AtomicInteger();
    private static final AtomicInteger HIGHEST = new AtomicInteger();

    private static final DisposableServer HOST = HttpServer.create()
            .host("127.0.0.1")
            .port(0)
            .route(routes -> routes.get(
                            "/photo.jpg",
                            (request, response) -> response.sendByteArray(Mono.just(
                                    TestImages.withSegment(TestImages.jpeg(1_600, 800), 0xE1, TestImages.exif(6)))))
                    .get(
                            "/drawing.png",
                            (request, response) -> response.sendByteArray(Mono.just(TestImages.encoded(
                                    new BufferedImage(200, 100, BufferedImage.TYPE_INT_ARGB), "png"))))
                    .get("/moved", (request, response) -> response.sendRedirect("/moved-again"))
                    .get("/moved-again", (request, response) -> response.sendRedirect("photo.jpg"))
                    .get("/inside", (request, response) -> response.sendRedirect("https://10.0.0.1/photo.jpg"))
                    .get("/nowhere", (request, response) -> response.sendRedirect("file:///etc/passwd"))
                    .get("/circle", (request, response) -> response.sendRedirect("/circle"))
                    .get(
                            "/endless",
                            (request, response) -> response.sendByteArray(
                                    Flux.range(0, 100_000).map(piece -> new byte[1 << 16])))
                    .get(
                            "/bomb",
                            (request, response) ->
                                    response.sendByteArray(Mono.just(TestImages.pngOfSize(50_000, 50_000))))
                    .get(
                            "/part",
                            (request, response) -> response.sendByteArray(
                                    Mono.just(java.util.Arrays.copyOf(TestImages.png(300, 300), 100))))
                    .get("/page", (request, response) -> response.sendString(Mono.just("<h1>No picture</h1>")))
                    .get(
                            "/drawing.svg",
                            (request, response) -> response.header("Content-Type", "image/svg+xml")
                                    .sendString(Mono.just(SVG)))
                    .get("/silent", (request, response) -> Mono.never())
                    .get("/counted", (request, response) -> {
                        HIGHEST.accumulateAndGet(AT_A_TIME.incrementAndGet(), Math::max);
                        return response.sendByteArray(Mono.delay(Duration.ofMillis(100))
                                .map(waited -> TestImages.png(10, 10))
                                .doFinally(end -> AT_A_TIME.decrementAndGet()));
                    }))
            .bindNow();

    private final FakeBackend backend = GATEWAY.backend;
    private final WebTestClient moderator = GATEWAY.server();

    @AfterAll
    static void stop() {
        HOST.disposeNow();
    }

    @BeforeEach
    void records() {
        HIGHEST.set(0);
    }

    private StatusAssertions show(String url) {
        backend.on(FindRecordPicture.class, query -> new RecordPicture(url));
        return moderator
                .get()
                .uri("/api/v1/manage/streams/wall/records/5/image")
                .exchange()
                .expectStatus();
    }

    private static String at(String path) {
        return "http://127.0.0.1:" + HOST.port() + path;
    }

    private EntityExchangeResult<byte[]> shown(String path) {
        return show(at(path)).isOk().expectBody().returnResult();
    }

    @Test
    void a_picture_is_made_small_upright_and_new_and_the_browser_keeps_it() {
        EntityExchangeResult<byte[]> answer = shown("/photo.jpg");
        var headers = answer.getResponseHeaders();
        assertThat(headers.getFirst("Content-Type")).isEqualTo("image/jpeg");
        assertThat(headers.getFirst("Cache-Control")).isEqualTo("max-age=3600, private");
        assertThat(headers.getFirst("X-Content-Type-Options")).isEqualTo("nosniff");
        assertThat(headers.getFirst("Content-Security-Policy")).contains("default-src 'none'");
        assertThat(headers.getFirst("Cross-Origin-Resource-Policy")).isEqualTo("same-origin");
        byte[] bytes = Objects.requireNonNull(answer.getResponseBody());
        BufferedImage image = TestImages.decoded(bytes);
        assertThat(image.getWidth()).isEqualTo(320);
        assertThat(image.getHeight()).isEqualTo(640);
        assertThat(new String(bytes, StandardCharsets.ISO_8859_1)).doesNotContain("GPS");

        moderator
                .get()
                .uri("/api/v1/manage/streams/wall/records/5/image")
                .header("If-None-Match", Objects.requireNonNull(headers.getETag()))
                .exchange()
                .expectStatus()
                .isNotModified()
                .expectBody()
                .isEmpty();
    }

    @Test
    void a_drawing_stays_a_png_and_is_not_enlarged() {
        EntityExchangeResult<byte[]> answer = shown("/drawing.png");
        assertThat(answer.getResponseHeaders().getFirst("Content-Type")).isEqualTo("image/png");
        assertThat(TestImages.decoded(Objects.requireNonNull(answer.getResponseBody()))
                        .getWidth())
                .isEqualTo(200);
    }

    @Test
    void a_redirect_is_followed() {
        assertThat(shown("/moved").getResponseHeaders().getFirst("Content-Type"))
                .isEqualTo("image/jpeg");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/inside",
                "/nowhere",
                "/circle",
                "/endless",
                "/bomb",
                "/part",
                "/page",
                "/drawing.svg",
                "/silent",
                "/none"
            })
    void an_answer_that_is_no_picture_is_told(String path) {
        failed(at(path));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://10.0.0.1/photo.jpg",
                "https://169.254.169.254/latest",
                "https://[fd00::1]/photo.jpg",
                "http://photos.example/photo.jpg",
                "https://user@photos.example/",
                "no address"
            })
    void an_address_that_may_not_be_called_is_told(String url) {
        failed(url);
    }

    private void failed(String url) {
        show(url)
                .isEqualTo(503)
                .expectHeader()
                .exists("Retry-After")
                .expectBody()
                .jsonPath("$.type")
                .value(type -> assertThat(type.toString()).endsWith("/picture-failed"));
    }

    @Test
    void a_record_without_a_picture_and_a_record_of_another_account_are_unknown() {
        backend.on(FindRecordPicture.class, query -> new RecordPicture(null));
        expect404("5");
        backend.on(FindRecordPicture.class, query -> {
            assertThat(query.account()).isEqualTo(GatewayUnderTest.ACCOUNT);
            return Mono.error(Refusal.unknown("There is no such stream."));
        });
        expect404("5");
        expect404("x");
    }

    private void expect404(String record) {
        moderator
                .get()
                .uri("/api/v1/manage/streams/wall/records/" + record + "/image")
                .exchange()
                .expectStatus()
                .isNotFound();
    }

    @Test
    void an_account_loads_a_few_pictures_at_a_time() {
        backend.on(FindRecordPicture.class, query -> new RecordPicture(at("/counted")));
        Long loaded = Flux.range(1, 20)
                .flatMap(
                        record -> GATEWAY.bean(ForeignPictures.class).preview(GatewayUnderTest.ACCOUNT, at("/counted")),
                        20)
                .count()
                .block(Duration.ofSeconds(20));
        assertThat(loaded).isEqualTo(20);
        assertThat(HIGHEST).hasValueLessThanOrEqualTo(ForeignPictures.OF_AN_ACCOUNT);
    }
}
