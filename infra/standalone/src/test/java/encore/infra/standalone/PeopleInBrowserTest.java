package encore.infra.standalone;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** How people come to the console: invited by a link, with a password and an app, and with the pages of their role. */
class PeopleInBrowserTest extends InBrowser {

    private static final String PASSWORD = "seven quiet lanterns drift";
    private static final String REFUSED =
            "The account, the email or the password is not right, or this person may not sign in.";

    @Test
    void an_invited_developer_sets_a_password_and_an_app_and_sees_the_pages_of_the_role() {
        String email = SentCodes.email("dev");
        String link = invite("Dora Developer", email, "Developer");
        page.navigate(link);
        assertThat(heading("Welcome, Dora Developer")).isVisible();
        assertThat(page.locator("main")).containsText("as Developer");
        assertThat(page.url()).doesNotContain("#");
        page.getByLabel("Also ask for a code").check();
        AuthenticatorApp app = new AuthenticatorApp(page.locator("code.secret").textContent());
        page.getByLabel("Choose a password").fill(PASSWORD);
        page.getByLabel("First code of your app").fill(app.nextCode());
        keep("invitation");
        press("Accept the invitation");
        assertThat(heading("Save your recovery codes")).isVisible();
        assertThat(page.locator("ol.recovery li")).hasCount(10);
        button("Continue").click();
        assertThat(page.getByRole(AriaRole.ALERT)).containsText("Save the codes first");
        page.getByLabel("I saved these codes").check();
        press("Continue");

        assertThat(page.getByText("Your password is set.")).isVisible();
        assertThat(page.getByLabel("Email")).hasValue(email);
        signIn(PASSWORD);
        assertThat(heading("Enter your code")).isVisible();
        page.getByLabel("Code of your app").fill(app.nextCode());
        page.keyboard().press("Enter");
        assertThat(page.locator("#whoami")).containsText("Dora Developer");
        assertThat(page.locator("#whoami")).containsText("Developer");
        assertThat(page.locator("#tabs a")).hasText(new String[] {
            "Home",
            "Fans",
            "Search",
            "Segments",
            "Tags",
            "Fields",
            "Reports",
            "Keys",
            "Origins",
            "Webhooks",
            "Calls",
            "API docs (opens in a new tab)",
            "Projections",
            "Dead letters",
            "Automations",
            "Settings",
            "Everything"
        });
        page.navigate(encore().url() + "/console/#people");
        assertThat(heading("Not for your role")).isVisible();

        makesKeyAfterSigningInAgain(app);
        page.getByText("Sign out").click();
        assertThat(heading("Sign in")).isVisible();
        page.reload();
        assertThat(heading("Sign in")).isVisible();
        expected(401);
        expected(403);
    }

    /** The refusal is made up, because a session is too old only after five minutes. */
    private void makesKeyAfterSigningInAgain(AuthenticatorApp app) {
        AtomicBoolean isRefused = new AtomicBoolean();
        page.route(Pattern.compile("/api/v1/manage/keys$"), route -> {
            boolean isIssue = route.request().method().equals("POST");
            if (isIssue && isRefused.compareAndSet(false, true)) {
                refuse(route);
            } else {
                route.resume();
            }
        });
        tab("Keys");
        page.getByText("Make a key pair").click();
        page.getByLabel("Label").fill("warehouse");
        page.getByLabel("reports", new Page.GetByLabelOptions().setExact(true)).check();
        press("Make");
        Locator dialog = page.locator("dialog");
        assertThat(dialog).containsText("Sign in again");
        dialog.getByLabel("Password", new Locator.GetByLabelOptions().setExact(true))
                .fill(PASSWORD);
        page.keyboard().press("Enter");
        dialog.getByLabel("Code of your app").fill(app.nextCode());
        page.keyboard().press("Enter");
        assertThat(dialog).hasCount(0);
        assertThat(page.getByLabel("the API secret").first()).not().hasValue("");
        Locator row = rows("Key pairs").filter(new Locator.FilterOptions().setHasText("warehouse"));
        assertThat(row).containsText("Developer");
        assertThat(row).containsText("reports");
        assertThat(isRefused).isTrue();
    }

