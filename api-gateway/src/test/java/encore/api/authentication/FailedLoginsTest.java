package encore.api.authentication;

import static encore.api.GatewayUnderTest.API_KEY;
import static encore.api.GatewayUnderTest.API_SECRET;
import static encore.api.GatewayUnderTest.OPERATOR_TOKEN;
import static encore.api.access.AccessTest.problem;

import encore.api.GatewayUnderTest;
import encore.api.access.Access;
import encore.api.access.Lock;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpMethod;
import org.springframework.test.web.reactive.server.WebTestClient;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** What becomes of who tries wrong keys, wherever the call says that it came from. */
class FailedLoginsTest {

    private GatewayUnderTest gateway;

    @AfterEach
    void stop() {
        gateway.close();
    }

    @Test
    void the_public_key_does_not_lift_the_bar_on_guessing_its_secret() {
        start(2);
        problem(from("192.0.2.1", API_KEY, "wrong"), 401, "secret-wrong");
        problem(from("192.0.2.1", API_KEY, "wrong"), 401, "secret-wrong");
        problem(from("192.0.2.1", API_KEY, "wrong"), 429, "too-many-failures");
        problem(from("192.0.2.1", API_KEY, null), 429, "too-many-failures");
        problem(from("192.0.2.1", API_KEY, API_SECRET), 429, "too-many-failures");
    }

    @Test
    void a_key_alone_that_was_right_here_before_goes_on_without_a_secret_and_not_with_one() {
        start(2);
        from("192.0.2.1", API_KEY, null).expectStatus().isOk();
        problem(from("192.0.2.1", API_KEY, "wrong"), 401, "secret-wrong");
        problem(from("192.0.2.1", API_KEY, "wrong"), 401, "secret-wrong");
        from("192.0.2.1", API_KEY, null).expectStatus().isOk();
        problem(from("192.0.2.1", API_KEY, "wrong"), 429, "too-many-failures");
    }

    @Test
    void a_key_that_is_guessed_at_from_everywhere_is_tried_no_more_and_its_owner_goes_on() {
        start(3);
        from("198.51.100.7", API_KEY, API_SECRET).expectStatus().isOk();
        for (int i = 1; i <= 3; i++) {
            problem(from("192.0.2." + i, API_KEY, "wrong"), 401, "secret-wrong");
        }
        problem(from("192.0.2.4", API_KEY, "wrong"), 429, "too-many-failures");
        from("198.51.100.7", API_KEY, API_SECRET).expectStatus().isOk();
        from("192.0.2.5", API_KEY, null).expectStatus().isOk();
    }

    @Test
    void only_the_right_secret_makes_up_for_wrong_ones() {
        start(2);
        for (int i = 0; i < 3; i++) {
            from("192.0.2.1", API_KEY, API_SECRET).expectStatus().isOk();
            problem(from("192.0.2.1", API_KEY, "wrong"), 401, "secret-wrong");
        }
        problem(from("192.0.2.1", API_KEY, "wrong"), 401, "secret-wrong");
        problem(from("192.0.2.1", API_KEY, "wrong"), 429, "too-many-failures");
    }

    @Test
    void addresses_behind_a_proxy_of_ours_are_distinct_and_no_caller_writes_its_own() {
        start(1);
        problem(from("192.0.2.1", "nobody", null), 401, "key-unknown");
        problem(from("192.0.2.1", "nobody", null), 429, "too-many-failures");
        from("192.0.2.2", API_KEY, null).expectStatus().isOk();
        problem(from("203.0.113.9, 192.0.2.1, 127.0.0.2", "nobody", null), 429, "too-many-failures");
        gateway.close();
        start(1, "10.0.0.0/8");
        problem(from("192.0.2.1", "nobody", null), 401, "key-unknown");
        problem(from("192.0.2.2", "nobody", null), 429, "too-many-failures");
    }

    @Test
    void to_ask_what_there_is_or_without_a_token_is_no_guess() {
        start(1);
        for (int i = 0; i < 3; i++) {
            gateway.anybody().method(HttpMethod.OPTIONS).uri("/operator").exchange();
            problem(gateway.anybody().get().uri("/operator").exchange(), 403, "operator-only");
        }
        as("guessed").expectStatus().isForbidden();
        problem(as("guessed"), 429, "too-many-failures");
        problem(as(OPERATOR_TOKEN), 429, "too-many-failures");
    }

    @Test
    void the_operator_who_was_here_goes_on_while_others_guess() {
        start(2);
        as(OPERATOR_TOKEN).expectStatus().isOk();
        problem(from("127.0.0.1", "nobody", null), 401, "key-unknown");
        problem(from("127.0.0.1", "nobody", null), 401, "key-unknown");
        as(OPERATOR_TOKEN).expectStatus().isOk();
    }

    private void start(int failures) {
        start(failures, "127.0.0.0/8");
    }

    private void start(int failures, String proxies) {
        Map<String, Object> settings = new HashMap<>();
        settings.put("encore.failed-logins", failures);
        settings.put("encore.trusted-proxies", proxies);
        gateway = GatewayUnderTest.with(settings, Doors.class);
    }

    private WebTestClient.ResponseSpec from(String address, String key, @Nullable String secret) {
        var request = gateway.anybody()
                .get()
                .uri("/key")
                .header("X-Forwarded-For", address)
                .header("Api-Key", key);
        return (secret == null ? request : request.header("Api-Secret", secret)).exchange();
    }

    private WebTestClient.ResponseSpec as(String token) {
        return gateway.anybody()
                .get()
                .uri("/operator")
                .header("Authorization", "Bearer " + token)
                .exchange();
    }

    @RestController
    @Access(scope = "crm", lock = Lock.KEY)
    static class Doors {

        @GetMapping("/key")
        Mono<String> key() {
            return Mono.just("in");
        }

        @Access(lock = Lock.OPERATOR)
        @GetMapping("/operator")
        Mono<String> operator() {
            return Mono.just("in");
        }
    }
}
