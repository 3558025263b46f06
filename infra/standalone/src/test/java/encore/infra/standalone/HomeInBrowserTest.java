package encore.infra.standalone;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.Cookie;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The start page: numbers of some days, the agenda, the needs, and the first steps. */
class HomeInBrowserTest extends InBrowser {

    private static final String MARKUP = "<img src=x onerror=\"document.title='broken'\"> & <b>Wall</b>";
    private static final String LONG = "مرحبا " + "x".repeat(120);

    @Test
    void a_new_account_ticks_its_first_steps_off_and_hides_them() {
        page.setDefaultTimeout(15_000);
        enter("home");
        Locator steps = page.locator(".steps");
        assertThat(steps).containsText("0 of 5 done");
        shots("home-new");
        api.pointType("applause");
        api.fan(SentCodes.email("ada"));
        page.reload();
        assertThat(steps).containsText("2 of 5 done");
        assertThat(steps.locator("li.done")).hasCount(2);
        steps.getByText("Make a campaign").click();
        assertThat(heading("New campaign")).isVisible();
        page.goBack();
        assertThat(steps).isVisible();
        press("Hide the first steps");
        assertThat(steps).hasCount(0);
        page.reload();
        assertThat(page.locator(".numbers-of-days .cards")).isVisible();
        assertThat(steps).hasCount(0);
    }

    @Test
    void numbers_of_the_chosen_days_stand_in_cards_charts_and_tables() {
        page.setDefaultTimeout(15_000);
        someOfEach();
        enter("home");
        assertThat(card("New fans")).containsText("4");
        assertThat(card("Points given: " + LONG)).containsText("1,200");
        assertThat(card("Points given: " + LONG)).containsText("150 taken");
        assertThat(card("Sales")).containsText("$1,240.50");
        assertThat(page.locator(".charts canvas")).hasCount(4);
        button("7 days").focus();
        assertThat(button("7 days")).hasAttribute("aria-pressed", "true");
        page.keyboard().press("Shift+Tab");
        page.keyboard().press("Enter");
        assertThat(button("Today")).hasAttribute("aria-pressed", "true");
        assertThat(button("Today")).isFocused();
        assertThat(page.locator(".numbers-of-days")).containsText("beside yesterday");
        assertThat(card("New fans")).containsText("4");
        button("30 days").click();
        assertThat(button("30 days")).isFocused();
        Locator chart = page.locator(".charts section").first();
        chart.getByText("Show the numbers").click();
        assertThat(chart.locator("details.numbers tbody tr")).hasCount(30);
        assertThat(chart.locator("details.numbers tbody tr").first()).containsText("4");
        assertThat(page.title()).doesNotContain("broken");
    }

    @Test
    void entries_and_needs_lead_to_their_places() {
        page.setDefaultTimeout(15_000);
        someOfEach();
        enter("home");
        assertThat(panel("On now")).containsText("Live show, rooms open");
        assertThat(panel("Next")).containsText("Coming");
        assertThat(panel("Needs somebody").getByText("1 post to approve")).isVisible();
        shots("home");
        panel("Needs somebody").getByText("1 post to approve").click();
        assertThat(page.locator("main h1")).isVisible();
        assertThat(page.url()).contains("#posts/");
        assertThat(page.locator("main .posts > li")).hasCount(1);
        page.goBack();
        panel("On now").getByText("Final").click();
        assertThat(page.locator("main h1").first()).isVisible();
        assertThat(page.locator("main [aria-busy]")).hasCount(0);
        assertThat(page.locator("main .bad[role=alert]:not(:empty)")).hasCount(0);
    }

    @Test
    void a_moderator_sees_shows_and_posts_and_no_numbers() {
        page.setDefaultTimeout(15_000);
        someOfEach();
        ConsolePerson person = ConsolePerson.invited(api, sent(), "moderator");
        String[] cookie = person.signedIn().headers().get("Cookie").split("=", 2);
        Browsers.context().addCookies(List.of(new Cookie(cookie[0], cookie[1]).setUrl(encore().url())));
        page.navigate(encore().url() + "/console/#home");
        assertThat(panel("Needs somebody")).containsText("1 post to approve");
        assertThat(panel("On now")).containsText("Final");
        assertThat(page.locator(".cards")).hasCount(0);
        assertThat(page.locator(".steps")).hasCount(0);
        shots("home-moderator");
    }

    private void someOfEach() {
        api.pointType(LONG);
        for (String name : List.of("ada", "ben", "cy")) {
            long fan = api.fan(SentCodes.email(name));
            api.award(fan, LONG, 400);
            api.award(fan, LONG, -50);
            api.post("/api/v1/crm/fans/" + fan + "/activities", "campaign_title", "Doors")
                    .mustBe(200);
        }
        long show = api.campaign("Final", "fanxp");
        api.post("/api/v1/manage/live/" + show + "/state", "state", "pending").mustBe(200);
        long coming = api.campaign("Coming " + LONG, "trivia");
        api.post(
                        "/api/v1/manage/apps/" + coming,
                        "start_timestamp",
                        Instant.now().plusSeconds(90_000).getEpochSecond())
                .mustBe(200);
        String wall = api.made("/api/v1/manage/streams", "stream_key", "stream_name", MARKUP);
        api.post(
                        "/api/v1/streams/" + wall + "/records",
                        "email",
                        SentCodes.email("ann"),
                        "name",
                        "Ann",
                        "caption",
                        "a caption")
                .mustBe(200);
        api.purchase("p1", "1240.50", "1000");
    }

    private Locator card(String title) {
        return page.locator(".cards article", new Page.LocatorOptions().setHasText(title))
                .first();
    }

    private Locator panel(String title) {
        return page.locator(".panel")
                .filter(new Locator.FilterOptions()
                        .setHas(page.getByRole(
                                AriaRole.HEADING,
                                new Page.GetByRoleOptions().setName(title).setExact(true))));
    }

    private void shots(String name) {
        for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
            page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(scheme));
            for (int width : List.of(320, 390, 1440)) {
                page.setViewportSize(width, 900);
                fits(name + " at " + width);
                keep(name + "-" + width + "-" + scheme);
            }
        }
        page.setViewportSize(1200, 800);
    }
}
