package encore.api.browserlogin;

import static encore.api.GatewayUnderTest.ACCOUNT;
import static org.assertj.core.api.Assertions.assertThat;

import encore.api.FakeBackend;
import encore.api.GatewayUnderTest;
import encore.infra.backend.ControlMessage;
import encore.kernel.Refusal;
import encore.kernel.branding.Branding;
import encore.kernel.branding.BrandingBuilder;
import encore.kernel.branding.BrandingQuery.FindBranding;
import encore.kernel.branding.BrandingQuery.FindLegalTexts;
import encore.kernel.branding.LegalTexts;
import encore.kernel.browserlogin.BrowserCodeCommand.IssueBrowserCode;
import encore.kernel.browserlogin.BrowserLogin;
import encore.kernel.browserlogin.IssuedBrowserCode;
import encore.kernel.businesses.Business;
import encore.kernel.businesses.BusinessDetailsBuilder;
import encore.kernel.businesses.BusinessQuery.FindBusinesses;
import encore.kernel.contacts.ContactAddress;
import encore.kernel.contacts.ContactCommand.ReadContact;
import encore.kernel.contacts.ContactCommand.RecordPasswordTry;
import encore.kernel.contacts.ContactCommand.RequestCode;
import encore.kernel.contacts.ContactCommand.SubmitCode;
import encore.kernel.contacts.ContactCommand.UseVerification;
import encore.kernel.contacts.ContactCommand.VerifyContact;
import encore.kernel.contacts.ContactId;
import encore.kernel.contacts.ContactKind;
import encore.kernel.contacts.ContactValue;
import encore.kernel.contacts.CountedTry;
import encore.kernel.contacts.RequestedCode;
import encore.kernel.contacts.SubmittedCode;
import encore.kernel.contacts.VerifiedContact;
import encore.kernel.fans.RegisteredFan;
import encore.kernel.fans.proofs.ProofCommand.ProveContact;
import encore.kernel.fans.proofs.ProofCommand.ReadOpenedFan;
import encore.kernel.fans.proofs.ProofCommand.RegisterProvenFan;
import encore.kernel.fans.proofs.ProvenFan;
import encore.kernel.loginsettings.GrantedCodes;
import encore.kernel.loginsettings.LoginSettings;
import encore.kernel.loginsettings.LoginSettingsBuilder;
import encore.kernel.loginsettings.LoginSettingsCommand.GrantCodes;
import encore.kernel.loginsettings.LoginSettingsQuery.FindLoginSettings;
import encore.kernel.passwords.PasswordCommand.FindPassword;
import encore.kernel.passwords.StoredPassword;
import encore.kernel.sessions.AcceptedTerms;
import encore.kernel.sessions.CheckedPlace;
import encore.kernel.sessions.SessionCommand.CheckPlace;
import encore.kernel.sessions.SessionCommand.ReadAcceptedTerms;
import encore.kernel.sessions.logins.LoginSource;
import encore.kernel.sessions.logins.LoginType;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.MediaType;
import org.springframework.test.web.reactive.server.EntityExchangeResult;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.web.util.UriComponentsBuilder;
import reactor.core.publisher.Mono;

class OauthControllerTest {

    @RegisterExtension
    static final GatewayUnderTest GATEWAY =
            GatewayUnderTest.alone(OauthController.class, LoginFormSteps.class, BrowserProblems.class);

    private static final String BACK = "https://fans.example/back";
    private static final String APP = "com.example.fans:/back";
    private static final String CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
    private static final String TOKEN = "t".repeat(43);
    private static final String UID = "0b0c6d0e-3e5f-4a7b-8c9d-0e1f2a3b4c5d";
    private static final ContactValue ADA = new ContactValue(ContactKind.EMAIL, "ada@x.example");
    private static final ContactId CONTACT = new ContactId(ACCOUNT, "c");
    private static final Branding BRANDING =
            BrandingBuilder.builder().headerText("Fans first").build();
    private static final LegalTexts TERMS = new LegalTexts("Be <kind>.", null, null, "v1");

