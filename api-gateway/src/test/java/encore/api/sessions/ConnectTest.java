package encore.api.sessions;

import static encore.api.GatewayUnderTest.ACCOUNT;
import static encore.api.GatewayUnderTest.API_KEY;
import static encore.api.GatewayUnderTest.naming;
import static org.assertj.core.api.Assertions.assertThat;

import encore.api.FakeBackend;
import encore.api.GatewayUnderTest;
import encore.api.keys.KnownSessions;
import encore.kernel.Refusal;
import encore.kernel.branding.BrandingQuery.FindLegalTexts;
import encore.kernel.branding.LegalTexts;
import encore.kernel.businesses.BusinessQuery.FindBusinesses;
import encore.kernel.contacts.ContactAddress;
import encore.kernel.contacts.ContactCommand.ReadContact;
import encore.kernel.contacts.ContactCommand.RecordLookUp;
import encore.kernel.contacts.ContactCommand.RecordPasswordTry;
import encore.kernel.contacts.ContactCommand.RecordUnprovenRegistration;
import encore.kernel.contacts.ContactCommand.RequestCode;
import encore.kernel.contacts.ContactCommand.SubmitCode;
import encore.kernel.contacts.ContactCommand.VerifyContact;
import encore.kernel.contacts.ContactId;
import encore.kernel.contacts.ContactKind;
import encore.kernel.contacts.ContactValue;
import encore.kernel.contacts.CountedTry;
import encore.kernel.contacts.RequestedCode;
import encore.kernel.contacts.SubmittedCode;
import encore.kernel.contacts.VerifiedContact;
import encore.kernel.fans.FanId;
import encore.kernel.fans.RegisteredFan;
import encore.kernel.fans.proofs.AddedContact;
import encore.kernel.fans.proofs.ProofCommand.AddProvenContact;
import encore.kernel.fans.proofs.ProofCommand.ProveContact;
import encore.kernel.fans.proofs.ProofCommand.ReadOpenedFan;
import encore.kernel.fans.proofs.ProofCommand.ReadProvenContact;
import encore.kernel.fans.proofs.ProofCommand.RegisterUnprovenFan;
import encore.kernel.fans.proofs.ProvenFan;
import encore.kernel.loginsettings.CodeChannel;
import encore.kernel.loginsettings.GrantedCodes;
import encore.kernel.loginsettings.LoginSettings;
import encore.kernel.loginsettings.LoginSettingsCommand.GrantCodes;
import encore.kernel.loginsettings.LoginSettingsId;
import encore.kernel.loginsettings.LoginSettingsQuery.FindLoginSettings;
import encore.kernel.passwords.PasswordCommand.FindPassword;
import encore.kernel.passwords.StoredPassword;
import encore.kernel.sessions.AcceptedTerms;
import encore.kernel.sessions.CheckedPlace;
import encore.kernel.sessions.LiveSessionState;
import encore.kernel.sessions.LoginsId;
import encore.kernel.sessions.OpenedSession;
import encore.kernel.sessions.SessionCommand.CheckPlace;
import encore.kernel.sessions.SessionCommand.LogIn;
import encore.kernel.sessions.SessionCommand.OpenGuestSession;
import encore.kernel.sessions.SessionCommand.ReadAcceptedTerms;
import encore.kernel.sessions.SessionCommand.UseSession;
import encore.kernel.sessions.logins.LoginType;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.http.MediaType;
import org.springframework.test.web.reactive.server.WebTestClient;
import reactor.core.publisher.Mono;

class ConnectTest {

    private static final String UID = "0b0c6d0e-3e5f-4a7b-8c9d-0e1f2a3b4c5d";
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final ContactId CONTACT = new ContactId(ACCOUNT, "c");
    private static final ContactValue ADA = new ContactValue(ContactKind.EMAIL, "ada@x.example");
    private static final LegalTexts TERMS = new LegalTexts("Be kind.", null, null, "v1");
    private static final String CODE = "network=submit_verification_code&request_uid=5-r&verification_code=";

    private final GatewayUnderTest gateway = GatewayUnderTest.with(
            Map.of(
                    "encore.wrong-credentials", 2,
                    "encore.unused-codes", 2,
                    "encore.failed-lookups", 2,
                    "encore.new-fans", 2),
            SessionsController.class,
            ConnectSteps.class,
            FanSessions.class);
    private final FakeBackend backend = gateway.backend;

    @BeforeEach
    void a_fan_with_a_right_code() {
        backend.on(CheckPlace.class, check -> new CheckedPlace(9, 1))
                .on(FindLegalTexts.class, query -> LegalTexts.NONE)
                .on(FindBusinesses.class, query -> List.of())
                .on(FindLoginSettings.class, query -> LoginSettings.DEFAULT)
                .on(GrantCodes.class, grant -> new GrantedCodes(100, 60))
                .on(ReadContact.class, tell -> new ContactAddress(ADA))
                .on(ReadAcceptedTerms.class, tell -> new AcceptedTerms(List.of()))
                .on(FindPassword.class, find -> new StoredPassword(42L, null, 0))
                .on(RequestCode.class, request -> new RequestedCode(request.requestUid(), 5L, null))
                .on(SubmitCode.class, code -> isRight(code.code()) ? new SubmittedCode(CONTACT) : SubmittedCode.WRONG)
                .on(
                        VerifyContact.class,
                        code -> isRight(code.code())
                                ? new VerifiedContact(CONTACT, "127.0.0.1")
                                : VerifiedContact.WRONG)
                .on(ReadOpenedFan.class, tell -> new ProvenFan(42L))
                .on(ProveContact.class, prove -> new ProvenFan(42L))
                .on(LogIn.class, login -> new OpenedSession(42L, NOON, 9));
    }

