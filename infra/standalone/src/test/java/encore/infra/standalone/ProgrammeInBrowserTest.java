package encore.infra.standalone;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.FilePayload;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The path in the console from a type of points to a reward with prize codes. */
class ProgrammeInBrowserTest extends InBrowser {

    private static final int MAX_TABS = 120;
    private static final int CODES = 25_000;
    private static final String MARKUP = "<img src=x onerror=\"document.title='broken'\"> & <b>Hall</b>";

    private final List<String> keysOfPortions = new CopyOnWriteArrayList<>();
    private long rovers;

    @Test
    void an_empty_account_comes_to_a_reward_with_codes_by_the_keyboard_alone() {
        page.setDefaultTimeout(15_000);
        enter("programme");
        write("business_name", "Rovers");
        // Each account has points of the name "points".
        tabTo("document.activeElement.name === 'point_uid'");
        page.keyboard().type("New");
        write("point_name", "coins");
        page.keyboard().press("Enter");
        assertThat(step()).hasText("Tiers");
        rovers = api.get("/api/v1/manage/businesses")
                .mustBe(200)
                .body()
                .get(0)
                .get("business_id")
                .asLong();
        tabTo("document.activeElement.getAttribute('aria-label') === 'Name of the tier, 1'");
        page.keyboard().type("Gold");
        page.keyboard().press("Tab");
        page.keyboard().type("many");
        page.keyboard().press("Enter");
        assertThat(page.getByText("must be a whole number")).isVisible();
        page.keyboard().press("Tab");
        page.keyboard().type("100");
        page.keyboard().press("Enter");
        assertThat(page.locator("#news")).hasText("The tiers are saved.");

        long door = threeFansEnterACampaign();
        long grace = fan("Grace", false);
        press("Next: Quest", "a");
        assertThat(step()).hasText("Quest");
        write("quest_title", "Come in");
        write("target_page_tab_id", "Door");
        page.keyboard().press("Enter");
        assertThat(page.locator(".said")).containsText("A fan who enters the campaign Door completes the quest.");
        write("fan_points_reward", "60");
        press("What if", "button");
        assertThat(whatIf()).containsText("Nobody would get it at once.");
        // The past counts from a date.
        tabTo("document.activeElement.name === 'start_date'");
        page.locator("[name=start_date]").fill("2020-01-01T00:00");
        assertThat(whatIf()).containsText("You changed the form.");
        press("What if", "button");
        assertThat(whatIf()).containsText("3 fans would get it at once.");
        assertThat(whatIf()).containsText("Together they would get 180 points.");
        assertThat(whatIf().locator("ol.first-fans a")).hasText(new String[] {"Ada Fan", "Bob Fan", "Cleo Fan"});
        assertThat(quests()).isEmpty();
        press("Save the quest", "button");
        assertThat(page).hasURL(Pattern.compile("#programme/quest/\\d+$"));
        pastIsLookedThrough();

        press("Next: Reward", "a");
        assertThat(step()).hasText("Reward");
        write("reward_title", "A drink");
        assertThat(page.locator(".said")).containsText("Each fan who has completed Come in gets a prize code.");
        page.setInputFiles("input[type=file]", codes());
        Locator found = page.locator(".prize-codes");
        assertThat(found).containsText("25,000 codes to add.");
        assertThat(found).containsText("1 left out, because they occur twice in the file.");
        assertThat(found).containsText("1 empty lines left out.");
        press("What if", "button");
        assertThat(whatIf()).containsText("3 fans would get it at once.");
        theSecondPortionIsCut();
        press("Save the reward", "button");
        assertThat(found).containsText("10,000 of 25,000 codes sent.");
        assertThat(found).containsText("no code is added twice");
        expectedOffline();
        // The answer of the second portion was lost, and not the portion.
        String reward = page.url().replaceAll(".*/", "");
        assertThat(stock(reward)).isEqualTo(20_000);
        press("Go on", "button");
        assertThat(found).containsText("All 25,000 codes are with the reward.", within(30));
        assertThat(stock(reward)).isEqualTo(CODES);
        assertThat(keysOfPortions).hasSize(4);
        assertThat(Set.copyOf(keysOfPortions)).hasSize(3);
        pastIsLookedThrough();
        assertThat(page.locator(".backfill")).containsText("3 fans have it.", within(60));
        assertThat(page.locator(".prize-codes")).not().containsText("DRINK");
        assertThat(codesOfFans(reward)).hasSize(3);

        press("Next: Why", "a");
        assertThat(step()).hasText("Why");
        assertThat(page.locator("[name=reward_uid]")).hasValue("A drink");
        write("fan_id", "Grace");
        page.keyboard().press("Enter");
        Locator explained = page.locator(".explained");
        assertThat(explained).containsText("The fan does not have it.");
        assertThat(explained.locator("li.bad").first()).containsText("Condition");
        assertThat(explained.locator("li.bad").first()).containsText("Quest Come in is missing.");
        assertThat(explained).containsText("Each of the first 25,000 fans who has completed Come in gets the reward.");
        assertThat(explained.locator("li.bad").filter(new Locator.FilterOptions().setHasText("Login")))
                .hasCount(1);
        assertThat(grace).isNotEqualTo(door);
    }

