package encore.api.browserlogin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.api.browserlogin.LoginRequest.LoginType;
import encore.api.problems.Problem;
import encore.kernel.browserlogin.BrowserCode;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.ResponseEntity;

class LoginRequestTest {

    private static final String BACK = "https://fans.example/back";
    private static final String APP = "com.example.fans:/back";
    private static final String CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
    private static final Set<String> REGISTERED = Set.of(BACK, BACK + "?a=1", APP);

    private static LoginRequest request(String redirectUrl, @Nullable String state, @Nullable String challenge) {
        return of(new LoginParameters(7L, 9L, LoginType.EMAIL, redirectUrl, state, challenge, "S256"));
    }

    private static LoginRequest of(LoginParameters in) {
        return LoginRequest.of(7, in, REGISTERED::contains);
    }

    @Test
    void a_login_by_email_needs_three_parameters() {
        assertThat(of(new LoginParameters(7L, 9L, null, BACK, "", "", "")))
                .isEqualTo(new LoginRequest(7, 9, LoginType.EMAIL, BACK, null, null));
        assertThat(of(new LoginParameters(7L, 9L, LoginType.PHONE, BACK, "s", CHALLENGE, null)))
                .isEqualTo(new LoginRequest(7, 9, LoginType.PHONE, BACK, "s", CHALLENGE));
    }

    @Test
    void a_parameter_that_is_wrong_is_named() {
        assertThatThrownBy(() -> of(new LoginParameters(7L, 9L, LoginType.EMAIL, BACK, "s", CHALLENGE, "plain")))
                .hasMessageContaining("code_challenge_method");
        assertThatThrownBy(() -> request(BACK, null, "short")).hasMessageContaining("code_challenge");
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
        assertThatThrownBy(() -> request(url, null, null))
                .isInstanceOf(Problem.class)
                .hasMessage("redirect_url: is not registered");
    }

    @Test
    void an_apps_own_scheme_needs_a_challenge() {
        assertThatThrownBy(() -> request(APP, null, null)).hasMessageContaining("code_challenge");
        assertThat(request(APP, null, CHALLENGE).codeChallenge()).isEqualTo(CHALLENGE);
    }

    @Test
    void the_browser_comes_back_with_a_code_or_an_error_and_its_state() {
        BrowserCode code = new BrowserCode(12, "0b0c6d0e-3e5f-4a7b-8c9d-0e1f2a3b4c5d");
        assertThat(location(LoginRedirect.withCode(request(BACK, null, null), code)))
                .isEqualTo(BACK + "?code=12-0b0c6d0e-3e5f-4a7b-8c9d-0e1f2a3b4c5d");
        LoginRequest withQuery = request(BACK + "?a=1", "a b&code=x#\r\nSet-Cookie:ü", null);
        assertThat(location(LoginRedirect.accessDenied(withQuery)))
                .isEqualTo(BACK + "?a=1&error=access_denied&state=a%20b%26code%3Dx%23%0D%0ASet-Cookie%3A%C3%BC");
        assertThat(location(LoginRedirect.temporarilyUnavailable(request(BACK, null, null))))
                .isEqualTo(BACK + "?error=temporarily_unavailable");
    }

    private static String location(ResponseEntity<String> answer) {
        assertThat(answer.getHeaders().getFirst("Cache-Control")).isEqualTo("no-store");
        assertThat(answer.getStatusCode().value()).isEqualTo(303);
        return String.valueOf(answer.getHeaders().getFirst("Location"));
    }
}
