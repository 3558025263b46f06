package encore.api.deliveries;

import static org.assertj.core.api.Assertions.assertThat;

import encore.api.FakeBackend;
import encore.api.GatewayUnderTest;
import encore.kernel.deliveries.DeliveriesCommand.ReadDeliveries;
import encore.kernel.deliveries.DeliveriesCommand.ReleaseDeliveries;
import encore.kernel.deliveries.DeliveriesState;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DeliveriesControllerTest {

    private static final String PATH = "/api/v1/manage/deliveries";
    private static final GatewayUnderTest GATEWAY = GatewayUnderTest.with(DeliveriesController.class);

    private final FakeBackend backend = GATEWAY.backend;

    @BeforeEach
    void held() {
        backend.sent.clear();
        backend.on(ReadDeliveries.class, command -> new DeliveriesState(true, true))
                .on(ReleaseDeliveries.class, command -> new DeliveriesState(false, true));
    }

    @AfterAll
    static void stop() {
        GATEWAY.close();
    }

    @Test
    void the_operator_sees_and_releases_them() {
        var operator = GATEWAY.anybody()
                .mutate()
                .defaultHeader("Authorization", "Bearer " + GatewayUnderTest.OPERATOR_TOKEN)
                .build();
        operator.get()
                .uri(PATH)
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .json("{\"is_held\": true, \"is_on\": true}");
        operator.post()
                .uri(PATH + "/release")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .json("{\"is_held\": false, \"is_on\": true}");
        assertThat(backend.sent)
                .extracting(Object::toString)
                .containsExactly(
                        "ReadDeliveries[deliveries=deliveries.0]", "ReleaseDeliveries[deliveries=deliveries.0]");
    }

    @Test
    void an_account_does_not() {
        GATEWAY.server().post().uri(PATH + "/release").exchange().expectStatus().isForbidden();
        assertThat(backend.sent).isEmpty();
    }
}
