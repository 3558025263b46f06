package encore.api.media;

import static org.assertj.core.api.Assertions.assertThat;

import encore.api.FakeBackend;
import encore.api.GatewayUnderTest;
import encore.infra.backend.ControlMessage;
import encore.kernel.Refusal;
import encore.kernel.fans.FanId;
import encore.kernel.media.ImageFacts;
import encore.kernel.media.ImageType;
import encore.kernel.media.MediaAsset;
import encore.kernel.media.MediaId;
import encore.kernel.media.MediaPart;
import encore.kernel.media.MediaQuery.FindMediaAsset;
import encore.kernel.media.MediaQuery.FindMediaPart;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpHeaders;
import org.springframework.test.web.reactive.server.EntityExchangeResult;
import org.springframework.test.web.reactive.server.StatusAssertions;
import org.springframework.test.web.reactive.server.WebTestClient;

class SocialMediaControllerTest {

    private static final byte[] PHOTO = TestImages.jpeg(400, 200);
    private static final String HASH = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

    private final GatewayUnderTest gateway = GatewayUnderTest.with(
            Map.of("encore.rate-limit", 500),
            SocialMediaController.class,
            MediaFiles.class,
            ImageThreads.class,
            Renditions.class,
            NewRenditionLimit.class);
    private final FakeBackend backend = gateway.backend;
    private final WebTestClient client = gateway.anybody();
    private final Map<String, MediaAsset> assets = new ConcurrentHashMap<>();

    @BeforeEach
    void a_photo_of_the_account_and_one_of_a_fan() {
        assets.put("m-1", new MediaAsset(new MediaId(7, "m-1"), null, facts(), 1, HASH));
        assets.put("m-2", new MediaAsset(new MediaId(7, "m-2"), new FanId(7, 42), facts(), 1, HASH));
        backend.on(FindMediaAsset.class, query -> found(query.mediaUid())).on(FindMediaPart.class, query -> {
            found(query.mediaUid());
            return new MediaPart(PHOTO);
        });
    }

    @AfterEach
    void close() {
        gateway.close();
    }

    private MediaAsset found(String uid) {
        MediaAsset asset = assets.get(uid);
        if (asset == null) {
            throw Refusal.unknown("There is no such image.");
        }
        return asset;
    }

    private static ImageFacts facts() {
        return new ImageFacts(ImageType.JPEG, 400, 200, PHOTO.length);
    }

    @Test
    void anybody_loads_an_image_as_it_is_stored_or_smaller() {
        assertThat(load("/social_media/m-1").getResponseBody()).isEqualTo(PHOTO);
        assertThat(size("?width=100")).isEqualTo(new ImageSize(100, 50));
        assertThat(size("?height=50")).isEqualTo(new ImageSize(100, 50));
        assertThat(size("?width=100&height=10")).isEqualTo(new ImageSize(20, 10));
        assertThat(size("?width=4096&height=4096")).isEqualTo(new ImageSize(400, 200));
        assertThat(size("?width=1&height=1")).isEqualTo(new ImageSize(1, 1));
    }

    private ImageSize size(String query) {
        var image = TestImages.decoded(
                Objects.requireNonNull(load("/social_media/m-1" + query).getResponseBody()));
        return new ImageSize(image.getWidth(), image.getHeight());
    }

    @Test
    void a_size_is_from_1_to_4096() {
        for (String wrong : new String[] {"width=0", "width=4097", "width=x"}) {
            GatewayUnderTest.naming(status("/social_media/m-1?" + wrong), "width");
        }
        GatewayUnderTest.naming(status("/social_media/m-1?height=-1"), "height");
        assertThat(backend.asked).isEmpty();
    }

    @Test
    void the_answer_can_only_be_an_image() {
        HttpHeaders headers = load("/social_media/m-1?width=100").getResponseHeaders();
        assertThat(headers.getFirst("Content-Type")).isEqualTo("image/jpeg");
        assertThat(headers.getFirst("Cache-Control")).isEqualTo("max-age=86400, public");
        assertThat(headers.getFirst("X-Content-Type-Options")).isEqualTo("nosniff");
        assertThat(headers.getFirst("Content-Disposition")).isEqualTo("attachment");
        assertThat(headers.getFirst("Content-Security-Policy")).contains("sandbox", "default-src 'none'");
        assertThat(headers.get("Content-Security-Policy")).hasSize(1);
        assertThat(headers.getFirst("Cross-Origin-Resource-Policy")).isEqualTo("cross-origin");
        assertThat(headers.getFirst("Set-Cookie")).isNull();
        assertThat(headers.getFirst("ETag")).isEqualTo("\"" + HASH.substring(0, 32) + "-100x50\"");
        assertThat(headers.getContentLength()).isPositive();
        assertThat(load("/social_media/m-2").getResponseHeaders().getFirst("Cache-Control"))
                .isEqualTo("no-cache, private");
    }

