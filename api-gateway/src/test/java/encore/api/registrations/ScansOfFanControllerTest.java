package encore.api.registrations;

import static org.assertj.core.api.Assertions.assertThat;

import encore.api.FakeBackend;
import encore.api.GatewayUnderTest;
import encore.kernel.scans.ScanBuilder;
import encore.kernel.scans.ScanQuery.FindScansOfFan;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ScansOfFanControllerTest {

    @RegisterExtension
    static final GatewayUnderTest GATEWAY = GatewayUnderTest.with(ScansOfFanController.class);

    private final FakeBackend backend = GATEWAY.backend;

    @Test
    void all_scans_of_a_fan_s_codes_are_answered() {
        backend.on(
                FindScansOfFan.class,
                query -> List.of(ScanBuilder.builder()
                        .scanKey(9)
                        .accountId(7)
                        .creationTimestamp(Instant.EPOCH)
                        .fanId(42L)
                        .build()));
        GATEWAY.server()
                .get()
                .uri("/api/v1/manage/fans/42/scans")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .json("""
                        [{"scan_key": 9, "fan_id": 42, "creation_timestamp": 0}]""");
        assertThat(backend.asked).isEqualTo(List.of(new FindScansOfFan(7, 42)));
    }

    @Test
    void an_id_that_is_no_number_asks_for_nothing() {
        GATEWAY.server()
                .get()
                .uri("/api/v1/manage/fans/me/scans")
                .exchange()
                .expectStatus()
                .is4xxClientError();
        assertThat(backend.asked).isEmpty();
    }
}
