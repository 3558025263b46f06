package encore.api.authentication;

import static encore.api.GatewayUnderTest.ACCOUNT;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonValue;
import encore.api.GatewayUnderTest;
import encore.api.PersonUnderTest;
import encore.api.access.Access;
import encore.api.access.CallSource;
import encore.api.access.Lock;
import encore.api.keys.Principal;
import encore.infra.backend.Caller;
import encore.infra.backend.ControlMessage;
import encore.kernel.accounts.Scope;
import encore.kernel.people.Area;
import encore.kernel.people.Right;
import encore.kernel.people.Role;
import java.util.Set;
import org.assertj.core.api.AbstractStringAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.http.HttpMethod;
import org.springframework.test.web.reactive.server.StatusAssertions;
import org.springframework.test.web.reactive.server.WebTestClient;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** Calls of a person, and of a pair that is bounded by a role, at every kind of lock. */
class RightsTest {

    private static final String LIMITED = "key-limited";
    private static final String LIMITED_SECRET = "secret-limited";

    @RegisterExtension
    static final GatewayUnderTest GATEWAY = GatewayUnderTest.with(Doors.class);

    @ParameterizedTest
    @EnumSource
    void a_person_calls_what_its_role_allows(Role role) {
        PersonUnderTest person = PersonUnderTest.signedIn(GATEWAY, role);
        expect(person.call(HttpMethod.GET, "/secret/fans"), role.has(right(Area.FANS, false)), "fans:read");
        expect(person.call(HttpMethod.POST, "/secret/fans"), role.has(right(Area.FANS, true)), "fans:write");
        expect(person.call(HttpMethod.POST, "/secret/search"), role.has(right(Area.FANS, false)), "fans:read");
        expect(person.call(HttpMethod.GET, "/secret/people"), role.has(right(Area.PEOPLE, false)), "people:read");
        person.call(HttpMethod.GET, "/secret/own").exchange().expectStatus().isOk();
    }

    @ParameterizedTest
    @EnumSource
    void a_pair_under_a_ceiling_needs_the_scope_and_the_right(Role role) {
        publishLimited(role, Scope.words().toArray(String[]::new));
        expect(limited(HttpMethod.GET, "/secret/fans"), role.has(right(Area.FANS, false)), "fans:read");
        expect(limited(HttpMethod.POST, "/secret/fans"), role.has(right(Area.FANS, true)), "fans:write");
        expect(limited(HttpMethod.GET, "/secret/people"), false, "people:read");
        publishLimited(role, "manage");
        problem(limited(HttpMethod.GET, "/secret/fans"), 401, "scope-missing");
    }

    @Test
    void a_pair_without_a_ceiling_needs_all_scopes_for_people_and_no_right_for_anything_else() {
        GATEWAY.server().get().uri("/secret/people").exchange().expectStatus().isOk();
        GATEWAY.server().post().uri("/secret/fans").exchange().expectStatus().isOk();
        GATEWAY.backend.publish(GatewayUnderTest.key(ACCOUNT, LIMITED, LIMITED_SECRET, "crm", "manage"));
        limited(HttpMethod.POST, "/secret/fans").exchange().expectStatus().isOk();
        problem(limited(HttpMethod.GET, "/secret/people"), 403, "right-missing");
    }

    @Test
    void a_person_is_a_caller_with_the_public_key_and_no_secret_at_other_locks() {
        PersonUnderTest owner = PersonUnderTest.signedIn(GATEWAY, Role.OWNER);
        text(owner.call(HttpMethod.GET, "/key")).isEqualTo("\"7 person:person-owner false\"");
        text(owner.call(HttpMethod.GET, "/secret/source")).isEqualTo("\"7 person:person-owner true\"");
        problem(owner.call(HttpMethod.GET, "/session"), 401, "session-missing");
        problem(owner.call(HttpMethod.GET, "/operator"), 403, "operator-only");
        text(owner.call(HttpMethod.GET, "/open")).isEqualTo("\"0 anybody\"");
    }

