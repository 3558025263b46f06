package encore.infra.standalone;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Dialog;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The console and the docs in a real browser, before the real server. {@code -Dencore.images=<dir>} keeps pictures of it. */
class ConsoleTest {

    /** Its own, as its projections are switched. */
    private static RunningEncore encore;

    private static Path data;

    private static Playwright playwright;
    private static Browser browser;

    private final List<String> complaints = new ArrayList<>();
    private BrowserContext context;
    private Page page;
    private Api api = new Api("", Map.of());
    private String points;
    private long ada;

    @BeforeAll
    static void start_a_browser(@TempDir Path own) {
        Path chromium = Stream.of("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome")
                .map(Path::of)
                .filter(Files::isExecutable)
                .findFirst()
                .orElse(null);
        assumeTrue(chromium != null, "no Chromium is installed; .ci/run installs one");
        data = own;
        encore = RunningEncore.on(data);
        playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        browser = playwright
                .chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(chromium)
                        .setArgs(List.of("--no-sandbox", "--disable-gpu")));
    }

    @AfterAll
    static void stop_it() {
        if (playwright != null) {
            playwright.close();
            encore.close();
        }
    }

    @BeforeEach
    void there_are_fans_with_points() {
        api = encore.newAccount();
        api.post("/api/v1/crm/points", "point_name", "applause").mustBe(200);
        points = api.get("/api/v1/crm/points")
                .body()
                .get("data")
                .valueStream()
                .filter(type -> type.get("point_name").asString().equals("applause"))
                .findFirst()
                .orElseThrow()
                .get("point_uid")
                .asString();
        ada = fan("Ada", "Lovelace");
        long grace = fan("Grace", "Hopper");
        long edsger = fan("Edsger", "Dijkstra");
        for (int i = 0; i < 24; i++) {
            award(ada, 20 + 7 * (i % 5) - (i % 6 == 5 ? 90 : 0), "opening-" + i);
        }
        award(grace, 310, "first");
        award(edsger, 120, "first");
        open(ColorScheme.LIGHT, 1200, 800);
    }

    @AfterEach
    void nothing_went_wrong_in_the_browser() {
        if (context != null) {
            context.close();
            assertThat(complaints).isEmpty();
        }
    }

    @Test
    void who_signs_in_sees_the_leaderboard_move_and_no_secret_stays_in_the_page() {
        signIn();
        assertThat(page.locator("tbody tr").first()).containsText("Ada Lovelace");
        keep("leaderboard");
        award(ada, -1, "one-less");
        api.post("/api/v1/crm/fans/" + ada + "/points", "point_name", "applause", "point_count", 1000)
                .mustBe(200);
        assertThat(page.locator("tbody tr").first()).containsText(Pattern.compile("1,\\d{3}"));
        Object kept = page.evaluate("() => JSON.stringify({...localStorage}) + JSON.stringify({...sessionStorage})"
                + " + document.cookie + document.documentElement.outerHTML");
        assertThat(kept.toString()).doesNotContain(secret()).doesNotContain("encore_console");
    }

    @Test
    void the_leaderboard_opens_on_the_points_of_the_latest_record() {
        signIn();
        assertThat(page.locator("main select option:checked")).hasText("applause");
        assertThat(page.locator("tbody tr")).hasCount(3);
    }

    @Test
    void who_has_no_points_yet_is_told_how_to_import_some() {
        api = encore.newAccount();
        signIn();
        assertThat(page.locator("main")).containsText("./encore import-purchases");
        keep("no-points");
    }

    @Test
    void a_wrong_secret_is_said_and_a_session_outlives_the_page_until_it_is_signed_out() {
        page.navigate(encore.url() + "/console");
        page.getByLabel("API key").fill(api.headers().get("Api-Key"));
        page.getByLabel("API secret").fill("wrong");
        page.keyboard().press("Enter");
        assertThat(page.getByRole(AriaRole.ALERT)).containsText("does not belong");
        page.getByLabel("API secret").fill(secret());
        page.keyboard().press("Enter");
        assertThat(heading("Leaderboard")).isVisible();
        page.reload();
        assertThat(heading("Leaderboard")).isVisible();
        page.getByText("Sign out").click();
        assertThat(heading("Sign in")).isVisible();
        page.reload();
        assertThat(heading("Sign in")).isVisible();
        complaints.removeIf(said -> said.contains("401"));
    }

    @Test
    void a_fans_ledger_is_shown_as_it_was_at_any_record_and_each_record_is_proved_in_the_browser() {
        signIn();
        page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("Ada Lovelace"))
                .click();
        assertThat(page.locator("figure.chart svg")).isVisible();
        assertThat(page.locator("tbody tr")).hasCount(24);
        page.getByLabel("As of which record").fill("10");
        assertThat(page.locator("tr.later")).hasCount(13);
        String then = page.locator("tbody tr:not(.later)")
                .first()
                .locator("td")
                .nth(3)
                .textContent();
        assertThat(page.locator(".cards article[aria-current] b")).hasText(then);
        keep("ledger");
        page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName(Pattern.compile("^Proof")))
                .first()
                .click();
        assertThat(page.locator("dialog li.good")).hasCount(3);
        page.keyboard().press("Escape");
        assertThat(page.locator("dialog")).hasCount(0);
    }

    @Test
    void the_newest_points_appear_by_themselves_and_can_be_filtered() {
        signIn();
        tab("Live points");
        assertThat(page.locator("tbody tr")).hasCount(26);
        award(ada, 77, "late");
        assertThat(page.locator("tbody tr").first()).containsText("77");
        assertThat(page.locator("tbody tr").first()).containsText("Ada Lovelace");
        page.getByLabel("Fan id").fill(Long.toString(ada));
        page.keyboard().press("Enter");
        assertThat(page.locator("tbody tr")).hasCount(25);
        keep("points");
    }

    @Test
    void what_happens_is_told_at_once_and_can_be_filtered_by_type_and_fan() {
        signIn();
        tab("Live events");
        assertThat(page.locator("tbody tr").first()).containsText("points_awarded");
        long late = fan("Late", "Comer");
        assertThat(page.locator("tbody tr").first()).containsText("fan_registered");
        keep("events");
        page.getByLabel("Type").fill("fan_registered");
        page.keyboard().press("Enter");
        assertThat(page.locator("tbody tr")).hasCount(4);
        page.getByLabel("Fan id").fill(Long.toString(late));
        page.keyboard().press("Enter");
        assertThat(page.locator("tbody tr")).hasCount(1);
        page.getByLabel("Type").fill("");
        page.keyboard().press("Enter");
        award(late, 5, "welcome");
        assertThat(page.locator("tbody tr").first()).containsText("points_awarded");
    }

    @Test
    void live_views_go_on_by_themselves_when_the_connection_was_lost() {
        page.addInitScript("const Own = WebSocket; window.sockets = []; window.WebSocket = class extends Own {"
                + " constructor(url) { super(url); window.sockets.push(this); } }");
        signIn();
        tab("Live events");
        assertThat(page.locator("tbody tr").first()).containsText("points_awarded");
        int before = page.locator("tbody tr").count();
        page.evaluate("() => sockets.forEach(socket => socket.close())");
        award(ada, 1, "meanwhile");
        award(ada, 2, "meanwhile too");
        assertThat(page.locator("tbody tr")).hasCount(before + 2);
    }

    @Test
    void a_projection_that_the_operator_rebuilt_is_compared_by_keyboard() {
        signIn();
        tab("Projections");
        String name = page.locator("tbody tr td").first().textContent();
        order(name, "rebuild");
        assertThat(button("Compare " + name)).isVisible();
        assertThat(page.locator("tbody tr", new Page.LocatorOptions().setHas(button("Compare " + name))))
                .containsText("up to date");
        press("Compare " + name);
        assertThat(page.locator("section .good")).containsText("Equal");
        keep("projections");
        order(name, "switch");
        assertThat(page.locator("tbody tr", new Page.LocatorOptions().setHas(button("Compare " + name))))
                .not()
                .containsText("(serves)");
        assertThat(page.getByText("2 (serves)")).isVisible();
    }

    private void order(String name, String what) {
        new Api(api.url(), Map.of("Authorization", "Bearer " + RunningEncore.OPERATOR_TOKEN))
                .post("/api/v1/manage/projections/" + name + "/" + what)
                .mustBe(200);
    }

    @Test
    void who_issued_a_key_stands_among_the_operations() {
        api.post("/api/v1/manage/keys", "label", "web", "scopes", "crm").mustBe(200);
        signIn();
        tab("Operations");
        assertThat(page.locator("tbody tr").first()).containsText("IssueKey");
        assertThat(page.locator("tbody tr").first()).containsText("key:");
        assertThat(page.locator("tbody tr").last()).containsText("OpenAccount");
    }

    @Test
    void without_dead_letters_it_says_so() {
        signIn();
        tab("Dead letters");
        assertThat(page.getByText("There are none.")).isVisible();
    }

    @Test
    void a_dead_letter_is_shown_with_its_cause_tried_again_and_discarded() throws Exception {
        assumeTrue(RunningEncore.keepsFiles(), "the letters are put into a file");
        long grace = fan("Grace", "Hopper");
        deadLetter(ada);
        deadLetter(grace);
        signIn();
        tab("Dead letters");
        assertThat(page.locator("tbody tr")).hasCount(2);
        assertThat(page.locator("tbody tr").first()).containsText("ArithmeticException");
        assertThat(ofLetter(grace, "Discard")).isInViewport();
        keep("letters");
        ofLetter(ada, "Retry").click();
        assertThat(page.locator("tbody tr")).hasCount(1);
        page.onDialog(Dialog::accept);
        ofLetter(grace, "Discard").click();
        assertThat(page.getByText("There are none.")).isVisible();
    }

    private Locator ofLetter(long fan, String what) {
        return page.locator("tbody tr", new Page.LocatorOptions().setHasText("." + fan + "."))
                .getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName(what));
    }

    /** As if the projection had failed at the fan's first award. */
    private void deadLetter(long fan) throws Exception {
        LiveClient client = LiveClient.of(api)
                .following("{\"stream\":\"points.history\",\"fan_id\":" + fan + ",\"point_uid\":\"" + points
                        + "\",\"after\":0}");
        JsonNode award = client.next();
        client.cutOff();
        JsonNode serves = api.get("/api/v1/manage/projections")
                .mustBe(200)
                .body()
                .valueStream()
                .filter(row -> row.get("name").asString().equals("tiers")
                        && row.get("serves").asBoolean())
                .findFirst()
                .orElseThrow();
        Path file = data.resolve("views/tiers.v" + serves.get("version").asInt() + ".db");
        assertThat(file).exists();
        try (Connection views = DriverManager.getConnection("jdbc:sqlite:" + file);
                PreparedStatement insert = views.prepareStatement(
                        "INSERT INTO dead_letters(position, stream, kind, attempts) VALUES(?, ?, ?, 1)")) {
            insert.setLong(1, award.get("position").asLong());
            insert.setString(2, award.at("/data/stream").asString());
            insert.setString(3, "ArithmeticException");
            insert.executeUpdate();
        }
    }

    @Test
    void on_a_phone_in_the_dark_nothing_is_wider_than_the_screen() {
        context.close();
        open(ColorScheme.DARK, 390, 844);
        signIn();
        for (String tab : List.of(
                "Leaderboard",
                "Live points",
                "Live events",
                "Projections",
                "Dead letters",
                "Automations",
                "Leaderboard")) {
            tab(tab);
            assertThat((Boolean) page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"))
                    .as(tab)
                    .isTrue();
        }
        page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("Ada Lovelace"))
                .click();
        assertThat(page.locator(".cards article")).not().hasCount(0);
        assertThat((Boolean) page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"))
                .isTrue();
        keep("phone");
    }

    @Test
    void the_docs_show_the_calls_and_make_one_with_the_keys_that_were_entered() {
        page.navigate(encore.url() + "/docs");
        page.locator("button.authorize").first().click();
        authorise("api_key", api.headers().get("Api-Key"));
        authorise("api_secret", secret());
        page.locator("button.btn-done").first().click();
        Locator call =
                page.locator(".opblock", new Page.LocatorOptions().setHasText("The account's key pairs, oldest first"));
        call.locator("button.opblock-summary-control").click();
        call.locator("button.execute").click();
        assertThat(call.locator(".live-responses-table .response-col_status").last())
                .hasText("200");
        assertThat(call.locator(".live-responses-table"))
                .containsText(api.headers().get("Api-Key"));
        keep("docs");
    }

    private void authorise(String scheme, String value) {
        Locator entry = page.locator(".auth-container", new Page.LocatorOptions().setHasText(scheme))
                .first();
        entry.locator("input").fill(value);
        entry.locator("button.authorize").click();
    }

    private void open(ColorScheme scheme, int width, int height) {
        context = browser.newContext(
                new Browser.NewContextOptions().setColorScheme(scheme).setViewportSize(width, height));
        page = context.newPage();
        // Two cores are shared by all that is tested at the same time.
        page.setDefaultTimeout(120_000);
        page.onConsoleMessage(message -> {
            if (message.type().equals("error")) {
                complaints.add(message.text());
            }
        });
        page.onPageError(complaints::add);
    }

    private void signIn() {
        page.navigate(encore.url() + "/console/");
        page.getByLabel("API key").fill(api.headers().get("Api-Key"));
        page.getByLabel("API secret").fill(secret());
        page.keyboard().press("Enter");
        assertThat(heading("Leaderboard")).isVisible();
        // The page asks whether it is signed in already, and is told that it is not.
        complaints.removeIf(said -> said.contains("401"));
    }

    private void tab(String name) {
        page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName(name).setExact(true))
                .click();
        assertThat(heading(name)).isVisible();
    }

    private Locator heading(String text) {
        return page.getByRole(
                AriaRole.HEADING, new Page.GetByRoleOptions().setName(text).setLevel(1));
    }

    private Locator button(String name) {
        return page.getByRole(
                AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
    }

    private void press(String button) {
        button(button).focus();
        page.keyboard().press("Enter");
    }

    private void keep(String name) {
        String directory = System.getProperty("encore.images");
        if (directory != null) {
            page.screenshot(new Page.ScreenshotOptions().setPath(Path.of(directory, "console-" + name + ".png")));
        }
    }

    private String secret() {
        return api.headers().get("Api-Secret");
    }

    private long fan(String first, String last) {
        return api.post("/api/v1/crm/fans", "display_name", first + " " + last, "email", first + "@console.example")
                .mustBe(200)
                .body()
                .get("fan_id")
                .asLong();
    }

    private void award(long fan, int count, String key) {
        api.post("/api/v1/ent/fan_points", "fan_id", fan, "point_uid", points, "point_count", count, "award_key", key)
                .mustBe(200);
    }
}
