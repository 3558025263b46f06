package encore.infra.standalone;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.Cookie;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Two people change the same thing, each in a browser of their own. */
class TwoPeopleInBrowserTest extends InBrowser {

    private static final Pattern MOMENT = Pattern.compile("\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d UTC");

    @Test
    void the_second_to_save_a_quest_sees_who_changed_it_and_when_and_chooses() {
        page.setDefaultTimeout(15_000);
        String business = api.made("/api/v1/manage/businesses", "business_id", "business_name", "Arena");
        String quest = api.made(
                "/api/v1/ent/businesses/" + business + "/quests",
                "page_tab_id",
                "quest_title",
                "Clap",
                "quest_type",
                "custom",
                "button_text",
                "Go");
        BrowserContext elsewhere =
                Objects.requireNonNull(Browsers.context().browser()).newContext();
        try (elsewhere) {
            Page first = elsewhere.newPage();
            openForm(elsewhere, first, quest);
            openForm(Browsers.context(), page, quest);
            first.getByLabel("Quest title").fill("Clap twice");
            first.getByLabel("Button text").fill("Start");
            save(first).click();
            assertThat(first.locator("main h1")).hasText("Clap twice");

            page.getByLabel("Quest title").fill("Clap three times");
            save(page).click();
            Locator both = page.locator(".meanwhile");
            assertThat(both).containsText("Changed by Ada marketer");
            assertThat(both.locator("time")).hasAttribute("title", MOMENT);
            assertThat(row(both, "Quest title")).containsText(new String[] {"Clap", "Clap twice", "Clap three times"});
            assertThat(row(both, "Button text")).containsText(new String[] {"Go", "Start", "–"});
            assertThat(page.getByLabel("Quest title")).hasValue("Clap three times");
            assertThat(page.getByLabel("Button text")).hasValue("Start");
            keep("two-people");
            expected(412);
            assertStored(quest, "Clap twice");

            save(page).click();
            assertThat(page.locator("main h1")).hasText("Clap three times");
            assertStored(quest, "Clap three times");

            // The form of the first one was left, so that it reads anew.
            first.locator("main a", new Page.LocatorOptions().setHasText("Change"))
                    .first()
                    .click();
            assertThat(first.getByLabel("Quest title")).hasValue("Clap three times");
        }
    }

    @Test
    void a_reward_that_a_fan_got_meanwhile_is_saved_without_a_question() {
        page.setDefaultTimeout(15_000);
        String of = "/api/v1/ent/businesses/" + api.business("Arena");
        String reward = api.made(of + "/rewards", "reward_uid", "reward_title", "Scarf", "reward_type", "badge");
        enter("things/rewards/" + reward + "/change");
        assertThat(page.getByLabel("Reward title")).hasValue("Scarf");
        api.post(of + "/fans/" + api.fan("eve@fans.example") + "/rewards", "reward_uid", reward)
                .mustBe(200);
        page.getByLabel("Reward title").fill("Long scarf");
        save(page).click();
        assertThat(page.locator("main h1")).hasText("Long scarf");
        expected(412);
    }

    private void assertStored(String quest, String title) {
        org.assertj.core.api.Assertions.assertThat(api.get("/api/v1/manage/quests/" + quest)
                        .mustBe(200)
                        .body()
                        .get("quest_title")
                        .asString())
                .isEqualTo(title);
    }

    private void openForm(BrowserContext context, Page its, String quest) {
        Map<String, String> headers =
                ConsolePerson.invited(api, sent(), "marketer").signedIn().headers();
        String[] cookie = Objects.requireNonNull(headers.get("Cookie")).split("=", 2);
        context.addCookies(List.of(new Cookie(cookie[0], cookie[1]).setUrl(encore().url())));
        its.navigate(encore().url() + "/console/#things/quests/" + quest + "/change");
        assertThat(its.getByLabel("Quest title")).hasValue("Clap");
    }

    private static Locator save(Page its) {
        return its.locator("form.thing button[type=submit]");
    }

    private static Locator row(Locator both, String label) {
        return both.locator("tr:has(th:text-is('" + label + "')) td");
    }
}
