package encore.infra.standalone;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.AriaRole;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A page of the console makes a call for what it lists, and one for all names in it. */
class CallsInBrowserTest extends InBrowser {

    private static final String MARKUP = "<b>Rovers</b>";
    private static final String NAMES = "/api/v1/manage/names";

    private final List<String> calls = new CopyOnWriteArrayList<>();

    @BeforeEach
    void note_the_calls() {
        page.setDefaultTimeout(8_000);
        page.onRequest(request -> {
            if (request.url().contains("/api/")) {
                calls.add(request.url().replaceFirst("^https?://[^/]+", "").replaceFirst("\\?.*", ""));
            }
        });
    }

    private String quest() {
        long business = api.business(MARKUP);
        return api.made(
                "/api/v1/ent/businesses/" + business + "/quests",
                "page_tab_id",
                "quest_title",
                "Open quest",
                "quest_type",
                "custom");
    }

    @Test
    void a_list_takes_one_call_for_its_rows_and_one_for_all_names() {
        for (int day = 1; day <= 3; day++) {
            String venue = api.made("/api/v1/manage/venues", "venue_uid", "venue_name", day + " " + MARKUP);
            api.made(
                    "/api/v1/ent/performances",
                    "performance_uid",
                    "performance_name",
                    "Night " + day,
                    "performance_date",
                    "2026-04-0" + day,
                    "venue_uid",
                    venue);
        }
        enter("home");
        calls.clear();
        page.navigate(encore().url() + "/console/#things/performances");
        assertThat(rows("Performances")).hasCount(3);
        for (int day = 1; day <= 3; day++) {
            assertThat(link(day + " " + MARKUP)).isVisible();
        }
        assertThat(page.locator("tbody b")).hasCount(0);
        assertThat(calls).containsExactly("/api/v1/manage/performances", NAMES);
    }

    @Test
    void a_history_names_its_ids_by_one_call() {
        String quest = quest();
        enter("things/quests/" + quest);
        Locator history = page.locator("section.history");
        assertThat(history.locator("ins a").filter(new Locator.FilterOptions().setHasText(MARKUP)))
                .hasCount(1);
        assertThat(history.locator("ins a").filter(new Locator.FilterOptions().setHasText("points")))
                .hasCount(1);
        assertThat(calls.stream().filter(NAMES::equals)).hasSize(1);
        assertThat(calls.stream().filter("/api/v1/manage/history"::equals)).hasSize(1);
    }

    @Test
    void the_finder_finds_all_kinds_by_two_calls() {
        named("Opal Lovelace");
        quest();
        api.campaign("Opening night", "trivia");
        api.made("/api/v1/manage/venues", "venue_uid", "venue_name", "Open Air", "city", "Oslo");
        enter("home");
        calls.clear();
        page.keyboard().press("Control+k");
        page.getByRole(AriaRole.COMBOBOX).fill("op");
        for (String group : List.of("Fans", "Campaigns", "Quests", "Venues")) {
            assertThat(page.locator("#found [role=group]").filter(new Locator.FilterOptions().setHasText(group)))
                    .hasCount(1);
        }
        assertThat(calls).containsExactlyInAnyOrder("/api/v1/crm/fans", "/api/v1/manage/found");
        keep("finder");
        page.getByRole(AriaRole.OPTION)
                .filter(new Locator.FilterOptions().setHasText("Open Air"))
                .click();
        assertThat(heading("Open Air")).isVisible();
    }

    @Test
    void the_sales_of_all_ticket_events_that_are_shown_take_one_call() {
        for (String event : List.of("First", "Second", "Third")) {
            api.ticket(event, "ada@fans.example", "2026-01-01");
        }
        enter("home");
        calls.clear();
        page.navigate(encore().url() + "/console/#tickets");
        assertThat(rows("Ticket events")).hasCount(3);
        assertThat(rows("Ticket events").first()).containsText("20.00");
        assertThat(page.locator("tbody [aria-busy]")).hasCount(0);
        assertThat(calls).containsExactly("/api/v1/crm/tickets/events", "/api/v1/manage/ticket_events/sales");
    }

    @Test
    void everything_leads_to_the_own_pages_of_lists_and_a_help_names_fields_as_people_see_them() {
        enter("things");
        assertThat(page.locator(".areas a[href='#keys']")).hasCount(1);
        assertThat(page.locator(".areas a[href='#things/keys']")).hasCount(0);
        api.business("Rovers");
        page.navigate(encore().url() + "/console/#things/quests/new");
        assertThat(page.getByLabel("Quest title")).isVisible();
        Locator helps = page.locator("form.thing small");
        assertThat(helps.filter(new Locator.FilterOptions().setHasText("access restriction type")))
                .not()
                .hasCount(0);
        assertThat((Boolean) page.evaluate("() => [...document.querySelectorAll('form.thing small')]"
                        + ".some(help => /access_restriction_type|reward_type\\b/.test(help.textContent))"))
                .isFalse();
    }
}