    private static void refuse(Route route) {
        route.fulfill(new Route.FulfillOptions()
                .setStatus(403)
                .setContentType("application/problem+json")
                .setBody("{\"type\":\"/problems/sign-in-again\",\"detail\":\"Sign in again.\",\"status\":403}"));
    }

    @Test
    void a_used_link_and_a_wrong_password_are_each_said_in_one_sentence() {
        String email = SentCodes.email("viewer");
        String link = invite("Vera Viewer", email, "Viewer");
        page.navigate(link);
        page.getByLabel("Choose a password").fill("short");
        press("Accept the invitation");
        assertThat(page.getByText("must have at least 12 characters")).isVisible();
        page.getByLabel("Choose a password").fill(PASSWORD);
        press("Accept the invitation");
        assertThat(page.getByText("Your password is set.")).isVisible();

        signIn("wrong " + PASSWORD);
        assertThat(page.getByRole(AriaRole.ALERT)).hasText(REFUSED);
        page.getByLabel("Email").fill("nobody@fans.example");
        signIn(PASSWORD);
        assertThat(page.getByRole(AriaRole.ALERT)).hasText(REFUSED);
        page.getByLabel("Email").fill(email);
        signIn(PASSWORD);
        assertThat(page.locator("#whoami")).containsText("Vera Viewer");

        page.navigate("about:blank");
        page.navigate(link);
        assertThat(heading("This link does not work any more")).isVisible();
        press("Go to the sign-in");
        assertThat(heading("Sign in")).isVisible();
        expected(400);
        expected(401);
    }

    @Test
    void a_role_that_needs_an_app_asks_for_it_at_the_next_sign_in_and_a_recovery_code_stands_in_for_it() {
        String email = SentCodes.email("auditor");
        accept(invite("Aude Auditor", email, "Viewer"));
        api.post("/api/v1/manage/people/" + uidOf(email), "role", "auditor").mustBe(200);
        signIn(PASSWORD);
        assertThat(heading("Set up your app")).isVisible();
        setUp();
        String recoveryCode = page.locator("ol.recovery code").first().textContent();
        page.getByLabel("I saved these codes").check();
        press("Continue");
        assertThat(page.locator("#whoami")).containsText("Auditor");
        tab("People");
        assertThat(rows("People")).hasCount(1);
        assertThat(page.getByText("Invite a person")).hasCount(0);
        assertThat(page.getByRole(AriaRole.SWITCH)).isDisabled();

        page.getByText("Sign out").click();
        page.getByLabel("Email").fill(email);
        signIn(PASSWORD);
        button("Use a recovery code").click();
        page.getByLabel("Recovery code").fill(recoveryCode);
        page.keyboard().press("Enter");
        assertThat(page.locator("#whoami")).containsText("Aude Auditor");
        expected(401);
    }

    @Test
    void a_forgotten_password_is_replaced_by_a_link() {
        String email = SentCodes.email("forgetful");
        String invitation = invite("Fay Forgetful", email, "Viewer");
        accept(invitation);
        button("Forgot your password?").click();
        press("Send the link");
        assertThat(heading("Look at your mail")).isVisible();
        String link = await().atMost(Duration.ofMinutes(1))
                .until(() -> sent().link(email), newest -> !newest.equals(invitation));
        page.navigate(link);
        assertThat(heading("Set a new password")).isVisible();
        page.getByLabel("New password").fill("another " + PASSWORD);
        press("Set the password");
        assertThat(page.getByText("Your password is set.")).isVisible();
        signIn(PASSWORD);
        assertThat(page.getByRole(AriaRole.ALERT)).hasText(REFUSED);
        signIn("another " + PASSWORD);
        assertThat(page.locator("#whoami")).containsText("Fay Forgetful");
        expected(401);
    }

