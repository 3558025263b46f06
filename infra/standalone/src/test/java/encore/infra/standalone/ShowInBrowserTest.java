package encore.infra.standalone;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.Cookie;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** A show is prepared and run in the console, while a fan takes part and a projector shows the stage. */
class ShowInBrowserTest extends InBrowser {

    private static final String LIVE = "/api/v1/manage/live/";

    /** Lets a test cut the connections of a page. */
    private static final String SOCKETS = """
            window.sockets = [];
            window.WebSocket = class extends WebSocket {
              constructor(...of) {
                super(...of);
                window.sockets.push(this);
              }
            };""";

    @BeforeEach
    void keep_the_clients() {
        LiveClient.keepAll();
        page.setDefaultTimeout(10_000);
    }

    @AfterEach
    void cut_off_the_clients() {
        LiveClient.cutOffAll();
    }

    @Test
    void a_show_is_prepared_run_and_moderated_and_survives_a_cut_connection() throws Exception {
        page.addInitScript(SOCKETS);
        long show = prepared();
        String live = LIVE + show;
        link("Run").click();
        assertThat(page.locator(".on-air")).containsText("Open the doors first");
        assertThat(button("Push Who scored?")).isDisabled();
        press("Open the doors");
        press("Start the show");
        assertThat(page.locator(".show-head .state")).hasText("Live");
        assertThat(counts(live).get("members").asLong())
                .as("staff who follow the show are no members")
                .isZero();
        assertThat(counts(live).get("fan_count").asLong()).isZero();

        Page stage = Browsers.context().newPage();
        stage.setViewportSize(1920, 1080);
        stage.navigate(encore().url() + "/console/stage.html?page_tab_id=" + show);
        assertThat(stage.locator("h1")).containsText("Final ");
        long fanId = named("Mallory");
        long account = api.get("/api/v1/crm/fans/" + fanId)
                .mustBe(200)
                .body()
                .get("account_id")
                .asLong();
        LiveClient fan = fan(fanId, account, show);
        assertThat(page.locator(".numbers-live p").first()).hasText("1Viewers");

        // A key chooses, and Enter pushes.
        page.locator(".show-head h1").click();
        page.keyboard().press("1");
        page.keyboard().press("Enter");
        assertThat(page.locator(".on-air .what")).hasText("Who scored?");
        assertThat(stage.locator("h1")).hasText("Who scored?");
        assertThat(stage.locator(".options li")).hasCount(2);
        assertThat(page.locator(".answers-now")).hasText("0 answers");
        String question = api.get(live)
                .mustBe(200)
                .body()
                .at("/live_overlay/overlay/quiz_question_uid")
                .asString();
        fan.ask("answer", "{\"page_tab_id\":" + show + ",\"quiz_question_uid\":\"" + question + "\",\"answer_idx\":1}");
        assertThat(page.locator(".answers-now")).hasText("1 answer");
        assertThat(page.locator(".bars li").nth(1)).containsText("1 · 100%");
        assertThat(stage.locator(".count")).hasText("1answer");
        assertThat(stage.locator(".share")).hasCount(0);

        String said = "<b>Boo</b> & out";
        say(fan, account, show, said);
        Locator lane = page.locator(".lane li").last();
        assertThat(lane.locator(".said")).hasText(said);
        moderate(live, fanId, lane);

        // What happens while the connection is cut is there afterwards.
        page.evaluate("() => sockets.forEach(one => one.close())");
        assertThat(page.locator(".lost")).isVisible();
        LiveClient again = fan(fanId, account, show);
        say(again, account, show, "I am back");
        assertThat(page.locator(".lost")).isHidden();
        assertThat(page.locator(".lane li").last().locator(".said")).hasText("I am back");
        assertThat(page.locator(".lane li")).hasCount(2);

        page.locator(".show-head h1").click();
        page.keyboard().press("r");
        assertThat(page.locator("dialog[open]")).containsText("It cannot be undone");
        page.keyboard().press("Enter");
        assertThat(page.locator(".bars .is-right")).containsText("Bob ✓");
        assertThat(stage.locator(".options .is-right")).containsText("Bob");
        assertThat(stage.locator(".options .is-right .share")).hasText("100%");
        assertThat(page.locator(".board-live li")).containsText("Mallory");
        shots(stage);
        page.keyboard().press("Escape");
        assertThat(page.locator(".on-air")).containsText("Nothing is on air");
        assertThat(stage.locator(".board li")).containsText("Mallory");
        press("End the show");
        assertThat(page.locator(".show-head .state")).hasText("Ended");
        stage.close();
    }

    /** Makes a show with a question and a clicker, in the page. */
    private long prepared() {
        enter("shows");
        button("New show").first().click();
        page.getByLabel("Name of the show").fill("Final " + System.nanoTime());
        press("Create the show");
        assertThat(page.locator(".checklist")).containsText("needed");
        button("Add a question").click();
        page.locator("dialog[open] textarea").fill("Who scored?");
        page.getByLabel("Answer 1", new Page.GetByLabelOptions().setExact(true)).fill("Ann");
        press("Save the question");
        assertThat(page.locator("dialog[open]")).containsText("at least two answers");
        page.getByLabel("Answer 2", new Page.GetByLabelOptions().setExact(true)).fill("Bob");
        page.getByLabel("Answer 2 is right").check();
        press("Save the question");
        assertThat(page.locator("dialog[open]")).hasCount(0);
        assertThat(page.locator("[aria-labelledby=part_questions]")).containsText("✓ Bob");
        button("Add a clicker").click();
        dialogField("Text that fans see").fill("Cheer!");
        dialogField("Seconds that it counts").fill("30");
        page.locator("dialog[open] button[type=submit]").click();
        assertThat(page.locator("[aria-labelledby=part_overlays]")).containsText("Cheer!");
        assertThat(page.locator(".checklist h2")).hasText("Ready to run.");
        shot("prepare");
        return Long.parseLong(page.url().replaceAll(".*#shows/(\\d+).*", "$1"));
    }