    @Test
    void a_change_is_shown_beside_today_and_entries_stay_while_one_goes_back_and_forth() {
        page.setDefaultTimeout(15_000);
        String coins = api.pointType("coins");
        rovers = Long.parseLong(api.made(
                "/api/v1/manage/businesses", "business_id", "business_name", "Rovers " + MARKUP, "point_uid", coins));
        List<Long> fans =
                IntStream.range(0, 4).mapToObj(i -> fan("Fan" + i, true)).toList();
        api.campaign("Door", "signup");
        fans.forEach(each -> {
            api.post("/api/v1/crm/fans/" + each + "/activities", "campaign_title", "Door")
                    .mustBe(200);
            api.post("/api/v1/manage/apps", "name", "Other " + each, "app_type", "signup", "business_id", rovers)
                    .mustBe(200);
            api.post("/api/v1/crm/fans/" + each + "/activities", "campaign_title", "Other " + each)
                    .mustBe(200);
            api.award(each, "coins", 10L * (fans.indexOf(each) + 1));
        });
        String cap = api.made(
                "/api/v1/ent/businesses/" + rovers + "/rewards",
                "reward_uid",
                "reward_title",
                "Cap " + MARKUP,
                "reward_type",
                "badge",
                "requirement_type",
                "fan_points",
                "fan_points_required",
                30);
        enter("things/rewards/" + cap);
        link("What if").click();
        assertThat(page.locator(".backfill")).containsText("2 fans have it.", within(60));
        assertThat(page.locator("[name=reward_title]")).hasValue("Cap " + MARKUP);
        page.locator("[name=fan_points_required]").fill("20");
        button("What if").click();
        Locator compared = rows("Today and after saving");
        assertThat(compared).hasCount(4);
        assertThat(compared.nth(0)).containsText("23");
        assertThat(compared.nth(1)).containsText("2");
        assertThat(compared.nth(2)).containsText("1");
        assertThat(compared.nth(3)).containsText("0");
        page.locator("[name=fan_points_required]").fill("40");
        button("What if").click();
        assertThat(whatIf()).containsText("Fans keep what they have");
        for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
            page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(scheme));
            for (int width : List.of(320, 390, 1440)) {
                page.setViewportSize(width, 900);
                fits("reward at " + width);
                keep("programme-reward-" + width + "-" + scheme);
            }
        }

        link("Quest").last().click();
        assertThat(step()).hasText("Quest");
        page.goBack();
        assertThat(page.locator("[name=fan_points_required]")).hasValue("40");
        button("Start over").click();
        assertThat(page.locator("[name=fan_points_required]")).hasValue("30");
        page.locator("[name=fan_points_required]").fill("20");
        button("Save changes").click();
        assertThat(page.locator("#news")).hasText("The reward is saved.");
        assertThat(page.locator(".backfill")).containsText("3 fans have it.", within(60));
        assertThat(page.title()).doesNotContain("broken");
        page.locator("[name=fan_points_required]").fill("none");
        button("Save changes").click();
        assertThat(page.locator("[name=fan_points_required]")).hasAttribute("aria-invalid", "true");
        expected(400);
    }

    private Locator step() {
        return page.locator("#step_title");
    }

    private Locator whatIf() {
        return page.locator(".what-if");
    }

    private static LocatorAssertions.ContainsTextOptions within(int seconds) {
        return new LocatorAssertions.ContainsTextOptions().setTimeout(seconds * 1_000);
    }

    private void pastIsLookedThrough() {
        assertThat(page.locator(".backfill")).containsText("Everything that happened up to now", within(60));
        assertThat(page.locator(".backfill progress")).hasJSProperty("value", 100);
    }

    /** Fans with a session at the business enter one of its campaigns; its page_tab_id. */
    private long threeFansEnterACampaign() {
        long door = Long.parseLong(api.made(
                "/api/v1/manage/apps", "page_tab_id", "name", "Door", "app_type", "signup", "business_id", rovers));
        for (String name : List.of("Ada", "Bob", "Cleo")) {
            api.post("/api/v1/crm/fans/" + fan(name, true) + "/activities", "campaign_title", "Door")
                    .mustBe(200);
        }
        return door;
    }

    private long fan(String name, boolean isLoggedIn) {
        long fan = Long.parseLong(api.made(
                "/api/v1/crm/fans",
                "fan_id",
                "first_name",
                name,
                "last_name",
                "Fan",
                "email",
                name.toLowerCase() + "@programme.example"));
        if (isLoggedIn) {
            FanSessions.logIn(api, fan, rovers);
        }
        return fan;
    }

    /** A file with a column of codes, one of them twice, and an empty line. */
    private static FilePayload codes() {
        String lines = IntStream.range(0, CODES)
                .mapToObj(i -> "drinks;\"DRINK-%05d\"\r\n".formatted(i))
                .collect(Collectors.joining());
        String file = "kind;code\r\n" + lines + "drinks;DRINK-00007\r\n\r\n";
        return new FilePayload("codes.csv", "text/csv", file.getBytes(StandardCharsets.UTF_8));
    }

    /** The server gets the second portion, and its answer is lost. */
    private void theSecondPortionIsCut() {
        page.route(Pattern.compile("/rewards/[^/]+/codes$"), route -> {
            if (!route.request().method().equals("POST")) {
                route.resume();
                return;
            }
            keysOfPortions.add(route.request().headerValue("Idempotency-Key"));
            if (keysOfPortions.size() == 2) {
                route.fetch();
                route.abort();
            } else {
                route.resume();
            }
        });
    }

    private long stock(String reward) {
        return api.get("/api/v1/manage/rewards/" + reward + "/codes")
                .mustBe(200)
                .body()
                .get("total")
                .asLong();
    }

    private JsonNode quests() {
        return api.get("/api/v1/manage/quests", "business_id", rovers)
                .mustBe(200)
                .body();
    }

    private Set<String> codesOfFans(String reward) {
        return api.get("/api/v1/manage/rewards/" + reward + "/fans")
                .mustBe(200)
                .body()
                .get("data")
                .valueStream()
                .map(each -> api.get("/api/v1/ent/businesses/" + rovers + "/fans/"
                                + each.get("fan_id").asLong() + "/rewards")
                        .mustBe(200)
                        .body()
                        .get(0)
                        .get("prize_code")
                        .asString())
                .collect(Collectors.toSet());
    }

    private void write(String field, String text) {
        tabTo("document.activeElement.name === '" + field + "'");
        page.keyboard().press("Control+A");
        page.keyboard().type(text);
    }

    private void press(String label, String element) {
        page.getByRole(
                        element.equals("a") ? AriaRole.LINK : AriaRole.BUTTON,
                        new Page.GetByRoleOptions().setName(label).setExact(true))
                .waitFor();
        tabTo("document.activeElement.textContent === '" + label + "'");
        page.keyboard().press("Enter");
    }

    private void tabTo(String isThere) {
        for (int i = 0; i < MAX_TABS; i++) {
            if ((Boolean) page.evaluate("() => " + isThere)) {
                return;
            }
            page.keyboard().press("Tab");
        }
        throw new AssertionError(isThere + " is not reached by the keyboard");
    }
}
