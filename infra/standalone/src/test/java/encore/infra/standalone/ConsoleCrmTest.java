package encore.infra.standalone;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.SelectOption;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The console's CRM: the search, segments, a fan's whole record, bans and ticket events. */
class ConsoleCrmTest extends InBrowser {

    private static final String FANS = "/api/v1/crm/fans";
    private static final String FILTERS = "/api/v1/manage/search_filters";
    private static final String TICKET_EVENTS = "/api/v1/manage/ticket_events/";
    private static final String MARKUP = "<img src=x onerror=document.title='run'>";

    @Test
    void fans_are_searched_by_criteria_counted_paged_and_kept_as_a_filter() {
        long ada = tagged("Ada Lovelace", "VIP, front");
        sell("Opening", 51);
        enter("search");
        open("Tags");
        tagged("Grace Hopper", "nobody's");
        pick("Tags", "VIP, front");
        pick("Tags", "nobody's");
        assertThat(page.getByText("2 fans are found.")).isVisible();
        page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Remove nobody's"))
                .click();
        assertThat(page.getByText("1 fan is found.")).isVisible();
        open("Profile and age");
        field("Age from").fill("many");
        open("Profile and age");
        press("Search");
        assertThat(field("Age from")).hasAttribute("aria-invalid", "true");
        assertThat(field("Age from")).isFocused();
        assertThat(page.getByText("must be an integer")).isVisible();
        expected(400);
        field("Age from").fill("");
        page.keyboard().press("Enter");
        assertThat(page.locator("main h2")).hasText("1 fan");
        assertThat(rows("Fans")).containsText(new String[] {"Ada Lovelace"});
        assertThat(page.locator("summary", new Page.LocatorOptions().setHasText("Tags (1)")))
                .isVisible();
        keep("search");

        open("Save the search as a filter");
        press("Save");
        assertThat(field("Name of the filter")).hasAttribute("aria-invalid", "true");
        expected(400);
        field("Name of the filter").fill("Front row");
        press("Save");
        assertThat(link("Front row")).isVisible();
        JsonNode kept = api.get(FILTERS).mustBe(200).body().get(0);
        assertThat(kept.at("/criteria").toString()).isEqualTo("{\"fan_tags\":[\"VIP, front\"]}");

        press("Clear");
        press("Search");
        assertThat(page.locator("main h2")).hasText("53 fans");
        assertThat(rows("Fans")).hasCount(50);
        press("Next page");
        assertThat(rows("Fans")).hasCount(3);
        assertThat(button("Next page")).isDisabled();
        assertThat(button("Previous page")).isFocused();
        press("Previous page");
        link("Ada Lovelace").click();
        assertThat(page.locator("main h1")).hasText("Ada Lovelace " + ada);
        see("Profile");
        assertThat(part("Profile")).containsText("Ada Lovelace");
        page.goBack();
        assertThat(page.locator("main h2")).hasText("53 fans");
    }

    @Test
    void segments_are_listed_and_each_shows_how_its_fans_are_reached_and_who_they_are() {
        tagged("Ada Lovelace", MARKUP);
        named("Grace Hopper");
        api.post(FILTERS, "filter_name", "Named Ada", "name", "ada", "fan_not_only_filter", "phone")
                .mustBe(200);
        for (int i = 0; i < 60; i++) {
            api.post(FILTERS, "filter_name", "Other " + i, "name", "nobody").mustBe(200);
        }
        enter("segments");
        assertThat(rows("Segments").first()).containsText("Named Ada1");
        assertThat(rows("Segments")).hasCount(50);
        press("Next page");
        assertThat(rows("Segments")).hasCount(11);
        field("Name").fill("ada");
        assertThat(rows("Segments")).hasCount(1);
        link("Tags").last().click();
        assertThat(rows("Segments")).containsText(new String[] {MARKUP + "1"});
        link(MARKUP).click();
        assertThat(page.locator("main h2")).containsText(MARKUP);
        assertThat(page.locator(".cards")).hasText("Fans1With an email1With a phone0By email0By phone0");
        assertThat(rows("Fans of the segment")).hasCount(1);
        assertThat(page.title()).endsWith("– Encore console");
        open("Take a snapshot");
        field("Name of the snapshot").fill("Then");
        press("Take");
        link("Then").click();
        assertThat(rows("Fans of the segment")).hasCount(1);

        tab("Segments");
        link("Snapshots").click();
        assertThat(rows("Segments")).containsText(new String[] {"Then1"});
        link("Filters").click();
        link("Named Ada").click();
        assertThat(page.locator("dl.told")).containsText("Wordsada");
        assertThat(page.locator("dl.told")).containsText("Has notPhone");
        keep("segment");
        link("Open in the search").click();
        assertThat(field("Words of a name, an email or a phone, or a fan id")).hasValue("ada");
        assertThat(rows("Fans")).hasCount(1);
        open("Contact and consent");
        field("Phone").selectOption(new SelectOption().setLabel("any"));
        open("Save the search as a filter");
        press("Change the filter to this search");
        link("Named Ada").click();
        assertThat(page.locator("dl.told")).not().containsText("Phone");
        press("Remove the filter");
        page.locator("dialog[open] button.danger").click();
        assertThat(heading("Segments")).isVisible();
        field("Name").fill("ada");
        assertThat(page.getByText("No match.")).isVisible();
    }

