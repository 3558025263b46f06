package encore.api.browserlogin;

import static encore.api.GatewayUnderTest.ACCOUNT;
import static encore.api.GatewayUnderTest.API_KEY;
import static org.assertj.core.api.Assertions.assertThat;

import encore.api.FakeBackend;
import encore.api.GatewayUnderTest;
import encore.api.keys.KnownSessions;
import encore.kernel.Refusal;
import encore.kernel.browserlogin.BrowserCode;
import encore.kernel.browserlogin.BrowserCodeCommand.UseBrowserCode;
import encore.kernel.browserlogin.ExchangedBrowserCode;
import encore.kernel.sessions.OpenedSession;
import encore.kernel.sessions.Session;
import encore.kernel.sessions.SessionBuilder;
import encore.kernel.sessions.SessionQuery.FindSession;
import encore.kernel.sessions.logins.LoginSource;
import encore.kernel.sessions.logins.LoginType;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.HttpMethod;
import org.springframework.test.web.reactive.server.StatusAssertions;
import org.springframework.test.web.reactive.server.WebTestClient;
import reactor.core.publisher.Mono;
import tools.jackson.databind.json.JsonMapper;

class AccessTokenControllerTest {

    @RegisterExtension
    static final GatewayUnderTest GATEWAY = GatewayUnderTest.with(AccessTokenController.class);

    private static final String CODE = "712-0b0c6d0e-3e5f-4a7b-8c9d-0e1f2a3b4c5d";
    private static final String BACK = "https://fans.example/back?a=1&b=ü";
    private static final String VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
    private static final String CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    private final FakeBackend backend = GATEWAY.backend;

    @BeforeEach
    void the_code_is_good() {
        backend.on(UseBrowserCode.class, use -> new ExchangedBrowserCode(new OpenedSession(42L, NOON, 9), null))
                .on(FindSession.class, find -> session(find.sessionHash()));
    }

    private static WebTestClient.RequestHeadersSpec<?> call(HttpMethod method, String query, Object... values) {
        return GATEWAY.anybody()
                .mutate()
                .defaultHeader("Api-Key", API_KEY)
                .build()
                .method(method)
                .uri("/crm/access_token?" + query, values);
    }

    private static WebTestClient.ResponseSpec get(String query, Object... values) {
        return call(HttpMethod.GET, query, values).exchange();
    }

    @Test
    void a_code_is_exchanged_for_a_session() {
        String body = get("code={c}&redirect_url={u}&account_id={a}&code_verifier={v}", CODE, BACK, ACCOUNT, VERIFIER)
                .expectStatus()
                .isOk()
                .expectHeader()
                .valueEquals("Cache-Control", "no-store")
                .expectBody(String.class)
                .returnResult()
                .getResponseBody();
        var answer = JsonMapper.shared().readTree(body);
        UseBrowserCode sent = (UseBrowserCode) backend.sent.getLast();
        String uid = answer.get("session_uid").asString();
        assertThat(sent.session().ref())
                .isEqualTo(GATEWAY.bean(KnownSessions.class).refOf(uid));
        assertThat(sent.code()).isEqualTo(BrowserCode.parse(CODE));
        assertThat(sent.redirectUrl()).isEqualTo(BACK);
        assertThat(sent.codeChallenge()).isEqualTo(CHALLENGE);
        assertThat(answer.get("fan_id").asLong()).isEqualTo(42);
        assertThat(answer.get("account_id").asLong()).isEqualTo(ACCOUNT);
        assertThat(answer.get("login_source").asString()).isEqualTo("browser");
    }

