package encore.infra.standalone;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.Cookie;
import com.microsoft.playwright.options.ReducedMotion;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The page of a fan in the console: what it shows to whom, and what can be done on it in three clicks. */
class FanPageTest extends InBrowser {

    private static final int MAX_CLICKS = 3;

    /** Records of a ledger that the page reads at once. */
    private static final int PAGE = 1_000;

    private static final String MARKUP = "<img src=x onerror=document.title='run'>";
    private static final String ARABIC = "\u0639\u0628\u062f \u0627\u0644\u0631\u062d\u0645\u0646 \u202e(ab) 42";

    private long ada;
    private int clicks;

    @BeforeEach
    void there_is_a_fan() {
        api.pointType("applause");
        ada = Long.parseLong(
                api.made("/api/v1/crm/fans", "fan_id", "name", "Ada Lovelace", "email", "ada@fans.example"));
        api.award(ada, "applause", 400);
    }

    @Test
    void points_are_given_and_taken_back_in_three_clicks_and_the_page_shows_it_at_once() {
        List<String> awaited = new ArrayList<>();
        page.onRequest(request -> {
            if (request.url().contains("/balances") && request.headers().containsKey("encore-min-position")) {
                awaited.add(request.headers().get("encore-min-position"));
            }
        });
        open();
        assertThat(page.locator(".fan-summary")).containsText("ada@fans.example");
        assertThat(page.locator(".fan-summary")).containsText("400 applause rank 1");
        click(button("Give points"));
        assertThat(field("Points")).isVisible();
        field("Points").fill("many");
        click(submit("Give points"));
        assertThat(field("Points")).hasAttribute("aria-invalid", "true");
        assertThat(field("Points")).isFocused();
        field("Points").fill("50");
        click(submit("Give points"));
        assertThat(page.locator("#news")).hasText("50 points are given.");
        withinThreeClicks();
        assertThat(button("Give points")).isFocused();
        assertThat(page.locator(".fan-summary")).containsText("450 applause");
        assertThat(rows("Records of the ledger")).hasCount(2);
        assertThat(balance()).isEqualTo(450);

        click(button("Correct 50 points"));
        assertThat(field("Points to take away")).hasValue("50");
        click(submit("Correct"));
        assertThat(page.locator("#news")).hasText("50 points are taken away.");
        withinThreeClicks();
        assertThat(rows("Records of the ledger")).hasCount(3);
        assertThat(balance()).isEqualTo(400);
        click(button("Correct points"));
        field("Points to take away").fill("1");
        click(submit("Correct"));
        assertThat(page.locator(".fan-summary")).containsText("399 applause");
        withinThreeClicks();
        assertThat(balance()).isEqualTo(399);
        // The reads wait for the position of the change, whichever gateway answers them.
        assertThat(Set.copyOf(awaited)).hasSize(3);
    }

    @Test
    void a_fan_was_last_seen_when_the_latest_activity_happened() {
        String activities = "/api/v1/crm/fans/" + ada + "/activities";
        api.post(activities, "campaign_title", "Kiosk", "effective_at", "2020-03-01T12:00:00Z")
                .mustBe(200);
        api.post(activities, "campaign_title", "Doors", "effective_at", "2020-02-29T12:00:00Z")
                .mustBe(200);
        open();
        Locator summary = page.locator(".fan-summary");
        assertThat(summary.locator("time").first()).hasAttribute("datetime", "2020-03-01T12:00:00.000Z");
        assertThat(summary).containsText("Kiosk");
        api.post(activities, "campaign_title", "Gate").mustBe(200);
        page.reload();
        assertThat(summary).containsText("Gate");
    }

    @Test
    void a_moment_in_the_past_says_so_and_leads_back_to_today() {
        api.award(ada, "applause", 100);
        open();
        goTo("Points");
        assertThat(page.locator("output[for=as_of]")).hasText("As of today");
        assertThat(button("Back to today")).isHidden();
        page.getByLabel("As of which record").fill("0");
        assertThat(page.locator("output[for=as_of]")).containsText("As of an earlier moment: ");
        assertThat(page.locator(".cards article b")).hasText("400");
        assertThat(page.locator("tr.later")).hasCount(1);
        click(button("Back to today"));
        assertThat(page.locator(".cards article b")).hasText("500");
        assertThat(page.getByLabel("As of which record")).isFocused();
    }

