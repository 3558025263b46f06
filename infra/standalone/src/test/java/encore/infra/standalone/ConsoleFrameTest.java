package encore.infra.standalone;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The console's frame: its navigation, the finder, zone and locale, tables, and the end of a session or of the connection. */
class ConsoleFrameTest extends InBrowser {

    /** All pages of the console. A slice adds its own here, without the sign. */
    private static final List<String> ROUTES = List.of(
            "home",
            "board",
            "tail",
            "events",
            "search",
            "segments",
            "imports",
            "fan",
            "things/apps",
            "programme",
            "programme/tiers",
            "programme/quest",
            "programme/reward",
            "programme/why",
            "tickets",
            "shows",
            "bans",
            "posts",
            "projections",
            "letters",
            "automations",
            "operations",
            "keys",
            "webhooks",
            "calls",
            "people",
            "settings",
            "account");

    private static final String SETTINGS = "/api/v1/manage/settings";

    @Test
    void no_page_has_a_serious_fault_for_people_with_disabilities_or_is_wider_than_the_screen() throws IOException {
        long fan = named("Ada Lovelace");
        String applause = api.pointType("applause");
        api.award(fan, "applause", 400);
        api.post("/api/v1/manage/businesses/" + api.business("Rovers"), "point_uid", applause)
                .mustBe(200);
        long campaign = api.campaign("Quiz", "arcade");
        api.post("/api/v1/manage/apps/" + campaign + "/entries", "fan_id", fan, "points", 3)
                .mustBe(200);
        List<String> routes = new ArrayList<>(ROUTES);
        routes.addAll(List.of("fan/" + fan, "campaigns/" + campaign, "campaigns/" + campaign + "/leaderboard"));
        long show = api.campaign("Cup " + "final ".repeat(20), "fanxp");
        routes.addAll(List.of("shows/" + show + "/prepare", "shows/" + show + "/run"));
        assertThat(faultsOf(routes)).isEmpty();
    }

    @Test
    void no_list_or_form_of_things_has_a_serious_fault_for_people_with_disabilities_or_is_wider_than_the_screen()
            throws IOException {
        String venue = api.post("/api/v1/manage/venues", "venue_name", "Hall " + "x".repeat(200))
                .mustBe(200)
                .body()
                .get("venue_uid")
                .asString();
        long campaign = api.campaign("Quiz", "arcade");
        enter("things");
        List<String> routes =
                new ArrayList<>(List.of("things", "things/venues/" + venue, "things/venues/" + venue + "/change"));
        routes.addAll(List.of("things/apps/" + campaign, "things/apps/" + campaign + "/change", "things/quests/new"));
        for (Object route : (List<?>) page.evaluate("""
                async () => {
                  const { catalogue, resource } = await import('/console/resources.js');
                  await catalogue();
                  const names = [...document.querySelectorAll('#tabs a[href^="#things/"]')].map(one => one.hash.slice(1));
                  const all = await Promise.all(names.map(async one => [one, await resource(one.slice(7))]));
                  return all.flatMap(([one, of]) => of.create && of.context.length === 0 ? [one, `${one}/new`] : [one]);
                }""")) {
            routes.add((String) route);
        }
        assertThat(routes).hasSizeGreaterThan(30);
        assertThat(faultsOf(routes)).isEmpty();
        // Branding that nobody made yet.
        expected(404);
    }

    @Test
    void each_link_of_the_navigation_and_of_everything_leads_to_a_page() {
        enter("things");
        List<?> routes = (List<?>) page.evaluate("""
                () => [...document.querySelectorAll('#tabs a, main .areas a')].map(one => one.hash.slice(1)).filter(Boolean)""");
        assertThat(routes.contains("things")).isTrue();
        assertThat(routes).hasSizeGreaterThan(60);
        List<String> nowhere = new ArrayList<>();
        for (Object route : Set.copyOf(routes)) {
            page.evaluate("() => { location.hash = 'home'; }");
            assertThat(page.locator("main h1")).hasText("Welcome");
            page.evaluate("route => { location.hash = route; }", route);
            assertThat(page.locator("main h1").first()).not().hasText(route.equals("home") ? "" : "Welcome");
            assertThat(page.locator("main [aria-busy]")).hasCount(0);
            for (String said :
                    page.locator("#news.bad, main .bad[role=alert]:not(:empty)").allTextContents()) {
                nowhere.add(route + ": " + said);
            }
        }
        assertThat(nowhere).isEmpty();
        // Branding that nobody made yet.
        expected(404);
    }

