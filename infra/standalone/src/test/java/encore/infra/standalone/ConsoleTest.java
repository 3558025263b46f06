package encore.infra.standalone;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The console's sign-in, its boards, ledgers and what it tells of the server's own state; and the docs. */
class ConsoleTest extends InBrowser {

    private String points = "";
    private long ada;

    @BeforeEach
    void there_are_fans_with_points() {
        points = api.pointType("applause");
        ada = named("Ada Lovelace");
        long grace = named("Grace Hopper");
        award(ada, 400, "first");
        award(grace, 310, "first");
        award(named("Edsger Dijkstra"), 120, "first");
    }

    @Test
    void a_wrong_secret_is_said_and_a_session_outlives_the_page_until_it_is_signed_out() {
        page.navigate(encore().url() + "/console");
        button("Sign in with a key pair").click();
        page.getByLabel("API key").fill(api.headers().get("Api-Key"));
        page.getByLabel("API secret").fill("wrong");
        page.keyboard().press("Enter");
        assertThat(page.getByRole(AriaRole.ALERT)).containsText("does not belong");
        page.getByLabel("API secret").fill(secret());
        page.keyboard().press("Enter");
        assertThat(heading("Welcome")).isVisible();
        tab("Leaderboard");
        page.reload();
        assertThat(rows()).hasCount(3);
        Object kept = page.evaluate("() => JSON.stringify({...localStorage}) + JSON.stringify({...sessionStorage})"
                + " + document.cookie + document.documentElement.outerHTML");
        assertThat(kept.toString()).doesNotContain(secret()).doesNotContain("encore_console");
        page.getByText("Sign out").click();
        assertThat(heading("Sign in")).isVisible();
        page.reload();
        assertThat(heading("Sign in")).isVisible();
        expected(401);
    }

    @Test
    void a_fan_without_a_display_name_is_called_by_name_or_email() {
        api.award(api.fan("alan@fans.example"), "applause", 900);
        long barbara = api.made("/api/v1/crm/fans", "fan_id", "first_name", "Barbara", "email", "b@fans.example")
                .transform(Long::parseLong);
        api.award(barbara, "applause", 800);
        enter("board");
        assertThat(page).hasTitle("Leaderboard – Encore console");
        assertThat(rows().first()).containsText("alan@fans.example");
        assertThat(rows().nth(1)).containsText("Barbara");
        link("alan@fans.example").click();
        assertThat(page.getByRole(AriaRole.HEADING, new Page.GetByRoleOptions().setName("alan@fans.example")))
                .isVisible();
    }

    @Test
    void the_leaderboard_opens_on_the_points_of_the_latest_record_and_moves() {
        enter("board");
        assertThat(page.locator("main select option:checked")).hasText("applause");
        assertThat(rows()).hasCount(3);
        assertThat(rows().first()).containsText("Ada Lovelace");
        keep("leaderboard");
        award(ada, -1, "one-less");
        api.award(ada, "applause", 1_000);
        assertThat(rows().first()).containsText("1,399");
    }

    @Test
    void a_new_account_sees_how_to_import_points_and_that_it_has_no_campaigns_and_dead_letters() {
        api = encore().newAccount();
        enter("board");
        assertThat(page.locator("main")).containsText("./encore import-purchases");
        keep("no-points");
        tab("Campaigns");
        assertThat(page.locator("main")).containsText("No campaigns yet.");
        tab("Dead letters");
        assertThat(page.getByText("There are none.")).isVisible();
    }

    @Test
    void a_key_that_lacks_a_scope_sees_that_and_stays_signed_in() {
        JsonNode few = api.post("/api/v1/manage/keys", "label", "few", "scopes", "manage")
                .mustBe(200)
                .body();
        api = new Api(
                api.url(),
                Map.of(
                        "Api-Key", few.get("api_key").asString(),
                        "Api-Secret", few.get("api_secret").asString()));
        enter("tickets");
        assertThat(page.getByText("The api_key lacks the scope crm.")).isVisible();
        tab("Operations");
        assertThat(rows().first()).containsText("SignInAtConsole");
        assertThat(rows().nth(1)).containsText("IssueKey");
        expected(401);
    }

