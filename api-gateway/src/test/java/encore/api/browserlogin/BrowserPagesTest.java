package encore.api.browserlogin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.api.browserlogin.pages.BrowserPages;
import encore.api.browserlogin.pages.Markup;
import encore.api.browserlogin.pages.PageBrand;
import encore.kernel.branding.Branding;
import encore.kernel.branding.BrandingBuilder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.http.HttpCookie;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;

class BrowserPagesTest {

    private static final PageBrand ROVERS = PageBrand.of("Rovers", Branding.EMPTY);
    private static final String BACK = "https://fans.example/back";

    @Test
    void texts_and_values_never_become_markup() {
        String attack = "</p><script>alert('1')</script>\" onload=\"x";
        String html = Markup.element("p", Map.of("title", attack), Markup.text(attack))
                .toString();
        assertThat(html)
                .doesNotContain("<script")
                .doesNotContain("\" onload")
                .isEqualTo(
                        "<p title=\"&lt;/p&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&quot; onload=&quot;x\">"
                                + "&lt;/p&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&quot; onload=&quot;x</p>");
        assertThat(Markup.text("Zoë & the Lärks 🎸").toString()).isEqualTo("Zoë &amp; the Lärks 🎸");
    }

    @Test
    void names_are_the_programs_own() {
        assertThatThrownBy(() -> Markup.element("p onload=x")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Markup.element("p", Map.of("a b", ""))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void elements_nest_and_some_have_no_content() {
        assertThat(Markup.element("p", Markup.text("a"), Markup.element("br"), Markup.text("b")))
                .hasToString("<p>a<br>b</p>");
    }

    @Test
    void a_bad_request_is_a_page_that_leads_nowhere() {
        ResponseEntity<String> page =
                BrowserPages.refused(HttpStatus.BAD_REQUEST, "The redirect_url <b>is</b> not registered.");
        assertThat(page.getStatusCode()).isEqualTo(HttpStatus.BAD_REQUEST);
        assertThat(page.getBody())
                .startsWith("<!doctype html><html lang=\"en\">")
                .contains("The redirect_url &lt;b&gt;is&lt;/b&gt; not registered.")
                .doesNotContain("<script")
                .doesNotContain("<form")
                .doesNotContain("href");
        assertThat(page.getHeaders().getLocation()).isNull();
        assertThat(page.getHeaders().getFirst("Content-Type")).isEqualTo("text/html;charset=UTF-8");
        assertThat(page.getHeaders().getFirst("Cache-Control")).isEqualTo("no-store");
        assertThat(page.getHeaders().getFirst("X-Content-Type-Options")).isEqualTo("nosniff");
        assertThat(page.getHeaders().getFirst("Referrer-Policy")).isEqualTo("no-referrer");
        assertThat(policy(page))
                .contains("default-src 'none'")
                .contains("form-action 'none';")
                .contains("frame-ancestors 'none'")
                .doesNotContain("unsafe", "img-src");
    }

    @ParameterizedTest
    @CsvSource({
        "400, This login does not work",
        "403, This login does not work",
        "429, Please wait a moment",
        "503, This login does not work at the moment"
    })
    void the_heading_says_whether_waiting_helps(int status, String heading) {
        assertThat(BrowserPages.refused(HttpStatus.valueOf(status), "Why.").getBody())
                .contains("<h1>" + heading + "</h1>", "<title>" + heading + "</title>");
    }

    @Test
    void the_policy_allows_the_style_of_the_page_and_no_other() throws Exception {
        for (ResponseEntity<String> page : new ResponseEntity[] {
            BrowserPages.refused(HttpStatus.BAD_REQUEST, "No."), BrowserPages.step(ROVERS, "Email", BACK)
        }) {
            var style = Pattern.compile("<style>([^<]*)</style>").matcher(String.valueOf(page.getBody()));
            assertThat(style.find()).isTrue();
            byte[] hash =
                    MessageDigest.getInstance("SHA-256").digest(style.group(1).getBytes(StandardCharsets.UTF_8));
            assertThat(policy(page))
                    .contains("style-src 'sha256-" + Base64.getEncoder().encodeToString(hash) + "';");
            assertThat(style.group(1)).doesNotContain("url(", "@import");
            assertThat(page.getBody()).doesNotContain("style=", "<link");
        }
    }

    @Test
    void the_picture_of_the_branding_is_shown_and_nothing_else_may_be_loaded() {
        UUID media = UUID.fromString("0192f3c1-0000-7000-8000-000000000001");
        ResponseEntity<String> uploaded =
                step(BrandingBuilder.builder().mediaUid(media).build());
        assertThat(uploaded.getBody()).contains("src=\"/social_media/" + media + "?width=");
        assertThat(policy(uploaded)).contains("; img-src 'self';");
        ResponseEntity<String> elsewhere = step(BrandingBuilder.builder()
                .imageUrl("https://x.example/a.png?\"onerror=\";script-src *")
                .build());
        assertThat(elsewhere.getBody()).contains("src=\"https://x.example/a.png?&quot;onerror=&quot;;script-src *\"");
        assertThat(policy(elsewhere)).contains("; img-src https:;").doesNotContain("script-src");
        assertThat(policy(step(Branding.EMPTY))).doesNotContain("img-src");
        assertThat(step(Branding.EMPTY).getBody()).doesNotContain("<img");
    }

    @Test
    void the_text_of_the_branding_stands_above_the_heading() {
        assertThat(step(BrandingBuilder.builder().headerText("Fans <first>").build())
                        .getBody())
                .contains("Fans &lt;first&gt;</p><h1 dir=\"auto\">Log in to Rovers</h1>");
        assertThat(step(BrandingBuilder.builder().headerText("  ").build()).getBody())
                .doesNotContain("intro\"");
    }

    private static ResponseEntity<String> step(Branding branding) {
        return BrowserPages.step(PageBrand.of("Rovers", branding), "Email", BACK);
    }

    @ParameterizedTest
    @CsvSource({
        "https://fans.example/back?a=b, https://fans.example",
        "https://fans.example:8443/back, https://fans.example:8443",
        "http://[::1]:3000/, http://[::1]:3000",
        "com.larks.app:/back, com.larks.app:",
        "com.larks.app:back;script-src, com.larks.app:",
        "https://fans.example/;script-src%20*, https://fans.example"
    })
    void a_form_may_be_followed_to_the_redirect_and_nowhere_else(String redirectUrl, String source) {
        assertThat(policy(BrowserPages.step(ROVERS, "Email", redirectUrl)))
                .contains("form-action 'self' " + source + "; frame-ancestors 'none'")
                .doesNotContain("script-src");
    }

    @Test
    void a_form_is_accepted_from_the_browser_that_was_shown_it() {
        FormToken token = FormToken.of(request(null));
        assertThat(token.value()).hasSize(43);
        assertThat(FormToken.isValid(request(token.value()), token.value())).isTrue();
        assertThat(FormToken.of(request(token.value()))).isEqualTo(token);
        assertThat(token.asField().toString()).contains("type=\"hidden\"").contains("value=\"" + token.value() + "\"");
    }

    @Test
    void a_form_of_another_site_is_not() {
        String value = FormToken.of(request(null)).value();
        String other = FormToken.of(request(null)).value();
        assertThat(FormToken.isValid(request(null), value)).isFalse();
        assertThat(FormToken.isValid(request(value), null)).isFalse();
        assertThat(FormToken.isValid(request(value), other)).isFalse();
        assertThat(FormToken.isValid(request(""), "")).isFalse();
        assertThat(FormToken.isValid(request("x"), "x")).isFalse();
    }

    @Test
    void the_cookie_is_hidden_from_scripts_and_from_other_hosts() {
        assertThat(FormToken.of(request(null)).asCookie().toString())
                .startsWith("__Host-encore-login=")
                .contains("; Path=/;")
                .contains("; Secure")
                .contains("; HttpOnly")
                .contains("; SameSite=Lax")
                .doesNotContain("Domain");
    }

    private static MockServerHttpRequest request(@Nullable String cookie) {
        var request = MockServerHttpRequest.get("/crm/oauth");
        return cookie == null
                ? request.build()
                : request.cookie(new HttpCookie(FormToken.COOKIE, cookie)).build();
    }

    private static String policy(ResponseEntity<String> page) {
        return String.valueOf(page.getHeaders().getFirst("Content-Security-Policy"));
    }
}
