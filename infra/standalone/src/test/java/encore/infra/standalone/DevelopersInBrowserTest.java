package encore.infra.standalone;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Developers make keys, follow calls and look after webhooks in the console. */
class DevelopersInBrowserTest extends InBrowser {

    private static final String MARKUP = "<img src=x onerror=\"document.title='broken'\"> & <b>Shop</b>";

    @Test
    void a_key_is_made_with_a_role_shown_once_followed_by_its_calls_and_ended() {
        page.setDefaultTimeout(10_000);
        enter("keys");
        page.getByText("Make a key pair").click();
        page.getByLabel("Label").fill(MARKUP);
        page.locator("form select[name=role]").selectOption("viewer");
        page.getByLabel("crm", new Page.GetByLabelOptions().setExact(true)).check();
        press("Make");
        String apiKey = page.getByLabel("the API key").first().inputValue();
        String secret = page.getByLabel("the API secret").first().inputValue();
        Locator row = rows("Key pairs").filter(new Locator.FilterOptions().setHasText(MARKUP));
        assertThat(row).containsText("Viewer");
        assertThat(row).containsText("none known");
        Api shop = new Api(encore().url(), Map.of("Api-Key", apiKey, "Api-Secret", secret));
        shop.get("/api/v1/crm/fans/1234567").mustBe(404);
        shop.get("/api/v1/crm/points").mustBe(200);

        shots("keys");
        page.reload();
        assertThat(page.locator("body")).not().containsText(secret);
        row.getByRole(AriaRole.LINK).click();
        assertThat(heading("Calls")).isVisible();
        assertThat(rows("The last calls")).hasCount(2);
        assertThat(page.locator("main")).containsText("/api/v1/crm/fans/{fan_id}");
        page.locator(".filters.calls select").first().selectOption("true");
        assertThat(rows("The last calls")).hasCount(1);
        assertThat(rows("The last calls")).containsText(MARKUP);
        assertThat(page.locator("figure.chart")).isVisible();
        rows("The last calls").getByRole(AriaRole.BUTTON).click();
        Locator dialog = page.locator("dialog[open]");
        assertThat(dialog).containsText("unknown");
        assertThat(dialog.getByLabel("the request id").first()).not().hasValue("");
        shots("calls-details");
        page.keyboard().press("Escape");
        assertThat(dialog).hasCount(0);

        page.getByLabel("Follow").uncheck();
        shop.get("/api/v1/crm/fans/1234568").mustBe(404);
        page.waitForTimeout(2_500);
        assertThat(rows("The last calls")).hasCount(1);
        page.getByLabel("Follow").check();
        assertThat(rows("The last calls")).hasCount(2);
        shots("calls");
        page.getByLabel("Status").fill("200");
        page.keyboard().press("Tab");
        assertThat(page.locator("main")).containsText("No call matches.");
        shots("calls-none");

        tab("Keys");
        row.getByRole(AriaRole.BUTTON).click();
        button("End it").click();
        assertThat(row).hasCount(0);
        shop.get("/api/v1/crm/points").mustBe(401);
    }

    @Test
    void a_webhook_that_fails_shows_its_lag_its_attempts_with_what_was_sent_and_counts_a_replay() {
        page.setDefaultTimeout(10_000);
        enter("webhooks");
        assertThat(page.locator("main")).containsText("There is no webhook yet.");
        link("New webhook").click();
        page.getByLabel("Url").fill("https://hooks.example/" + "long".repeat(30));
        page.locator("textarea[name=event_types], [name=event_types]").first().fill("point_type_created");
        page.locator("form.thing button[type=submit]").click();
        assertThat(page.locator("main")).containsText("Shown only now");
        link("Continue").click();
        assertThat(heading("https://hooks.example/" + "long".repeat(30))).isVisible();
        api.pointType("stars");

        assertThat(page.locator(".state")).hasText("failing");
        assertThat(rows("Attempts").first()).containsText("the host");
        shots("webhook");
        rows("Attempts").first().getByText("Message").click();
        Locator dialog = page.locator("dialog[open]");
        assertThat(dialog).containsText("webhook-id: ");
        assertThat(dialog).containsText("\"type\": \"point_type_created\"");
        shots("webhook-message");
        page.keyboard().press("Escape");

        press("Replay events");
        assertThat(dialog.getByText("Send them")).isHidden();
        dialog.getByLabel("After position").fill("0");
        dialog.getByText("Count the events").click();
        assertThat(dialog).containsText("This would send ");
        shots("webhook-replay");
        dialog.getByLabel("After position").fill("999999999");
        assertThat(dialog.getByText("Send them")).isHidden();
        dialog.getByText("Count the events").click();
        assertThat(dialog.getByLabel("After position")).hasAttribute("aria-invalid", "true");
        expected(400);
        dialog.getByLabel("After position").fill("0");
        dialog.getByText("Count the events").click();
        dialog.getByText("Send them").click();
        assertThat(page.locator("#news")).containsText("The replay begins.");
        tab("Webhooks");
        assertThat(rows("Webhooks")).containsText("failing");
        shots("webhooks");
    }

    private void shots(String name) {
        for (ColorScheme scheme : ColorScheme.values()) {
            if (scheme == ColorScheme.LIGHT || scheme == ColorScheme.DARK) {
                page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(scheme));
                page.setViewportSize(390, 844);
                fits(name);
                keep("developers-" + name + "-390-" + scheme.name().toLowerCase(Locale.ROOT));
                page.setViewportSize(1440, 900);
                fits(name);
                keep("developers-" + name + "-1440-" + scheme.name().toLowerCase(Locale.ROOT));
            }
        }
    }
}