    @Test
    void a_fans_ledger_is_shown_as_it_was_at_any_record_and_each_record_is_proved_in_the_browser() {
        for (int i = 0; i < 5; i++) {
            award(ada, 20 + 7 * i - (i == 3 ? 90 : 0), "encore-" + i);
        }
        enter("board");
        link("Ada Lovelace").click();
        assertThat(page.locator("figure.chart canvas")).isVisible();
        assertThat(page.locator("figure.chart [role=img]"))
                .hasAttribute("aria-label", Pattern.compile("^Balance of applause"));
        assertThat(page).hasTitle("Fan " + ada + " – Encore console");
        assertThat(rows("Records of the ledger")).hasCount(6);
        page.getByLabel("As of which record").fill("2");
        assertThat(page.locator("tr.later")).hasCount(3);
        String then = page.getByLabel("Records of the ledger")
                .locator("tbody tr:not(.later)")
                .first()
                .locator("td")
                .nth(3)
                .textContent();
        assertThat(page.locator(".cards article[aria-current] b")).hasText(then);
        keep("ledger");
        page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName(Pattern.compile("^Proof")))
                .first()
                .click();
        assertThat(page.locator("dialog[open] li.good")).hasCount(3);
        page.keyboard().press("Escape");
        assertThat(page.locator("dialog[open]")).hasCount(0);
    }

    @Test
    void a_fans_page_opens_with_todays_rank_and_tier_and_an_earlier_moment_says_so() {
        award(named("Grace Hopper"), 1_000, "later");
        api.post("/api/v1/crm/points/" + points + "/point_tiers", "tier_name", "Gold", "min_points", 300)
                .mustBe(200);
        for (int width : List.of(1200, 375)) {
            page.setViewportSize(width, 800);
            enter("fan/" + ada + "/points");
            page.reload();
            assertThat(page.locator("output[for=as_of]")).hasText("As of today");
            assertThat(page.locator(".cards article")).containsText("rank 2, Gold");
            assertThat(page.locator("tr.later")).hasCount(0);
            fits("Fan today");
            keep("fan-today-" + width);
            page.getByLabel("As of which record").fill("0");
            assertThat(page.locator("output[for=as_of]"))
                    .containsText(Pattern.compile("^As of an earlier moment: .*, position [\\d,]+$"));
            assertThat(page.locator(".cards article")).containsText("rank 1");
            fits("Fan then");
            keep("fan-then-" + width);
        }
    }

    @Test
    void the_newest_points_appear_by_themselves_and_can_be_filtered() {
        enter("tail");
        assertThat(rows()).hasCount(3);
        award(ada, 77, "late");
        assertThat(rows().first()).containsText("77");
        assertThat(rows().first()).containsText("Ada Lovelace");
        page.getByLabel("Fan id").fill(Long.toString(ada));
        page.keyboard().press("Enter");
        assertThat(rows()).hasCount(2);
        keep("points");
    }

    @Test
    void new_events_show_at_once_and_can_be_filtered_by_type_and_fan() {
        enter("events");
        // The sign-in and the read of the history are entries of the journal.
        assertThat(rows().first()).containsText("operation_ordered");
        assertThat(rows().nth(2)).containsText("points_awarded");
        long late = named("Late Comer");
        assertThat(rows().first()).containsText("fan_registered");
        keep("events");
        page.getByLabel("Type").fill("fan_registered");
        page.keyboard().press("Enter");
        assertThat(rows()).hasCount(4);
        page.getByLabel("Fan id").fill(Long.toString(late));
        page.keyboard().press("Enter");
        assertThat(rows()).hasCount(1);
        page.getByLabel("Type").fill("");
        page.keyboard().press("Enter");
        award(late, 5, "welcome");
        assertThat(rows().first()).containsText("points_awarded");
    }

    @Test
    void live_views_go_on_by_themselves_when_the_connection_was_lost() {
        page.addInitScript("const Own = WebSocket; window.sockets = []; window.WebSocket = class extends Own {"
                + " constructor(url) { super(url); window.sockets.push(this); } }");
        enter("events");
        // The sign-in and the read of the history are entries of the journal.
        assertThat(rows().first()).containsText("operation_ordered");
        assertThat(rows().nth(2)).containsText("points_awarded");
        int before = rows().count();
        page.evaluate("() => sockets.forEach(socket => socket.close())");
        award(ada, 1, "meanwhile");
        award(ada, 2, "meanwhile too");
        assertThat(rows()).hasCount(before + 2);
    }

    @Alone(because = "it switches what all accounts share")
    @Test
    void a_projection_that_the_operator_rebuilt_is_compared_by_keyboard() {
        enter("projections");
        String name = "businesses";
        var projections = new ProjectionsApi(api, encore().operator());
        int version = projections.rebuild(name);
        assertThat(version(name, Integer.toString(version))).containsText("up to date");
        press("Compare " + name);
        assertThat(page.locator("section .good")).containsText("Equal");
        keep("projections");
        encore().operator().post(ProjectionsApi.PATH + "/" + name + "/switch").mustBe(200);
        assertThat(version(name, version + " (serves)")).isVisible();
        assertThat(button("Compare " + name)).hasCount(1);
    }

    private Locator version(String name, String version) {
        return page.locator(
                "tr:has(td:nth-child(1):text-is('" + name + "')):has(td:nth-child(2):text-is('" + version + "'))");
    }

    @Test
    void the_issuer_of_a_key_stands_among_the_operations() {
        api.post("/api/v1/manage/keys", "label", "web", "scopes", "crm").mustBe(200);
        enter("operations");
        assertThat(rows().first()).containsText("SignInAtConsole");
        assertThat(rows().nth(1)).containsText("IssueKey");
        assertThat(rows().nth(1)).containsText("firstkey:");
        assertThat(rows().last()).containsText("OpenAccount");
    }

    @Test
    void a_dead_letter_is_shown_with_its_cause_tried_again_and_discarded() throws Exception {
        long grace = named("Grace Hopper");
        deadLetter(ada);
        deadLetter(grace);
        enter("letters");
        assertThat(rows()).hasCount(2);
        assertThat(rows().first()).containsText("ArithmeticException");
        assertThat(ofLetter(grace, "Discard")).isInViewport();
        keep("letters");
        ofLetter(ada, "Retry").click();
        assertThat(rows()).hasCount(1);
        ofLetter(grace, "Discard").click();
        page.locator("dialog button.danger, dialog .buttons button").last().click();
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
        Path file = data().resolve("views/tiers.v" + serves.get("version").asInt() + ".db");
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
        page.setViewportSize(390, 844);
        page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.DARK));
        enter("board");
        for (String tab : List.of(
                "Leaderboard",
                "Live points",
                "Live events",
                "Projections",
                "Dead letters",
                "Automations",
                "Operations",
                "Leaderboard")) {
            tab(tab);
            fits(tab);
        }
        link("Ada Lovelace").click();
        assertThat(page.locator(".cards article")).not().hasCount(0);
        fits("Fan");
        keep("phone");
    }

    @Test
    void the_docs_show_the_calls_and_make_one_with_the_keys_that_were_entered() {
        page.navigate(encore().url() + "/docs");
        page.locator("button.authorize").first().click();
        authorise("api_key", api.headers().get("Api-Key"));
        authorise("api_secret", secret());
        page.locator("button.btn-done").first().click();
        page.locator("#operations-tag-accounts").click();
        Locator call =
                page.locator(".opblock", new Page.LocatorOptions().setHasText("Lists the key pairs, oldest first"));
        call.locator("button.opblock-summary-control").click();
        call.locator("button.execute").click();
        assertThat(call.locator(".live-responses-table .response-col_status").last())
                .hasText("200");
        assertThat(call.locator(".live-responses-table"))
                .containsText(api.headers().get("Api-Key"));
        keep("docs");
    }

    @Test
    void the_docs_filter_operations_by_their_words_and_show_webhooks_on_a_page_of_their_own() {
        page.navigate(encore().url() + "/docs");
        Locator filter = page.getByLabel("Filter the operations");
        filter.fill("key pairs oldest");
        assertThat(page.locator(".opblock-tag")).hasCount(1);
        page.locator(".opblock-tag button").first().click();
        assertThat(page.locator(".opblock")).hasCount(1);
        assertThat(page.locator(".opblock")).containsText("Lists the key pairs, oldest first");
        filter.fill("");
        assertThat(page.locator(".webhooks")).hasCount(0);
        link("Webhooks").click();
        page.getByLabel("Filter the webhooks").fill("points_awarded");
        assertThat(page.locator(".opblock-tag")).hasCount(1);
        keep("docs-webhooks");
    }

    private void authorise(String scheme, String value) {
        Locator entry = page.locator(".auth-container", new Page.LocatorOptions().setHasText(scheme))
                .first();
        entry.locator("input").fill(value);
        entry.locator("button.authorize").click();
    }

    private void award(long fan, int count, String key) {
        api.post("/api/v1/ent/fan_points", "fan_id", fan, "point_uid", points, "point_count", count, "award_key", key)
                .mustBe(200);
    }
}