    @Test
    void tags_fields_consent_and_the_profile_are_changed_in_three_clicks() {
        api.postJson("/api/v1/manage/fields", """
                {"crm_field_key": "seats", "field_type": "number"}""").mustBe(200);
        api.postJson("/api/v1/manage/fields", """
                {"crm_field_key": "likes", "field_type": "multi_select", "field_options": ["cats", "dogs", "<b>"]}""").mustBe(200);
        long business = api.business("Rovers");
        open();
        click(index("Tags"));
        click(button("Add a tag"));
        click(submit("Add"));
        assertThat(page.locator("dialog[open] [name=tag]")).hasAttribute("aria-invalid", "true");
        page.locator("dialog[open] [name=tag]").fill(MARKUP);
        page.keyboard().press("Enter");
        assertThat(link(MARKUP)).isVisible();
        withinThreeClicks();
        assertThat(fan().at("/tags/0/tag_name").asString()).isEqualTo(MARKUP);
        click(button("Remove the tag " + MARKUP));
        assertThat(page.getByText("No tags.")).isVisible();
        assertThat(page.locator("h2:focus")).hasText("Tags");
        withinThreeClicks();
        assertThat(fan().get("tags")).isEmpty();

        click(button("Set seats"));
        field("seats").fill("many");
        click(submit("Save"));
        assertThat(field("seats")).hasAttribute("aria-invalid", "true");
        expected(400);
        field("seats").fill("12");
        page.keyboard().press("Enter");
        assertThat(rows("Fields").filter(has("seats"))).containsText("12");
        withinThreeClicks();
        click(button("Set likes"));
        field("dogs").check();
        field("<b>").check();
        click(submit("Save"));
        assertThat(rows("Fields").filter(has("likes"))).containsText("dogs, <b>");
        withinThreeClicks();
        assertThat(fan().at("/fields/seats").asInt()).isEqualTo(12);
        assertThat(fan().at("/fields/likes").toString()).isEqualTo("[\"dogs\",\"<b>\"]");

        click(button("Change consent"));
        field("Wants emails").selectOption("true");
        field("Opted out of everything").selectOption("false");
        page.locator("dialog[open] [name=businesses]").fill("rov");
        page.keyboard().press("Enter");
        assertThat(page.locator("dialog[open] .tokens")).containsText("Rovers");
        click(submit("Save"));
        assertThat(page.locator(".fan-summary")).containsText("emails: yes");
        assertThat(part("Contacts and consent")).containsText("BusinessesRovers");
        withinThreeClicks();
        assertThat(fan().get("is_subscribed").asBoolean()).isTrue();
        assertThat(fan().get("is_phone_subscribed").isNull()).isTrue();
        assertThat(fan().at("/opted_in_business_ids/0").asLong()).isEqualTo(business);

        click(button("Change the profile"));
        field("Display name").fill("Countess");
        field("City").fill("London");
        click(submit("Save"));
        assertThat(field("Country")).hasAttribute("aria-invalid", "true");
        expected(400);
        field("Country").fill("GB");
        page.keyboard().press("Enter");
        assertThat(page.locator("dialog[open]")).hasCount(0);
        assertThat(part("Profile")).containsText("CityLondon");
        assertThat(fan().get("name").asString()).isEqualTo("Ada Lovelace");
        assertThat(fan().get("display_name").asString()).isEqualTo("Countess");
        goTo("History");
        assertThat(part("History")).containsText("Countess");
    }