    @Test
    void a_pair_under_a_ceiling_counts_as_one_without_a_secret_at_other_locks() {
        publishLimited(Role.DEVELOPER, Scope.words().toArray(String[]::new));
        text(limited(HttpMethod.GET, "/key")).isEqualTo("\"7 key:key-limited false\"");
        problem(limited(HttpMethod.GET, "/session"), 401, "session-missing");
        text(GATEWAY.server().get().uri("/key")).isEqualTo("\"7 key:key-7 true\"");
        GATEWAY.server().get().uri("/session").exchange().expectStatus().isOk();
    }

    @Test
    void a_handler_is_told_the_principal() {
        PersonUnderTest moderator = PersonUnderTest.signedIn(GATEWAY, Role.MODERATOR);
        text(moderator.call(HttpMethod.GET, "/secret/contacts")).isEqualTo("\"false\"");
        text(GATEWAY.server().get().uri("/secret/contacts")).isEqualTo("\"true\"");
    }

    @Test
    void a_person_with_an_old_sign_in_is_told_to_sign_in_again_after_its_right_was_found() {
        PersonUnderTest viewer = PersonUnderTest.signedIn(GATEWAY, Role.VIEWER);
        problem(viewer.call(HttpMethod.POST, "/secret/fresh"), 403, "right-missing");
        PersonUnderTest owner = PersonUnderTest.signedIn(GATEWAY, Role.OWNER);
        owner.call(HttpMethod.POST, "/secret/fresh").exchange().expectStatus().isOk();
    }

    @Test
    void the_calls_of_a_person_count_against_the_limit_of_the_account() {
        PersonUnderTest owner = PersonUnderTest.signedIn(GATEWAY, Role.OWNER);
        owner.call(HttpMethod.GET, "/secret/fans").exchange().expectHeader().exists("RateLimit");
    }

    @Test
    void the_console_session_of_a_pair_is_refused_while_the_account_lets_people_in_alone() {
        String cookie = GATEWAY.anybody()
                .post()
                .uri("/secret/cookie")
                .header(ConsoleSessions.HEADER, "1")
                .header("Api-Key", GatewayUnderTest.API_KEY)
                .header("Api-Secret", GatewayUnderTest.API_SECRET)
                .exchange()
                .expectStatus()
                .isOk()
                .returnResult(String.class)
                .getResponseBody()
                .blockFirst()
                .replace("\"", "");
        GATEWAY.backend.publish(new ControlMessage.ConsoleKeys(ACCOUNT, false));
        try {
            var call = GATEWAY.anybody()
                    .get()
                    .uri("/secret/fans")
                    .header(ConsoleSessions.HEADER, "1")
                    .cookie("encore_console", cookie);
            problem(call, 403, "console-keys-off");
            GATEWAY.server().get().uri("/secret/fans").exchange().expectStatus().isOk();
        } finally {
            GATEWAY.backend.publish(new ControlMessage.ConsoleKeys(ACCOUNT, true));
        }
    }

    private static Right right(Area area, boolean isWrite) {
        return new Right(area, isWrite);
    }

    private static void publishLimited(Role role, String... scopes) {
        ControlMessage.Key key = GatewayUnderTest.key(ACCOUNT, LIMITED, LIMITED_SECRET, scopes);
        GATEWAY.backend.publish(
                new ControlMessage.Key(ACCOUNT, LIMITED, key.secretHash(), "test", Set.of(scopes), Set.of(), role));
    }

    private static WebTestClient.RequestHeadersSpec<?> limited(HttpMethod method, String path) {
        return GATEWAY.anybody()
                .method(method)
                .uri(path)
                .header("Api-Key", LIMITED)
                .header("Api-Secret", LIMITED_SECRET);
    }

