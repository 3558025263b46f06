package encore.api.console;

import static encore.api.GatewayUnderTest.ACCOUNT;
import static encore.api.GatewayUnderTest.API_KEY;
import static encore.api.GatewayUnderTest.API_SECRET;
import static encore.api.GatewayUnderTest.key;
import static org.assertj.core.api.Assertions.assertThat;

import encore.api.GatewayUnderTest;
import encore.api.PersonUnderTest;
import encore.api.access.Access;
import encore.api.access.Lock;
import encore.api.authentication.ConsoleSessions;
import encore.infra.backend.Caller;
import encore.infra.backend.ControlMessage;
import encore.kernel.accounts.EndedSession;
import encore.kernel.accounts.KeyCommand.EndConsoleSession;
import encore.kernel.accounts.KeyId;
import encore.kernel.operations.OperationCommand.RecordOperation;
import encore.kernel.operations.RecordedOperation;
import encore.kernel.people.Area;
import encore.kernel.people.PersonRef;
import encore.kernel.people.Role;
import encore.kernel.people.signin.PersonCommand.EndPersonSession;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.ResponseCookie;
import org.springframework.test.web.reactive.server.WebTestClient;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** The sign-in, and what its cookie opens. */
class ConsoleTest {

    private static final String COOKIE = "encore_console";

    @RegisterExtension
    static final GatewayUnderTest GATEWAY =
            GatewayUnderTest.with(ConsoleController.class, ConsoleSessionController.class, Doors.class);

    @Test
    void a_pair_becomes_a_cookie_that_scripts_and_other_sites_cannot_use_and_that_does_not_hold_the_secret() {
        ResponseCookie cookie = signIn();
        assertThat(cookie.isHttpOnly()).isTrue();
        assertThat(cookie.getSameSite()).isEqualTo("Strict");
        assertThat(cookie.getMaxAge()).isBetween(ConsoleSessions.LIFETIME.minusSeconds(2), ConsoleSessions.LIFETIME);
        assertThat(cookie.getValue()).doesNotContain(API_SECRET);
        open(cookie)
                .expectStatus()
                .isOk()
                .expectBody(String.class)
                .isEqualTo("\"" + ACCOUNT + " console:" + API_KEY + "\"");
    }

    @Test
    void behind_tls_the_cookie_travels_encrypted_only() {
        Map<String, String> received = Map.of("X-Forwarded-Proto", "https");
        assertThat(signIn().isSecure()).isFalse();
        assertThat(signIn(GATEWAY, received).isSecure())
                .as("of no proxy of ours")
                .isFalse();
        try (var behind =
                GatewayUnderTest.with(Map.of("encore.trusted-proxies", "127.0.0.1"), ConsoleSessionController.class)) {
            assertThat(signIn(behind, received).isSecure()).isTrue();
        }
    }

    @Test
    void a_wrong_pair_and_one_without_the_scope_get_none() {
        GATEWAY.backend.publish(key(ACCOUNT, "key-crm", "secret-crm", "crm"));
        post("{\"api_key\":\"key-7\",\"api_secret\":\"wrong\"}", Map.of())
                .expectStatus()
                .isUnauthorized();
        post("{\"api_key\":\"key-7\"}", Map.of()).expectStatus().isUnauthorized();
        post("{\"api_key\":\"key-crm\",\"api_secret\":\"secret-crm\"}", Map.of())
                .expectStatus()
                .isUnauthorized()
                .expectCookie()
                .doesNotExist(COOKIE);
    }

    @Test
    void a_page_of_another_origin_signs_nobody_in_and_cannot_use_the_cookie() {
        ResponseCookie cookie = signIn();
        GATEWAY.server()
                .post()
                .uri("/console/session")
                .exchange()
                .expectStatus()
                .isForbidden();
        post(PAIR, Map.of("Sec-Fetch-Site", "same-site")).expectStatus().isForbidden();
        GATEWAY.anybody()
                .get()
                .uri("/door")
                .cookie(COOKIE, cookie.getValue())
                .exchange()
                .expectStatus()
                .isUnauthorized();
        GATEWAY.anybody()
                .get()
                .uri("/door")
                .cookie(COOKIE, cookie.getValue())
                .header(ConsoleSessions.HEADER, "1")
                .header("Sec-Fetch-Site", "cross-site")
                .exchange()
                .expectStatus()
                .isUnauthorized();
    }

    @Test
    void a_cookie_that_was_tampered_with_opens_nothing() {
        String good = signIn().getValue();
        for (int i = 0; i < good.length(); i++) {
            char other = good.charAt(i) == '1' ? '2' : '1';
            String bad = good.substring(0, i) + other + good.substring(i + 1);
            // The last character of the seal has bits that say nothing, but it is compared as text.
            open(ResponseCookie.from(COOKIE, bad).build()).expectStatus().isUnauthorized();
        }
    }