    @Test
    void an_owner_keeps_key_pairs_out_of_the_console() {
        page.navigate(invite("Olga Owner", SentCodes.email("owner"), "Owner"));
        page.getByLabel("Choose a password").fill(PASSWORD);
        AuthenticatorApp app = setUp();
        page.getByLabel("I saved these codes").check();
        press("Continue");
        signIn(PASSWORD);
        page.getByLabel("Code of your app").fill(app.nextCode());
        page.keyboard().press("Enter");
        tab("People");
        page.getByRole(AriaRole.SWITCH).uncheck();
        assertThat(page.locator("#news")).containsText("Key pairs may not sign in");

        page.getByText("Sign out").click();
        button("Sign in with a key pair").click();
        page.getByLabel("API key").fill(api.headers().get("Api-Key"));
        page.getByLabel("API secret").fill(secret());
        page.keyboard().press("Enter");
        assertThat(page.getByRole(AriaRole.ALERT)).not().isEmpty();
        assertThat(heading("Sign in with a key pair")).isVisible();
        expected(401);
        expected(403);
    }

    /** Enters the first code of the app that the page shows; the app. */
    private AuthenticatorApp setUp() {
        AuthenticatorApp app = new AuthenticatorApp(page.locator("code.secret").textContent());
        page.getByLabel("First code of your app").fill(app.nextCode());
        page.keyboard().press("Enter");
        assertThat(heading("Save your recovery codes")).isVisible();
        return app;
    }

    /** Sets a password without an app. */
    private void accept(String link) {
        page.navigate(link);
        page.getByLabel("Choose a password").fill(PASSWORD);
        press("Accept the invitation");
        assertThat(page.getByText("Your password is set.")).isVisible();
    }

    private String uidOf(String email) {
        return api.get("/api/v1/manage/people")
                .mustBe(200)
                .body()
                .valueStream()
                .filter(person -> person.get("email").asString().equals(email))
                .findFirst()
                .orElseThrow()
                .get("person_uid")
                .asString();
    }

    @Test
    void a_person_is_changed_disabled_and_removed_by_keyboard() {
        invite("Max Moderator", SentCodes.email("mod"), "Moderator");
        link("Max Moderator").focus();
        page.keyboard().press("Enter");
        assertThat(heading("Max Moderator")).isVisible();
        page.getByLabel("Marketer", new Page.GetByLabelOptions().setExact(true)).check();
        press("Save");
        assertThat(page.locator("main dl")).containsText("Marketer");
        press("Disable");
        assertThat(page.locator("main dl")).containsText("disabled");
        assertThat(button("Enable")).isFocused();
        press("Remove");
        assertThat(page.locator("dialog")).containsText("Remove Max Moderator?");
        assertThat(button("Cancel")).isFocused();
        page.locator("dialog")
                .getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("Remove"))
                .focus();
        page.keyboard().press("Enter");
        assertThat(heading("People")).isVisible();
        assertThat(page.locator("main")).not().containsText("Max Moderator");
    }

    @Test
    void pages_of_people_fit_on_a_phone_in_the_dark() {
        page.setViewportSize(390, 844);
        page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.DARK));
        String link =
                invite("Olivia Owner-Of-A-Very-Long-Name", SentCodes.email("a-rather-long-name-of-an-owner"), "Owner");
        for (String view : List.of("people", "keys", "account")) {
            page.navigate(encore().url() + "/console/#" + view);
            assertThat(page.locator("main h1")).isVisible();
            fits(view);
        }
        page.navigate(link);
        assertThat(page.locator("img.qr")).isVisible();
        fits("link");
        keep("invitation-phone");
    }

    /** Signs in with the key pair, invites somebody, and returns the link of the mail. */
    private String invite(String name, String email, String role) {
        enter("people");
        page.getByText("Invite a person").click();
        page.getByLabel("Name", new Page.GetByLabelOptions().setExact(true)).fill(name);
        page.getByLabel("Email", new Page.GetByLabelOptions().setExact(true)).fill(email);
        page.getByLabel(role, new Page.GetByLabelOptions().setExact(true)).check();
        press("Invite");
        assertThat(link(name)).isVisible();
        return sent().link(email);
    }

    private void signIn(String password) {
        page.getByLabel("Password", new Page.GetByLabelOptions().setExact(true)).fill(password);
        page.keyboard().press("Enter");
    }
}
