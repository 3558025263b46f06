package encore.infra.standalone;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.web.util.UriComponentsBuilder;
import tools.jackson.databind.JsonNode;

/** Logins by browser, in a real one: from the customer's page through ours to the exchange of the code. */
@ResourceLock(Browsers.LOCK)
class BrowserLoginJourneyTest extends Journey {

    @RegisterExtension
    static final Browsers BROWSERS = new Browsers();

    private static final String BACK = "https://fans.example/back?from=encore";
    private static final String PASSWORD = "correct horse";
    private static final String VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
    private static final String CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

    private final String ada = SentCodes.email("ada");
    private final String phone = SentCodes.phone();

    /** A customer with one business, whose page is at {@link #BACK}. */
    private record Customer(Api server, long account, long business) {

        static Customer of(RunningEncore encore) {
            JsonNode opened = encore.operator()
                    .post("/api/v1/manage/accounts", "name", "Rovers")
                    .mustBe(200)
                    .body();
            Api server = new Api(
                    encore.url().replace("127.0.0.1", "localhost"),
                    Map.of(
                            "Api-Key", opened.get("api_key").asString(),
                            "Api-Secret", opened.get("api_secret").asString()));
            server.post("/api/v1/manage/redirect_urls", "redirect_url", BACK).mustBe(200);
            var customer = new Customer(server, opened.get("account_id").asLong(), server.business("Rovers"));
            // A gateway learns of a new address a moment later.
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> server.load(customer.login("")
                                            .substring(server.url().length()))
                                    .statusCode()
                            == 200);
            return customer;
        }

        String login(String more) {
            return server.url() + "/crm/oauth?account_id=" + account + "&business_id=" + business + "&redirect_url="
                    + URLEncoder.encode(BACK, StandardCharsets.UTF_8) + more;
        }