    @Test
    void a_cookie_is_sealed_with_the_consoles_own_key_and_with_none_that_is_for_something_else() throws Exception {
        String good = signIn().getValue();
        assertThat(sealed(good, GatewayUnderTest.secrets().console())).isEqualTo(good);
        for (byte[] other : List.of(
                GatewayUnderTest.secrets().apiSecrets(),
                GatewayUnderTest.secrets().cursors())) {
            String forged = sealed(good, other);
            open(ResponseCookie.from(COOKIE, forged).build()).expectStatus().isUnauthorized();
        }
    }

    private static String sealed(String cookie, byte[] key) throws GeneralSecurityException {
        String received = cookie.substring(0, cookie.lastIndexOf('.'));
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        byte[] seal = mac.doFinal(
                (received + "." + key(ACCOUNT, API_KEY, API_SECRET).secretHash()).getBytes(StandardCharsets.UTF_8));
        return received + "." + Base64.getUrlEncoder().withoutPadding().encodeToString(seal);
    }

    @Test
    void revoking_the_key_or_changing_its_secret_ends_the_session() {
        ResponseCookie cookie = signIn();
        GATEWAY.backend.publish(key(ACCOUNT, API_KEY, "another", "manage", "crm"));
        open(cookie).expectStatus().isUnauthorized();
        GATEWAY.backend.publish(key(ACCOUNT, API_KEY, API_SECRET, "manage", "crm"));
        open(cookie).expectStatus().isOk();
        GATEWAY.backend.publish(new ControlMessage.KeyRevoked(API_KEY));
        open(cookie).expectStatus().isUnauthorized();
    }

    @Test
    void a_cookie_renews_itself_without_the_pair_and_signing_out_takes_it_away() {
        ResponseCookie first = signIn();
        var renewed = GATEWAY.anybody()
                .post()
                .uri("/console/session")
                .header(ConsoleSessions.HEADER, "1")
                .cookie(COOKIE, first.getValue())
                .exchange()
                .expectStatus()
                .isOk()
                .returnResult(Void.class)
                .getResponseCookies()
                .getFirst(COOKIE);
        open(renewed).expectStatus().isOk();
        var gone = GATEWAY.anybody()
                .delete()
                .uri("/console/session")
                .header(ConsoleSessions.HEADER, "1")
                .exchange()
                .expectStatus()
                .isOk()
                .returnResult(Void.class)
                .getResponseCookies()
                .getFirst(COOKIE);
        assertThat(gone.getValue()).isEmpty();
        assertThat(gone.getMaxAge()).isZero();
    }

    @Test
    void signing_out_ends_the_session_for_whoever_has_a_copy_of_its_cookie() {
        GATEWAY.backend.on(EndConsoleSession.class, end -> {
            GATEWAY.backend.publish(ended(end.session()));
            return new EndedSession(end.session(), end.until());
        });
        ResponseCookie copied = signIn();
        ResponseCookie other = signIn();
        signOut(copied);
        open(copied).expectStatus().isUnauthorized();
        GATEWAY.anybody()
                .post()
                .uri("/console/session")
                .header(ConsoleSessions.HEADER, "1")
                .cookie(COOKIE, copied.getValue())
                .exchange()
                .expectStatus()
                .isUnauthorized();
        open(other).expectStatus().isOk();
        assertThat(ends()).singleElement().satisfies(end -> {
            assertThat(end.key()).isEqualTo(new KeyId(ACCOUNT, API_KEY));
            long left = end.until() - Instant.now().getEpochSecond();
            assertThat(left)
                    .isBetween(
                            Duration.ofHours(12).toSeconds() - 60,
                            Duration.ofHours(12).toSeconds());
        });
        signOut(copied);
        assertThat(ends()).hasSize(1);
    }

    private static List<EndConsoleSession> ends() {
        return GATEWAY.backend.sent.stream()
                .filter(EndConsoleSession.class::isInstance)
                .map(EndConsoleSession.class::cast)
                .toList();
    }

    @Test
    void a_sign_in_is_in_the_journal_and_a_renewal_is_none() {
        GATEWAY.backend.on(RecordOperation.class, order -> new RecordedOperation(order.id()));
        ResponseCookie cookie = signIn();
        assertThat(GATEWAY.backend.sent).singleElement().satisfies(sent -> {
            RecordOperation order = (RecordOperation) sent;
            assertThat(order.operation()).isEqualTo("SignInAtConsole");
            assertThat(order.target()).isEqualTo(API_KEY);
            assertThat(order.id().account()).isEqualTo(ACCOUNT);
        });
        renew(cookie);
        assertThat(GATEWAY.backend.sent).hasSize(1);
    }

    @Test
    void an_operator_can_sign_in_while_the_log_takes_no_writes() {
        GATEWAY.backend.on(RecordOperation.class, order -> Mono.error(new IllegalStateException("full")));
        assertThat(signIn().getValue()).isNotEmpty();
    }