    @Test
    void an_empty_verifier_is_none() {
        get("code={c}&redirect_url={u}&code_verifier=", CODE, BACK)
                .expectStatus()
                .isOk();
        assertThat(((UseBrowserCode) backend.sent.getLast()).codeChallenge()).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "code=", "redirect_url=https://x.example", "code=1-0&redirect_url="})
    void code_and_redirect_url_are_required(String query) {
        get(query).expectStatus().isBadRequest();
        assertThat(backend.sent).noneMatch(UseBrowserCode.class::isInstance);
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "0-0b0c6d0e-3e5f-4a7b-8c9d-0e1f2a3b4c5d", "712", "712-"})
    void a_text_that_is_no_code_is_a_wrong_code(String code) {
        get("code={c}&redirect_url={u}", code, BACK).expectStatus().isUnauthorized();
        assertThat(backend.sent).noneMatch(UseBrowserCode.class::isInstance);
    }

    @Test
    void another_account_is_a_wrong_code() {
        get("code={c}&redirect_url={u}&account_id={a}", CODE, BACK, ACCOUNT + 1)
                .expectStatus()
                .isUnauthorized();
        assertThat(backend.sent).noneMatch(UseBrowserCode.class::isInstance);
    }

    @Test
    void wrong_and_used_codes_and_fans_that_are_gone_are_answered_alike() {
        backend.on(UseBrowserCode.class, use -> ExchangedBrowserCode.WRONG);
        String wrong = refused();
        backend.on(UseBrowserCode.class, use -> new ExchangedBrowserCode(null, "ended"));
        assertThat(refused()).isEqualTo(wrong);
        backend.on(UseBrowserCode.class, use -> Mono.error(new Refusal(Refusal.Kind.RULE, "fan_id", "is unknown")));
        assertThat(refused()).isEqualTo(wrong);
        // Another call used the code again and ended the session.
        the_code_is_good();
        backend.on(FindSession.class, find -> Mono.error(Refusal.unknown("The session has ended.")));
        assertThat(refused()).isEqualTo(wrong);
    }

    private static String refused() {
        return get("code={c}&redirect_url={u}", CODE, BACK)
                .expectStatus()
                .isUnauthorized()
                .expectBody(String.class)
                .returnResult()
                .getResponseBody()
                .replaceAll("\"request_id\":\"[^\"]*\"", "");
    }

    @Test
    void an_address_that_sends_wrong_codes_is_limited_and_the_secret_is_not() {
        try (GatewayUnderTest limited =
                GatewayUnderTest.with(Map.of("encore.wrong-credentials", 2), AccessTokenController.class)) {
            limited.backend.on(UseBrowserCode.class, use -> ExchangedBrowserCode.WRONG);
            for (int status : new int[] {401, 401, 429}) {
                exchange(limited.anybody()).isEqualTo(status);
            }
            assertThat(limited.backend.sent).hasSize(2);
            exchange(limited.server()).isEqualTo(401);
        }
    }

    private static StatusAssertions exchange(WebTestClient client) {
        return client.get()
                .uri("/crm/access_token?api_key={k}&code={c}&redirect_url={u}", API_KEY, CODE, BACK)
                .exchange()
                .expectStatus();
    }

    @Test
    void head_spends_no_code() {
        call(HttpMethod.HEAD, "code={c}&redirect_url={u}", CODE, BACK)
                .exchange()
                .expectStatus()
                .isEqualTo(405);
        assertThat(backend.sent).noneMatch(UseBrowserCode.class::isInstance);
    }

    @Test
    void a_key_is_required_and_a_secret_must_match_if_it_is_sent() {
        GATEWAY.anybody()
                .get()
                .uri("/crm/access_token?code={c}&redirect_url={u}", CODE, BACK)
                .exchange()
                .expectStatus()
                .isUnauthorized();
        get("code={c}&redirect_url={u}&api_secret=wrong", CODE, BACK)
                .expectStatus()
                .isUnauthorized();
        assertThat(backend.sent).noneMatch(UseBrowserCode.class::isInstance);
    }

    private static Session session(String ref) {
        return SessionBuilder.builder()
                .sessionUid(ref)
                .accountId(ACCOUNT)
                .expirationTimestamp(NOON)
                .creationTimestamp(NOON)
                .network("email")
                .businessId(9)
                .loginType(LoginType.CODE)
                .loginSource(LoginSource.BROWSER)
                .tagIds(List.of())
                .fanId(42L)
                .build();
    }
}
