package encore.api.browserlogin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.api.browserlogin.LoginRequest.LoginType;
import encore.kernel.browserlogin.BrowserCode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.ResponseEntity;

class LoginRequestTest {

    private static final String BACK = "https://fans.example/back";
    private static final String APP = "com.example.fans:/back";
    private static final String CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
    private static final Set<String> REGISTERED = Set.of(BACK, BACK + "?a=1", APP);

    private static LoginRequest request(Map<String, String> changes) {
        Map<String, List<String>> all = new HashMap<>(
                Map.of("account_id", List.of("7"), "business_id", List.of("9"), "redirect_url", List.of(BACK)));
        changes.forEach((name, value) -> all.put(name, List.of(value)));
        return of(all);
    }

    private static LoginRequest of(Map<String, List<String>> parameters) {
        return LoginRequest.of(
                parameters, account -> account == 7, (account, url) -> account == 7 && REGISTERED.contains(url));
    }

    @Test
    void a_login_by_email_needs_three_parameters() {
        assertThat(request(Map.of())).isEqualTo(new LoginRequest(7, 9, LoginType.EMAIL, BACK, null, null));
        assertThat(request(Map.of("login_type", "phone", "state", "s", "code_challenge", CHALLENGE)))
                .isEqualTo(new LoginRequest(7, 9, LoginType.PHONE, BACK, "s", CHALLENGE));
    }

    @ParameterizedTest
    @CsvSource({
        "account_id,''", "account_id,8", "account_id,x", "account_id,07", "account_id,9007199254740992",
        "business_id,''", "business_id,-1", "business_id,0", "login_type,sms", "login_type,EMAIL",
        "code_challenge,short", "code_challenge_method,plain"
    })
    void a_parameter_that_is_missing_or_wrong_is_named(String name, String value) {
        assertThatThrownBy(() -> request(Map.of(name, value)))
                .isInstanceOf(LoginRequest.Invalid.class)
                .hasMessageContaining(name);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "https://fans.example/back/",
                "https://fans.example/BACK",
                "HTTPS://fans.example/back",
                "https://fans.example/b%61ck",
                "https://fans.example/back#x",
                "https://fans.example/back?a=2",
                "https://fans.example:443/back",
                "https://eve@fans.example/back",
                "https://fans.example.eve.example/back",
                "https://fans.example/back\r\nSet-Cookie: a=b",
                "javascript:alert(1)",
                "//fans.example/back"
            })
    void an_address_that_differs_in_a_byte_is_not_registered(String url) {
        assertThatThrownBy(() -> request(Map.of("redirect_url", url)))
                .isInstanceOf(LoginRequest.Invalid.class)
                .hasMessage("The redirect_url is not registered.");
    }

    @Test
    void a_parameter_that_is_sent_twice_is_refused() {
        for (String name : List.of("account_id", "business_id", "redirect_url", "state", "login_type")) {
            Map<String, List<String>> twice = new HashMap<>(
                    Map.of("account_id", List.of("7"), "business_id", List.of("9"), "redirect_url", List.of(BACK)));
            twice.put(name, List.of("7", "7"));
            assertThatThrownBy(() -> of(twice))
                    .isInstanceOf(LoginRequest.Invalid.class)
                    .hasMessageContaining(name);
        }
    }

    @Test
    void an_apps_own_scheme_needs_a_challenge_and_a_state_has_at_most_512_characters() {
        assertThatThrownBy(() -> request(Map.of("redirect_url", APP))).isInstanceOf(LoginRequest.Invalid.class);
        assertThat(request(Map.of("redirect_url", APP, "code_challenge", CHALLENGE, "code_challenge_method", "S256"))
                        .codeChallenge())
                .isEqualTo(CHALLENGE);
        assertThat(request(Map.of("state", "s".repeat(512))).state()).hasSize(512);
        assertThatThrownBy(() -> request(Map.of("state", "s".repeat(513)))).isInstanceOf(LoginRequest.Invalid.class);
    }

    @Test
    void the_browser_comes_back_with_a_code_or_an_error_and_its_state() {
        BrowserCode code = new BrowserCode(12, "0b0c6d0e-3e5f-4a7b-8c9d-0e1f2a3b4c5d");
        assertThat(location(LoginRedirect.withCode(request(Map.of()), code)))
                .isEqualTo(BACK + "?code=12-0b0c6d0e-3e5f-4a7b-8c9d-0e1f2a3b4c5d");
        LoginRequest withQuery = request(Map.of("redirect_url", BACK + "?a=1", "state", "a b&code=x#\r\nSet-Cookie:ü"));
        assertThat(location(LoginRedirect.accessDenied(withQuery)))
                .isEqualTo(BACK + "?a=1&error=access_denied&state=a%20b%26code%3Dx%23%0D%0ASet-Cookie%3A%C3%BC");
        assertThat(location(LoginRedirect.temporarilyUnavailable(request(Map.of()))))
                .isEqualTo(BACK + "?error=temporarily_unavailable");
    }

    private static String location(ResponseEntity<Void> answer) {
        assertThat(answer.getHeaders().getFirst("Cache-Control")).isEqualTo("no-store");
        assertThat(answer.getStatusCode().value()).isEqualTo(303);
        return String.valueOf(answer.getHeaders().getFirst("Location"));
    }
}