    @Test
    void sessions_are_ended_and_the_fan_is_banned_and_let_in_again() {
        FanSessions.logIn(api, ada);
        FanSessions.logIn(api, ada);
        long show = api.campaign("Final " + MARKUP, "fanxp");
        api.campaign("Quiz", "trivia");
        open();
        click(index("Sessions"));
        assertThat(rows("Sessions")).hasCount(2);
        click(rows("Sessions").first().getByRole(AriaRole.BUTTON));
        assertThat(rows("Sessions")).hasCount(1);
        withinThreeClicks();
        click(button("End all sessions"));
        click(button("End all"));
        assertThat(page.getByText("The fan is signed in nowhere.")).isVisible();
        withinThreeClicks();
        assertThat(api.get("/api/v1/manage/fans/" + ada + "/sessions")
                        .mustBe(200)
                        .body())
                .isEmpty();

        click(index("Bans"));
        click(button("Ban from a show"));
        page.keyboard().type("fin");
        assertThat(page.locator("[role=listbox] [role=option]")).hasText(new String[] {"Final " + MARKUP + show});
        page.keyboard().press("Enter");
        field("Reason").fill("Spam");
        click(submit("Ban"));
        assertThat(rows("Bans of the fan")).containsText(new String[] {"Final " + MARKUP + "kept outfor everSpam"});
        withinThreeClicks();
        assertThat(api.get("/api/v1/manage/live/" + show + "/bans/" + ada)
                        .mustBe(200)
                        .body()
                        .get("reason")
                        .asString())
                .isEqualTo("Spam");
        click(button("Lift the ban from Final " + MARKUP));
        assertThat(page.getByText("The fan is banned from no show.")).isVisible();
        withinThreeClicks();
        assertThat(api.get("/api/v1/manage/fans/" + ada + "/bans").mustBe(200).body())
                .isEmpty();
    }

    @Test
    void a_fan_is_exported_and_then_erased_by_keyboard_after_being_named() {
        open();
        Download export = page.waitForDownload(() -> button("Export").click());
        assertThat(export.suggestedFilename()).isEqualTo("fan-" + ada + ".zip");
        page.locator("h1").focus();
        tabTo("Erase");
        page.keyboard().press("Enter");
        Locator named = field("The fan_id or the email of the fan");
        assertThat(named).isFocused();
        page.keyboard().press("Escape");
        assertThat(page.locator("dialog[open]")).hasCount(0);
        assertThat(button("Erase")).isFocused();
        page.keyboard().press("Enter");
        page.keyboard().type("grace@fans.example");
        page.keyboard().press("Enter");
        assertThat(page.getByText("is not this fan")).isVisible();
        assertThat(named).isFocused();
        assertThat(fan().get("name").asString()).isEqualTo("Ada Lovelace");
        named.fill("");
        page.keyboard().type("ADA@fans.example");
        page.keyboard().press("Enter");
        assertThat(page.locator("h1")).hasText("erased " + ada);
        assertThat(page.locator("main")).not().containsText("Lovelace");
        assertThat(rows("Records of the ledger")).hasCount(1);
        api.get("/api/v1/crm/fans/" + ada).mustBe(404);
    }

    @Test
    void points_are_given_by_keyboard_alone() {
        open();
        assertThat(page.locator("h1")).containsText("Ada Lovelace");
        page.locator("h1").focus();
        tabTo("Give points");
        page.keyboard().press("Enter");
        assertThat(field("Kind of points")).isFocused();
        page.keyboard().press("Tab");
        page.keyboard().type("7");
        page.keyboard().press("Enter");
        assertThat(page.locator("dialog[open]")).hasCount(0);
        assertThat(button("Give points")).isFocused();
        assertThat(balance()).isEqualTo(407);
    }