    /** Chooses a thing by its name with the keyboard alone. */
    private void pick(String label, String name) {
        Locator words = page.getByRole(
                AriaRole.COMBOBOX, new Page.GetByRoleOptions().setName(label).setExact(true));
        words.focus();
        page.keyboard().type(name);
        assertThat(page.locator("[role=option]", new Page.LocatorOptions().setHasText(name)))
                .isVisible();
        page.keyboard().press("Enter");
        assertThat(page.locator("ul.tokens", new Page.LocatorOptions().setHasText(name)))
                .isVisible();
    }

    @Test
    void segments_of_another_account_are_unknown_and_a_type_is_needed() {
        tagged("Ada Lovelace", "front");
        String uid = api.post(FILTERS, "filter_name", "Named Ada", "name", "ada")
                .mustBe(200)
                .body()
                .get("filter_uid")
                .asString();
        JsonNode found = api.get("/api/v1/manage/segments", "segment_type", "filter", "q", "ad", "limit", 1)
                .mustBe(200)
                .body();
        assertThat(found.at("/data/0/segment_id").asString()).isEqualTo(uid);
        assertThat(found.at("/data/0/segment_count").asLong()).isEqualTo(1);
        assertThat(api.get("/api/v1/manage/segments/filter/" + uid)
                        .mustBe(200)
                        .body()
                        .get("segment_name")
                        .asString())
                .isEqualTo("Named Ada");
        encore().newAccount().get("/api/v1/manage/segments/filter/" + uid).mustBe(404);
        api.get("/api/v1/manage/segments/other/" + uid).mustBe(404);
        assertThat(api.get("/api/v1/manage/segments").mustBe(400).body().toString())
                .contains("segment_type");
    }

    @Test
    void all_there_is_of_a_fan_is_asked_for_when_it_is_seen_and_none_of_it_is_markup() {
        api.postJson("/api/v1/manage/fields", """
                {"crm_field_key": "note", "field_type": "text", "link_url": "HTTPS://a.example/n"}""").mustBe(200);
        JsonNode made = api.postJson(FANS, """
                {"name": "Ada", "email": "fan0@stage.example", "field_note": "%1$s", "idol_names": ["%1$s"], "tag_%1$s": true,
                 "is_subscribed": true}""".formatted(MARKUP)).mustBe(200).body();
        String ada = FANS + "/" + made.get("fan_id").asString();
        api.post(ada + "/identifiers", "network", "shop", "identifier_value", "a-1")
                .mustBe(200);
        api.post(
                        "/api/v1/crm/fan_connections/" + made.get("fan_id").asString(),
                        "connected_fan_id",
                        named("Grace Hopper"))
                .mustBe(200);
        sell(MARKUP, 1);
        api.postJson(ada + "/registrations", """
                {"first_name": "Ada", "last_name": "L", "event_name": "Gala", "event_date": "2026-03-01", "network": "doors",
                 "email": "fan0@stage.example", "registration_key": "r1", "registration_timestamp": "2026-02-01 10:00:00"}""").mustBe(200);
        api.postJson("/api/v1/manage/scans", """
                {"scans": [{"network": "doors", "source_key": "s1", "scan_timestamp": "2026-03-01 19:00:00",
                 "registration_key": "r1", "is_success": true, "access_mode": "IN", "scan_group_name": "North door"}]}""").mustBe(200);
        api.postJson("/api/v1/crm/purchases", """
                {"purchase_key": "p1", "network": "shop", "order_key": "o1", "merchant_key": "m", "net_sale_amount": 20,
                 "order_timestamp": "2026-03-02 10:00:00", "gross_sale_amount": 25.5, "email": "fan0@stage.example",
                 "product_name": "Shirt"}""").mustBe(200);

        enter("fan/" + made.get("fan_id").asString() + "/record");
        see("Contacts and consent");
        assertThat(part("Contacts and consent")).containsText("Emailfan0@stage.example");
        assertThat(part("Contacts and consent")).containsText("Subscribed by emailyes");
        assertThat(part("Contacts and consent")).containsText("Opted outnever said");
        see("Tags");
        assertThat(part("Tags").getByRole(AriaRole.LINK)).hasText(MARKUP);
        see("Fields");
        assertThat(rows("Fields")).containsText(new String[] {"note" + MARKUP + "text"});
        assertThat(link("HTTPS://a.example/n")).hasAttribute("rel", "noopener noreferrer");
        see("Idols");
        assertThat(rows("Idols")).containsText(new String[] {MARKUP});
        see("Identifiers");
        assertThat(rows("Identifiers")).hasText(new String[] {"shopa-1"});
        see("Connections");
        assertThat(rows("Connections")).containsText(new String[] {"Grace Hopperpendingthis fan"});
        see("Tickets");
        assertThat(rows("Tickets")).containsText(new String[] {MARKUP + "2026-04-01"});
        see("Registrations and scans");
        assertThat(rows("Registrations")).containsText(new String[] {"Gala2026-03-01"});
        assertThat(rows("Scans")).containsText(new String[] {"2026-03-01 19:00:00yesINGalaNorth door"});
        see("Purchases");
        assertThat(rows("Purchases")).containsText(new String[] {"2026-03-02 10:00:00Shirt–25.5020.00m"});
        keep("record");
        assertThat(page.locator("main img")).hasCount(0);
        assertThat(page.title()).endsWith("– Encore console");
    }