    @Test
    void a_caller_that_has_the_image_gets_304_without_rendering() {
        String tag = Objects.requireNonNull(
                load("/social_media/m-1?width=100").getResponseHeaders().getETag());
        long before = parts();
        for (String query : new String[] {"?width=100", "?height=50", "?width=100&height=50"}) {
            client.get()
                    .uri("/social_media/m-1" + query)
                    .header("If-None-Match", tag)
                    .exchange()
                    .expectStatus()
                    .isNotModified()
                    .expectHeader()
                    .valueEquals("ETag", tag)
                    .expectHeader()
                    .valueEquals("Cache-Control", "max-age=86400, public")
                    .expectBody()
                    .isEmpty();
        }
        assertThat(parts()).isEqualTo(before);
        client.get()
                .uri("/social_media/m-1?width=99")
                .header("If-None-Match", tag)
                .exchange()
                .expectStatus()
                .isOk();
    }

    @Test
    void a_size_is_rendered_once() {
        load("/social_media/m-1?width=100");
        load("/social_media/m-1?width=100");
        load("/social_media/m-1?height=50");
        assertThat(parts()).isOne();
        assertThat(backend.asked.stream().filter(FindMediaAsset.class::isInstance))
                .hasSize(1);
    }

    @Test
    void of_one_image_64_sizes_are_kept() {
        for (int width = 1; width <= 30; width++) {
            load("/social_media/m-1?width=" + width);
        }
        // The limit of an address begins anew where an address is exempt.
        gateway.backend.publish(new ControlMessage.MonitoredAddress(7, "a", "127.0.0.1", null, false));
        load("/social_media/m-1?width=1");
        for (int width = 31; width <= 65; width++) {
            load("/social_media/m-1?width=" + width * 2);
        }
        long before = parts();
        load("/social_media/m-1?width=130");
        assertThat(parts()).isEqualTo(before);
        load("/social_media/m-1?width=2");
        assertThat(parts()).isEqualTo(before + 1);
    }

    @Test
    void an_address_gets_60_new_sizes_a_minute_and_any_number_of_known_ones() {
        for (int width = 1; width <= NewRenditionLimit.NEW_SIZES; width++) {
            load("/social_media/m-1?width=" + 2 * width);
        }
        client.get()
                .uri("/social_media/m-1?width=399")
                .exchange()
                .expectStatus()
                .isEqualTo(429)
                .expectHeader()
                .exists("Retry-After");
        load("/social_media/m-1?width=120");
        gateway.backend.publish(new ControlMessage.MonitoredAddress(7, "a", "127.0.0.1", null, false));
        load("/social_media/m-1?width=399");
    }

    @Test
    void an_unknown_image_is_a_404_and_many_are_refused() {
        for (int i = 0; i < NewRenditionLimit.UNKNOWN_IMAGES; i++) {
            status("/social_media/x-" + i).isNotFound();
        }
        status("/social_media/x").isEqualTo(429);
        status("/social_media/" + "x".repeat(65)).isNotFound();
    }

    @Test
    void the_account_s_bans_and_its_limit_of_calls_hold() {
        load("/social_media/m-1?width=9").getResponseHeaders();
        for (int i = 0; i < 499; i++) {
            assertThat(load("/social_media/m-1?width=9").getResponseHeaders().getFirst("RateLimit"))
                    .isNotNull();
        }
        status("/social_media/m-1?width=9").isEqualTo(429);
        gateway.backend.publish(new ControlMessage.MonitoredAddress(7, "b", "127.0.0.0/8", null, true));
        status("/social_media/m-1?width=9").isForbidden();
    }

    @Test
    void a_removed_image_is_gone_with_all_its_sizes() {
        load("/social_media/m-1?width=100");
        load("/social_media/m-1");
        load("/social_media/m-2");
        assets.clear();
        gateway.backend.publish(new ControlMessage.RemovedMedia(7, "m-1", 200));
        status("/social_media/m-1?width=100").isNotFound();
        status("/social_media/m-1").isNotFound();
        assertThat(backend.callers.getLast().context().minPosition()).isEqualTo(200);
        status("/social_media/m-2").isOk();
        gateway.backend.publish(new ControlMessage.FanErased(7, 41, 201));
        status("/social_media/m-2").isOk();
        gateway.backend.publish(new ControlMessage.FanErased(7, 42, 202));
        status("/social_media/m-2").isNotFound();
    }

    @Test
    void an_answer_that_is_older_than_a_removal_is_not_kept() {
        backend.on(FindMediaPart.class, query -> {
            gateway.backend.publish(new ControlMessage.RemovedMedia(7, "m-1", 200));
            return new MediaPart(PHOTO);
        });
        load("/social_media/m-1?width=100");
        assets.remove("m-1");
        status("/social_media/m-1?width=100").isNotFound();
    }

    private long parts() {
        return backend.asked.stream().filter(FindMediaPart.class::isInstance).count();
    }

    private EntityExchangeResult<byte[]> load(String path) {
        return status(path).isOk().expectBody(byte[].class).returnResult();
    }

    private StatusAssertions status(String path) {
        return client.get().uri(path).exchange().expectStatus();
    }
}
