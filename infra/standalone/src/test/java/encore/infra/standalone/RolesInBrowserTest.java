package encore.infra.standalone;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.Cookie;
import encore.kernel.people.Right;
import encore.kernel.people.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** The console as each role sees it: what its rights allow, and nothing that would be answered 403. */
class RolesInBrowserTest extends InBrowser {

    private static final String BUSINESSES = "/api/v1/manage/businesses";

    /** One thing of several kinds, so that lists and pages show something. */
    private record Things(String business, String quest, String venue) {}

    private final List<String> refused = new CopyOnWriteArrayList<>();

    @ParameterizedTest
    @EnumSource(Role.class)
    void each_role_sees_the_lists_forms_and_actions_that_its_rights_allow(Role role) {
        page.setDefaultTimeout(15_000);
        Things own = make(api);
        signIn(role);
        Set<String> rights = role.rights().stream().map(Right::word).collect(Collectors.toSet());
        JsonNode resources =
                api.get("/console/resources.json").mustBe(200).body().get("resources");

        go("things");
        assertThat(page.locator(".areas a").first()).isVisible();
        List<String> listed = new ArrayList<>(hrefs(".areas a"));
        var wrong = new TreeSet<String>();
        resources.properties().forEach(one -> {
            JsonNode list = one.getValue().path("list");
            boolean isTop = list.has("path") && !list.path("path").asString().contains("{");
            boolean isShown = listed.contains("#" + one.getValue().path("page").asString("things/" + one.getKey()));
            if (isTop && isAllowed(list, rights) && !isShown) {
                wrong.add(one.getKey() + " is not listed");
            }
            if (isShown && one.getValue().valueStream().noneMatch(each -> anyAllowed(each, rights))) {
                wrong.add(one.getKey() + " is listed");
            }
        });
        assertThat(wrong).isEmpty();

        // Pages of their own are looked at below, since the navigation leads to them.
        listed.removeIf(list -> !list.startsWith("#things/"));
        for (String list : listed) {
            JsonNode resource = resources.path(list.substring("#things/".length()));
            go(list.substring(1));
            // A list that this role may not read is one whose things it may make.
            boolean reads = isAllowed(resource.path("list"), rights);
            boolean makes = isAllowed(resource.path("create"), rights);
            if (reads && resource.path("list").has("path")) {
                int forms = page.locator("main a[href='" + list + "/new']").count();
                if (forms > 0 != makes) {
                    wrong.add(list + " has " + forms + " forms to create");
                }
            }
        }
        for (String name : hrefs("#tabs a")) {
            if (name.startsWith("#")) {
                go(name.substring(1));
            }
        }
        look(resources, rights, "quests", own.quest(), wrong);
        look(resources, rights, "businesses", own.business(), wrong);
        look(resources, rights, "venues", own.venue(), wrong);
        assertThat(wrong).isEmpty();
        assertThat(refused).isEmpty();
        keep("role-" + role.name().toLowerCase(Locale.ROOT));
    }

    /** Looks at the page of one thing. */
    private void look(JsonNode resources, Set<String> rights, String name, String id, Set<String> wrong) {
        JsonNode resource = resources.path(name);
        String address = "things/" + name + "/" + id;
        go(address);
        boolean reads = isAllowed(resource.path("one"), rights);
        if (reads != page.locator("main dl.facts").isVisible()) {
            wrong.add(name + " is " + (reads ? "not shown" : "shown"));
        }
        boolean changes = reads && isAllowed(resource.path("change"), rights);
        if (changes != page.locator("main a[href='#" + address + "/change']").isVisible()) {
            wrong.add(name + " has " + (changes ? "no form" : "a form") + " to change");
        }
        boolean removes = reads && isAllowed(resource.path("delete"), rights);
        if (removes != page.locator(".thing-head .danger").count() > 0) {
            wrong.add(name + (removes ? " cannot be removed" : " can be removed"));
        }
        go(address + "/change");
        if (isAllowed(resource.path("change"), rights)
                != page.locator("form.thing").isVisible()) {
            wrong.add("the form of " + name);
        }
    }