    private final FakeBackend backend = GATEWAY.backend;

    @BeforeEach
    void an_account_with_two_addresses() {
        backend.publish(new ControlMessage.Account(ACCOUNT, "Arena", null, List.of(), List.of(BACK, APP), "points-7"));
        backend.on(CheckPlace.class, check -> new CheckedPlace(9, 1))
                .on(FindLegalTexts.class, query -> LegalTexts.NONE)
                .on(FindBusinesses.class, query -> List.of(business()))
                .on(FindBranding.class, query -> BRANDING)
                .on(FindLoginSettings.class, query -> LoginSettings.DEFAULT)
                .on(GrantCodes.class, grant -> new GrantedCodes(100, 60))
                .on(ReadContact.class, tell -> new ContactAddress(ADA))
                .on(ReadAcceptedTerms.class, tell -> new AcceptedTerms(List.of()))
                .on(FindPassword.class, find -> new StoredPassword(42L, null, 0))
                .on(RequestCode.class, request -> new RequestedCode(request.requestUid(), 5L, null))
                .on(SubmitCode.class, code -> isRight(code.code()) ? new SubmittedCode(CONTACT) : SubmittedCode.WRONG)
                .on(
                        VerifyContact.class,
                        code -> isRight(code.code()) ? new VerifiedContact(CONTACT, null) : VerifiedContact.WRONG)
                .on(RecordPasswordTry.class, tried -> new CountedTry(null))
                .on(ReadOpenedFan.class, tell -> new ProvenFan(42L))
                .on(ProveContact.class, prove -> new ProvenFan(42L))
                .on(IssueBrowserCode.class, issue -> new IssuedBrowserCode(12L));
    }

    private static Business business() {
        return Business.of(
                9, BusinessDetailsBuilder.builder().businessName("Rovers").build());
    }

    private static boolean isRight(String code) {
        return code.equals("123456");
    }

    private static Map<String, String> login(String... changes) {
        Map<String, String> all = new LinkedHashMap<>(Map.of(
                "account_id", String.valueOf(ACCOUNT),
                "business_id", "9",
                "login_type", "email",
                "redirect_url", BACK,
                "state", "s 1&x"));
        for (int i = 0; i < changes.length; i += 2) {
            all.put(changes[i], changes[i + 1]);
        }
        all.values().removeIf(String::isEmpty);
        return all;
    }

    private static URI uri(Map<String, String> query) {
        UriComponentsBuilder uri = UriComponentsBuilder.fromUriString("http://127.0.0.1:" + GATEWAY.port())
                .path("/crm/oauth");
        query.keySet().forEach(name -> uri.queryParam(name, "{" + name + "}"));
        return uri.encode().buildAndExpand(query).toUri();
    }

    private static EntityExchangeResult<String> get(Map<String, String> query) {
        return GATEWAY.anybody()
                .get()
                .uri(uri(query))
                .exchange()
                .expectBody(String.class)
                .returnResult();
    }

    private static EntityExchangeResult<String> post(String step, String... changes) {
        return send(TOKEN, TOKEN, step, changes);
    }

    private static EntityExchangeResult<String> send(String cookie, String token, String step, String... changes) {
        var form = new LinkedMultiValueMap<String, String>();
        login(changes).forEach(form::add);
        form.add("step", step);
        form.add("form_token", token);
        return GATEWAY.anybody()
                .post()
                .uri("/crm/oauth")
                .cookie(FormToken.COOKIE, cookie)
                .contentType(MediaType.APPLICATION_FORM_URLENCODED)
                .bodyValue(form)
                .exchange()
                .expectBody(String.class)
                .returnResult();
    }