    @Test
    void a_text_that_is_no_web_address_is_never_a_link() {
        enter("search");
        Object links = page.evaluate("""
                async () => {
                  const { el, outside } = await import('/console/parts.js');
                  return ['javascript:alert(1)', ' javascript:alert(1)', 'data:text/html,x', '//a.example', 'HTTP://a.example', '#fan']
                    .map(one => `${outside(one).tagName ?? 'text'} ${el('a', { href: one }).hasAttribute('href')}`);
                }""");
        assertThat(links)
                .isEqualTo(List.of("text false", "text false", "text false", "text false", "A true", "A true"));
    }

    @Test
    void addresses_are_banned_and_let_in_by_keyboard_and_who_bans_himself_takes_it_back() {
        api.campaign("Quiz", "trivia");
        enter("bans");
        assertThat(page.getByText("No address is banned.")).isVisible();
        field("Address or network").fill("10.0.0.0/2");
        page.keyboard().press("Enter");
        assertThat(field("Address or network")).isFocused();
        assertThat(page.getByText("must not be wider than /8")).isVisible();
        expected(400);
        field("Address or network").fill("10.1.2.3/8");
        page.keyboard().press("Enter");
        assertThat(rows("Bans").first()).containsText("10.0.0.0/8");
        assertThat(rows("Bans").first()).containsText("blockedall callsRemove");
        assertThat(field("Address or network")).hasValue("");
        field("Address or network").fill("10.9.9.9");
        field("Calls from it").selectOption(new SelectOption().setLabel("Exempt: allow"));
        choose("Campaign", "Quiz");
        press("Add");
        assertThat(rows("Bans").first()).containsText("let inQuizRemove");
        keep("bans");
        press("Remove 10.9.9.9");
        assertThat(rows("Bans")).hasCount(1);

        field("Address or network").fill("127.0.0.0/8");
        page.keyboard().press("Enter");
        assertThat(rows("Bans")).hasCount(2);
        link("Segments").click();
        assertThat(page.locator("main [role=alert]")).isVisible();
        tab("Bans");
        press("Remove 127.0.0.0/8");
        assertThat(rows("Bans")).hasCount(1);
        tab("Segments");
        expected(403);
    }

