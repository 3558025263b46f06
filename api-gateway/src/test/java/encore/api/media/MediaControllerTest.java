package encore.api.media;

import static encore.api.media.TestImages.jpeg;
import static encore.api.media.TestImages.resource;
import static org.assertj.core.api.Assertions.assertThat;

import encore.api.FakeBackend;
import encore.api.GatewayUnderTest;
import encore.api.binding.RawBody;
import encore.kernel.Refusal;
import encore.kernel.fans.FanId;
import encore.kernel.media.ImageType;
import encore.kernel.media.Media;
import encore.kernel.media.MediaCommand.AddMedia;
import encore.kernel.media.MediaCommand.RemoveMedia;
import encore.kernel.media.MediaCommand.StoreMediaPart;
import encore.kernel.media.MediaId;
import encore.kernel.media.MediaPart;
import encore.kernel.media.MediaQuery.FindMedia;
import encore.kernel.media.MediaQuery.ListMedia;
import encore.kernel.media.MediaUid;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.NextKey;
import java.io.ByteArrayOutputStream;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.test.web.reactive.server.StatusAssertions;
import org.springframework.test.web.reactive.server.WebTestClient;

class MediaControllerTest {

    @RegisterExtension
    static final GatewayUnderTest GATEWAY =
            GatewayUnderTest.with(MediaController.class, MediaFiles.class, ImageThreads.class, Renditions.class);

    private static final String ALL = "/api/v1/manage/media";
    private static final Media PHOTO =
            new Media("m-1", 42L, ImageType.JPEG, 40, 20, 700, Instant.parse("2026-03-01T12:00:00Z"));
    private static final String PHOTO_JSON = """
            {"media_uid": "m-1", "fan_id": 42, "image_type": "jpeg", "width": 40, "height": 20, "byte_count": 700,
             "creation_timestamp": 1772366400, "creation_timestamp_iso": "2026-03-01T12:00:00Z"}""";

    private final FakeBackend backend = GATEWAY.backend;
    private final WebTestClient client = GATEWAY.server();

    @BeforeEach
    void one_photo() {
        backend.on(ListMedia.class, query -> new Page<>(List.of(PHOTO), "5", "5", true, 9))
                .on(FindMedia.class, query -> PHOTO)
                .on(StoreMediaPart.class, command -> new MediaUid("m-1"))
                .on(AddMedia.class, command -> new MediaUid("m-1"))
                .on(RemoveMedia.class, command -> new MediaUid("m-1"));
    }

