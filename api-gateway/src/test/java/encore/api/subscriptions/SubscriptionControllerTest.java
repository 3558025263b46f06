package encore.api.subscriptions;

import static encore.api.GatewayUnderTest.naming;
import static org.assertj.core.api.Assertions.assertThat;

import encore.api.GatewayUnderTest;
import encore.kernel.subscriptions.PushDevice;
import encore.kernel.subscriptions.SubscriptionCommand.EndSubscription;
import encore.kernel.subscriptions.SubscriptionCommand.Subscribe;
import encore.kernel.subscriptions.SubscriptionId;
import encore.kernel.subscriptions.SubscriptionUid;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.http.MediaType;

class SubscriptionControllerTest {

    private static final String PATH = "/api/v1/partner_subscription";
    private static final String FORM = "application/x-www-form-urlencoded";

    @RegisterExtension
    static final GatewayUnderTest GATEWAY = GatewayUnderTest.with(
            Map.of("encore.new-fans", "2"), SubscriptionController.class, ManagedSubscriptionsController.class);

    @BeforeEach
    void subscriptions() {
        GATEWAY.backend
                .on(
                        Subscribe.class,
                        command -> new SubscriptionUid("s", command.userKey().startsWith("new")))
                .on(EndSubscription.class, command -> new SubscriptionUid("s", false));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                FORM + "|user_key=ada&push_token=t1&device_network=ios",
                "application/json|{\"user_key\": \"ada\", \"push_token\": \"t1\", \"device_network\": \"ios\"}"
            })
    void a_device_is_subscribed(String type, String body) {
        GATEWAY.post(PATH, type, body).isOk().expectBody(String.class).isEqualTo("true");
        Subscribe sent = (Subscribe) GATEWAY.backend.sent.getFirst();
        assertThat(sent.userKey()).isEqualTo("ada");
        assertThat(sent.device()).isEqualTo(new PushDevice("ios", "t1"));
        assertThat(sent.toString()).doesNotContain("ada").doesNotContain("t1");
    }

    @ParameterizedTest
    @CsvSource({
        "push_token=t&device_network=ios, user_key",
        "user_key=a&device_network=ios, push_token",
        "user_key=a&push_token=t, device_network",
        "user_key=a&push_token=t&device_network=web, device_network"
    })
    void a_wrong_parameter_is_named(String form, String field) {
        naming(GATEWAY.post(PATH, FORM, form), field);
        assertThat(GATEWAY.backend.sent).isEmpty();
    }

    @Test
    void new_users_by_the_key_alone_are_limited_by_address_and_known_ones_are_not() {
        for (String user : List.of("ada", "ada", "ada", "new1", "new2")) {
            assertThat(byKeyAlone(user)).isEqualTo(200);
        }
        assertThat(byKeyAlone("new3")).isEqualTo(429);
        GATEWAY.post(PATH, FORM, "user_key=new4&push_token=t&device_network=ios")
                .isOk();
    }

    private static int byKeyAlone(String user) {
        return GATEWAY.anybody()
                .post()
                .uri(PATH)
                .header("Api-Key", GatewayUnderTest.API_KEY)
                .contentType(MediaType.APPLICATION_FORM_URLENCODED)
                .bodyValue("user_key=" + user + "&push_token=t&device_network=ios")
                .exchange()
                .returnResult(String.class)
                .getStatus()
                .value();
    }

    @Test
    void staff_ends_a_subscription() {
        GATEWAY.server()
                .delete()
                .uri("/api/v1/manage/partner_subscriptions/s")
                .exchange()
                .expectStatus()
                .isOk();
        assertThat(GATEWAY.backend.sent).isEqualTo(List.of(new EndSubscription(new SubscriptionId(7, "s"))));
    }
}