    @Test
    void a_part_asks_for_its_data_when_it_is_scrolled_to_and_none_asks_for_the_export() {
        List<String> asked = new ArrayList<>();
        page.onRequest(request -> asked.add(URI.create(request.url()).getPath()));
        open();
        assertThat(page.locator(".fan-summary")).containsText("400 applause");
        goTo("Points");
        assertThat(rows("Records of the ledger")).hasCount(1);
        assertThat(asked).noneMatch(path -> path.endsWith("/purchases") || path.endsWith("/bans"));
        goTo("Purchases");
        assertThat(part("Purchases")).containsText("None.");
        assertThat(asked).anyMatch(path -> path.endsWith("/fans/" + ada + "/purchases"));
        assertThat(page.locator("h2:focus")).hasText("Purchases");
        assertThat(page.url()).endsWith("#fan/" + ada + "/purchases");
        assertThat(asked).noneMatch(path -> path.endsWith("/export"));
    }

    @Test
    void quests_and_rewards_say_why_the_fan_has_them_or_what_is_missing() {
        long rovers = api.business("Rovers");
        String of = "/api/v1/ent/businesses/" + rovers;
        String done = api.made(of + "/quests", "page_tab_id", "quest_title", "Shout", "quest_type", "custom");
        api.made(
                of + "/quests",
                "page_tab_id",
                "quest_title",
                MARKUP,
                "quest_type",
                "custom",
                "access_restriction_type",
                "fan_points",
                "fan_points_required",
                9_000);
        api.post(of + "/quests/" + done + "/fans/" + ada + "/complete").mustBe(200);
        api.made(
                of + "/rewards",
                "reward_uid",
                "reward_title",
                "Scarf",
                "reward_type",
                "badge",
                "requirement_type",
                "fan_points",
                "fan_points_required",
                9_000);
        open();
        goTo("Quests");
        assertThat(part("Quests")).containsText("1 of 2 completed.");
        assertThat(rows("Quests").filter(has("Shout"))).containsText("completedThe fan completed the quest.");
        assertThat(rows("Quests").filter(has(MARKUP))).containsText("The fan has fewer than 9000 points.");
        click(button("Explain Shout"));
        assertThat(page.locator("dialog[open]")).containsText("The fan has it.");
        assertThat(page.locator("dialog[open]")).containsText("Given bya call that completed it");
        keep("fan-explained");
        page.keyboard().press("Escape");
        assertThat(button("Explain Shout")).isFocused();
        click(button("Explain " + MARKUP));
        assertThat(page.locator("dialog[open]")).containsText("The fan does not have it.");
        assertThat(page.locator("dialog[open] li.bad").first()).containsText("✗ Availability");
        page.keyboard().press("Escape");
        goTo("Rewards");
        assertThat(part("Rewards")).containsText("The fan has 0 rewards.");
        click(button("Explain Scarf"));
        assertThat(page.locator("dialog[open] li.bad").first()).containsText("✗");
        page.keyboard().press("Escape");
        assertThat(page.locator("dialog[open]")).hasCount(0);
    }

    @Test
    void a_request_for_a_connection_is_approved_or_declined_in_three_clicks() {
        long grace = named("Grace Hopper");
        long mary = named("Mary " + MARKUP);
        long alan = named("Alan Turing");
        connect(grace, ada);
        connect(mary, ada);
        connect(ada, alan);
        open();
        click(index("Connections"));
        assertThat(part("Connections")).containsText("2 wait for this fan\u2019s word.");
        assertThat(rows("Connections").filter(has("Alan Turing")).getByRole(AriaRole.BUTTON))
                .hasCount(0);
        click(button("Approve the connection with Grace Hopper"));
        assertThat(page.locator("#news")).hasText("The connection with Grace Hopper is approved.");
        withinThreeClicks();
        assertThat(rows("Connections").filter(has("Grace Hopper"))).containsText("approved");
        click(button("Decline the connection with Mary " + MARKUP));
        assertThat(page.locator("#news")).hasText("The connection with Mary " + MARKUP + " is declined.");
        withinThreeClicks();
        assertThat(rows("Connections").filter(has("Mary"))).hasCount(0);
        assertThat(fan().get("connected_fans").toString()).isEqualTo("[" + grace + "]");
    }

