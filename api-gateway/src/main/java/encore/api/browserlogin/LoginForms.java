package encore.api.browserlogin;

import encore.api.browserlogin.LoginRequest.LoginType;
import encore.api.browserlogin.pages.BrowserPages;
import encore.api.browserlogin.pages.FormField;
import encore.api.browserlogin.pages.Markup;
import encore.api.browserlogin.pages.PageBrand;
import encore.api.browserlogin.pages.PageError;
import encore.api.browserlogin.pages.PageForm;
import encore.kernel.branding.LegalTexts;
import encore.kernel.names.Blanks;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;

/**
 * Makes the pages of a browser login. Each is a form that sends the parameters of the login again, so nothing of it is
 * kept between two pages.
 */
final class LoginForms {

    static final String PATH = "/crm/oauth";
    private static final String STEP = "step";

    private static final FormField EMAIL = FormField.of(
            "email",
            "Email",
            Map.of(
                    "type", "email",
                    "inputmode", "email",
                    "autocomplete", "email",
                    "autocapitalize", "none",
                    "spellcheck", "false",
                    "maxlength", "255"));

    private static final FormField PHONE = FormField.of(
                    "phone",
                    "Phone",
                    Map.of("type", "tel", "inputmode", "tel", "autocomplete", "tel", "maxlength", "64"))
            .withHint("With its country prefix, such as +1\u00a0212\u00a0555\u00a00100.");

    private static final FormField PASSWORD = FormField.of(
            "password", "Password", Map.of("type", "password", "autocomplete", "current-password", "maxlength", "256"));

    private static final FormField CODE = FormField.of(
            "verification_code",
            "Code",
            Map.of("class", "code", "inputmode", "numeric", "autocomplete", "one-time-code", "maxlength", "64"));

    private final LoginRequest request;
    private final FormToken token;
    private final PageBrand brand;

    LoginForms(LoginRequest request, FormToken token, PageBrand brand) {
        this.request = request;
        this.token = token;
        this.brand = brand;
    }

    /**
     * Returns the first page, which asks for the email or phone.
     *
     * @param contact as the fan typed it before; null at first
     * @param error says why the page is shown again; null at first
     */
    ResponseEntity<String> contact(@Nullable String contact, @Nullable PageError error) {
        return page(
                isEmail() ? "Email" : "Phone",
                form(error, Map.of())
                        .add((isEmail() ? EMAIL : PHONE).withValue(contact).with("required"))
                        .firstButton(STEP, "code", "Send me a code")
                        .button(STEP, "ask_password", "Use my password"),
                error);
    }

    /**
     * Returns the page that asks for the password.
     *
     * @param contact shown, so that programs that keep passwords find the right one
     */
    ResponseEntity<String> password(@Nullable String contact, @Nullable PageError error) {
        FormField shown = isEmail() ? EMAIL : FormField.of("phone", "Phone", Map.of("type", "tel", "maxlength", "64"));
        Map<String, String> attributes = new TreeMap<>(shown.attributes());
        attributes.put("autocomplete", "username");
        return page(
                "Password",
                form(error, Map.of())
                        .add(FormField.of(shown.name(), shown.label(), attributes)
                                .withValue(contact)
                                .with("readonly"))
                        .add(PASSWORD.with("required", "autofocus"))
                        .firstButton(STEP, "password", "Log in")
                        .exit(STEP, "code", "Send me a code instead")
                        .exit(STEP, "", another()),
                error);
    }

    /**
     * Returns the page that asks for the code that was sent.
     *
     * @param carried hidden values for the next step, by the name of the field, with the contact for a new code
     */
    ResponseEntity<String> code(Map<String, String> carried, @Nullable PageError error) {
        String contact = carried.get(request.contactField());
        String sentence = "We have sent " + (contact == null ? "you a code" : "a code to " + contact)
                + ". It has six digits, and is valid for ten minutes.";
        return page(
                "Code",
                form(error, carried)
                        .add(Markup.element("p", Markup.text(sentence)))
                        .add(CODE.with("required", "autofocus"))
                        .firstButton(STEP, "submit", "Log in")
                        .exit(STEP, "code", "Send me a new code")
                        .exit(STEP, "", another()),
                error);
    }

