package encore.infra.standalone;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Keeps one browser from its first test to the end of the run, and one context with what it has cached; whoever is signed
 * in there changes with each test. One thread at a time may use it, so each class that does holds {@link #LOCK}.
 */
final class Browsers implements BeforeAllCallback {

    /** The resource that a class of tests in the browser locks. Their turns on servers do not suffice: there are several. */
    static final String LOCK = "browser";

    private static volatile BrowserContext context;

    /** In which pages are opened. */
    static BrowserContext context() {
        return context;
    }

    @Override
    public synchronized void beforeAll(ExtensionContext test) {
        Path chromium = Stream.of("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome")
                .map(Path::of)
                .filter(Files::isExecutable)
                .findFirst()
                .orElse(null);
        assumeTrue(chromium != null, "no Chromium is installed; .ci/run installs one");
        if (context != null) {
            return;
        }
        Playwright playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        test.getRoot().getStore(ExtensionContext.Namespace.GLOBAL).put(this, (AutoCloseable) playwright::close);
        Browser browser = playwright
                .chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(chromium)
                        .setArgs(List.of("--no-sandbox", "--disable-gpu")));
        context = browser.newContext();
        // Two cores are shared by all that is tested at the same time.
        context.setDefaultTimeout(120_000);
        PlaywrightAssertions.setDefaultAssertionTimeout(30_000);
    }
}