    @Test
    void ticket_events_show_their_sales_and_are_excluded_linked_and_included_again() {
        sell("Opening", 3);
        sell("Second", 2);
        String performance = api.made(
                "/api/v1/ent/performances",
                "performance_uid",
                "performance_name",
                "Opening in Berlin",
                "performance_date",
                "2026-04-01");
        enter("tickets");
        assertThat(rows("Ticket events")).hasCount(2);
        assertThat(sold("Opening")).containsText("3660.0030");
        press("Exclude Opening");
        assertThat(button("Include Opening")).isFocused();
        assertThat(sold("Opening")).containsText("000.0000");
        assertThat(sold("Opening")).containsText("excluded");
        open("Filter the events");
        field("Event").fill("Opening");
        page.keyboard().press("Enter");
        assertThat(rows("Ticket events")).hasCount(1);

        link("Opening").click();
        assertThat(page.locator(".cards")).hasText("Tickets0Seats0Revenue0.00New fans0Returning0");
        press("Include Opening");
        assertThat(page.locator(".cards")).hasText("Tickets3Seats6Revenue60.00New fans3Returning0");
        field("Bought from (UTC)").fill("2026-03-01");
        press("Count");
        assertThat(page.locator(".cards")).hasText("Tickets0Seats0Revenue0.00New fans0Returning0");
        field("Price").fill("none");
        press("Save");
        assertThat(field("Price")).hasAttribute("aria-invalid", "true");
        expected(400);
        choose("Performance", "Opening in Berlin");
        field("Price").fill("12.5");
        field("Apply historical").check();
        press("Save");
        assertThat(page.locator("dl.told")).containsText("PerformanceOpening in Berlin");
        keep("ticket-event");
        field("Price").fill("");
        press("Save");
        assertThat(page.locator("#news")).hasText("Saved.");
        String uid = page.url().substring(page.url().lastIndexOf('/') + 1);
        JsonNode event = api.get(TICKET_EVENTS + uid).mustBe(200).body();
        assertThat(event.get("performance_uid").asString()).isEqualTo(performance);
        assertThat(event.get("apply_historical").asBoolean()).isTrue();
        assertThat(event.get("is_excluded").asBoolean()).isFalse();
    }

    @Test
    void on_a_phone_no_page_is_wider_than_the_screen() {
        String longest = "W".repeat(100);
        long ada = tagged(longest, longest);
        sell(longest, 1);
        String uid = api.made(FILTERS, "filter_uid", "filter_name", longest, "name", "w");
        page.setViewportSize(390, 800);
        page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.DARK));
        enter("search/" + uid);
        for (String view : List.of(
                "search/" + uid, "segments", "segments/filter/" + uid, "tickets", "bans", "fan/" + ada + "/record")) {
            page.navigate(encore().url() + "/console/#" + view);
            assertThat(page.locator("main h1")).isVisible();
            if (!view.equals("bans") && !view.startsWith("fan")) {
                assertThat(rows()).not().hasCount(0);
            }
            page.locator("main details").evaluateAll("all => all.forEach(one => { one.open = true; })");
            fits(view);
        }
    }

    private Locator sold(String event) {
        return rows("Ticket events")
                .filter(new Locator.FilterOptions()
                        .setHas(page.getByText(event, new Page.GetByTextOptions().setExact(true))));
    }

    private void open(String part) {
        summary(part).press("Enter");
    }

    private Locator summary(String title) {
        return page.locator("summary").filter(new Locator.FilterOptions().setHasText(Pattern.compile("^" + title)));
    }

    private void see(String part) {
        page.getByLabel("On this page")
                .getByText(part, new Locator.GetByTextOptions().setExact(true))
                .press("Enter");
    }

    private Locator part(String title) {
        return page.locator("section.fan-part")
                .filter(new Locator.FilterOptions().setHas(page.locator("h2:text-is('" + title + "')")));
    }

    private Locator field(String label) {
        return page.getByLabel(label, new Page.GetByLabelOptions().setExact(true));
    }

    private long tagged(String name, String tag) {
        long fan = named(name);
        api.post("/api/v1/manage/fans/" + fan, "tag_" + tag, true).mustBe(200);
        return fan;
    }

    /** Sells two seats of an event to each of so many fans. */
    private void sell(String event, int fans) {
        String tickets = IntStream.range(0, fans)
                .mapToObj(i -> """
                        {"first_name": "Fan", "last_name": "%2$s", "email": "fan%2$s@stage.example", "num_seats": 2,
                         "purchase_timestamp": "2026-02-01 10:00:00", "paid_amount": 20, "event_date": "2026-04-01",
                         "event_name": "%1$s", "event_key": "%1$s", "network": "doors", "ticket_key": "%1$s %2$s"}""".formatted(event, i))
                .collect(Collectors.joining(",", "[", "]"));
        api.postJson("/api/v1/crm/bulk_tickets", tickets).mustBe(200);
    }

    /** Chooses a thing by its name, by keyboard. */
    private void choose(String label, String name) {
        Locator field = page.getByRole(AriaRole.COMBOBOX, new Page.GetByRoleOptions().setName(label));
        field.click();
        page.keyboard().type(name);
        page.keyboard().press("Enter");
        assertThat(field).hasValue(Pattern.compile(".*" + name + ".*"));
    }
}
