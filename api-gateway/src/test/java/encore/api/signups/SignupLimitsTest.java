package encore.api.signups;

import static encore.api.GatewayUnderTest.ACCOUNT;
import static encore.api.GatewayUnderTest.API_KEY;
import static org.assertj.core.api.Assertions.assertThat;

import encore.api.GatewayUnderTest;
import encore.api.limits.LoginLimits;
import encore.infra.backend.ControlMessage;
import encore.kernel.Refusal;
import encore.kernel.activities.RecordedActivity;
import encore.kernel.signups.CheckedContact;
import encore.kernel.signups.SignupCommand.SignUp;
import encore.kernel.signups.SignupQuery.CheckContacts;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.test.web.reactive.server.WebTestClient;
import reactor.core.publisher.Mono;

/** New fans count for the address that signs them up. The limit is three a minute here, and two checks. */
class SignupLimitsTest {

    private static final String SIGNUP = "/api/v1/sessions/signup";
    private static final String WIFI = "/api/v1/sessions/wifi_fans";
    private static final long KNOWN_FAN = 42;

    private final GatewayUnderTest gateway = GatewayUnderTest.with(
            Map.of("encore.new-fans", "3", "encore.checks", "2"), SignupsController.class, LoginLimits.class);

    SignupLimitsTest() {
        gateway.backend
                .on(SignUp.class, command -> new RecordedActivity(answer(command), null))
                .on(CheckContacts.class, query -> CheckedContact.NOBODY);
    }

    private static long answer(SignUp command) {
        String email = String.valueOf(command.profile().email());
        return email.startsWith("known") ? KNOWN_FAN : command.fan().number();
    }

    @AfterEach
    void close() {
        gateway.close();
    }

    @Test
    void new_fans_of_both_calls_count_and_then_known_and_unknown_contacts_are_refused_alike() {
        assertThat(wifi(page(), "a@x.example")).isEqualTo(200);
        assertThat(signUp(page(), "b@x.example")).isEqualTo(200);
        assertThat(signUp(page(), "c@x.example")).isEqualTo(200);
        int sent = gateway.backend.sent.size();
        for (String email : new String[] {"d@x.example", "known@x.example"}) {
            assertThat(signUp(page(), email)).isEqualTo(429);
            assertThat(wifi(page(), email)).isEqualTo(429);
        }
        assertThat(gateway.backend.sent).hasSize(sent);
        post(page(), SIGNUP, "email=d@x.example").expectHeader().exists("Retry-After");
    }

    @Test
    void known_fans_and_refused_calls_do_not_count() {
        for (int i = 0; i < 20; i++) {
            assertThat(signUp(page(), "known@x.example")).isEqualTo(200);
            assertThat(wifi(page(), "known@x.example")).isEqualTo(200);
        }
        gateway.backend.on(
                SignUp.class,
                command ->
                        Mono.error(new Refusal(Refusal.Kind.RULE, "unknown-id", "business_id", "No such business.")));
        for (int i = 0; i < 20; i++) {
            assertThat(signUp(page(), "new@x.example")).isEqualTo(400);
        }
    }

    @Test
    void calls_whose_outcome_is_unknown_count() {
        gateway.backend.on(SignUp.class, command -> Mono.error(new IllegalStateException("cut off")));
        for (int i = 0; i < 3; i++) {
            assertThat(signUp(page(), "new@x.example")).isEqualTo(500);
        }
        assertThat(signUp(page(), "new@x.example")).isEqualTo(429);
    }

    @Test
    void calls_with_the_secret_and_exempt_addresses_are_not_limited() {
        for (int i = 0; i < 10; i++) {
            assertThat(signUp(gateway.server(), "fan" + i + "@x.example")).isEqualTo(200);
        }
        gateway.backend.publish(new ControlMessage.MonitoredAddress(ACCOUNT, "venue", "127.0.0.1", null, false));
        for (int i = 0; i < 10; i++) {
            assertThat(signUp(page(), "guest" + i + "@x.example")).isEqualTo(200);
        }
    }

    @Test
    void checks_are_limited_although_they_bring_the_secret() {
        for (HttpStatus status : new HttpStatus[] {HttpStatus.OK, HttpStatus.OK, HttpStatus.TOO_MANY_REQUESTS}) {
            gateway.server()
                    .get()
                    .uri("/api/v1/sessions/check?email=a@x.example")
                    .exchange()
                    .expectStatus()
                    .isEqualTo(status);
        }
        assertThat(gateway.backend.asked).hasSize(2);
    }

    private WebTestClient page() {
        return gateway.anybody().mutate().defaultHeader("Api-Key", API_KEY).build();
    }

    private static int signUp(WebTestClient client, String email) {
        return status(post(client, SIGNUP, "email=" + email));
    }

    private static int wifi(WebTestClient client, String email) {
        return status(post(client, WIFI, "network=email&email=" + email));
    }

    private static int status(WebTestClient.ResponseSpec response) {
        return response.expectBody(String.class).returnResult().getStatus().value();
    }

    private static WebTestClient.ResponseSpec post(WebTestClient client, String path, String form) {
        return client.post()
                .uri(path)
                .contentType(MediaType.APPLICATION_FORM_URLENCODED)
                .bodyValue(form)
                .exchange();
    }
}