    /**
     * Returns the page that asks the fan to accept terms.
     *
     * @param asksPassword whether the fan logs in with a password. It is typed again, since it is written into no page.
     */
    ResponseEntity<String> terms(Map<String, String> carried, LegalTexts texts, boolean asksPassword) {
        PageForm form = form(null, carried);
        form.add(Markup.element("p", Markup.text("Please read this, and accept it to go on.")));
        addText(form, "terms", "Terms", texts.legalTerms());
        addText(form, "privacy", "Privacy", texts.legalPrivacy());
        addText(form, "rules", "Rules", texts.legalRules());
        if (asksPassword) {
            form.add(new FormField("password", "Password, once more", null, PASSWORD.attributes()).with("required"));
        }
        return page("Terms", form.firstButton(STEP, "accept", "I accept these terms"), null);
    }

    /** Long texts scroll in a box of their own, so the button stays near. The box takes the focus, for keyboards. */
    private static void addText(PageForm form, String id, String heading, @Nullable String text) {
        if (text == null || Blanks.isBlank(text)) {
            return;
        }
        form.add(
                Markup.element("h2", Map.of("id", id), Markup.text(heading)),
                Markup.element(
                        "div",
                        Map.of(
                                "class",
                                "text",
                                "role",
                                "region",
                                "aria-labelledby",
                                id,
                                "tabindex",
                                "0",
                                "dir",
                                "auto"),
                        Markup.text(Blanks.trim(text))));
    }

    /**
     * Returns the page that asks a new fan for the names.
     *
     * @param names as the fan typed them before; empty at first
     */
    ResponseEntity<String> names(Map<String, String> carried, Map<String, String> names, @Nullable PageError error) {
        return page(
                "Your name",
                form(error, carried)
                        .add(Markup.element("p", Markup.text("You are new here. Tell us your name, please.")))
                        .add(FormField.of("first_name", "First name", name("given-name"))
                                .withValue(names.get("first_name"))
                                .with("required"))
                        .add(FormField.of("last_name", "Last name (optional)", name("family-name"))
                                .withValue(names.get("last_name")))
                        .firstButton(STEP, "register", "Register"),
                error);
    }

    private static Map<String, String> name(String autocomplete) {
        return Map.of("autocomplete", autocomplete, "maxlength", "255");
    }

    private boolean isEmail() {
        return request.loginType() == LoginType.EMAIL;
    }

    private String another() {
        return isEmail() ? "Use another email" : "Use another phone";
    }

    private PageForm form(@Nullable PageError error, Map<String, String> carried) {
        return new PageForm(PATH, error).hidden(hidden(carried)).add(token.asField());
    }

    private ResponseEntity<String> page(String title, PageForm form, @Nullable PageError error) {
        ResponseEntity<String> answer = BrowserPages.step(
                brand,
                error == null ? title : "Error: " + title,
                request.redirectUrl(),
                form.lastExit(STEP, "cancel", "Cancel").markup());
        return ResponseEntity.status(answer.getStatusCode())
                .headers(answer.getHeaders())
                .header("Set-Cookie", token.asCookie().toString())
                .body(answer.getBody());
    }

    private Map<String, String> hidden(Map<String, String> carried) {
        Map<String, String> values = new TreeMap<>(carried);
        values.put(LoginRequest.ACCOUNT_ID, String.valueOf(request.account()));
        values.put(LoginRequest.BUSINESS_ID, String.valueOf(request.businessId()));
        values.put(LoginRequest.LOGIN_TYPE, request.contactField());
        values.put(LoginRequest.REDIRECT_URL, request.redirectUrl());
        if (request.state() != null) {
            values.put(LoginRequest.STATE, request.state());
        }
        if (request.codeChallenge() != null) {
            values.put(LoginRequest.CODE_CHALLENGE, request.codeChallenge());
        }
        return values;
    }
}