    @Test
    void a_quest_is_completed_and_a_reward_assigned_by_hand_in_three_clicks() {
        long rovers = api.business("Rovers");
        String of = "/api/v1/ent/businesses/" + rovers;
        String quest = api.made(of + "/quests", "page_tab_id", "quest_title", "Shout", "quest_type", "custom");
        String show = api.made(
                "/api/v1/ent/performances",
                "performance_uid",
                "performance_name",
                "Show",
                "performance_date",
                "2026-05-01");
        api.made(
                of + "/quests",
                "page_tab_id",
                "quest_title",
                "Wear",
                "quest_type",
                "wristband",
                "performance_uid",
                show);
        api.made(of + "/rewards", "reward_uid", "reward_title", MARKUP, "reward_type", "badge");
        open();
        click(index("Quests"));
        click(button("Complete Shout for the fan"));
        click(submit("Complete"));
        assertThat(page.locator("#news")).hasText("Shout is completed.");
        withinThreeClicks();
        assertThat(rows("Quests").filter(has("Shout"))).containsText("completed");
        assertThat(button("Complete Shout for the fan")).hasCount(0);
        assertThat(api.get(of + "/quests/fans/" + ada + "/complete")
                        .mustBe(200)
                        .body()
                        .get(quest)
                        .asBoolean())
                .isTrue();
        click(button("Complete Wear for the fan"));
        click(submit("Complete"));
        assertThat(field("Wristband")).hasAttribute("aria-invalid", "true");
        page.keyboard().press("Escape");

        clicks = 0;
        click(index("Rewards"));
        click(button("Assign " + MARKUP + " to the fan"));
        click(submit("Assign"));
        assertThat(page.locator("#news")).hasText(MARKUP + " is assigned.");
        withinThreeClicks();
        assertThat(part("Rewards")).containsText("The fan has 1 reward.");
        assertThat(api.get(of + "/fans/" + ada + "/rewards").mustBe(200).body()).hasSize(1);
    }

    @Test
    void the_newest_records_of_a_long_ledger_come_first_and_older_ones_on_demand() {
        for (int i = 0; i < PAGE; i++) {
            api.award(ada, "applause", 1);
        }
        api.pointType("boos");
        api.award(ada, "boos", 5);
        for (String role : List.of("owner", "viewer")) {
            signIn(role);
            page.navigate(encore().url() + "/console/#fan/" + ada + "/points");
            page.reload();
            part("Points").locator("select").selectOption("applause");
            Locator slider = page.getByLabel("As of which record");
            // One of the newest thousand is of the other kind; two of this kind are older.
            assertThat(slider).hasAttribute("max", String.valueOf(PAGE - 1));
            assertThat(part("Points")).containsText("The newest 999 records.");
            slider.fill("0");
            assertThat(rows("Records of the ledger").last()).containsText("1402");
            button("Show older").click();
            assertThat(slider).hasAttribute("max", String.valueOf(PAGE + 1));
            assertThat(slider).hasValue("2");
            assertThat(button("Show older")).hasCount(0);
            slider.fill("0");
            assertThat(page.locator("output[for=as_of]")).containsText("As of an earlier moment: ");
            assertThat(rows("Records of the ledger").last()).containsText("400400");
        }
    }

    @Test
    void a_viewer_sees_no_contacts_and_nothing_to_change() {
        api.post("/api/v1/manage/fans/" + ada, "tag_vip", true).mustBe(200);
        api.post("/api/v1/crm/fans/" + ada, "display_name", "Countess").mustBe(200);
        String email = "ada@fans.example";
        api.postJson("/api/v1/crm/bulk_tickets", """
                [{"first_name": "Ada", "last_name": "Lovelace", "email": "%s", "num_seats": 2, "event_key": "e1",
                  "purchase_timestamp": "2026-02-01 10:00:00", "paid_amount": 20, "event_date": "2026-04-01",
                  "event_name": "Gala", "network": "doors", "ticket_key": "t1"}]""".formatted(email)).mustBe(200);
        signIn("viewer");
        page.navigate(encore().url() + "/console/#fan/" + ada);
        assertThat(page.locator("h1")).containsText("Countess");
        assertThat(page.locator(".fan-summary")).containsText("Your role sees no contacts");
        for (String part : List.of("Points", "Fields", "Quests", "Tickets", "Media", "Bans")) {
            goTo(part);
            assertThat(part(part).locator(".fan-body")).not().isEmpty();
        }
        assertThat(rows("Tickets")).containsText(new String[] {"Gala"});
        assertThat(rows("Records of the ledger")).containsText(new String[] {"400400"});
        assertThat(part("Identifiers")).hasCount(0);
        assertThat(page.locator("main")).not().containsText("Lovelace");
        assertThat(page.locator("main")).not().containsText(email);
        assertThat(page.locator(".fan-deeds")).hasCount(0);
        assertThat(page.locator("main .fan-head button")).hasCount(0);
        assertThat(page.locator("main td button")).hasCount(0);
        keep("fan-viewer");
    }

