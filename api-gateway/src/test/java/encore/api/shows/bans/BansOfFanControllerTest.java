package encore.api.shows.bans;

import static org.assertj.core.api.Assertions.assertThat;

import encore.api.FakeBackend;
import encore.api.GatewayUnderTest;
import encore.kernel.shows.bans.BanQuery.FindBansOfFan;
import encore.kernel.shows.bans.FanBan;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class BansOfFanControllerTest {

    @RegisterExtension
    static final GatewayUnderTest GATEWAY = GatewayUnderTest.with(BansOfFanController.class);

    private final FakeBackend backend = GATEWAY.backend;

    @Test
    void the_bans_of_a_fan_from_all_shows_are_answered() {
        backend.on(FindBansOfFan.class, query -> List.of(new FanBan(17, "Final", true, null, "spam", Instant.EPOCH)));
        GATEWAY.server()
                .get()
                .uri("/api/v1/manage/fans/42/bans")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .json("""
                        [{"page_tab_id": 17, "campaign_name": "Final", "is_mute": true, "until": null, "reason": "spam", "creation_timestamp": 0}]""");
        assertThat(backend.asked).isEqualTo(List.of(new FindBansOfFan(7, 42)));
    }

    @Test
    void an_id_that_is_no_number_asks_for_nothing() {
        GATEWAY.server()
                .get()
                .uri("/api/v1/manage/fans/me/bans")
                .exchange()
                .expectStatus()
                .is4xxClientError();
        assertThat(backend.asked).isEmpty();
    }
}
