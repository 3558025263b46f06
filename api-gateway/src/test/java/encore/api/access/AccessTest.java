package encore.api.access;

import static encore.api.GatewayUnderTest.API_KEY;
import static encore.api.GatewayUnderTest.API_SECRET;
import static encore.api.GatewayUnderTest.OPERATOR_TOKEN;
import static encore.api.GatewayUnderTest.key;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.api.GatewayUnderTest;
import encore.api.keys.KnownSessions;
import encore.api.problems.Ids;
import encore.infra.backend.Caller;
import encore.infra.backend.ControlMessage;
import encore.kernel.Refusal;
import encore.kernel.people.Area;
import encore.kernel.sessions.LiveSessionState;
import encore.kernel.sessions.SessionCommand.UseSession;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.MediaType;
import org.springframework.test.web.reactive.server.WebTestClient;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Who gets past which lock, both ways each. */
public class AccessTest {

    @RegisterExtension
    static final GatewayUnderTest GATEWAY = GatewayUnderTest.with(Doors.class);

    private final WebTestClient anybody = GATEWAY.anybody();

    @BeforeEach
    void there_is_another_account() {
        GATEWAY.backend.publish(new ControlMessage.Account(8, "Hall", null, List.of(), "points-8"));
        GATEWAY.backend.publish(key(8, "key-8", "secret-8", "apps"));
    }

    @Test
    void a_key_with_the_scope_opens_a_key_lock_and_says_whose_call_it_is() {
        get("/key", API_KEY, null)
                .expectStatus()
                .isOk()
                .expectBody(String.class)
                .isEqualTo("7");
    }

    @Test
    void no_key_an_unknown_one_and_one_without_the_scope_do_not() {
        problem(get("/key", null, null), 401, "key-missing");
        problem(get("/key", "nobody", null), 401, "key-unknown");
        problem(get("/key", "key-8", null), 401, "scope-missing");
        problem(get("/key", "", null), 401, "key-missing");
    }

    @Test
    void a_lock_that_names_no_scope_takes_any_key() {
        get("/any-scope", "key-8", null)
                .expectStatus()
                .isOk()
                .expectBody(String.class)
                .isEqualTo("8");
        problem(get("/any-scope", null, null), 401, "key-missing");
    }

    @Test
    void a_secret_lock_wants_the_keys_own_secret() {
        get("/secret", API_KEY, API_SECRET).expectStatus().isOk();
        problem(get("/secret", API_KEY, null), 401, "secret-missing");
        problem(get("/secret", API_KEY, "secret-8"), 401, "secret-wrong");
        problem(get("/secret", API_KEY, ""), 401, "secret-missing");
        problem(get("/secret", null, API_SECRET), 401, "key-missing");
    }

    @Test
    void a_wrong_secret_is_refused_where_none_is_needed() {
        problem(get("/key", API_KEY, "secret-8"), 401, "secret-wrong");
    }

    @Test
    void a_session_lock_takes_a_live_session_or_a_secret() {
        String live = Ids.sessionUid();
        String ref = GATEWAY.bean(KnownSessions.class).refOf(live);
        GATEWAY.backend.on(
                UseSession.class,
                use -> use.session().ref().equals(ref)
                        ? new LiveSessionState(ref, 42L, Instant.EPOCH, Instant.MAX, 1)
                        : Mono.error(Refusal.unknown("over")));
        get("/session", API_KEY, API_SECRET).expectStatus().isOk();
        get("/session?session_uid=" + live, API_KEY, null).expectStatus().isOk();
        problem(get("/session", API_KEY, null), 401, "session-missing");
        problem(get("/session?session_uid=5f0c", API_KEY, null), 401, "session-unknown");
        problem(get("/session?session_uid=" + Ids.sessionUid(), API_KEY, null), 401, "session-unknown");
        problem(get("/session?session_uid=5f0c", API_KEY, API_SECRET), 401, "session-unknown");
        problem(get("/session?session_uid=" + live, null, null), 401, "key-missing");
        GATEWAY.anybody()
                .get()
                .uri("/session")
                .header("Api-Key", API_KEY)
                .header("Session-Uid", live)
                .exchange()
                .expectStatus()
                .isOk();
        GATEWAY.anybody()
                .get()
                .uri("/session?session_uid=" + Ids.sessionUid())
                .header("Api-Key", API_KEY)
                .header("Session-Uid", live)
                .exchange()
                .expectStatus()
                .isUnauthorized();
    }

