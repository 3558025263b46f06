package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.standalone.Api.Answer;
import java.util.Map;
import java.util.Objects;
import tools.jackson.databind.JsonNode;

/** A person who works for an account, as the console's pages sign them in. */
final class ConsolePerson {

    static final String PASSWORD = "seven quiet lanterns drift";

    private static final String PEOPLE = "/console/people/";

    private final Api page;
    private final String email;
    private final String uid;
    private final long account;
    private AuthenticatorApp app;

    private ConsolePerson(Api page, String email, String uid, long account) {
        this.page = page;
        this.email = email;
        this.uid = uid;
        this.account = account;
    }

    /** Invites a person with a role, who accepts by the link of the mail. */
    static ConsolePerson invited(Api owner, SentCodes sent, String role) {
        String email = SentCodes.email(role);
        owner.post("/api/v1/manage/people", "email", email, "name", "Ada " + role, "role", role)
                .mustBe(200);
        return accepting(owner.url(), email, textOf(sent.link(email)));
    }

    /**
     * A person who accepts an invitation.
     *
     * @param link the part of the link that only the page sees
     */
    static ConsolePerson accepting(String url, String email, String link) {
        String[] parts = link.split("\\.");
        Api page = new Api(url, Map.of("Encore-Console", "1"));
        ConsolePerson person = new ConsolePerson(page, email, parts[1], Long.parseLong(parts[0]));
        person.accept(link);
        return person;
    }

    /** The part of a link that only the page sees. */
    static String textOf(String link) {
        return link.substring(link.indexOf('#') + 1);
    }

    private void accept(String link) {
        JsonNode shown = page.post(PEOPLE + "link", "link", link).mustBe(200).body();
        if (shown.get("needs_codes").asBoolean()) {
            app = new AuthenticatorApp(shown.get("secret").asString());
            page.post(PEOPLE + "password", "link", link, "password", PASSWORD, "code", app.nextCode())
                    .mustBe(200);
        } else {
            page.post(PEOPLE + "password", "link", link, "password", PASSWORD).mustBe(200);
        }
    }

    /** Returns a client with the cookie of a new session. */
    Api signedIn() {
        Answer answer = tryPassword(PASSWORD).mustBe(200);
        if (answer.body().get("result").asString().equals("needs_code")) {
            String ticket = answer.body().get("ticket").asString();
            answer = tryCode(ticket, app.nextCode()).mustBe(200);
        }
        assertThat(answer.body().get("result").asString()).isEqualTo("signed_in");
        return page.with("Cookie", cookie(answer));
    }

    /** The ticket for which a code is asked. */
    String ticket() {
        return tryPassword(PASSWORD).mustBe(200).body().get("ticket").asString();
    }

    Answer tryPassword(String password) {
        return page.post(PEOPLE + "session", "account_id", account, "email", email, "password", password);
    }

    Answer tryCode(String ticket, String code) {
        return page.post(PEOPLE + "session/code", "ticket", ticket, "code", code);
    }

    static String cookie(Answer answer) {
        return Objects.requireNonNull(answer.header("Set-Cookie")).split(";")[0];
    }

    AuthenticatorApp app() {
        return app;
    }

    /** The console's page before anybody has signed in. */
    Api page() {
        return page;
    }

    String email() {
        return email;
    }

    String uid() {
        return uid;
    }

    long account() {
        return account;
    }

    String path() {
        return "/api/v1/manage/people/" + uid;
    }
}
