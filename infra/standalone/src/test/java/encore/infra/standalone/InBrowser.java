package encore.infra.standalone;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.RequestOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * A test of pages in a real browser, before the real server: a page of its own in a browser that all share. {@code
 * -Dencore.images=<dir>} keeps pictures.
 */
@ResourceLock(Browsers.LOCK)
abstract class InBrowser extends OnSharedServer {

    @RegisterExtension
    static final Browsers BROWSERS = new Browsers();

    protected Page page;
    private final List<String> complaints = new ArrayList<>();

    @BeforeEach
    void open_a_page() {
        Browsers.context().clearCookies();
        page = Browsers.context().newPage();
        page.setViewportSize(1200, 800);
        page.onConsoleMessage(message -> {
            if (message.type().equals("error")) {
                complaints.add(message.text());
            }
        });
        page.onPageError(complaints::add);
    }

    @AfterEach
    void nothing_went_wrong_in_the_browser() {
        page.close();
        assertThat(complaints).isEmpty();
    }

    /** The browser's own message about an answer that a test wished for. */
    protected void expected(int status) {
        complaints.removeIf(said -> said.contains("status of " + status));
    }

    /** The browser's own message about calls that did not reach the server. */
    protected void expectedOffline() {
        complaints.removeIf(said -> said.contains("net::ERR_"));
    }

    /** Signs in without the form, which one test fills in for all of them. */
    protected void enter(String view) {
        var answer = Browsers.context()
                .request()
                .post(
                        encore().url() + "/console/session",
                        RequestOptions.create()
                                .setHeader("Encore-Console", "1")
                                .setData(Map.of(
                                        "api_key", api.headers().get("Api-Key"),
                                        "api_secret", secret())));
        assertThat(answer.status()).isEqualTo(200);
        page.navigate(encore().url() + "/console/#" + view);
        assertThat(page.locator("main h1")).isVisible();
    }

    /** Goes to a page by the navigation: through the drawer where there is one, and through the page's group. */
    protected void tab(String name) {
        assertThat(page.locator("#whoami .who")).not().isEmpty();
        if (button("Menu").isVisible()) {
            press("Menu");
        }
        Locator link = page.locator("#tabs")
                .getByText(name, new Locator.GetByTextOptions().setExact(true))
                .last();
        Locator group = page.locator("#tabs button[aria-expanded=false]:has(+ ul a:text-is('" + name + "'))");
        if (group.count() > 0) {
            group.press("Enter");
        }
        link.click();
        assertThat(heading(name)).isVisible();
    }

    protected Locator link(String name) {
        return page.getByRole(
                AriaRole.LINK, new Page.GetByRoleOptions().setName(name).setExact(true));
    }

    protected Locator heading(String text) {
        return page.getByRole(
                AriaRole.HEADING, new Page.GetByRoleOptions().setName(text).setLevel(1));
    }

    protected Locator button(String name) {
        return page.getByRole(
                AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
    }

    protected void press(String button) {
        button(button).focus();
        page.keyboard().press("Enter");
    }

    protected Locator rows() {
        return page.locator("tbody tr");
    }

    /** Rows of the table with this label. */
    protected Locator rows(String table) {
        return page.getByRole(
                        AriaRole.REGION,
                        new Page.GetByRoleOptions().setName(table).setExact(true))
                .locator("tbody tr");
    }

    protected void fits(String view) {
        assertThat((Boolean) page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"))
                .as(view)
                .isTrue();
    }

    protected void keep(String name) {
        String directory = System.getProperty("encore.images");
        if (directory != null) {
            page.screenshot(new Page.ScreenshotOptions().setPath(Path.of(directory, "console-" + name + ".png")));
        }
    }

    protected String secret() {
        return api.headers().get("Api-Secret");
    }

    /** Makes a fan of this name, or finds it; its fan_id. */
    protected long named(String name) {
        String email = "fan" + Integer.toUnsignedString(name.hashCode()) + "@console.example";
        return api.post("/api/v1/crm/fans", "display_name", name, "email", email)
                .mustBe(200)
                .body()
                .get("fan_id")
                .asLong();
    }
}