    @AfterEach
    void close() {
        gateway.close();
    }

    private static boolean isRight(String code) {
        return code.equals("123456");
    }

    private WebTestClient.ResponseSpec connect(WebTestClient client, String form) {
        return client.post()
                .uri("/api/v1/sessions/connect")
                .contentType(MediaType.APPLICATION_FORM_URLENCODED)
                .bodyValue("business_id=9&" + form)
                .exchange();
    }

    private WebTestClient.ResponseSpec connect(String form) {
        return connect(
                gateway.anybody().mutate().defaultHeader("Api-Key", API_KEY).build(), form);
    }

    private LogIn lastLogin() {
        return (LogIn) backend.sent.stream()
                .filter(LogIn.class::isInstance)
                .reduce((first, second) -> second)
                .orElseThrow();
    }

    @Test
    void a_right_code_opens_a_session_and_a_wrong_one_is_a_401_until_the_address_is_limited() {
        connect(CODE + "123456&device_id=d&device_network=ios")
                .expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$.fan_id")
                .isEqualTo(42);
        var opening = lastLogin().login();
        assertThat(opening.logins()).isEqualTo(new LoginsId(new FanId(ACCOUNT, 42)));
        assertThat(opening.details().loginType()).isEqualTo(LoginType.CODE);
        assertThat(opening.details().userKey()).isEqualTo(ADA.value());
        assertThat(opening.details().deviceNetwork()).isEqualTo("ios");
        assertThat(opening.details().ipAddress()).isEqualTo("127.0.0.1");
        assertThat(opening.passwordPosition()).isNull();
        connect(CODE + "000000").expectStatus().isUnauthorized();
        connect("network=submit_verification_code&request_uid=x&verification_code=1")
                .expectStatus()
                .isUnauthorized();
        backend.sent.clear();
        connect(CODE + "123456").expectStatus().isEqualTo(429).expectHeader().exists("Retry-After");
        assertThat(backend.sent).noneMatch(VerifyContact.class::isInstance);
        connect(gateway.server(), CODE + "123456").expectStatus().isOk();
    }

    @Test
    void a_code_of_nobody_is_a_verification_that_only_the_answer_shows() {
        backend.on(ProveContact.class, prove -> ProvenFan.NONE);
        String body = connect(CODE + "123456")
                .expectStatus()
                .isOk()
                .expectBody(String.class)
                .returnResult()
                .getResponseBody();
        assertThat(body).contains("\"status\":\"register\"").contains("\"request_uid\":\"5-r\"");
        assertThat(backend.sent).noneMatch(LogIn.class::isInstance);
    }

    @Test
    void a_code_that_is_used_gives_its_count_back() {
        String ask = "network=verify_email&email=ADA@x.example";
        connect(ask)
                .expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$.request_uid")
                .value(uid -> assertThat((String) uid).startsWith("5-"));
        assertThat(backend.sent.getLast()).isInstanceOfSatisfying(RequestCode.class, request -> {
            assertThat(request.name()).isEqualTo(ADA);
            assertThat(request.callerNetwork()).isEqualTo("127.0.0.1");
        });
        connect(ask).expectStatus().isOk();
        connect(ask).expectStatus().isEqualTo(429);
        connect(CODE + "123456").expectStatus().isOk();
        connect(ask).expectStatus().isOk();
        connect(ask).expectStatus().isEqualTo(429);
        connect(gateway.server(), ask).expectStatus().isOk();
        assertThat(((RequestCode) backend.sent.getLast()).callerNetwork()).isNull();
    }

    @Test
    void a_code_that_is_not_granted_or_has_no_way_counts_for_nothing() {
        String ask = "network=verify_email&email=ada@x.example";
        backend.on(RequestCode.class, request -> new RequestedCode(request.requestUid(), null, 70L));
        for (int i = 0; i < 3; i++) {
            connect(ask).expectStatus().isEqualTo(429).expectHeader().valueEquals("Retry-After", "70");
        }
        backend.on(
                RequestCode.class,
                request -> Mono.error(new Refusal(Refusal.Kind.RULE, "no-channel", "network", "No mail is sent.")));
        naming(connect(ask).expectStatus(), "network");
        backend.on(GrantCodes.class, grant -> new GrantedCodes(0, 60));
        backend.on(
                FindLoginSettings.class,
                query -> new LoginSettings(List.of(), List.of(), List.of(), 1, 1, List.of("US")));
        for (String phone : List.of("4915112345678", "80012345678", "88216000000")) {
            naming(connect("network=verify_sms&phone=%2B" + phone).expectStatus(), "phone");
        }
        connect("network=verify_sms&phone=%2B12125550123").expectStatus().isEqualTo(429);
        assertThat(backend.sent).contains(new GrantCodes(new LoginSettingsId(ACCOUNT), CodeChannel.SMS));
    }

