package encore.infra.standalone;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** The console's campaigns, with their numbers and leaderboards, and what a fan did. */
class ConsoleCampaignsTest extends InBrowser {

    private static final String APPS = "/api/v1/manage/apps/";
    private static final String MARKUP = "<img src=x onerror=document.title='run'><b>Spring</b>";

    private final LocalDate today = LocalDate.now(ZoneOffset.UTC);

    @Test
    void a_campaign_is_found_by_a_word_of_its_name_which_is_text_whatever_it_holds() {
        long spring = api.campaign(MARKUP, "arcade");
        long over = api.campaign("Autumn", "signup");
        api.post(APPS + over, "is_active", false).mustBe(200);
        enter("things/apps");
        Locator words = page.getByLabel("Find in campaigns");
        assertThat(rows()).hasCount(2);
        assertThat(page.locator("main")).containsText("Autumn");
        words.fill("spring");
        assertThat(rows()).hasCount(1);
        link(MARKUP).click();
        assertThat(heading(MARKUP)).isVisible();
        ofCampaign("Numbers").click();
        assertThat(page.locator("h2").first()).hasText(MARKUP + " " + spring);
        assertThat(page.locator("main img, main b >> text=Spring")).hasCount(0);
        assertThat(page.title()).endsWith("– Encore console");
        assertThat(page.locator("#tabs [aria-current]")).hasText("Campaigns");
        ofCampaign("Settings and pages").click();
        assertThat(heading(MARKUP)).isVisible();
        tab("Campaigns");
        words.fill("winter");
        assertThat(page.getByText("No match.")).isVisible();
    }

    @Test
    void there_is_one_list_of_campaigns_and_it_is_read_by_one_call_whatever_their_number() {
        for (int i = 0; i < 120; i++) {
            api.campaign("Show " + i, "signup");
        }
        List<String> asked = new CopyOnWriteArrayList<>();
        enter("home");
        page.onRequest(request -> {
            if (request.url().contains("/api/")) {
                asked.add(request.url().replaceFirst(".*/api", "/api"));
            }
        });
        tab("Campaigns");
        assertThat(rows()).hasCount(100);
        assertThat(asked).containsExactly("/api/v1/manage/apps?limit=100");
        asked.clear();
        press("Next page");
        assertThat(rows()).hasCount(20);
        assertThat(asked).singleElement().asString().contains("/apps?limit=100&next_key=");

        page.navigate(encore().url() + "/console/#campaigns");
        assertThat(page).hasURL(encore().url() + "/console/#things/apps");
        assertThat(page.locator("#tabs a[href='#campaigns']")).hasCount(0);
        assertThat(asked).noneMatch(call -> call.contains("/crm/campaigns"));
    }

    private Locator ofCampaign(String name) {
        return page.getByRole(AriaRole.NAVIGATION, new Page.GetByRoleOptions().setName("Of this campaign"))
                .getByText(name);
    }

    @Test
    void a_campaign_shows_its_numbers_as_a_whole_by_day_and_of_what_it_bundles() {
        long quiz = api.campaign("Quiz", "trivia");
        long season = api.campaign("Season", "bundle");
        api.post(APPS + season, "bundled_page_tab_ids", quiz).mustBe(200);
        long ada = named("Ada Lovelace");
        for (long fan : List.of(ada, ada, named("Grace Hopper"))) {
            api.post(APPS + quiz + "/entries", "fan_id", fan).mustBe(200);
        }
        api.post(APPS + quiz + "/views/" + today, "view_count", 25).mustBe(200);
        api.post(APPS + quiz + "/views/" + today.minusDays(3), "view_count", 1_200)
                .mustBe(200);
        enter("campaigns/" + quiz);
        assertThat(page.locator(".cards")).containsText("Views1,225Entries3Fans2");
        assertThat(rows("Numbers by day")).hasCount(14);
        assertThat(rows("Numbers by day").first().locator("td"))
                .hasText(new String[] {today.toString(), "25", "3", "2", "0", "0", "0"});
        assertThat(rows("Numbers by day").nth(3)).containsText("1,200");
        keep("campaign");

        page.getByLabel("To", new Page.GetByLabelOptions().setExact(true))
                .fill(today.minusDays(30).toString());
        press("Show");
        assertThat(page.locator("main [role=alert]")).hasText("end_date: must not be before start_date");
        expected(400);
        page.getByLabel("From (UTC)").fill(today.minusDays(400).toString());
        page.getByLabel("To", new Page.GetByLabelOptions().setExact(true))
                .fill(today.minusDays(1).toString());
        press("Show");
        assertThat(page.locator(".cards")).containsText("Views1,200Entries0Fans0");
        assertThat(rows("Numbers by day")).hasCount(31);
        assertThat(page.getByText("The last 31 days.")).isVisible();

        page.navigate(encore().url() + "/console/#campaigns/" + season);
        assertThat(rows("Bundled campaigns").locator("td"))
                .hasText(new String[] {"Quiz", "1,225", "1,200", "0", "3", "0"});
    }