    private static String page(EntityExchangeResult<String> answer, int status) {
        assertThat(answer.getStatus().value()).isEqualTo(status);
        assertThat(answer.getResponseHeaders().getLocation()).isNull();
        assertThat(answer.getResponseHeaders().getFirst("Content-Type")).isEqualTo("text/html;charset=UTF-8");
        assertThat(answer.getResponseHeaders().get("Cache-Control")).containsExactly("no-store");
        assertThat(answer.getResponseHeaders().get("Referrer-Policy")).containsExactly("no-referrer");
        assertThat(answer.getResponseHeaders().get("X-Frame-Options")).containsExactly("DENY");
        assertThat(answer.getResponseHeaders().get("Content-Security-Policy")).hasSize(1);
        String body = String.valueOf(answer.getResponseBody());
        assertThat(body).startsWith("<!doctype html>").doesNotContain("<script");
        return body;
    }

    private static String location(EntityExchangeResult<String> answer) {
        assertThat(answer.getStatus().value()).isEqualTo(303);
        assertThat(answer.getResponseHeaders().get("Cache-Control")).containsExactly("no-store");
        return String.valueOf(answer.getResponseHeaders().getFirst("Location"));
    }

    private BrowserLogin issued() {
        return ((IssueBrowserCode) backend.sent.getLast()).login();
    }

    @Test
    void the_first_page_sets_the_token_and_names_where_its_form_may_lead() {
        EntityExchangeResult<String> answer = get(login());
        assertThat(page(answer, 200))
                .contains("Log in to Rovers", "Fans first", "value=\"s 1&amp;x\"", "name=\"email\"");
        assertThat(answer.getResponseHeaders().getFirst("Content-Security-Policy"))
                .contains("form-action 'self' https://fans.example;");
        assertThat(answer.getResponseHeaders().getFirst("Set-Cookie")).startsWith(FormToken.COOKIE + "=");
        EntityExchangeResult<String> app = get(login("redirect_url", APP, "code_challenge", CHALLENGE));
        page(app, 200);
        assertThat(app.getResponseHeaders().getFirst("Content-Security-Policy"))
                .contains("form-action 'self' com.example.fans:;");
    }

