package encore.api.browserlogin;

import static org.assertj.core.api.Assertions.assertThat;

import encore.api.browserlogin.LoginRequest.LoginType;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.http.ResponseEntity;

class LoginFormsTest {

    private static final String ATTACK = "\"><script>alert(1)</script>";
    private static final FormToken TOKEN = new FormToken("t".repeat(43));

    private static LoginForms forms(LoginType type) {
        return new LoginForms(
                new LoginRequest(7, 9, type, "https://fans.example/back", ATTACK, null), TOKEN, "Rovers " + ATTACK);
    }

    @Test
    void each_form_sends_the_parameters_of_the_login_and_the_token() {
        LoginForms forms = forms(LoginType.EMAIL);
        for (ResponseEntity<String> page : List.of(
                forms.contact(null, null),
                forms.code(Map.of("request_uid", "12-r"), null),
                forms.terms(Map.of(), List.of("Be fair."), true),
                forms.names(Map.of("verification_uid", "v"), null))) {
            assertThat(page.getBody())
                    .contains("<form action=\"/crm/oauth\" method=\"post\">")
                    .contains("name=\"account_id\" type=\"hidden\" value=\"7\"")
                    .contains("name=\"business_id\" type=\"hidden\" value=\"9\"")
                    .contains("name=\"login_type\" type=\"hidden\" value=\"email\"")
                    .contains("name=\"redirect_url\" type=\"hidden\" value=\"https://fans.example/back\"")
                    .contains("name=\"form_token\" type=\"hidden\" value=\"" + TOKEN.value() + "\"")
                    .contains("value=\"cancel\"")
                    .doesNotContain("<script");
            assertThat(page.getHeaders().getFirst("Content-Security-Policy"))
                    .contains("form-action 'self' https://fans.example;");
            assertThat(page.getHeaders().getFirst("Set-Cookie"))
                    .startsWith("__Host-encore-login=" + TOKEN.value())
                    .contains("Secure", "HttpOnly", "SameSite=Lax", "Path=/");
        }
    }

    @Test
    void the_first_page_asks_for_the_contact_of_the_login_type() {
        assertThat(forms(LoginType.EMAIL).contact(ATTACK, ATTACK).getBody())
                .contains("name=\"email\"", "type=\"email\"", "role=\"alert\"")
                .doesNotContain("name=\"phone\"", "<script");
        assertThat(forms(LoginType.PHONE).contact(null, null).getBody())
                .contains("name=\"phone\"", "type=\"tel\"")
                .doesNotContain("name=\"email\"", "role=\"alert\"");
    }

    @Test
    void what_the_next_step_needs_is_carried_along() {
        assertThat(forms(LoginType.EMAIL)
                        .code(Map.of("request_uid", "12-r"), null)
                        .getBody())
                .contains("name=\"request_uid\" type=\"hidden\" value=\"12-r\"", "autocomplete=\"one-time-code\"");
        assertThat(forms(LoginType.EMAIL)
                        .terms(Map.of("request_uid", "12-r"), List.of("First <b>.\nSecond."), false)
                        .getBody())
                .contains("<p>First &lt;b&gt;.</p><p>Second.</p>", "value=\"accept\"");
    }
}
