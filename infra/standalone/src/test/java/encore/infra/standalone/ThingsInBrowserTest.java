package encore.infra.standalone;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Things that an account keeps, created, changed, emptied, refused and deleted in the console. */
class ThingsInBrowserTest extends InBrowser {

    private static final String MARKUP = "<img src=x onerror=\"document.title='broken'\"> & <b>Hall</b>";

    @Test
    void a_venue_is_created_changed_emptied_and_removed() {
        page.setDefaultTimeout(8_000);
        enter("things/venues");
        assertThat(heading("Venues")).isVisible();
        link("New venue").first().click();
        button("Create venue").click();
        assertThat(page.getByText("is required")).isVisible();
        page.getByLabel("Venue name").first().fill(MARKUP);
        page.getByLabel("Country code").fill("XX");
        button("Create venue").click();
        assertThat(page.getByLabel("Country code")).hasAttribute("aria-invalid", "true");
        assertThat(page.getByLabel("Venue name").first()).hasValue(MARKUP);
        expected(400);
        page.getByLabel("Country code").fill("AT");
        page.getByLabel("City").fill("Vienna");
        button("Create venue").click();

        assertThat(heading(MARKUP)).isVisible();
        assertThat(page.locator("dl.facts")).containsText("Vienna");
        shots("venue");
        link("Change").click();
        page.getByLabel("Venue name").first().fill("");
        button("Save changes").click();
        assertThat(page.getByText("cannot be emptied")).isVisible();
        page.getByLabel("Venue name").first().fill("Hall of " + MARKUP);
        page.getByLabel("City").fill("");
        shots("venue-change");
        button("Save changes").click();
        assertThat(heading("Hall of " + MARKUP)).isVisible();
        assertThat(page.locator("dl.facts")).not().containsText("Vienna");
        assertThat(page.locator("dl.facts")).containsText("AT");

        button("Remove").click();
        Locator dialog = page.locator("dialog[open]");
        assertThat(dialog).containsText("its performances and idol events have no venue any more");
        dialog.getByRole(AriaRole.TEXTBOX).fill("another name");
        button("Remove for good").click();
        assertThat(dialog).containsText("is not the name");
        shots("venue-remove");
        dialog.getByRole(AriaRole.TEXTBOX).fill("Hall of " + MARKUP);
        button("Remove for good").click();
        assertThat(heading("Venues")).isVisible();
        assertThat(page.locator("main")).not().containsText("Hall of");
        assertThat(page.title()).doesNotContain("broken");
    }

    @Test
    void a_campaign_gets_a_tab_item_on_its_page_and_both_are_deleted() {
        page.setDefaultTimeout(8_000);
        String name = "Summer " + System.nanoTime();
        enter("things/apps/new");
        page.getByLabel("App type").selectOption("signup");
        page.getByLabel("Name", new Page.GetByLabelOptions().setExact(true)).fill(name);
        button("Create campaign").click();
        assertThat(heading(name)).isVisible();
        shots("campaign");
        page.locator("h2", new Page.LocatorOptions().setHasText("Tab items")).scrollIntoViewIfNeeded();
        link("New tab item").click();
        page.getByLabel("Title").first().fill("First " + MARKUP);
        button("Create tab item").click();
        assertThat(heading("First " + MARKUP)).isVisible();
        link("Change").click();
        page.getByLabel("Title").first().fill("Second");
        button("Save changes").click();
        assertThat(heading("Second")).isVisible();
        shots("tab-item");
        remove("Second");
        link("Campaign").click();
        assertThat(heading(name)).isVisible();
        remove(name);
        assertThat(heading("Campaigns")).isVisible();
        assertThat(page.locator("main")).not().containsText(name);
    }