    @Test
    void a_call_of_the_console_names_the_person_and_not_the_program_with_the_key() {
        ResponseCookie cookie = signIn();
        GATEWAY.backend.callers.clear();
        GATEWAY.backend.on(EndConsoleSession.class, end -> {
            GATEWAY.backend.publish(ended(end.session()));
            return new EndedSession(end.session(), end.until());
        });
        signOut(cookie);
        assertThat(GATEWAY.backend.callers).extracting(Caller::actor).containsExactly("console:" + API_KEY);
    }

    @Test
    void the_cookie_of_a_person_renews_itself_is_no_entry_of_the_journal_and_ends_with_the_sign_out() {
        PersonUnderTest person = PersonUnderTest.signedIn(GATEWAY, Role.MARKETER);
        person.call(HttpMethod.POST, "/console/session")
                .exchange()
                .expectStatus()
                .isOk()
                .expectCookie()
                .exists(COOKIE)
                .expectBody()
                .jsonPath("$.account")
                .isEqualTo(ACCOUNT)
                .jsonPath("$.person_uid")
                .isEqualTo(person.uid())
                .jsonPath("$.api_key")
                .isEmpty();
        assertThat(GATEWAY.backend.sent).isEmpty();
        person.call(HttpMethod.GET, "/door")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(String.class)
                .isEqualTo("\"" + ACCOUNT + " person:" + person.uid() + "\"");
        GATEWAY.backend.on(EndPersonSession.class, end -> {
            person.signedOut();
            return new PersonRef(end.person().uid());
        });
        person.call(HttpMethod.DELETE, "/console/session")
                .exchange()
                .expectStatus()
                .isOk();
        assertThat(GATEWAY.backend.sent).singleElement().satisfies(sent -> {
            EndPersonSession end = (EndPersonSession) sent;
            assertThat(end.person()).isEqualTo(person.id());
            assertThat(end.until()).isGreaterThan(Instant.now().getEpochSecond());
        });
        assertThat(GATEWAY.backend.callers.getLast().actor()).isEqualTo("person:" + person.uid());
        person.call(HttpMethod.GET, "/door").exchange().expectStatus().isUnauthorized();
    }

    @Test
    void a_renewed_cookie_ends_with_the_session_that_it_renewed() {
        ResponseCookie first = signIn();
        ResponseCookie renewed = renew(first);
        GATEWAY.backend.on(EndConsoleSession.class, end -> {
            GATEWAY.backend.publish(ended(end.session()));
            return new EndedSession(end.session(), end.until());
        });
        signOut(first);
        open(renewed).expectStatus().isUnauthorized();
    }

    private static ControlMessage.Key ended(String session) {
        ControlMessage.Key key = key(ACCOUNT, API_KEY, API_SECRET, "manage", "crm");
        return new ControlMessage.Key(
                key.account(), key.apiKey(), key.secretHash(), key.label(), key.scopes(), Set.of(session));
    }

    private ResponseCookie renew(ResponseCookie cookie) {
        return GATEWAY.anybody()
                .post()
                .uri("/console/session")
                .header(ConsoleSessions.HEADER, "1")
                .cookie(COOKIE, cookie.getValue())
                .exchange()
                .expectStatus()
                .isOk()
                .returnResult(Void.class)
                .getResponseCookies()
                .getFirst(COOKIE);
    }

    private void signOut(ResponseCookie cookie) {
        GATEWAY.anybody()
                .delete()
                .uri("/console/session")
                .header(ConsoleSessions.HEADER, "1")
                .cookie(COOKIE, cookie.getValue())
                .exchange()
                .expectStatus()
                .isOk();
    }

    private static final String PAIR = "{\"api_key\":\"" + API_KEY + "\",\"api_secret\":\"" + API_SECRET + "\"}";

    private ResponseCookie signIn() {
        return signIn(GATEWAY, Map.of());
    }

    private static ResponseCookie signIn(GatewayUnderTest gateway, Map<String, String> headers) {
        return post(gateway, PAIR, headers)
                .expectStatus()
                .isOk()
                .returnResult(Void.class)
                .getResponseCookies()
                .getFirst(COOKIE);
    }

    private static WebTestClient.ResponseSpec post(String json, Map<String, String> headers) {
        return post(GATEWAY, json, headers);
    }

    private static WebTestClient.ResponseSpec post(GatewayUnderTest gateway, String json, Map<String, String> headers) {
        return gateway.anybody()
                .post()
                .uri("/console/session")
                .header(ConsoleSessions.HEADER, "1")
                .header(HttpHeaders.CONTENT_TYPE, "application/json")
                .headers(more -> headers.forEach(more::set))
                .bodyValue(json)
                .exchange();
    }

    private WebTestClient.ResponseSpec open(ResponseCookie cookie) {
        return GATEWAY.anybody()
                .get()
                .uri("/door")
                .header(ConsoleSessions.HEADER, "1")
                .cookie(COOKIE, cookie.getValue())
                .exchange();
    }

    @RestController
    static class Doors {

        @Access(scope = "crm", area = Area.FANS, lock = Lock.SECRET)
        @GetMapping("/door")
        String door(Caller caller) {
            return caller.account() + " " + caller.actor();
        }
    }
}
