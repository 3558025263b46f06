package encore.api.browserlogin;

import encore.api.browserlogin.LoginRequest.LoginType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;

/**
 * Makes the pages of a browser login. Each is a form that sends the parameters of the login again, so nothing of it is
 * kept between two pages.
 */
final class LoginForms {

    static final String PATH = "/crm/oauth";
    private static final String STEP = "step";
    private static final String CANCEL = "cancel";

    private static final Map<String, String> PASSWORD =
            Map.of("type", "password", "autocomplete", "current-password", "maxlength", "256");

    private final LoginRequest request;
    private final FormToken token;
    private final String businessName;

    LoginForms(LoginRequest request, FormToken token, String businessName) {
        this.request = request;
        this.token = token;
        this.businessName = businessName;
    }

    /**
     * Returns the first page, which asks for the email or phone, and for a password if the fan has one.
     *
     * @param contact as the fan typed it before; null at first
     * @param message says why the page is shown again; null at first
     */
    ResponseEntity<String> contact(@Nullable String contact, @Nullable String message) {
        boolean isEmail = request.loginType() == LoginType.EMAIL;
        Map<String, String> field = new TreeMap<>(Map.of(
                "type", isEmail ? "email" : "tel",
                "autocomplete", isEmail ? "email" : "tel",
                "maxlength", "255",
                "value", contact == null ? "" : contact));
        return form(
                message,
                Map.of(),
                required(isEmail ? "Email" : "Phone, with its country prefix", isEmail ? "email" : "phone", field),
                button("code", "Send me a code"),
                input("Password (only if you have one)", "password", PASSWORD),
                button("password", "Log in with the password"));
    }

    /**
     * Returns the page that asks for the code that was sent.
     *
     * @param carried hidden values for the next step, by the name of the field, with the contact for a new code
     */
    ResponseEntity<String> code(Map<String, String> carried, @Nullable String message) {
        return form(
                message,
                carried,
                Markup.element("p", Markup.text("We have sent you a code of six digits. It is valid for ten minutes.")),
                required(
                        "Code",
                        "verification_code",
                        Map.of("inputmode", "numeric", "autocomplete", "one-time-code", "maxlength", "64")),
                button("submit", "Log in"),
                Markup.element(
                        "p",
                        Markup.element(
                                "button",
                                Map.of("name", STEP, "value", "code", "formnovalidate", ""),
                                Markup.text("Send me a new code"))));
    }

    /**
     * Returns the page that asks the fan to accept terms.
     *
     * @param texts plain texts
     * @param asksPassword whether the fan logs in with a password. It is typed again, since it is written into no page.
     */
    ResponseEntity<String> terms(Map<String, String> carried, List<String> texts, boolean asksPassword) {
        List<Markup> parts = new ArrayList<>();
        texts.forEach(text ->
                text.lines().map(line -> Markup.element("p", Markup.text(line))).forEach(parts::add));
        if (asksPassword) {
            parts.add(required("Password, once more", "password", PASSWORD));
        }
        parts.add(button("accept", "I accept these terms"));
        return form(null, carried, parts.toArray(Markup[]::new));
    }

    /** Returns the page that asks a new fan for the names. */
    ResponseEntity<String> names(Map<String, String> carried, @Nullable String message) {
        return form(
                message,
                carried,
                required("First name", "first_name", Map.of("autocomplete", "given-name", "maxlength", "255")),
                input("Last name", "last_name", Map.of("autocomplete", "family-name", "maxlength", "255")),
                button("register", "Register"));
    }

    private ResponseEntity<String> form(@Nullable String message, Map<String, String> carried, Markup... content) {
        List<Markup> parts = new ArrayList<>();
        hidden(carried).forEach(parts::add);
        parts.add(token.asField());
        parts.addAll(List.of(content));
        parts.add(Markup.element(
                "button", Map.of("name", STEP, "value", CANCEL, "formnovalidate", ""), Markup.text("Cancel")));
        Markup form = Markup.element("form", Map.of("method", "post", "action", PATH), parts.toArray(Markup[]::new));
        Markup[] page = message == null
                ? new Markup[] {form}
                : new Markup[] {Markup.element("p", Map.of("role", "alert"), Markup.text(message)), form};
        ResponseEntity<String> answer = BrowserPages.page(HttpStatus.OK, title(), request.redirectUrl(), page);
        return ResponseEntity.status(answer.getStatusCode())
                .headers(answer.getHeaders())
                .header("Set-Cookie", token.asCookie().toString())
                .body(answer.getBody());
    }

    private String title() {
        return businessName.isBlank() ? "Log in" : "Log in to " + businessName;
    }

    private Stream<Markup> hidden(Map<String, String> carried) {
        Map<String, String> values = new TreeMap<>(carried);
        values.put(LoginRequest.ACCOUNT_ID, String.valueOf(request.account()));
        values.put(LoginRequest.BUSINESS_ID, String.valueOf(request.businessId()));
        values.put(LoginRequest.LOGIN_TYPE, request.loginType() == LoginType.EMAIL ? "email" : "phone");
        values.put(LoginRequest.REDIRECT_URL, request.redirectUrl());
        if (request.state() != null) {
            values.put(LoginRequest.STATE, request.state());
        }
        if (request.codeChallenge() != null) {
            values.put(LoginRequest.CODE_CHALLENGE, request.codeChallenge());
        }
        return values.entrySet().stream()
                .map(each -> Markup.element(
                        "input", Map.of("type", "hidden", "name", each.getKey(), "value", each.getValue())));
    }

    private static Markup required(String label, String name, Map<String, String> attributes) {
        Map<String, String> all = new TreeMap<>(attributes);
        all.put("required", "");
        return input(label, name, all);
    }

    private static Markup input(String label, String name, Map<String, String> attributes) {
        Map<String, String> all = new TreeMap<>(attributes);
        all.put("name", name);
        return Markup.element("p", Markup.element("label", Markup.text(label + " "), Markup.element("input", all)));
    }

    private static Markup button(String step, String label) {
        return Markup.element("p", Markup.element("button", Map.of("name", STEP, "value", step), Markup.text(label)));
    }
}
