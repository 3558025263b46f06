package encore.infra.standalone;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import org.junit.jupiter.api.Test;

/** Things that an account keeps, created, changed, emptied, refused and deleted in the console. */
class ThingsInBrowserTest extends InBrowser {

    private static final String MARKUP = "<img src=x onerror=\"document.title='broken'\"> & <b>Hall</b>";

    @Test
    void a_venue_is_created_changed_emptied_and_removed() {
        enter("things/venues");
        assertThat(heading("Venues")).isVisible();
        link("New venue").first().click();
        button("Create venue").click();
        assertThat(page.getByText("is required")).isVisible();
        page.getByLabel("Venue name").first().fill(MARKUP);
        page.getByLabel("Country code").fill("XX");
        button("Create venue").click();
        assertThat(page.getByLabel("Country code")).hasAttribute("aria-invalid", "true");
        assertThat(page.getByLabel("Venue name").first()).hasValue(MARKUP);
        expected(400);
        page.getByLabel("Country code").fill("AT");
        page.getByLabel("City").fill("Vienna");
        button("Create venue").click();

        assertThat(heading(MARKUP)).isVisible();
        assertThat(page.locator("dl.facts")).containsText("Vienna");
        shots("venue");
        link("Change").click();
        page.getByLabel("Venue name").first().fill("");
        button("Save changes").click();
        assertThat(page.getByText("cannot be emptied")).isVisible();
        page.getByLabel("Venue name").first().fill("Hall of " + MARKUP);
        page.getByLabel("City").fill("");
        shots("venue-change");
        button("Save changes").click();
        assertThat(heading("Hall of " + MARKUP)).isVisible();
        assertThat(page.locator("dl.facts")).not().containsText("Vienna");
        assertThat(page.locator("dl.facts")).containsText("AT");

        button("Remove").click();
        Locator dialog = page.locator("dialog");
        assertThat(dialog).containsText("its performances and idol events have no venue any more");
        dialog.getByRole(AriaRole.TEXTBOX).fill("another name");
        button("Remove for good").click();
        assertThat(dialog).containsText("is not the name");
        shots("venue-remove");
        dialog.getByRole(AriaRole.TEXTBOX).fill("Hall of " + MARKUP);
        button("Remove for good").click();
        assertThat(heading("Venues")).isVisible();
        assertThat(page.locator("main")).not().containsText("Hall of");
        assertThat(page.title()).doesNotContain("broken");
    }

    private void shots(String name) {
        for (ColorScheme scheme : new ColorScheme[] {ColorScheme.LIGHT, ColorScheme.DARK}) {
            page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(scheme));
            page.setViewportSize(390, 844);
            fits(name);
            keep("things-" + name + "-390-" + scheme.name().toLowerCase());
            page.setViewportSize(1280, 900);
            fits(name);
            keep("things-" + name + "-1280-" + scheme.name().toLowerCase());
        }
    }
}