    @Test
    void media_are_listed_and_read() {
        client.get()
                .uri(ALL + "?next_media_key=4")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .json("{\"meta\": {\"next_media_key\": \"5\", \"count\": 1}, \"data\": [" + PHOTO_JSON + "]}");
        client.get()
                .uri(ALL + "/m-1")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .json(PHOTO_JSON);
        assertThat(backend.asked)
                .isEqualTo(List.of(new ListMedia(7, new NextKey("4", 1_000)), new FindMedia(7, "m-1")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"image/jpeg", "text/html", "application/json", "application/x-www-form-urlencoded", "text/xml"})
    void an_image_is_known_by_its_content_whatever_is_said_of_it(String type) {
        upload("", type, jpeg(40, 20)).isOk().expectBody().json(PHOTO_JSON);
        StoreMediaPart part = (StoreMediaPart) backend.sent.getFirst();
        AddMedia added = (AddMedia) backend.sent.getLast();
        assertThat(backend.sent).hasSize(2);
        assertThat(part.media()).isEqualTo(added.media());
        assertThat(added.media().account()).isEqualTo(7);
        assertThat(added.fan()).isNull();
        assertThat(added.image().width()).isEqualTo(40);
        assertThat(added.image().byteCount()).isEqualTo(part.bytes().bytes().length);
        assertThat(added.parts()).isOne();
    }

    @Test
    void an_image_may_be_a_fan_s() {
        upload("?fan_id=42", "image/png", resource("alpha.png")).isOk();
        assertThat(((StoreMediaPart) backend.sent.getFirst()).fan()).isEqualTo(new FanId(7, 42));
        assertThat(((AddMedia) backend.sent.getLast()).fan()).isEqualTo(new FanId(7, 42));
        GatewayUnderTest.naming(upload("?fan_id=x", "image/png", resource("alpha.png")), "fan_id");
    }

    @Test
    void large_bytes_travel_in_parts() {
        var noise = new java.awt.image.BufferedImage(1_400, 1_000, java.awt.image.BufferedImage.TYPE_INT_RGB);
        Random random = new Random(3);
        for (int y = 0; y < noise.getHeight(); y++) {
            for (int x = 0; x < noise.getWidth(); x++) {
                noise.setRGB(x, y, random.nextInt());
            }
        }
        upload("", "image/png", TestImages.encoded(noise, "png")).isOk();
        AddMedia added = (AddMedia) backend.sent.getLast();
        assertThat(added.parts()).isEqualTo(backend.sent.size() - 1).isGreaterThan(1);
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        for (int part = 0; part < added.parts(); part++) {
            StoreMediaPart sent = (StoreMediaPart) backend.sent.get(part);
            assertThat(sent.part()).isEqualTo(part);
            assertThat(sent.bytes().bytes().length).isLessThanOrEqualTo(MediaPart.MAX_BYTES);
            whole.writeBytes(sent.bytes().bytes());
        }
        assertThat(whole.size()).isEqualTo((int) added.image().byteCount());
        assertThat(TestImages.decoded(whole.toByteArray()).getWidth()).isEqualTo(1_400);
    }

    @Test
    void a_file_that_is_no_image_is_refused_by_name_and_changes_nothing() {
        GatewayUnderTest.naming(upload("", "image/png", "<svg/>".getBytes()), "image");
        GatewayUnderTest.naming(upload("", "image/jpeg", TestImages.pngOfSize(65_535, 65_535)), "image");
        GatewayUnderTest.naming(client.post().uri(ALL).exchange().expectStatus(), "image");
        assertThat(backend.sent).isEmpty();
    }

    @Test
    void an_image_of_more_than_ten_mebibytes_is_too_large() {
        upload("", "image/jpeg", new byte[RawBody.MAX_BYTES + 1]).isEqualTo(413);
        GatewayUnderTest.naming(upload("", "image/jpeg", new byte[RawBody.MAX_BYTES]), "image");
        assertThat(backend.sent).isEmpty();
    }

    @Test
    void without_the_secret_no_byte_is_read() {
        GATEWAY.anybody()
                .post()
                .uri(ALL)
                .bodyValue(jpeg(40, 20))
                .exchange()
                .expectStatus()
                .isUnauthorized();
        GATEWAY.anybody()
                .post()
                .uri(ALL)
                .header("Api-Key", GatewayUnderTest.API_KEY)
                .bodyValue(jpeg(40, 20))
                .exchange()
                .expectStatus()
                .isUnauthorized();
        GATEWAY.anybody()
                .post()
                .uri(ALL + "?api_key=" + GatewayUnderTest.API_KEY + "&api_secret=" + GatewayUnderTest.API_SECRET)
                .bodyValue(jpeg(40, 20))
                .exchange()
                .expectStatus()
                .isOk();
    }

    @Test
    void other_calls_keep_their_bound() {
        byte[] large = new byte[(1 << 20) + 1];
        client.delete().uri(ALL + "/m-1").exchange().expectStatus().isOk();
        client.method(org.springframework.http.HttpMethod.DELETE)
                .uri(ALL + "/m-1")
                .contentType(org.springframework.http.MediaType.APPLICATION_FORM_URLENCODED)
                .bodyValue(large)
                .exchange()
                .expectStatus()
                .isEqualTo(413);
    }

    @Test
    void an_image_is_removed() {
        client.delete()
                .uri(ALL + "/m-1")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(String.class)
                .isEqualTo("true");
        assertThat(backend.sent).isEqualTo(List.of(new RemoveMedia(new MediaId(7, "m-1"))));
        backend.on(RemoveMedia.class, command -> {
            throw Refusal.unknown("There is no such thing.");
        });
        client.delete().uri(ALL + "/m-2").exchange().expectStatus().isNotFound();
    }

    private StatusAssertions upload(String query, String type, byte[] body) {
        return client.post()
                .uri(ALL + query)
                .header("Content-Type", type)
                .body(reactor.core.publisher.Mono.just(body), byte[].class)
                .exchange()
                .expectStatus();
    }
}
