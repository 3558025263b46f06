package encore.api.hiddenfans;

import static encore.api.GatewayUnderTest.naming;
import static org.assertj.core.api.Assertions.assertThat;

import encore.api.FakeBackend;
import encore.api.GatewayUnderTest;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.hiddenfans.HiddenFan;
import encore.kernel.hiddenfans.HiddenFanCommand.HideFan;
import encore.kernel.hiddenfans.HiddenFanCommand.ShowFan;
import encore.kernel.hiddenfans.HiddenFanId;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.test.web.reactive.server.StatusAssertions;
import org.springframework.test.web.reactive.server.WebTestClient;

class HiddenFansControllerTest {

    private static final String ONE = "/api/v1/manage/apps/100";
    private static final String FORM = "application/x-www-form-urlencoded";
    private static final String JSON = "application/json";
    private static final CampaignId SPRING = new CampaignId(7, 100);
    private static final GatewayUnderTest GATEWAY = GatewayUnderTest.with(HiddenFansController.class);

    private final FakeBackend backend = GATEWAY.backend;
    private final WebTestClient client = GATEWAY.server();

    @BeforeEach
    void everything_is_done() {
        backend.sent.clear();
        backend.asked.clear();
        backend.on(HideFan.class, command -> new HiddenFan(command.hiddenFan().fanId()))
                .on(ShowFan.class, command -> new HiddenFan(command.hiddenFan().fanId()));
    }

    @AfterAll
    static void stop() {
        GATEWAY.close();
    }

    @Test
    void a_fan_is_hidden_and_shown() {
        post("/hidden_fans", JSON, "{\"fan_id\": 42}").isOk();
        delete("/hidden_fans/42");
        var ada = new HiddenFanId(SPRING, 42);
        assertThat(backend.sent).isEqualTo(List.of(new HideFan(ada), new ShowFan(ada)));
        naming(post("/hidden_fans", FORM, ""), "fan_id");
    }

    private StatusAssertions post(String path, String type, String body) {
        return GATEWAY.post(ONE + path, type, body);
    }

    private void delete(String path) {
        client.delete()
                .uri(ONE + path)
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(String.class)
                .isEqualTo("true");
    }
}
