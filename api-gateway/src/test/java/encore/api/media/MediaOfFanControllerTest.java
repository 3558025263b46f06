package encore.api.media;

import static org.assertj.core.api.Assertions.assertThat;

import encore.api.FakeBackend;
import encore.api.GatewayUnderTest;
import encore.kernel.media.ImageType;
import encore.kernel.media.Media;
import encore.kernel.media.MediaQuery.FindMediaOfFan;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class MediaOfFanControllerTest {

    @RegisterExtension
    static final GatewayUnderTest GATEWAY = GatewayUnderTest.with(MediaOfFanController.class);

    private final FakeBackend backend = GATEWAY.backend;

    @Test
    void the_media_of_a_fan_are_answered() {
        backend.on(
                FindMediaOfFan.class,
                query -> List.of(new Media("m-1", 42L, ImageType.JPEG, 40, 20, 700, Instant.EPOCH)));
        GATEWAY.server()
                .get()
                .uri("/api/v1/manage/fans/42/media")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .json("""
                        [{"media_uid": "m-1", "fan_id": 42, "byte_count": 700}]""");
        assertThat(backend.asked).isEqualTo(List.of(new FindMediaOfFan(7, 42)));
    }

    @Test
    void an_id_that_is_no_number_asks_for_nothing() {
        GATEWAY.server()
                .get()
                .uri("/api/v1/manage/fans/me/media")
                .exchange()
                .expectStatus()
                .is4xxClientError();
        assertThat(backend.asked).isEmpty();
    }
}