        Api.Answer exchange(String code, Object... more) {
            Object[] all = Stream.concat(Stream.of("code", code, "redirect_url", BACK), Stream.of(more))
                    .toArray();
            return server.get("/crm/access_token", all);
        }
    }

    private static Page page(boolean withScript) {
        BrowserContext context = Browsers.context()
                .browser()
                .newContext(new Browser.NewContextOptions().setJavaScriptEnabled(withScript));
        context.setDefaultTimeout(120_000);
        context.route(
                "https://fans.example/**",
                route -> route.fulfill(new Route.FulfillOptions()
                        .setStatus(200)
                        .setContentType("text/html")
                        .setBody("<h1>Welcome back</h1>")));
        return context.newPage();
    }

    private static void press(Page page, String button) {
        page.getByRole(
                        AriaRole.BUTTON,
                        new Page.GetByRoleOptions().setName(button).setExact(true))
                .click();
    }

    private static void fill(Page page, String label, String text) {
        page.getByLabel(label).fill(text);
    }

    /** Returns a parameter of the address to which the browser was led back. */
    private static String back(Page page, String name) {
        page.waitForURL("https://fans.example/**");
        assertThat(page.url()).startsWith(BACK + "&");
        return String.valueOf(UriComponentsBuilder.fromUri(URI.create(page.url()))
                .build()
                .getQueryParams()
                .getFirst(name));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_fan_registers_logs_in_and_accepts_terms_with_and_without_scripts(boolean withScript) {
        try (Page page = page(withScript)) {
            Customer customer = Customer.of(encore());
            page.navigate(customer.login("&state=s%201&code_challenge=" + CHALLENGE));
            assertThat(page.getByRole(AriaRole.HEADING)).hasText("Log in to Rovers");
            fill(page, "Email", ada);
            press(page, "Send me a code");
            String code = sent().next(ada);
            fill(page, "Code", code.equals("111111") ? "111112" : "111111");
            press(page, "Log in");
            assertThat(page.getByRole(AriaRole.ALERT)).containsText("is wrong");
            fill(page, "Code", code);
            press(page, "Log in");
            fill(page, "First name", "Ada");
            press(page, "Register");
            assertThat(back(page, "state")).isEqualTo("s%201");
            String browserCode = back(page, "code");
            customer.exchange(browserCode).mustBe(401);
            JsonNode session = customer.exchange(browserCode, "code_verifier", VERIFIER)
                    .mustBe(200)
                    .body();
            assertThat(session.get("login_source").asString()).isEqualTo("browser");
            assertThat(session.get("login_type").asString()).isEqualTo("register");
            assertThat(session.get("user_key").asString()).isEqualTo(ada);
            String uid = session.get("session_uid").asString();
            customer.server().get("/api/v1/sessions/" + uid).mustBe(200);
            Api elsewhere = encore().atOtherGateway(customer.server());
            elsewhere.get("/api/v1/sessions/" + uid).mustBe(200);
            customer.exchange(browserCode, "code_verifier", VERIFIER).mustBe(401);
            customer.server().get("/api/v1/sessions/" + uid).mustBe(401);
            FanSessions.mustEnd(elsewhere, uid);

            long fan = session.get("fan_id").asLong();
            Api server = customer.server();
            server.post("/api/v1/crm/fans/" + fan, "password", PASSWORD).mustBe(200);
            server.post("/api/v1/manage/businesses/" + customer.business(), "legal_terms", "Be <kind>.")
                    .mustBe(200);
            page.navigate(customer.login(""));
            fill(page, "Email", ada);
            press(page, "Use my password");
            fill(page, "Password", "wrong horse");
            press(page, "Log in");
            assertThat(page.getByRole(AriaRole.ALERT)).containsText("This password is wrong");
            assertThat(page.getByLabel("Email")).hasValue(ada);
            fill(page, "Password", PASSWORD);
            press(page, "Log in");
            assertThat(page.getByText("Be <kind>.")).isVisible();
            fill(page, "Password", PASSWORD);
            press(page, "I accept these terms");
            customer.exchange(back(page, "code")).mustBe(200);

            page.navigate(customer.login(""));
            fill(page, "Email", ada);
            press(page, "Use my password");
            fill(page, "Password", PASSWORD);
            press(page, "Log in");
            String accepted = back(page, "code");
            server.post("/api/v1/crm/fans/" + fan, "password", "another horse").mustBe(200);
            customer.exchange(accepted).mustBe(401);

            page.navigate(customer.login("&state=again"));
            press(page, "Cancel");
            assertThat(back(page, "error")).isEqualTo("access_denied");
            assertThat(back(page, "state")).isEqualTo("again");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_fan_logs_in_by_phone_below_the_picture_of_the_business(boolean withScript) throws Exception {
        try (Page page = page(withScript)) {
            Customer customer = Customer.of(encore());
            Api server = customer.server();
            String picture = server.upload("/api/v1/manage/media", MediaJourneyTest.picture(400, 100, "png"))
                    .mustBe(200)
                    .body()
                    .get("media_uid")
                    .asString();
            server.post("/api/v1/manage/branding", "media_uid", picture, "header_text", "Fans <first>")
                    .mustBe(200);
            server.post("/api/v1/manage/login_settings", "sms_countries", "DE").mustBe(200);

            page.navigate(customer.login("&login_type=phone"));
            assertThat(page.getByText("Fans <first>")).isVisible();
            assertThat(page.locator("img").boundingBox().height).isBetween(40.0, 96.0);
            fill(page, "Phone", "12");
            press(page, "Send me a code");
            assertThat(page.getByRole(AriaRole.ALERT)).containsText("This is not a phone number");
            assertThat(page.getByLabel("Phone")).hasValue("12");
            fill(page, "Phone", "+44 151 234 5678");
            press(page, "Send me a code");
            assertThat(page.getByRole(AriaRole.ALERT)).containsText("no codes to phones of this country");
            fill(page, "Phone", phone.replace("+49", "+49 "));
            page.getByLabel("Phone").press("Enter");
            assertThat(page.getByText("We have sent a code to " + phone)).isVisible();
            press(page, "Use another phone");
            assertThat(page.getByLabel("Phone")).hasValue(phone);
            press(page, "Send me a code");
            sent().next(phone);
            fill(page, "Code", sent().next(phone));
            page.getByLabel("Code").press("Enter");
            fill(page, "First name", "Ada");
            press(page, "Register");
            JsonNode session = customer.exchange(back(page, "code")).mustBe(200).body();
            assertThat(session.get("network").asString()).isEqualTo("phone");
            assertThat(session.get("user_key").asString()).isEqualTo(phone);

            long fan = session.get("fan_id").asLong();
            server.post("/api/v1/crm/fans/" + fan, "password", PASSWORD).mustBe(200);
            page.navigate(customer.login("&login_type=phone"));
            fill(page, "Phone", phone);
            press(page, "Use my password");
            fill(page, "Password", PASSWORD);
            page.getByLabel("Password").press("Enter");
            customer.exchange(back(page, "code")).mustBe(200);
        }
    }

    @Test
    void a_page_of_another_site_sends_no_form_and_an_unknown_address_is_never_followed() {
        try (Page page = page(true)) {
            Customer customer = Customer.of(encore());
            page.navigate(customer.login(""));
            page.context()
                    .route(
                            "https://eve.example/**",
                            route -> route.fulfill(new Route.FulfillOptions()
                                    .setContentType("text/html")
                                    .setBody("<form method=post action='"
                                            + customer.login("").replace("&", "&amp;")
                                            + "'><button name=step value=cancel>Win</button></form>")));
            page.navigate("https://eve.example/");
            press(page, "Win");
            assertThat(page.getByText("form_token")).isVisible();
            page.navigate(customer.login("").replace("fans.example", "eve.example"));
            assertThat(page.getByRole(AriaRole.HEADING)).hasText("This login does not work");
        }
    }

    @Test
    void a_demo_shows_the_code_of_a_browser_login(@TempDir Path data) {
        RunningEncore.assumeOneProcess("the outbox of processes is in CodesJourneyTest");
        try (RunningEncore encore = RunningEncore.on(data, Map.of("encore.demo", "on"));
                Page page = page(false)) {
            Customer customer = Customer.of(encore);
            customer.server().fan(ada);
            page.navigate(customer.login(""));
            fill(page, "Email", ada);
            press(page, "Send me a code");
            await().until(() -> !outbox(customer).isMissingNode());
            var code = Pattern.compile("(?<=is )\\d{6}(?=\\.)")
                    .matcher(outbox(customer).asString());
            assertThat(code.find()).isTrue();
            fill(page, "Code", code.group());
            press(page, "Log in");
            customer.exchange(back(page, "code")).mustBe(200);
        }
    }

    private static JsonNode outbox(Customer customer) {
        return customer.server().get("/api/v1/manage/outbox").mustBe(200).body().at("/data/0/text");
    }
}