    @Test
    void a_fan_is_hidden_from_a_leaderboard_and_shown_again_by_keyboard() {
        long arcade = api.campaign("Pinball", "arcade");
        Map<String, Long> fans = Map.of("<i>Ada</i>", 70L, "Grace Hopper", 50L);
        fans.forEach((name, score) -> api.post(APPS + arcade + "/entries", "fan_id", named(name), "points", score)
                .mustBe(200));
        enter("campaigns/" + arcade);
        ofCampaign("Leaderboard").click();
        assertThat(rows("Leaderboard of the campaign")).hasCount(2);
        assertThat(rows("Leaderboard of the campaign").first()).containsText("<i>Ada</i>70");
        keep("campaign-leaderboard");
        press("Hide <i>Ada</i>");
        assertThat(rows("Hidden fans")).containsText(new String[] {"<i>Ada</i>"});
        assertThat(rows("Leaderboard of the campaign")).containsText(new String[] {"1Grace Hopper50"});
        assertThat(page.getByText("<i>Ada</i> is hidden.")).isVisible();
        press("Show <i>Ada</i>");
        assertThat(rows("Leaderboard of the campaign")).hasCount(2);
        assertThat(rows("Hidden fans")).hasCount(0);

        page.navigate(encore().url() + "/console/#campaigns/" + api.campaign("News", "signup") + "/leaderboard");
        assertThat(page.getByText("Campaigns of this type have no leaderboard."))
                .isVisible();
        expected(400);
    }

    @Test
    void a_fans_activities_are_answered_as_they_were_sent_and_found_by_campaign() {
        long ada = named("Ada Lovelace");
        String activities = "/api/v1/crm/fans/" + ada + "/activities";
        api.post(activities, "campaign_title", MARKUP, "field_seat", "<script>document.title='run'</script>")
                .mustBe(200);
        api.post(activities, "campaign_title", "Essay", "field_text", "word ".repeat(200))
                .mustBe(200);
        enter("fan/" + ada);
        link("Activities").click();
        Locator rows = rows("Activities");
        assertThat(rows).hasCount(2);
        assertThat(rows.last()).containsText(MARKUP);
        assertThat(rows.last().locator("dl")).hasText("seat<script>document.title='run'</script>");
        assertThat(page.title()).endsWith("– Encore console");
        assertThat(rows.first().locator("dd")).isHidden();
        rows.first().locator("summary").click();
        assertThat(rows.first().locator("dd")).isVisible();
        keep("activities");
        page.getByRole(AriaRole.COMBOBOX, new Page.GetByRoleOptions().setName("Campaign"))
                .fill("Essay");
        page.keyboard().press("Enter");
        assertThat(rows).hasCount(1);
        page.getByRole(AriaRole.COMBOBOX, new Page.GetByRoleOptions().setName("Campaign"))
                .fill("Nothing");
        page.keyboard().press("Enter");
        assertThat(page.getByText("No activities in a campaign with this name."))
                .isVisible();
    }

    @Test
    void an_address_of_nothing_is_said_and_one_that_is_no_id_calls_nothing() {
        enter("campaigns/1");
        assertThat(page.getByRole(AriaRole.STATUS)).hasText("There is no such thing.");
        page.navigate(encore().url() + "/console/#fan/1/activities");
        assertThat(heading("No such fan")).isVisible();
        expected(404);
        // Without a 404 of the browser's: nothing was asked.
        for (String address : List.of("campaigns/..%2F..%2Fkeys", "fan/..%2F..", "campaigns/%zz")) {
            page.navigate(encore().url() + "/console/#" + address);
            assertThat(page.locator("#news.bad")).hasText("There is no such thing.");
        }
    }

    @Test
    void on_a_phone_long_names_are_no_wider_than_the_screen() {
        String name = "W".repeat(200);
        long arcade = api.campaign(name, "arcade");
        long fan = named("w".repeat(100));
        api.post(APPS + arcade + "/entries", "fan_id", fan, "points", 1).mustBe(200);
        page.setViewportSize(400, 800);
        page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.DARK));
        enter("things/apps");
        for (String view : List.of(
                "things/apps",
                "campaigns/" + arcade,
                "campaigns/" + arcade + "/leaderboard",
                "fan/" + fan + "/activities")) {
            page.navigate(encore().url() + "/console/#" + view);
            assertThat(rows()).not().hasCount(0);
            fits(view);
        }
    }
}