    private static void expect(WebTestClient.RequestHeadersSpec<?> call, boolean isAllowed, String right) {
        StatusAssertions status = call.exchange().expectStatus();
        if (isAllowed) {
            status.isOk();
        } else {
            status.isForbidden()
                    .expectBody()
                    .jsonPath("$.type")
                    .isEqualTo("/problems/right-missing")
                    .jsonPath("$.detail")
                    .value(String.class, detail -> assertThat(detail).contains(right));
        }
    }

    private static void problem(WebTestClient.RequestHeadersSpec<?> call, int status, String type) {
        call.exchange()
                .expectStatus()
                .isEqualTo(status)
                .expectBody()
                .jsonPath("$.type")
                .isEqualTo("/problems/" + type);
    }

    private static AbstractStringAssert<?> text(WebTestClient.RequestHeadersSpec<?> call) {
        return assertThat(call.exchange()
                .expectStatus()
                .isOk()
                .returnResult(String.class)
                .getResponseBody()
                .blockFirst());
    }

    @RestController
    @Access(scope = "crm", area = Area.FANS, lock = Lock.SECRET)
    static class Doors {

        private final ConsoleSessions consoleSessions;

        Doors(ConsoleSessions consoleSessions) {
            this.consoleSessions = consoleSessions;
        }

        @GetMapping("/secret/fans")
        Mono<Long> read(Caller caller) {
            return Mono.just(caller.account());
        }

        @PostMapping("/secret/fans")
        Mono<Long> write(Caller caller) {
            return Mono.just(caller.account());
        }

        @Access(scope = "crm", area = Area.FANS, readsOnly = true, lock = Lock.SECRET)
        @PostMapping("/secret/search")
        Mono<Long> search(Caller caller) {
            return Mono.just(caller.account());
        }

        @Access(scope = "crm", area = Area.PEOPLE, lock = Lock.SECRET)
        @GetMapping("/secret/people")
        Mono<Long> people(Caller caller) {
            return Mono.just(caller.account());
        }

        @Access(own = true, lock = Lock.SECRET)
        @GetMapping("/secret/own")
        Mono<Long> own(Caller caller) {
            return Mono.just(caller.account());
        }

        @Access(own = true, lock = Lock.SECRET)
        @PostMapping("/secret/cookie")
        Mono<Cookie> cookie(Principal principal, ServerWebExchange exchange) {
            return Mono.just(new Cookie(
                    consoleSessions.issueCookie(exchange, principal).cookie().getValue()));
        }

        record Cookie(@JsonValue String value) {}

        @Access(scope = "crm", area = Area.KEYS, lock = Lock.SECRET, fresh = true)
        @PostMapping("/secret/fresh")
        Mono<Long> fresh(Caller caller) {
            return Mono.just(caller.account());
        }

        @GetMapping("/secret/contacts")
        Mono<Text> contacts(Principal principal) {
            return Mono.just(new Text(Boolean.toString(principal.seesContacts())));
        }

        @GetMapping("/secret/source")
        Mono<Text> source(Caller caller, CallSource source) {
            return Mono.just(Text.of(caller, source));
        }

        @Access(scope = "crm", lock = Lock.KEY)
        @GetMapping("/key")
        Mono<Text> key(Caller caller, CallSource source) {
            return Mono.just(Text.of(caller, source));
        }

        @Access(scope = "crm", lock = Lock.SESSION)
        @GetMapping("/session")
        Mono<Long> session(Caller caller) {
            return Mono.just(caller.account());
        }

        @Access(lock = Lock.OPERATOR)
        @GetMapping("/operator")
        Mono<Long> operator(Caller caller) {
            return Mono.just(caller.account());
        }

        @Access(lock = Lock.OPEN)
        @GetMapping("/open")
        Mono<Text> open(Caller caller) {
            return Mono.just(new Text(caller.account() + " " + caller.actor()));
        }

        record Text(@JsonValue String value) {
            static Text of(Caller caller, CallSource source) {
                return new Text(caller.account() + " " + caller.actor() + " " + source.withSecret());
            }
        }
    }
}