    private Locator dialogField(String label) {
        return page.locator("dialog[open]").getByLabel(label);
    }

    private JsonNode counts(String live) {
        return api.get(live + "/stats").mustBe(200).body();
    }

    /** A fan with a session who has joined the room of the show. */
    private LiveClient fan(long fanId, long account, long show) throws Exception {
        String session = FanSessions.logIn(api, fanId);
        return LiveClient.joined(
                encore().url(),
                "{\"account_id\":" + account + ",\"session_uid\":\"" + session + "\",\"room_name\":\""
                        + "global_chat:room:" + show + "\"}");
    }

    private static void say(LiveClient fan, long account, long show, String text) throws Exception {
        JsonNode answer = fan.ask(
                "chat_message",
                "{\"account_id\":" + account + ",\"room_name\":\"global_chat:room:" + show + "\",\"message\":\"" + text
                        + "\"}");
        assertThat(answer.get("ok").asBoolean()).as("%s", answer).isTrue();
    }

    /** The message is removed and restored, and its author muted, banned and let in again, each by a click. */
    private void moderate(String live, long fanId, Locator message) {
        act(message, "Remove the message of Mallory");
        assertThat(message).hasClass(Pattern.compile("is-removed"));
        act(message, "Restore the message of Mallory");
        assertThat(message).not().hasClass(Pattern.compile("is-removed"));
        act(message, "Mute Mallory");
        assertThat(message).containsText("muted");
        assertThat(isMute(live, fanId)).isTrue();
        act(message, "Ban Mallory");
        assertThat(message).containsText("banned");
        assertThat(isMute(live, fanId)).isFalse();
        assertThat(page.locator("details.out summary")).hasText("Muted and banned (1)");
        act(message, "Unban Mallory");
        assertThat(page.locator("details.out summary")).hasText("Muted and banned (0)");
        api.get(live + "/bans/" + fanId).mustBe(404);
    }

    private boolean isMute(String live, long fanId) {
        return api.get(live + "/bans/" + fanId)
                .mustBe(200)
                .body()
                .get("is_mute")
                .asBoolean();
    }

    private static void act(Locator message, String name) {
        message.hover();
        message.getByRole(
                        AriaRole.BUTTON,
                        new Locator.GetByRoleOptions().setName(name).setExact(true))
                .click();
    }

    @Test
    void a_viewer_sees_a_show_and_a_stage_and_can_change_nothing() {
        String name = "Final night of the viewer";
        long show = api.campaign(name, "fanxp");
        Map<String, String> headers =
                ConsolePerson.invited(api, sent(), "viewer").signedIn().headers();
        String[] cookie = Objects.requireNonNull(headers.get("Cookie")).split("=", 2);
        Browsers.context().addCookies(List.of(new Cookie(cookie[0], cookie[1]).setUrl(encore().url())));
        page.navigate(encore().url() + "/console/#shows");
        page.getByLabel("Find in shows").fill("night of the viewer");
        assertThat(rows("Shows")).hasCount(1);
        assertThat(rows("Shows")).containsText("Closed");
        assertThat(button("New show")).hasCount(0);
        link(name).click();
        assertThat(page.locator(".checklist")).isVisible();
        assertThat(page.locator(".preparation button")).hasCount(0);
        link("Run").click();
        assertThat(page.locator(".talk")).containsText("No messages yet.");
        assertThat(page.locator(".show-steps")).containsText("Fans see that the show has not begun.");
        assertThat(page.locator(".show-steps button")).hasCount(0);
        page.navigate(encore().url() + "/console/stage.html?page_tab_id=nothing");
        assertThat(page.locator("h1")).containsText("There is no such show");
        page.route(
                "**/console/session",
                route -> route.fulfill(
                        new Route.FulfillOptions().setBody("{\"seconds\": 900, \"seconds_at_most\": 1800}")));
        page.navigate(encore().url() + "/console/stage.html?page_tab_id=" + show);
        assertThat(page.locator("h1")).hasText(name);
        assertThat(page.locator("#ends")).containsText("This session ends at");
        page.unroute("**/console/session");
        Browsers.context().clearCookies();
        page.reload();
        assertThat(page).hasURL(Pattern.compile("/console/#shows/" + show + "/run$"));
        assertThat(page.locator("form")).isVisible();
        expected(401);
    }

    private void shots(Page stage) {
        shot("run");
        String directory = System.getProperty("encore.images");
        if (directory != null) {
            stage.screenshot(new Page.ScreenshotOptions().setPath(Path.of(directory, "console-stage.png")));
        }
    }

    private void shot(String name) {
        for (ColorScheme scheme : new ColorScheme[] {ColorScheme.LIGHT, ColorScheme.DARK}) {
            page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(scheme));
            page.setViewportSize(390, 844);
            fits(name);
            keep("show-" + name + "-390-" + scheme.name().toLowerCase());
            page.setViewportSize(1024, 768);
            fits(name);
            keep("show-" + name + "-1024-" + scheme.name().toLowerCase());
            page.setViewportSize(1440, 900);
            fits(name);
        }
    }
}