    @Test
    void a_quest_and_a_reward_are_made_for_a_business_that_is_found_by_its_name() {
        page.setDefaultTimeout(8_000);
        String business = "Arena " + System.nanoTime();
        api.post("/api/v1/manage/businesses", "business_name", business).mustBe(200);
        enter("things/quests/new");
        pick("Business", business);
        page.getByLabel("Quest title").fill("Clap");
        page.getByLabel("Quest type").selectOption("custom");
        page.getByLabel("Button text").fill("Go");
        shots("quest-new");
        button("Create quest").click();
        assertThat(heading("Clap")).isVisible();
        assertThat(page.locator("dl.facts")).containsText(business);
        shots("quest");
        link("Change").click();
        page.getByLabel("Quest title").fill("");
        button("Save changes").click();
        assertThat(page.getByText("cannot be emptied")).isVisible();
        page.getByLabel("Quest title").fill("Clap twice");
        page.getByLabel("Button text").fill("");
        page.locator("details.more > summary").click();
        page.getByLabel("Required", new Page.GetByLabelOptions().setExact(true)).selectOption("true");
        button("Save changes").click();
        assertThat(heading("Clap twice")).isVisible();
        assertThat(page.locator("dl.facts")).not().containsText("Button text");
        remove("Clap twice");
        assertThat(heading("Quests")).isVisible();

        page.navigate(encore().url() + "/console/#things/rewards/new");
        pick("Business", business);
        page.getByLabel("Reward title").fill("Scarf");
        page.getByLabel("Reward type").selectOption("prize_code");
        button("Create reward").click();
        assertThat(heading("Scarf")).isVisible();
        link("Prize codes").click();
        button("Add prize codes").click();
        page.locator("dialog[open]").getByLabel("Prize codes").fill("A-1\nA-2");
        page.locator("dialog[open]")
                .getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("Add prize codes"))
                .click();
        button("Close").click();
        assertThat(page.locator("dl.facts")).containsText("2");
        shots("reward-codes");
        link("Reward").click();
        remove("Scarf");
        assertThat(heading("Rewards")).isVisible();
        // Prize codes have no history before the first ones.
        expected(404);
    }

    @Test
    void an_unknown_thing_and_a_made_up_address_are_answered_in_words() {
        enter("things/venues/of-another-account");
        assertThat(page.locator("#news")).not().hasText("");
        assertThat(page.locator("main dl")).hasCount(0);
        page.navigate(encore().url() + "/console/#things/venues/..");
        assertThat(page.locator("#news")).containsText("There is no such thing.");
        page.navigate(encore().url() + "/console/#things/nothing");
        assertThat(page.locator("#news")).containsText("There is no such list.");
        expected(404);
    }

    @Test
    void a_change_of_somebody_else_is_shown_beside_the_own_one() {
        page.setDefaultTimeout(8_000);
        String uid = api.post("/api/v1/manage/venues", "venue_name", "Old hall", "city", "Graz")
                .mustBe(200)
                .body()
                .get("venue_uid")
                .asString();
        enter("things/venues/" + uid + "/change");
        page.getByLabel("City").fill("Linz");
        api.post("/api/v1/manage/venues/" + uid, "city", "Wels").mustBe(200);
        page.route(Pattern.compile("/venues/" + uid + "$"), route -> {
            if (route.request().method().equals("POST")
                    && !page.locator(".meanwhile").isVisible()) {
                route.fulfill(
                        new Route.FulfillOptions()
                                .setStatus(412)
                                .setContentType("application/problem+json")
                                .setBody(
                                        "{\"type\":\"/problems/changed-meanwhile\",\"detail\":\"Somebody changed it.\",\"status\":412}"));
            } else {
                route.resume();
            }
        });
        button("Save changes").click();
        Locator both = page.locator(".meanwhile");
        assertThat(both).containsText("Graz");
        assertThat(both).containsText("Wels");
        assertThat(both).containsText("Linz");
        assertThat(page.getByLabel("City")).hasValue("Linz");
        shots("meanwhile");
        button("Save changes").click();
        assertThat(page.locator("dl.facts")).containsText("Linz");
        expected(412);
    }

    @Test
    void a_list_is_found_opened_and_changed_by_the_keyboard_alone() {
        page.setDefaultTimeout(8_000);
        api.post("/api/v1/manage/venues", "venue_name", "Keyboard hall").mustBe(200);
        enter("things/venues");
        assertThat(link("Keyboard hall")).isVisible();
        link("Keyboard hall").focus();
        page.keyboard().press("Enter");
        assertThat(heading("Keyboard hall")).isVisible();
        link("Change").focus();
        page.keyboard().press("Enter");
        page.getByLabel("City").focus();
        page.keyboard().type("Vienna");
        page.keyboard().press("Enter");
        assertThat(page.locator("dl.facts")).containsText("Vienna");
        shots("keyboard");
    }

    @Test
    void the_list_of_everything_shows_only_what_a_role_may_see() {
        enter("things");
        assertThat(link("Venues").first()).isVisible();
        shots("everything");
        page.navigate(encore().url() + "/console/#things/apps");
        assertThat(heading("Campaigns")).isVisible();
        shots("apps");
    }

    private void pick(String label, String name) {
        Locator field = page.getByRole(AriaRole.COMBOBOX, new Page.GetByRoleOptions().setName(label));
        field.first().click();
        page.keyboard().type(name);
        // Enter comes before the rows of these words are there.
        page.keyboard().press("Enter");
        assertThat(field.first()).hasValue(name);
    }

    private void remove(String title) {
        page.locator(".thing-head .danger").first().click();
        page.locator("dialog[open]").getByRole(AriaRole.TEXTBOX).fill(title);
        page.locator("dialog[open] button[type=submit]").click();
        assertThat(page.locator("dialog[open]")).hasCount(0);
    }

    private void shots(String name) {
        for (ColorScheme scheme : new ColorScheme[] {ColorScheme.LIGHT, ColorScheme.DARK}) {
            page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(scheme));
            page.setViewportSize(390, 844);
            fits(name);
            keep("things-" + name + "-390-" + scheme.name().toLowerCase());
            page.setViewportSize(1280, 900);
            fits(name);
            keep("things-" + name + "-1280-" + scheme.name().toLowerCase());
        }
    }
}