    @ParameterizedTest
    @CsvSource({
        "account_id,''",
        "account_id,8",
        "account_id,x",
        "account_id,0",
        "account_id,9007199254740992",
        "business_id,''",
        "business_id,-1",
        "business_id,x",
        "login_type,sms",
        "redirect_url,''",
        "redirect_url,https://fans.example/back/",
        "redirect_url,https://eve.example/",
        "redirect_url,javascript:alert(1)",
        "redirect_url,com.example.fans:/back",
        "code_challenge,short",
        "code_challenge_method,plain"
    })
    void a_wrong_parameter_is_a_page_with_400_and_no_redirect(String name, String value) {
        assertThat(page(get(login(name, value)), 400)).contains(name.equals("redirect_url") ? "" : name);
        page(post("cancel", name, value), 400);
        page(post("submit", name, value, "request_uid", "5-" + UID, "verification_code", "123456"), 400);
        assertThat(backend.sent).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://fans.example/back?code=1",
                "https://fans.example/back%2F",
                "https://fans.example/back%0d%0aSet-Cookie:a=b",
                "https%3A%2F%2Ffans.example%2Fback",
                "https://fans.example/%62ack",
                "https://FANS.example/back",
                "https://fans.example:443/back",
                "https://fans.example@eve.example/back",
                "https://fans.example.eve.example/back",
                "https://fans.example/back#x",
                "https://fans.example/back/../eve",
                "https://fans.example\\@eve.example/back",
                "com.example.fans.eve:/back",
                "COM.example.fans:/back"
            })
    void an_address_near_a_registered_one_is_never_followed(String url) {
        page(get(login("redirect_url", url, "code_challenge", CHALLENGE)), 400);
        page(post("cancel", "redirect_url", url, "code_challenge", CHALLENGE), 400);
    }

    @Test
    void a_state_adds_no_header_and_no_parameter() {
        String location = location(post("cancel", "state", "x\r\nSet-Cookie: a=b&code=1#"));
        assertThat(location).isEqualTo(BACK + "?error=access_denied&state=x%0D%0ASet-Cookie%3A%20a%3Db%26code%3D1%23");
        assertThat(page(get(login("state", "\"><script>")), 200)).contains("value=\"&quot;&gt;&lt;script&gt;\"");
    }

    @Test
    void an_address_that_a_caller_claims_to_have_is_not_believed() {
        backend.publish(new ControlMessage.MonitoredAddress(ACCOUNT, "m", "127.0.0.1", null, true));
        for (String header : List.of("X-Forwarded-For", "Forwarded", "X-Real-Ip")) {
            GATEWAY.anybody()
                    .get()
                    .uri(uri(login()))
                    .header(header, header.equals("Forwarded") ? "for=192.0.2.1" : "192.0.2.1")
                    .exchange()
                    .expectStatus()
                    .isForbidden();
        }
        backend.publish(new ControlMessage.ForgottenAddress(ACCOUNT, "m"));
    }

    @Test
    void a_head_request_shows_nothing_and_leads_nowhere() {
        GATEWAY.anybody()
                .head()
                .uri(uri(login()))
                .exchange()
                .expectStatus()
                .isOk()
                .expectHeader()
                .doesNotExist("Location");
        assertThat(backend.sent).allMatch(CheckPlace.class::isInstance);
    }

    @Test
    void a_state_has_at_most_512_characters_and_nothing_is_sent_twice() {
        page(get(login("state", "s".repeat(512))), 200);
        page(get(login("state", "s".repeat(513))), 400);
        URI twice = URI.create("http://127.0.0.1:" + GATEWAY.port() + "/crm/oauth?account_id=" + ACCOUNT
                + "&business_id=9&redirect_url=" + BACK + "&redirect_url=https://eve.example/");
        page(
                GATEWAY.anybody()
                        .get()
                        .uri(twice)
                        .exchange()
                        .expectBody(String.class)
                        .returnResult(),
                400);
    }

    @Test
    void a_page_names_all_parameters_that_are_missing() {
        assertThat(page(get(Map.of("state", "s")), 400)).contains("account_id: ", "business_id: ", "redirect_url: ");
    }

    @Test
    void an_unknown_business_is_a_page_with_400() {
        backend.on(
                CheckPlace.class,
                check -> Mono.error(new Refusal(Refusal.Kind.RULE, "unknown", "business_id", "is unknown")));
        page(get(login()), 400);
        page(post("code", "email", "ada@x.example"), 400);
    }

    @Test
    void without_the_cookie_of_its_page_a_form_does_nothing() {
        for (String step : List.of("code", "password", "submit", "accept", "register", "cancel")) {
            page(send("u".repeat(43), TOKEN, step, "email", "ada@x.example"), 400);
            page(send("", TOKEN, step), 400);
            page(send("", "", step), 400);
            page(send("t".repeat(42) + ".", "t".repeat(42) + ".", step), 400);
        }
        assertThat(backend.sent).allMatch(CheckPlace.class::isInstance);
    }

    @Test
    void a_cancelled_login_leads_back_with_an_error() {
        assertThat(location(post("cancel"))).isEqualTo(BACK + "?error=access_denied&state=s%201%26x");
    }

    @Test
    void a_right_code_leads_back_with_a_code() {
        assertThat(page(post("code", "email", " Ada@X.example"), 200))
                .contains("name=\"request_uid\" type=\"hidden\" value=\"5-", "Send me a new code");
        assertThat(((RequestCode) backend.sent.getLast()).name()).isEqualTo(ADA);
        String location = location(post(
                "submit", "code_challenge", CHALLENGE, "request_uid", "5-" + UID, "verification_code", " 123456 "));
        assertThat(location).matches("https://fans\\.example/back\\?code=12-[0-9a-f-]{36}&state=s%201%26x");
        assertThat(issued().redirectUrl()).isEqualTo(BACK);
        assertThat(issued().codeChallenge()).isEqualTo(CHALLENGE);
        assertThat(issued().acceptedTerms()).isNull();
        assertThat(issued().details().loginType()).isEqualTo(LoginType.CODE);
        assertThat(issued().details().loginSource()).isEqualTo(LoginSource.BROWSER);
        assertThat(issued().details().userKey()).isEqualTo("ada@x.example");
        assertThat(issued().details().ipAddress()).isEqualTo("127.0.0.1");
        assertThat(backend.callers).allMatch(caller -> caller.account() == ACCOUNT);
    }

    @Test
    void a_mistake_that_the_fan_can_mend_is_shown_on_the_same_page() {
        assertThat(page(post("code", "email", "nobody"), 200)).contains("role=\"alert\"", "value=\"nobody\"");
        assertThat(page(post("code"), 200)).contains("id=\"email-error\"", "Please fill this in.");
        assertThat(page(post("ask_password", "email", "nobody"), 200)).contains("id=\"email-error\"");
        assertThat(page(post("password", "email", "nobody", "password", "wrong horse"), 200))
                .contains("id=\"email-error\"", "value=\"code\"")
                .doesNotContain("wrong horse");
        assertThat(page(post("password", "email", "ada@x.example"), 200)).contains("id=\"password-error\"");
        assertThat(page(post("submit", "request_uid", "5-" + UID, "verification_code", "000000"), 200))
                .contains("is wrong, used or over", "name=\"verification_code\"", "value=\"5-" + UID)
                .doesNotContain("000000");
        assertThat(page(post("submit", "request_uid", "none", "verification_code", "123456"), 200))
                .contains("is wrong, used or over");
        assertThat(page(post("password", "email", "ada@x.example", "password", "wrong horse"), 200))
                .contains("id=\"password-error\"", "This password is wrong", "value=\"ada@x.example\"")
                .doesNotContain("wrong horse");
        backend.on(RecordPasswordTry.class, tried -> new CountedTry(60L));
        assertThat(page(post("password", "email", "ada@x.example", "password", "wrong horse"), 200))
                .contains("Too many tries. Please try again in a minute.");
        assertThat(backend.sent).noneMatch(IssueBrowserCode.class::isInstance);
    }

    @Test
    void a_password_is_asked_for_on_a_page_of_its_own_and_another_contact_on_the_first_one() {
        assertThat(page(post("ask_password", "email", " Ada@X.example"), 200))
                .contains("type=\"password\"", "readonly", "value=\"ada@x.example\"");
        assertThat(page(post("", "email", "ada@x.example", "request_uid", "5-" + UID), 200))
                .contains("value=\"ada@x.example\"", "value=\"ask_password\"")
                .doesNotContain("request_uid");
        assertThat(backend.sent).allMatch(CheckPlace.class::isInstance);
    }

    @Test
    void a_phone_is_asked_for_with_its_country_prefix() {
        Map<String, String> phone = login("login_type", "phone");
        assertThat(page(get(phone), 200)).contains("name=\"phone\"").doesNotContain("name=\"email\"");
        assertThat(page(post("code", "login_type", "phone", "phone", "12"), 200))
                .contains("id=\"phone-error\"", "country prefix", "value=\"12\"");
        backend.on(
                FindLoginSettings.class,
                query -> LoginSettingsBuilder.builder(LoginSettings.DEFAULT)
                        .smsCountries(List.of("US"))
                        .build());
        for (String number : List.of("+441512345678", "+88216000000", "+80012345678")) {
            assertThat(page(post("code", "login_type", "phone", "phone", number), 200))
                    .contains("We send no codes to phones of this country.", "value=\"" + number + "\"");
        }
        assertThat(backend.sent).noneMatch(RequestCode.class::isInstance);
        assertThat(page(post("code", "login_type", "phone", "phone", " 1 (212) 555-0100"), 200))
                .contains("We have sent a code to +12125550100.");
    }

    @Test
    void an_installation_that_sends_no_codes_says_so() {
        backend.on(
                RequestCode.class,
                request -> Mono.error(new Refusal(Refusal.Kind.RULE, "no-channel", "network", "No mail is sent.")));
        assertThat(page(post("code", "email", "ada@x.example"), 200)).contains("We cannot send codes at the moment.");
    }

    @Test
    void terms_come_first_and_their_acceptance_goes_into_the_code() {
        backend.on(FindLegalTexts.class, query -> TERMS);
        assertThat(page(post("submit", "request_uid", "5-" + UID, "verification_code", "123456"), 200))
                .contains("Be &lt;kind&gt;.", "value=\"accept\"", "value=\"123456\"")
                .doesNotContain("type=\"password\"");
        assertThat(backend.sent).noneMatch(VerifyContact.class::isInstance);
        location(post("accept", "request_uid", "5-" + UID, "verification_code", "123456"));
        assertThat(issued().acceptedTerms()).isEqualTo("v1");
    }

    @Test
    void an_unknown_contact_registers_with_its_names() {
        backend.on(ProveContact.class, prove -> new ProvenFan(null))
                .on(UseVerification.class, use -> new SubmittedCode(CONTACT))
                .on(RegisterProvenFan.class, register -> new RegisteredFan(43L));
        assertThat(page(post("submit", "request_uid", "5-" + UID, "verification_code", "123456"), 200))
                .contains("name=\"first_name\"", "name=\"verification_uid\"")
                .doesNotContain("123456");
        assertThat(page(post("register", "request_uid", "5-" + UID, "verification_uid", UID), 200))
                .contains("id=\"first_name-error\"", "value=\"" + UID);
        location(post(
                "register", "request_uid", "5-" + UID, "verification_uid", UID, "first_name", "Ada", "email", "x@y.z"));
        assertThat(issued().details().loginType()).isEqualTo(LoginType.REGISTER);
        backend.on(UseVerification.class, use -> SubmittedCode.WRONG);
        assertThat(page(post("register", "request_uid", "5-" + UID, "verification_uid", UID, "first_name", "Ada"), 200))
                .contains("is wrong, used or over", "name=\"email\"");
    }

    @Test
    void a_login_that_cannot_go_on_leads_back_and_one_that_names_nothing_known_does_not() {
        backend.on(
                IssueBrowserCode.class,
                issue -> Mono.error(new Refusal(Refusal.Kind.UNAVAILABLE, "busy", "The log is away.")));
        String unavailable = BACK + "?error=temporarily_unavailable&state=s%201%26x";
        assertThat(location(post("submit", "request_uid", "5-" + UID, "verification_code", "123456")))
                .isEqualTo(unavailable);
        backend.on(CheckPlace.class, check -> Mono.error(new IllegalStateException("broken")));
        assertThat(location(get(login()))).isEqualTo(unavailable);
        page(get(login("redirect_url", "https://eve.example/")), 400);
    }

    @Test
    void a_fan_that_is_erased_meanwhile_is_a_wrong_code() {
        backend.on(
                IssueBrowserCode.class,
                issue -> Mono.error(new Refusal(Refusal.Kind.RULE, "unknown", "fan_id", "is unknown")));
        assertThat(page(post("submit", "request_uid", "5-" + UID, "verification_code", "123456"), 200))
                .contains("is wrong, used or over");
    }

    @Test
    void bans_and_the_accounts_limit_hold_and_are_answered_by_a_page() {
        backend.publish(new ControlMessage.MonitoredAddress(ACCOUNT, "m", "127.0.0.1", null, true));
        page(get(login()), 403);
        page(post("cancel"), 403);
        backend.publish(new ControlMessage.ForgottenAddress(ACCOUNT, "m"));
        backend.publish(new ControlMessage.Account(ACCOUNT, "Arena", 1, List.of(), List.of(BACK), "points-7"));
        page(get(login()), 200);
        EntityExchangeResult<String> limited = get(login());
        page(limited, 429);
        assertThat(limited.getResponseHeaders().getFirst("Retry-After")).isNotNull();
    }
}
