package encore.infra.standalone;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The history that stands below the page of a thing. */
class ConsoleHistoryTest extends InBrowser {

    private static final String MARKUP = "<img src=x onerror=document.title='run'><b>Bergen</b>";

    @Test
    void a_thing_shows_who_changed_it_and_what_it_was_before() {
        String uid = api.made("/api/v1/manage/venues", "venue_uid", "venue_name", "Arena", "city", "Oslo");
        String path = "/api/v1/manage/venues/" + uid;
        api.post(path, "city", MARKUP, "display_venue_name", "x".repeat(300), "metro_area", "West")
                .mustBe(200);
        api.post(path, "metro_area", "").mustBe(200);
        show("venue." + account() + "." + uid, null);
        assertThat(changes()).hasCount(3);
        Locator last = changes().first();
        assertThat(last.locator("strong")).hasText("Venue changed");
        assertThat(last.locator("dt")).hasText("Metro area");
        assertThat(last.locator("dd")).containsText("empty");
        assertThat(last.locator("time")).isVisible();
        Locator second = changes().nth(1);
        assertThat(second.locator("del").first()).hasText("Oslo");
        assertThat(second.locator("ins").filter(new Locator.FilterOptions().setHasText(MARKUP)))
                .hasCount(1);
        assertThat(page.locator("main img, main b >> text=Bergen")).hasCount(0);
        second.locator("summary").click();
        assertThat(second).containsText("x".repeat(300));
        assertThat(button("Show earlier changes")).hasCount(0);
        for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
            page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(scheme));
            for (int width : List.of(320, 390, 1_280)) {
                page.setViewportSize(width, 800);
                fits(scheme + " at " + width);
                keep("history-" + scheme + "-" + width);
            }
        }
    }

    @Test
    void earlier_changes_follow_by_the_keyboard() {
        String uid = api.made("/api/v1/manage/venues", "venue_uid", "venue_name", "Arena");
        for (int i = 0; i < 24; i++) {
            api.post("/api/v1/manage/venues/" + uid, "city", "City " + i).mustBe(200);
        }
        show("venue." + account() + "." + uid, null);
        assertThat(changes()).hasCount(20);
        press("Show earlier changes");
        assertThat(changes()).hasCount(25);
        assertThat(changes().nth(20)).isFocused();
        assertThat(changes().last()).containsText("Venue added");
        assertThat(changes().nth(20).locator("del")).hasText("City 2");
        assertThat(button("Show earlier changes")).hasCount(0);
    }

    @Test
    void an_item_of_a_list_and_what_is_withheld_are_shown_in_words() {
        api.post("/api/v1/manage/networks", "network", "songfan", "description", "First")
                .mustBe(200);
        api.post("/api/v1/manage/networks", "network", "other", "description", "Other")
                .mustBe(200);
        show("networks." + account(), "songfan");
        assertThat(changes()).hasCount(1);
        long fan = named("Ada Lovelace");
        api.post("/api/v1/crm/fans/" + fan, "password", "a long password of hers")
                .mustBe(200);
        show("fan." + account() + "." + fan, null);
        assertThat(changes().first()).containsText("Password hash");
        assertThat(changes().first()).containsText("secret");
        api.delete("/api/v1/crm/fans/" + fan).mustBe(200);
        show("fan." + account() + "." + fan, null);
        assertThat(changes().last()).containsText("erased with the person");
    }

    @Test
    void a_thing_that_nobody_changed_yet_says_so_in_its_place() {
        show("venue." + account() + ".unknown", null);
        assertThat(page.getByText("No change is recorded.")).isVisible();
        expected(404);
    }

    private Locator changes() {
        return page.locator(".history .changes > li");
    }

    /** Shows a history as a view does that puts it below its own. */
    private void show(String stream, String item) {
        if (page.url().equals("about:blank")) {
            enter("account");
        }
        page.evaluate("""
                async ([stream, item]) => {
                  const { history } = await import('/console/history.js');
                  document.querySelector('main').replaceChildren(history(stream, item, new AbortController().signal));
                }""", java.util.Arrays.asList(stream, item));
        assertThat(page.locator(".history [aria-busy]")).hasCount(0);
    }

    private String account() {
        return api.get("/api/v1/manage/me").mustBe(200).body().get("account_id").asString();
    }
}
