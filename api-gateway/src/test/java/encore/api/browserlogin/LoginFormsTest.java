package encore.api.browserlogin;

import static org.assertj.core.api.Assertions.assertThat;

import encore.api.browserlogin.LoginRequest.LoginType;
import encore.api.browserlogin.pages.PageBrand;
import encore.api.browserlogin.pages.PageError;
import encore.kernel.branding.Branding;
import encore.kernel.branding.LegalTexts;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.http.ResponseEntity;

class LoginFormsTest {

    private static final String ATTACK = "\"><script>alert(1)</script>";
    private static final LegalTexts TERMS = new LegalTexts("First <b>.\nSecond.", "Ours.", null, "v1");
    private static final FormToken TOKEN = new FormToken("t".repeat(43));

    private static LoginForms forms(LoginType type) {
        return new LoginForms(
                new LoginRequest(7, 9, type, "https://fans.example/back", ATTACK, null),
                TOKEN,
                PageBrand.of("Rovers " + ATTACK, Branding.EMPTY));
    }

    @Test
    void each_form_sends_the_parameters_of_the_login_and_the_token() {
        LoginForms forms = forms(LoginType.EMAIL);
        for (ResponseEntity<String> page : List.of(
                forms.contact(null, null),
                forms.code(Map.of("request_uid", "12-r"), null),
                forms.terms(Map.of(), TERMS, true),
                forms.names(Map.of("verification_uid", "v"), Map.of(), null),
                forms.password("ada@x.example", null))) {
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
        assertThat(forms(LoginType.EMAIL)
                        .contact(ATTACK, new PageError(ATTACK, ATTACK))
                        .getBody())
                .contains("name=\"email\"", "type=\"email\"", "role=\"alert\"")
                .doesNotContain("name=\"phone\"", "<script");
        assertThat(forms(LoginType.PHONE).contact(null, null).getBody())
                .contains("name=\"phone\"", "type=\"tel\"")
                .doesNotContain("name=\"email\"", "role=\"alert\"");
    }

    @Test
    void keyboards_and_browsers_know_the_kind_of_each_field() {
        assertThat(forms(LoginType.EMAIL).contact(null, null).getBody())
                .contains("autocomplete=\"email\"", "inputmode=\"email\"", "<label for=\"email\">Email</label>");
        assertThat(forms(LoginType.PHONE).contact(null, null).getBody())
                .contains("autocomplete=\"tel\"", "inputmode=\"tel\"", "<label for=\"phone\">Phone</label>")
                .contains("aria-describedby=\"phone-hint\"", "id=\"phone-hint\"");
        assertThat(forms(LoginType.EMAIL).code(Map.of(), null).getBody())
                .contains("autocomplete=\"one-time-code\"", "inputmode=\"numeric\"");
        assertThat(forms(LoginType.PHONE).password("+12125550100", null).getBody())
                .contains("autocomplete=\"current-password\"", "autocomplete=\"username\"", "value=\"+12125550100\"");
        assertThat(forms(LoginType.EMAIL)
                        .names(Map.of(), Map.of("first_name", "Ada"), null)
                        .getBody())
                .contains("autocomplete=\"given-name\"", "autocomplete=\"family-name\"", "value=\"Ada\"");
    }

    @Test
    void an_error_stands_at_its_field_or_above_the_form() {
        assertThat(forms(LoginType.EMAIL)
                        .contact("x", new PageError("email", "No email."))
                        .getBody())
                .contains("id=\"email-error\" role=\"alert\">No email.</p><input")
                .contains("aria-describedby=\"email-error\" aria-invalid=\"true\"")
                .contains("<title>Error: Email - ");
        assertThat(forms(LoginType.EMAIL)
                        .contact("x", new PageError(null, "Too many."))
                        .getBody())
                .contains("role=\"alert\">Too many.</p><form")
                .doesNotContain("aria-invalid=");
    }

    @Test
    void values_that_the_next_step_needs_are_carried_along() {
        assertThat(forms(LoginType.EMAIL)
                        .code(Map.of("request_uid", "12-r"), null)
                        .getBody())
                .contains("name=\"request_uid\" type=\"hidden\" value=\"12-r\"", "autocomplete=\"one-time-code\"");
        assertThat(forms(LoginType.EMAIL)
                        .terms(Map.of("request_uid", "12-r"), TERMS, false)
                        .getBody())
                .contains(">Terms</h2>", ">First &lt;b&gt;.\nSecond.</div>", "value=\"accept\"")
                .doesNotContain(">Rules</h2>", "type=\"password\"");
    }
}