    @Test
    void each_list_of_the_account_is_reached_from_everything_or_from_the_navigation() {
        enter("things");
        assertThat(page.locator("main .areas a").first()).isVisible();
        assertThat((List<?>) page.evaluate("""
                async () => {
                  const { catalogue, listAddress } = await import('/console/resources.js');
                  const linked = new Set([...document.querySelectorAll('#tabs a, main .areas a')].map(one => one.hash));
                  return [...(await catalogue()).values()].filter(one => one.list && one.context.length === 0)
                    .filter(one => !linked.has(one.page ? `#${one.page}` : listAddress(one)) && !linked.has(`#${one.name}`)).map(one => one.name);
                }""")).isEmpty();
    }

    @Test
    void times_are_entered_in_the_zone_of_the_account_and_sent_as_the_same_moments_across_a_change_of_the_clock() {
        long campaign = api.campaign("Clock", "arcade");
        String path = "/api/v1/manage/apps/" + campaign;
        api.post(SETTINGS, "console_time_zone", "Pacific/Auckland").mustBe(200);
        enter("things/apps/" + campaign + "/change");
        // Summer time ends at 3 o'clock on the 5th of April: 2:30 comes twice, and the first one is meant.
        field("Start (Pacific/Auckland)").fill("2026-04-05T02:30");
        field("End (Pacific/Auckland)").fill("2026-04-05T03:30");
        press("Save changes");
        assertThat(page.locator("dl.facts")).containsText("2026-04-05 02:30:00");
        assertThat(page.locator("dl.facts")).containsText("2026-04-05 03:30:00");
        assertThat(moment(path, "start_timestamp")).isEqualTo(Instant.parse("2026-04-04T13:30:00Z"));
        assertThat(moment(path, "end_timestamp")).isEqualTo(Instant.parse("2026-04-04T15:30:00Z"));

        // The second 2:30 stays the second, while another field is changed.
        api.post(path, "start_timestamp", "2026-04-04T14:30:00Z").mustBe(200);
        link("Change").click();
        page.reload();
        assertThat(field("Start (Pacific/Auckland)")).hasValue("2026-04-05T02:30");
        field("End (Pacific/Auckland)").fill("2026-09-27T03:00");
        press("Save changes");
        assertThat(page.locator("dl.facts")).containsText("2026-09-27 03:00:00");
        assertThat(moment(path, "start_timestamp")).isEqualTo(Instant.parse("2026-04-04T14:30:00Z"));
        assertThat(moment(path, "end_timestamp")).isEqualTo(Instant.parse("2026-09-26T14:00:00Z"));
    }

    private Instant moment(String path, String field) {
        return Instant.ofEpochSecond(api.get(path).mustBe(200).body().get(field).asLong());
    }