    @ParameterizedTest
    @EnumSource(Role.class)
    void real_ids_of_another_account_are_those_of_nothing(Role role) {
        page.setDefaultTimeout(15_000);
        Api others = encore().newAccount();
        Things of = make(others);
        long fan = others.fan("eve@fans.example");
        signIn(role);
        Set<String> rights = role.rights().stream().map(Right::word).collect(Collectors.toSet());
        JsonNode resources =
                api.get("/console/resources.json").mustBe(200).body().get("resources");
        Stream.of("quests/" + of.quest(), "businesses/" + of.business(), "venues/" + of.venue())
                .forEach(address -> {
                    go("things/" + address);
                    JsonNode resource = resources.path(address.split("/")[0]);
                    if (isAllowed(resource.path("one"), rights) && isAllowed(resource.path("list"), rights)) {
                        assertThat(page.locator("#news")).not().hasText("");
                    }
                    assertThat(page.locator("main dl.facts").count())
                            .as(address)
                            .isZero();
                    assertThat(page.locator("main").textContent()).as(address).doesNotContain("of somebody");
                });
        go("fan/" + fan);
        assertThat(page.locator("main")).not().containsText("eve@fans.example");
        assertThat(refused).isEmpty();
        expected(404);
    }

    @Test
    void a_viewer_and_a_moderator_see_no_contacts_in_the_history_of_a_fan() {
        page.setDefaultTimeout(15_000);
        long fan = api.fan("ada@fans.example");
        api.post(
                        "/api/v1/crm/fans/" + fan,
                        "display_name",
                        "Countess",
                        "last_name",
                        "Lovelace",
                        "phone",
                        "+436641234567")
                .mustBe(200);
        for (Role role : List.of(Role.MARKETER, Role.VIEWER, Role.MODERATOR)) {
            signIn(role);
            page.navigate("about:blank");
            go("fan/" + fan + "/history");
            Locator history = page.locator(".history");
            assertThat(history.first()).containsText("Last name");
            if (role == Role.MARKETER) {
                assertThat(page.locator("main")).containsText("Lovelace");
                continue;
            }
            String whole = page.locator("html").innerHTML();
            assertThat(whole).as(role.name()).doesNotContain("Lovelace", "ada@fans.example", "6641234567");
        }
        assertThat(refused).isEmpty();
    }

    private static Things make(Api of) {
        String business = of.made(BUSINESSES, "business_id", "business_name", "Club of somebody");
        String quest = of.made(
                "/api/v1/ent/businesses/" + business + "/quests",
                "page_tab_id",
                "quest_title",
                "Quest of somebody",
                "quest_type",
                "custom");
        String venue = of.made("/api/v1/manage/venues", "venue_uid", "venue_name", "Hall of somebody");
        return new Things(business, quest, venue);
    }

    private void signIn(Role role) {
        String cookie = Objects.requireNonNull(
                ConsolePerson.invited(api, sent(), role.name().toLowerCase(Locale.ROOT))
                        .signedIn()
                        .headers()
                        .get("Cookie"));
        String[] parts = cookie.split("=", 2);
        Browsers.context().addCookies(List.of(new Cookie(parts[0], parts[1]).setUrl(encore().url())));
        page.onResponse(answer -> {
            if (answer.status() == 403) {
                refused.add(answer.url() + " at " + page.url());
            }
        });
    }

    private void go(String view) {
        page.navigate(encore().url() + "/console/#" + view);
        assertThat(page.locator("#whoami .who")).not().isEmpty();
        // Parts of the page come by calls of their own.
        page.waitForFunction(
                "() => document.querySelector('main h1, main article') && !document.querySelector('main [aria-busy=true]')"
                        + " || document.getElementById('news').textContent !== ''");
        page.waitForTimeout(250);
        page.waitForFunction("() => !document.querySelector('main [aria-busy=true]')");
    }

    private List<String> hrefs(String selector) {
        return page.locator(selector).evaluateAll("all => all.map(one => one.getAttribute('href'))")
                        instanceof List<?> found
                ? found.stream().map(String::valueOf).toList()
                : List.of();
    }

    private static boolean isAllowed(JsonNode operation, Set<String> rights) {
        return operation.isObject()
                && (!operation.has("right")
                        || rights.contains(operation.path("right").asString()));
    }

    private static boolean anyAllowed(JsonNode part, Set<String> rights) {
        return part.isArray()
                ? part.valueStream().anyMatch(each -> anyAllowed(each, rights))
                : part.has("path") && isAllowed(part, rights);
    }
}