    @Test
    void a_moderator_bans_without_seeing_points_or_contacts() {
        api.campaign("Final", "livexp");
        signIn("moderator");
        page.navigate(encore().url() + "/console/#fan/" + ada + "/bans");
        click(button("Ban from a show"));
        field("The fan").selectOption("true");
        click(submit("Ban"));
        assertThat(rows("Bans of the fan")).containsText(new String[] {"Finalmay not writefor ever"});
        withinThreeClicks();
        assertThat(part("Points")).hasCount(0);
        assertThat(page.locator("main")).not().containsText("Lovelace");
        assertThat(page.locator(".fan-deeds")).hasCount(0);
    }

    @Test
    void a_fan_of_another_account_is_not_found() {
        enter("fan/" + encore().newAccount().fan("eve@fans.example"));
        assertThat(page.locator("h1")).hasText("No such fan");
        assertThat(page.getByLabel("Find a fan")).isVisible();
        assertThat(page.locator("main")).not().containsText("eve@");
        page.navigate(encore().url() + "/console/#fan/..%2Fx");
        assertThat(page.locator("#news.bad")).isVisible();
        expected(404);
    }

    @Test
    void hostile_names_are_text_and_no_width_scrolls_sideways() {
        String longest = "W".repeat(120);
        String fields = IntStream.range(0, 15)
                .mapToObj(i -> "\"field_%s%d\": \"%s\"".formatted(MARKUP, i, "x".repeat(4_000)))
                .collect(Collectors.joining(", "));
        long fan = Long.parseLong(api.made(
                "/api/v1/crm/fans",
                "fan_id",
                "name",
                ARABIC + " " + MARKUP,
                "display_name",
                ARABIC + longest.substring(20),
                "email",
                "o@fans.example"));
        api.award(fan, "applause", 3);
        api.post("/api/v1/manage/fans/" + fan, "tag_" + longest.substring(20), true, "tag_" + MARKUP, true)
                .mustBe(200);
        api.postJson(
                        "/api/v1/crm/fans/" + fan + "/activities",
                        "{\"campaign_title\": \"" + longest + "\", " + fields + "}")
                .mustBe(200);
        api.campaign(longest, "fanxp");
        api.upload("/api/v1/manage/media?fan_id=" + fan, MediaJourneyTest.picture(60, 40, "jpeg"))
                .mustBe(200);
        for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
            page.emulateMedia(
                    new Page.EmulateMediaOptions().setColorScheme(scheme).setReducedMotion(ReducedMotion.REDUCE));
            for (int width : List.of(320, 1440)) {
                page.setViewportSize(width, 800);
                enter("fan/" + fan);
                page.reload();
                assertThat(page.locator("h1")).containsText(ARABIC);
                assertThat(page.locator(".fan-summary")).containsText("3 applause");
                keep("fan-" + width + "-" + scheme.name().toLowerCase(Locale.ROOT));
                for (Locator link : page.locator(".fan-index a").all()) {
                    link.evaluate("one => one.click()");
                    assertThat(page.locator("main [aria-busy]")).hasCount(0);
                }
                fits("fan at " + width);
                keepWhole("fan-whole-" + width + "-" + scheme.name().toLowerCase(Locale.ROOT));
                button("Ban from a show").click();
                fits("dialog at " + width);
                keep("fan-dialog-" + width + "-" + scheme.name().toLowerCase(Locale.ROOT));
                page.keyboard().press("Escape");
            }
        }
        assertThat(page.locator("main img")).hasCount(1);
        assertThat(page.title()).isEqualTo("Fan " + fan + " – Encore console");
    }

    @Test
    void nobody_is_shut_out_by_the_page_or_its_dialogs() throws IOException {
        furnish();
        List<String> faults = new ArrayList<>();
        for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
            page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(scheme));
            for (int width : List.of(320, 1440)) {
                page.setViewportSize(width, 900);
                enter("fan/" + ada);
                page.reload();
                String place = width + "-" + scheme.name().toLowerCase(Locale.ROOT);
                assertThat(page.locator(".fan-summary")).containsText("520 applause");
                keep("ada-" + place);
                for (Locator link : page.locator(".fan-index a").all()) {
                    link.evaluate("one => one.click()");
                    assertThat(page.locator("main [aria-busy]")).hasCount(0);
                }
                fits("page at " + place);
                page.evaluate(axe());
                faults.addAll(faults("page at " + place));
                keepWhole("ada-whole-" + place);
                for (String dialog :
                        List.of("Give points", "Change consent", "Change the profile", "Set likes", "Erase")) {
                    button(dialog).click();
                    assertThat(page.locator("dialog[open] form")).isVisible();
                    fits(dialog + " at " + place);
                    faults.addAll(faults(dialog + " at " + place));
                    keep("ada-" + dialog.replace(' ', '-') + "-" + place);
                    page.keyboard().press("Escape");
                }
            }
        }
        assertThat(faults).isEmpty();
    }

    private List<String> faults(String place) {
        List<?> found = (List<?>) page.evaluate(
                "async () => (await axe.run(document.querySelector('dialog[open]') ?? document.querySelector('main'))).violations"
                        + ".filter(one => one.impact === 'serious' || one.impact === 'critical')"
                        + ".map(one => one.id + ' ' + one.nodes.map(node => node.html).join(' '))");
        return found.stream().map(fault -> place + ": " + fault).toList();
    }

    /** The script of axe. It answers nothing, because what it makes cannot be told to the test. */
    private static String axe() throws IOException {
        try (InputStream script = FanPageTest.class.getResourceAsStream("/axe.min.js")) {
            return new String(Objects.requireNonNull(script).readAllBytes(), StandardCharsets.UTF_8) + "; 0";
        }
    }

    /** Gives the fan something in each part of the page. */
    private void furnish() {
        long rovers = api.business("Rovers");
        api.postJson("/api/v1/manage/fields", """
                {"crm_field_key": "likes", "field_type": "multi_select", "field_options": ["cats", "dogs"]}""").mustBe(200);
        api.post(
                        "/api/v1/manage/fans/" + ada,
                        "tag_vip",
                        true,
                        "tag_front row",
                        true,
                        "field_likes",
                        "cats,dogs",
                        "rating",
                        5)
                .mustBe(200);
        api.post(
                        "/api/v1/crm/fans/" + ada,
                        "is_subscribed",
                        true,
                        "is_optout",
                        false,
                        "phone",
                        "+43 660 1234567",
                        "country_code",
                        "AT",
                        "city",
                        "Vienna",
                        "business_" + rovers,
                        true)
                .mustBe(200);
        api.post(
                        "/api/v1/crm/points/" + api.pointType("applause") + "/point_tiers",
                        "tier_name",
                        "Gold",
                        "min_points",
                        300)
                .mustBe(200);
        api.award(ada, "applause", 120);
        String of = "/api/v1/ent/businesses/" + rovers;
        api.made(of + "/quests", "page_tab_id", "quest_title", "Shout", "quest_type", "custom");
        api.made(of + "/rewards", "reward_uid", "reward_title", "Scarf", "reward_type", "badge");
        api.postJson("/api/v1/crm/bulk_tickets", """
                [{"first_name": "Ada", "last_name": "Lovelace", "email": "ada@fans.example", "num_seats": 2, "event_key": "e1",
                  "purchase_timestamp": "2026-02-01 10:00:00", "paid_amount": 20, "event_date": "2026-04-01",
                  "event_name": "Gala", "network": "doors", "ticket_key": "t1"}]""").mustBe(200);
        api.post("/api/v1/crm/fans/" + ada + "/activities", "campaign_title", "Opening night", "field_gate", "North")
                .mustBe(200);
        api.post("/api/v1/crm/fan_connections/" + ada, "connected_fan_id", named("Grace Hopper"))
                .mustBe(200);
        api.post("/api/v1/crm/fans/" + ada + "/identifiers", "network", "shop", "identifier_value", "a-1")
                .mustBe(200);
        api.upload("/api/v1/manage/media?fan_id=" + ada, MediaJourneyTest.picture(60, 40, "jpeg"))
                .mustBe(200);
        FanSessions.logIn(api, ada, rovers);
        long show = api.campaign("Final", "fanxp");
        api.post("/api/v1/manage/live/" + show + "/bans", "fan_id", ada, "reason", "Spam")
                .mustBe(200);
    }

    private void connect(long asking, long asked) {
        api.post("/api/v1/crm/fan_connections/" + asking, "connected_fan_id", asked)
                .mustBe(200);
    }

    private void open() {
        enter("fan/" + ada);
        clicks = 0;
    }

    /** Signs a person of this role in, without the form. */
    private void signIn(String role) {
        String cookie =
                ConsolePerson.invited(api, sent(), role).signedIn().headers().get("Cookie");
        String[] parts = cookie.split("=", 2);
        Browsers.context().addCookies(List.of(new Cookie(parts[0], parts[1]).setUrl(encore().url())));
    }

    private void click(Locator what) {
        what.click();
        clicks++;
    }

    /** A click that a test makes on the way to an error counts as well. */
    private void withinThreeClicks() {
        assertThat(clicks).isLessThanOrEqualTo(MAX_CLICKS);
        clicks = 0;
    }

    private void goTo(String part) {
        index(part).click();
    }

    private Locator index(String part) {
        return page.locator(".fan-index")
                .getByRole(
                        AriaRole.LINK,
                        new Locator.GetByRoleOptions().setName(part).setExact(true));
    }

    private Locator part(String title) {
        return page.getByRole(
                        AriaRole.REGION,
                        new Page.GetByRoleOptions().setName(title).setExact(true))
                .and(page.locator(".fan-part"));
    }

    private Locator field(String label) {
        return page.locator("dialog[open]").getByLabel(label, new Locator.GetByLabelOptions().setExact(true));
    }

    private Locator submit(String label) {
        return page.locator("dialog[open]")
                .getByRole(
                        AriaRole.BUTTON,
                        new Locator.GetByRoleOptions().setName(label).setExact(true));
    }

    private static Locator.FilterOptions has(String text) {
        return new Locator.FilterOptions().setHasText(text);
    }

    private void tabTo(String button) {
        for (int i = 0; i < 60; i++) {
            if (button.equals(page.evaluate("() => document.activeElement.textContent"))) {
                return;
            }
            page.keyboard().press("Tab");
        }
        throw new AssertionError(button + " is not reached by the keyboard");
    }

    private void keepWhole(String name) {
        String directory = System.getProperty("encore.images");
        if (directory != null) {
            page.screenshot(new Page.ScreenshotOptions()
                    .setFullPage(true)
                    .setPath(Path.of(directory, "console-" + name + ".png")));
        }
    }

    private JsonNode fan() {
        return api.get("/api/v1/crm/fans/" + ada).mustBe(200).body();
    }

    private long balance() {
        return api.get("/api/v1/manage/fans/" + ada + "/balances")
                .mustBe(200)
                .body()
                .get(0)
                .get("balance")
                .asLong();
    }
}