    private List<String> faultsOf(List<String> routes) throws IOException {
        List<String> faults = new ArrayList<>();
        for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
            page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(scheme));
            for (int width : List.of(320, 1440)) {
                page.setViewportSize(width, 900);
                enter("home");
                page.evaluate(axe());
                for (String route : routes) {
                    page.evaluate("route => { location.hash = route; }", route);
                    assertThat(page.locator("main h1").first()).isVisible();
                    assertThat(page.locator("main [aria-busy]")).hasCount(0);
                    fits(route + " at " + width);
                    for (Object fault : faults()) {
                        faults.add(route + " at " + width + ", " + scheme + ": " + fault);
                    }
                    keep(route.replace('/', '-') + "-" + width + "-" + scheme);
                }
            }
        }
        return faults;
    }

    private List<?> faults() {
        return (List<?>) page.evaluate("async () => (await axe.run()).violations"
                + ".filter(one => one.impact === 'serious' || one.impact === 'critical')"
                + ".map(one => one.id + ' ' + one.nodes.map(node => node.html).join(' '))");
    }

    /** The script of axe. It answers nothing, because what it makes cannot be told to the test. */
    private static String axe() throws IOException {
        try (InputStream script = ConsoleFrameTest.class.getResourceAsStream("/axe.min.js")) {
            return new String(Objects.requireNonNull(script).readAllBytes(), StandardCharsets.UTF_8) + "; 0";
        }
    }

    @Test
    void groups_unfold_by_keyboard_and_the_group_of_the_page_is_open() {
        enter("board");
        Locator groups = page.locator("#tabs button.group");
        assertThat(group("Loyalty")).hasAttribute("aria-expanded", "true");
        assertThat(page.locator("#tabs a[aria-current=page]")).hasText("Leaderboard");
        assertThat(group("System")).hasAttribute("aria-expanded", "false");
        group("System").press("Enter");
        assertThat(group("System")).isFocused();
        page.keyboard().press("Tab");
        page.keyboard().press("Enter");
        assertThat(heading("Projections")).isVisible();
        assertThat(page.locator("#tabs a[aria-current=page]")).isFocused();
        assertThat(groups).not().hasCount(0);
        page.locator("#skip").press("Enter");
        assertThat(page.locator("main")).isFocused();
        assertThat(heading("Projections")).isVisible();
    }

    @Test
    void on_a_phone_the_navigation_is_a_drawer_that_keeps_the_focus_and_closes_by_escape() {
        page.setViewportSize(390, 844);
        enter("home");
        assertThat(page.locator("#tabs")).isHidden();
        press("Menu");
        assertThat(page.locator("#drawer #tabs")).isVisible();
        assertThat(page.locator("#tabs a[aria-current=page]")).isFocused();
        for (int i = 0; i < 30; i++) {
            page.keyboard().press("Tab");
            assertThat(
                            (Boolean)
                                    page.evaluate(
                                            "() => document.activeElement === document.body || document.activeElement.closest('#drawer') !== null"))
                    .isTrue();
        }
        page.keyboard().press("Escape");
        assertThat(page.locator("#tabs")).isHidden();
        assertThat(button("Menu")).isFocused();
        tab("Campaigns");
        assertThat(page.locator("#drawer")).isHidden();
        assertThat(page.locator("main")).isFocused();
        press("Menu");
        page.setViewportSize(1200, 844);
        assertThat(page.locator("#side #tabs")).isVisible();
        assertThat(page.locator("#drawer")).isHidden();
    }

    @Test
    void the_finder_finds_pages_and_fans_by_keyboard() {
        long fan = named("Ada <b>Lovelace</b>");
        enter("home");
        page.keyboard().press("Control+k");
        Locator field = page.getByRole(AriaRole.COMBOBOX);
        assertThat(field).isFocused();
        page.keyboard().type("lead");
        assertThat(page.getByRole(AriaRole.OPTION)).hasText(new String[] {"LeaderboardLoyalty"});
        assertThat(field).hasAttribute("aria-activedescendant", "found_0");
        field.fill("ada");
        Locator ada = page.getByRole(AriaRole.OPTION).filter(new Locator.FilterOptions().setHasText("Lovelace"));
        assertThat(ada).containsText("Ada <b>Lovelace</b>");
        assertThat(page.locator("#found b")).hasCount(0);
        for (int i = 0; i < 20 && !"true".equals(ada.getAttribute("aria-selected")); i++) {
            page.keyboard().press("ArrowDown");
        }
        page.keyboard().press("Enter");
        page.waitForURL(Pattern.compile("#fan/" + fan + "$"));
        assertThat(page.locator("dialog.finder")).hasCount(0);
        page.keyboard().press("Control+k");
        page.keyboard().press("Escape");
        assertThat(page.locator("dialog.finder")).hasCount(0);
        expected(400);
    }

    @Test
    void times_and_numbers_are_shown_by_the_zone_and_the_locale_of_the_account_and_utc_on_hover() {
        api.pointType("applause");
        api.award(named("Ada Lovelace"), "applause", 1_234_567);
        enter("settings");
        field("Time zone of the console").fill("Europe/Atlantis");
        press("Save");
        assertThat(field("Time zone of the console")).hasAttribute("aria-invalid", "true");
        expected(400);
        field("Time zone of the console").fill("Asia/Kathmandu");
        field("Language and region of dates and numbers").fill("de-AT");
        press("Save");
        assertThat(page.locator("#news")).hasText("Saved.");
        assertThat(page.locator("#zone")).hasText("Times in Asia/Kathmandu");
        tab("Live points");
        Locator time = rows().first().locator("time");
        assertThat(time).hasText(Pattern.compile("^\\d\\d?\\.\\d\\d?\\.\\d{4}.*"));
        assertThat(time).hasAttribute("title", Pattern.compile("^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d UTC$"));
        assertThat((Boolean) page.evaluate("""
                () => {
                  const one = document.querySelector('tbody time');
                  const shown = new Intl.DateTimeFormat('de-AT', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'Asia/Kathmandu' });
                  return one.textContent === shown.format(new Date(one.dateTime));
                }""")).isTrue();
        assertThat(rows().first()).containsText("1\u00a0234\u00a0567");
        page.reload();
        assertThat(page.locator("#zone")).hasText("Times in Asia/Kathmandu");
        api.post(SETTINGS, "console_time_zone", "", "console_locale", "").mustBe(200);
        page.reload();
        assertThat(page.locator("#zone")).hasText("Times in UTC");
        assertThat(rows().first()).containsText("1,234,567");
    }

    @Test
    void tables_sort_what_they_show_leave_columns_out_and_turn_pages_of_500_rows() {
        enter("projections");
        Locator table = page.getByRole(AriaRole.REGION, new Page.GetByRoleOptions().setName("Versions of projections"));
        table.getByText("Projection", new Locator.GetByTextOptions().setExact(true))
                .press("Enter");
        assertThat(table.locator("th").first()).hasAttribute("aria-sort", "ascending");
        assertThat(rows().first()).containsText("account_numbers");
        page.keyboard().press("Enter");
        assertThat(table.locator("th").first()).hasAttribute("aria-sort", "descending");
        assertThat(rows().last()).containsText("account_numbers");
        page.getByText("View", new Page.GetByTextOptions().setExact(true))
                .first()
                .press("Enter");
        page.getByLabel("Checksum").uncheck();
        assertThat(table.locator("th:visible")).not().containsText(new String[] {"Checksum"});
        tab("Dead letters");
        tab("Projections");
        assertThat(rows().last()).containsText("account_numbers");
        page.reload();
        assertThat(rows().first()).containsText("account_numbers");
        assertThat(table.locator("th:visible")).containsText(new String[] {"Checksum"});

        assertThat(page.evaluate("""
                async () => {
                  const { table } = await import('/console/parts.js');
                  const place = table('Many', [['Number', row => String(row), true]], Array.from({ length: 1203 }, (none, at) => at));
                  document.querySelector('main').append(place);
                  const count = () => place.querySelectorAll('tbody tr').length;
                  const turn = () => [...place.querySelectorAll('.pager button')].at(-1).click();
                  const seen = [count()];
                  turn();
                  seen.push(count());
                  turn();
                  seen.push(count());
                  return seen.join();
                }""")).isEqualTo("500,500,203");
    }

    @Test
    void a_person_whose_session_ends_in_a_form_signs_in_over_it_and_loses_nothing() {
        enter("keys");
        page.getByText("Make a key pair").click();
        page.getByLabel("Label").fill("warehouse");
        page.getByLabel("reports", new Page.GetByLabelOptions().setExact(true)).check();
        Browsers.context().clearCookies();
        press("Make");
        Locator dialog = page.locator("dialog.over");
        assertThat(dialog).containsText("What you entered is kept.");
        dialog.getByLabel("API secret").fill("wrong");
        page.keyboard().press("Enter");
        assertThat(dialog.getByRole(AriaRole.ALERT)).not().isEmpty();
        dialog.getByLabel("API secret").fill(secret());
        page.keyboard().press("Enter");
        assertThat(dialog).hasCount(0);
        assertThat(rows("Key pairs").filter(new Locator.FilterOptions().setHasText("warehouse")))
                .hasCount(1);
        Object kept = page.evaluate("() => JSON.stringify({...localStorage}) + JSON.stringify({...sessionStorage})");
        assertThat(kept.toString()).doesNotContain("warehouse");

        Browsers.context().clearCookies();
        page.evaluate("() => { location.hash = 'projections'; }");
        assertThat(dialog).isVisible();
        page.keyboard().press("Escape");
        assertThat(heading("Sign in")).isVisible();
        assertThat(page.locator("#side")).isHidden();
        expected(401);
    }

    @Test
    void a_page_starts_anew_when_somebody_else_signs_in_with_the_browser() {
        enter("keys");
        page.getByText("Make a key pair").click();
        page.getByLabel("Label").fill("warehouse");
        Page former = page;
        String before = former.locator("#whoami").getAttribute("title");
        api = encore().newAccount();
        page = Browsers.context().newPage();
        enter("home");
        assertThat(former.locator("#whoami")).not().hasAttribute("title", before);
        assertThat(former.getByLabel("Label")).not().hasValue("warehouse");
        page.close();
        page = former;
    }

    @Test
    void a_person_offline_is_told_so_and_keeps_what_was_entered() {
        enter("keys");
        page.getByText("Make a key pair").click();
        page.getByLabel("Label").fill("warehouse");
        page.getByLabel("reports", new Page.GetByLabelOptions().setExact(true)).check();
        Browsers.context().setOffline(true);
        try {
            assertThat(page.locator("#banner")).containsText("You are offline.");
            press("Make");
            assertThat(page.getByRole(AriaRole.ALERT)).containsText("cannot be reached");
            assertThat(page.getByLabel("Label")).hasValue("warehouse");
        } finally {
            Browsers.context().setOffline(false);
        }
        assertThat(page.locator("#banner")).isHidden();
        press("Make");
        assertThat(rows("Key pairs").filter(new Locator.FilterOptions().setHasText("warehouse")))
                .hasCount(1);
        expectedOffline();
    }

    @Test
    void a_chart_is_drawn_under_the_policy_of_the_console() {
        long campaign = api.campaign("Quiz", "trivia");
        enter("campaigns/" + campaign);
        assertThat(page.locator("figure.chart canvas")).isVisible();
        assertThat(page.locator("figure.chart [role=img]"))
                .hasAttribute("aria-label", Pattern.compile("^Entries by day, from .* to .*"));
    }

    private Locator group(String title) {
        return page.locator("#tabs button.group").filter(new Locator.FilterOptions().setHasText(title));
    }

    private Locator field(String label) {
        return page.getByLabel(label, new Page.GetByLabelOptions().setExact(true));
    }
}