    @Test
    void terms_come_after_the_credentials_and_before_their_use() {
        backend.on(FindLegalTexts.class, query -> TERMS);
        connect(CODE + "000000").expectStatus().isUnauthorized();
        connect(CODE + "123456")
                .expectStatus()
                .isOk()
                .expectBody(String.class)
                .isEqualTo("{\"status\":\"terms_required\",\"legal_terms\":\"Be kind.\","
                        + "\"legal_privacy\":null,\"legal_rules\":null}");
        assertThat(backend.sent).noneMatch(VerifyContact.class::isInstance);
        connect(CODE + "123456&is_accepted=true").expectStatus().isOk();
        assertThat(lastLogin().login().acceptedTerms()).isEqualTo("v1");
        backend.on(ReadAcceptedTerms.class, tell -> new AcceptedTerms(List.of("v1")));
        connect(CODE + "123456").expectStatus().isOk();
        assertThat(lastLogin().login().acceptedTerms()).isNull();
    }

    @Test
    void a_password_counts_for_its_contact_and_names_its_position() {
        backend.on(RecordPasswordTry.class, tried -> new CountedTry(null));
        connect("network=password&email=ada@x.example&password=wrong")
                .expectStatus()
                .isUnauthorized();
        backend.on(RecordPasswordTry.class, tried -> new CountedTry(600L));
        connect("network=email&email=ada@x.example&password=wrong")
                .expectStatus()
                .isEqualTo(429)
                .expectHeader()
                .valueEquals("Retry-After", "600");
        assertThat(backend.sent).noneMatch(RecordLookUp.class::isInstance).noneMatch(LogIn.class::isInstance);
    }

    @Test
    void look_ups_of_nobody_are_limited_by_address() {
        backend.on(RecordLookUp.class, look -> new CountedTry(null))
                .on(FindPassword.class, find -> StoredPassword.OF_NOBODY);
        for (int i = 0; i < 2; i++) {
            connect("network=email&email=ada@x.example")
                    .expectStatus()
                    .isOk()
                    .expectBody(String.class)
                    .isEqualTo("{\"status\":\"register\",\"phone\":false,\"password\":false}");
        }
        connect("network=email&email=ada@x.example").expectStatus().isEqualTo(429);
        connect(gateway.server(), "network=email&email=ada@x.example")
                .expectStatus()
                .isOk();
    }

    @Test
    void new_guests_and_fans_without_a_proof_are_limited_together() {
        backend.on(OpenGuestSession.class, opening -> new OpenedSession(null, NOON, 9))
                .on(RegisterUnprovenFan.class, register -> new RegisteredFan(42))
                .on(RecordUnprovenRegistration.class, recorded -> CONTACT);
        connect("network=").expectStatus().isOk();
        String register = "network=register&first_name=Ada&email=ada@x.example&password=correct+horse";
        connect(register)
                .expectStatus()
                .isOk()
                .expectBody(String.class)
                .isEqualTo("{\"status\":\"login\",\"phone\":false,\"password\":false}");
        connect("network=").expectStatus().isEqualTo(429);
        connect(register).expectStatus().isEqualTo(429);
        connect(gateway.server(), register).expectStatus().isOk();
        assertThat(backend.sent.toString()).doesNotContain("horse");
    }

    @Test
    void a_stolen_session_gets_no_contact_an_hour_after_its_login() {
        String ref = gateway.bean(KnownSessions.class).refOf(UID);
        backend.on(
                        UseSession.class,
                        use -> new LiveSessionState(
                                ref, 42L, Instant.now().minus(Duration.ofHours(2)), Instant.MAX, 50))
                .on(ReadProvenContact.class, tell -> ProvenFan.NONE)
                .on(AddProvenContact.class, add -> new AddedContact(42, AddedContact.Outcome.ADDED));
        connect(CODE + "123456&session_uid=" + UID)
                .expectStatus()
                .isUnauthorized()
                .expectBody()
                .jsonPath("$.type")
                .isEqualTo("/problems/login-again");
        assertThat(backend.sent)
                .noneMatch(AddProvenContact.class::isInstance)
                .noneMatch(VerifyContact.class::isInstance);
        backend.on(ReadProvenContact.class, tell -> {
            throw new Refusal(Refusal.Kind.RULE, "contact-taken", "email", "Another fan has it.");
        });
        connect(CODE + "123456&session_uid=" + UID).expectStatus().isBadRequest();
        assertThat(backend.sent).noneMatch(VerifyContact.class::isInstance);
        backend.on(ReadProvenContact.class, tell -> new ProvenFan(42L));
        connect(CODE + "123456&session_uid=" + UID).expectStatus().isOk();
        assertThat(lastLogin().replaced()).isEqualTo(ref);
    }
}