    @Test
    void an_open_lock_wants_nothing() {
        get("/open", null, null).expectStatus().isOk().expectBody(String.class).isEqualTo("0");
    }

    @ParameterizedTest
    @CsvSource({OPERATOR_TOKEN + ", 200", "someone-else, 403", "'', 403"})
    void only_the_operators_token_opens_an_operator_lock(String token, int status) {
        anybody.get()
                .uri("/operator")
                .header("Authorization", "Bearer " + token)
                .exchange()
                .expectStatus()
                .isEqualTo(status);
    }

    @Test
    void a_key_pair_is_not_the_operator() {
        problem(get("/operator", API_KEY, API_SECRET), 403, "operator-only");
        problem(get("/operator", null, null), 403, "operator-only");
        anybody.get()
                .uri("/operator")
                .header("Authorization", OPERATOR_TOKEN)
                .exchange()
                .expectStatus()
                .isForbidden();
    }

    @Test
    void without_a_token_in_the_settings_nobody_is_the_operator() {
        try (var other = GatewayUnderTest.with(java.util.Map.of("encore.operator-token", ""), Doors.class)) {
            other.anybody()
                    .get()
                    .uri("/operator")
                    .header("Authorization", "Bearer ")
                    .exchange()
                    .expectStatus()
                    .isForbidden();
        }
    }

