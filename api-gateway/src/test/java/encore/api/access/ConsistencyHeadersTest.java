package encore.api.access;

import static encore.api.access.AccessTest.problem;
import static org.assertj.core.api.Assertions.assertThat;

import encore.api.GatewayUnderTest;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.infra.backend.RequestContext;
import encore.kernel.accounts.AccountCommand.AllowOrigin;
import encore.kernel.accounts.AccountId;
import encore.kernel.accounts.Origin;
import encore.kernel.people.Area;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.test.web.reactive.server.WebTestClient;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** What travels with a call: its request ids, its positions, its lag. */
class ConsistencyHeadersTest {

    @RegisterExtension
    static final GatewayUnderTest GATEWAY = GatewayUnderTest.with(Writes.class);

    private final WebTestClient server = GATEWAY.server();

    @BeforeEach
    void origins_are_taken() {
        GATEWAY.backend.on(AllowOrigin.class, command -> new Origin(command.origin()));
    }

    @Test
    void the_commands_of_a_call_with_a_key_have_ids_in_order_and_one_fingerprint() {
        write("/write", "a-1", "x=1").expectStatus().isOk();
        RequestContext first = lastCall();
        assertThat(first.nextRequestId()).isEqualTo("7:a-1/2");
        write("/write", "a-1", "x=1").expectStatus().isOk();
        assertThat(lastCall().fingerprint()).isEqualTo(first.fingerprint()).hasSize(64);
    }

    @Test
    void another_body_another_query_and_another_path_are_another_request() {
        write("/write", "a-2", "x=1").expectStatus().isOk();
        String first = lastCall().fingerprint();
        write("/write", "a-2", "x=2").expectStatus().isOk();
        assertThat(lastCall().fingerprint()).isNotEqualTo(first);
        write("/write?x=1", "a-2", "x=1").expectStatus().isOk();
        assertThat(lastCall().fingerprint()).isNotEqualTo(first);
        write("/write/again", "a-2", "x=1").expectStatus().isOk();
        assertThat(lastCall().fingerprint()).isNotEqualTo(first);
    }

    @Test
    void a_call_without_a_key_and_a_read_have_no_request_ids() {
        write("/write", null, "x=1").expectStatus().isOk();
        assertThat(lastCall().nextRequestId()).isNull();
        server.get()
                .uri("/write")
                .header("Idempotency-Key", "a-3")
                .exchange()
                .expectStatus()
                .isOk();
        assertThat(lastCall().nextRequestId()).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "two words", "ümlaut"})
    void an_idempotency_key_is_visible_ascii(String key) {
        problem(write("/write", key, "x=1"), 400, "invalid-input");
    }

    @Test
    void an_idempotency_key_has_at_most_255_characters() {
        write("/write", "k".repeat(255), "x=1").expectStatus().isOk();
        problem(write("/write", "k".repeat(256), "x=1"), 400, "invalid-input");
    }

    @Test
    void a_write_answers_the_position_of_its_last_event_and_later_reads_wait_for_it() {
        write("/write", null, "x=1").expectHeader().valueEquals("Encore-Position", position());
        server.get()
                .uri("/read")
                .exchange()
                .expectStatus()
                .isOk()
                .expectHeader()
                .doesNotExist("Encore-Position");
        assertThat(lastCall().minPosition()).isEqualTo(GATEWAY.backend.position.get());
        assertThat(lastCall().strict()).isFalse();
        assertThat(lastCall().maxWait()).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void a_read_may_ask_for_a_position_and_is_strict_then() {
        server.get()
                .uri("/read")
                .header("Encore-Min-Position", "17")
                .exchange()
                .expectStatus()
                .isOk();
        assertThat(lastCall().minPosition()).isEqualTo(17);
        assertThat(lastCall().strict()).isTrue();
        assertThat(lastCall().maxWait()).isEqualTo(Duration.ofSeconds(2));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "x", "1.5", "99999999999999999999"})
    void a_value_that_is_no_position_is_refused(String position) {
        problem(
                server.get()
                        .uri("/read")
                        .header("Encore-Min-Position", position)
                        .exchange(),
                400,
                "invalid-input");
    }

    @Test
    void after_a_start_an_account_reads_at_the_head_of_then() {
        try (var fresh = GatewayUnderTest.with(Writes.class)) {
            fresh.server().get().uri("/read").exchange().expectStatus().isOk();
            assertThat(Writes.seen.context().minPosition()).isEqualTo(100);
        }
    }

    @Test
    void an_answer_that_lags_says_by_how_much() {
        server.get().uri("/lagging").exchange().expectHeader().valueEquals("Encore-Lag", "3");
        server.get().uri("/read").exchange().expectHeader().doesNotExist("Encore-Lag");
    }

    @Test
    void the_key_is_the_actor() {
        server.get().uri("/read").exchange().expectStatus().isOk();
        assertThat(Writes.seen.actor()).isEqualTo("key:key-7");
    }

    private WebTestClient.ResponseSpec write(String path, String key, String form) {
        var request = server.method(HttpMethod.POST).uri(path).contentType(MediaType.APPLICATION_FORM_URLENCODED);
        if (key != null) {
            request.header("Idempotency-Key", key);
        }
        return request.bodyValue(form).exchange();
    }

    private static RequestContext lastCall() {
        return Writes.seen.context();
    }

    private static String position() {
        return Long.toString(GATEWAY.backend.position.get());
    }

    @RestController
    @Access(scope = "crm", area = Area.FANS, lock = Lock.SECRET)
    static class Writes {

        static volatile Caller seen;

        private final Backend backend;

        Writes(Backend backend) {
            this.backend = backend;
        }

        @RequestMapping(
                path = {"/write", "/write/again"},
                method = {RequestMethod.GET, RequestMethod.POST})
        Mono<Origin> write(Caller caller) {
            seen = caller;
            if (caller.context().fingerprint() != null) {
                List.of(0, 1)
                        .forEach(ordinal ->
                                assertThat(caller.context().nextRequestId()).endsWith("/" + ordinal));
            }
            return backend.send(caller, new AllowOrigin(new AccountId(caller.account()), "https://a.example"));
        }

        @GetMapping("/read")
        Mono<Long> read(Caller caller) {
            seen = caller;
            return Mono.just(caller.account());
        }

        @GetMapping("/lagging")
        Mono<Long> lagging(Caller caller) {
            caller.context().recordLag(3);
            return Mono.just(caller.account());
        }
    }
}