    @Test
    void credentials_may_stand_in_the_query_in_a_form_or_in_json() {
        get("/secret?api_key=key-7&api_secret=secret-7", null, null)
                .expectStatus()
                .isOk();
        post(MediaType.APPLICATION_FORM_URLENCODED, "api_key=key-7&api_secret=secret-7")
                .expectStatus()
                .isOk();
        post(MediaType.APPLICATION_JSON, "{\"api_key\":\"key-7\",\"api_secret\":\"secret-7\"}")
                .expectStatus()
                .isOk();
        problem(
                post(MediaType.APPLICATION_JSON, "{\"api_key\":\"key-7\",\"api_secret\":\"wrong\"}"),
                401,
                "secret-wrong");
        problem(post(MediaType.APPLICATION_FORM_URLENCODED, "api_key=key-7"), 401, "secret-missing");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/key?api_key=key-8", "/key?api_key=key-7&api_key=key-8", "/key?api_secret=secret-8"})
    void two_that_disagree_open_nothing(String path) {
        problem(get(path, API_KEY, API_SECRET), 401, "credentials-disagree");
    }

    @Test
    void an_empty_one_is_absent() {
        get("/secret?api_key=&api_secret=", API_KEY, API_SECRET).expectStatus().isOk();
        get("/secret?api_key=key-7&api_secret=secret-7", "", "").expectStatus().isOk();
        problem(get("/secret?api_key=&api_secret=", "", ""), 401, "key-missing");
    }

    @Test
    void two_that_agree_are_one() {
        get("/key?api_key=key-7", API_KEY, null).expectStatus().isOk();
    }

    @Test
    void a_key_and_its_scopes_are_known_as_soon_as_they_are_published_and_gone_when_they_are_revoked() {
        problem(get("/key", "key-9", null), 401, "key-unknown");
        GATEWAY.backend.publish(key(8, "key-9", "secret-9", "crm"));
        get("/key", "key-9", null)
                .expectStatus()
                .isOk()
                .expectBody(String.class)
                .isEqualTo("8");
        GATEWAY.backend.publish(new ControlMessage.KeyRevoked("key-9"));
        problem(get("/key", "key-9", null), 401, "key-unknown");
    }

    @Test
    void access_is_decided_before_the_input_is_looked_at() {
        problem(get("/needs-input", null, null), 401, "key-missing");
    }

    @Test
    void a_handler_without_access_fails_the_start() {
        assertThatThrownBy(() -> GatewayUnderTest.with(Undeclared.class).close())
                .hasStackTraceContaining("declares no @Access");
    }

    @Test
    void an_operation_with_the_secret_that_belongs_to_no_area_fails_the_start() {
        assertThatThrownBy(() -> GatewayUnderTest.with(WithoutArea.class).close())
                .hasStackTraceContaining("belongs to no area");
    }

    @Test
    void an_operation_that_is_the_callers_own_belongs_to_no_area() {
        assertThatThrownBy(() -> GatewayUnderTest.with(OwnWithArea.class).close())
                .hasStackTraceContaining("belongs to an area");
    }

    @Test
    void a_scope_that_is_none_fails_the_start() {
        assertThatThrownBy(() -> GatewayUnderTest.with(Misspelt.class).close())
                .hasStackTraceContaining("names no scope: crmm");
    }

    private WebTestClient.ResponseSpec get(String path, String apiKey, String secret) {
        var request = anybody.get().uri(path);
        if (apiKey != null) {
            request.header("Api-Key", apiKey);
        }
        if (secret != null) {
            request.header("Api-Secret", secret);
        }
        return request.exchange();
    }

    private WebTestClient.ResponseSpec post(MediaType type, String body) {
        return anybody.post().uri("/secret").contentType(type).bodyValue(body).exchange();
    }

    public static void problem(WebTestClient.ResponseSpec response, int status, String type) {
        response.expectStatus()
                .isEqualTo(status)
                .expectHeader()
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .expectBody()
                .jsonPath("$.type")
                .isEqualTo("/problems/" + type);
    }

    @RestController
    @Access(scope = "crm", lock = Lock.KEY)
    static class Doors {

        record Needed(String wanted) {}

        @GetMapping("/key")
        Mono<Long> key(Caller caller) {
            return Mono.just(caller.account());
        }

        @Access(lock = Lock.KEY)
        @GetMapping("/any-scope")
        Mono<Long> anyScope(Caller caller) {
            return Mono.just(caller.account());
        }

        @Access(scope = "crm", area = Area.FANS, lock = Lock.SECRET)
        @GetMapping("/secret")
        Mono<Long> secret(Caller caller) {
            return Mono.just(caller.account());
        }

        @Access(scope = "crm", area = Area.FANS, lock = Lock.SECRET)
        @PostMapping("/secret")
        Mono<Long> posted(Caller caller) {
            return Mono.just(caller.account());
        }

        @Access(scope = "sessions", lock = Lock.SESSION)
        @GetMapping("/session")
        Mono<Long> session(Caller caller) {
            return Mono.just(caller.account());
        }

        @Access(lock = Lock.OPEN)
        @GetMapping("/open")
        Mono<Long> open(Caller caller) {
            return Mono.just(caller.account());
        }

        @Access(lock = Lock.OPERATOR)
        @GetMapping("/operator")
        Mono<Long> operator(Caller caller) {
            return Mono.just(caller.account());
        }

        @GetMapping("/needs-input")
        Mono<String> needsInput(@encore.api.input.Params Needed in) {
            return Mono.just(in.wanted());
        }
    }

    @RestController
    static class Undeclared {
        @GetMapping("/undeclared")
        Mono<Long> undeclared() {
            return Mono.just(1L);
        }
    }

    @RestController
    @Access(scope = "crm", lock = Lock.SECRET)
    static class WithoutArea {
        @GetMapping("/without-area")
        Mono<Long> withoutArea() {
            return Mono.just(1L);
        }
    }

    @RestController
    @Access(area = Area.FANS, own = true, lock = Lock.SECRET)
    static class OwnWithArea {
        @GetMapping("/own-with-area")
        Mono<Long> ownWithArea() {
            return Mono.just(1L);
        }
    }

    @RestController
    @Access(scope = "crmm", lock = Lock.KEY)
    static class Misspelt {
        @GetMapping("/misspelt")
        Mono<Long> misspelt() {
            return Mono.just(1L);
        }
    }
}
