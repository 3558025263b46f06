package encore.api.people.signin;

import static encore.api.GatewayUnderTest.ACCOUNT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import encore.api.FakeBackend;
import encore.api.GatewayUnderTest;
import encore.api.authentication.ConsoleSessions;
import encore.api.passwords.PasswordHasher;
import encore.infra.backend.Caller;
import encore.infra.backend.ControlMessage;
import encore.kernel.people.NewSecret;
import encore.kernel.people.PersonStanding;
import encore.kernel.people.Role;
import encore.kernel.people.signin.NewCodes;
import encore.kernel.people.signin.PersonCommand.FindPersonPassword;
import encore.kernel.people.signin.PersonCommand.SignInPerson;
import encore.kernel.people.signin.RecoveryCode;
import encore.kernel.people.signin.SignInAnswer;
import encore.kernel.people.signin.SignInAnswer.Result;
import encore.kernel.people.signin.StoredPersonPassword;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseCookie;
import org.springframework.test.web.reactive.server.EntityExchangeResult;
import org.springframework.test.web.reactive.server.WebTestClient;
import org.springframework.web.reactive.function.BodyInserters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** How people sign in, and how those are refused who may not. */
class PeopleSignInControllerTest {

    private static final String SESSION = "/console/people/session";
    private static final String CODE = SESSION + "/code";
    private static final String UID = "0199-ada";
    private static final String PASSWORD = "tangerine lighthouse orbit";
    private static final AtomicInteger EMAILS = new AtomicInteger();

    @RegisterExtension
    static final GatewayUnderTest GATEWAY = GatewayUnderTest.with(PeopleSignInController.class);

    private static @Nullable String hash;

    private final FakeBackend backend = GATEWAY.backend;
    private final String email = "ada" + EMAILS.incrementAndGet() + "@arena.example";
    private Result result = Result.SIGNED_IN;
    private @Nullable NewSecret newSecret;
    private @Nullable Long wait;

    @BeforeEach
    void ada_works_for_the_account() {
        if (hash == null) {
            hash = GATEWAY.bean(PasswordHasher.class).hash(PASSWORD).block().orElseThrow();
        }
        backend.publish(new ControlMessage.Person(ACCOUNT, UID, Role.OWNER, 2, Set.of()));
        backend.on(
                        FindPersonPassword.class,
                        find -> find.lookup().account() == ACCOUNT
                                        && find.email().equals(email)
                                ? new StoredPersonPassword(UID, hash, 4)
                                : StoredPersonPassword.OF_NOBODY)
                .on(SignInPerson.class, this::decide);
    }

    private SignInAnswer decide(SignInPerson command) {
        if (!command.isRight() || result == Result.REFUSED) {
            return SignInAnswer.refused(command.personUid() == null ? null : wait);
        }
        return new SignInAnswer(
                result,
                null,
                result == Result.SIGNED_IN ? new PersonStanding(UID, Role.OWNER, true, false, 2, 4) : null,
                newSecret);
    }

    @Test
    void a_person_with_the_right_password_gets_a_session() {
        EntityExchangeResult<byte[]> answer = signIn(ACCOUNT, " " + email.toUpperCase(Locale.ROOT), PASSWORD);
        assertThat(answer.getStatus().value()).isEqualTo(200);
        JsonNode body = json(answer);
        assertThat(body.path("result").asString()).isEqualTo("signed_in");
        assertThat(body.path("account_id").asLong()).isEqualTo(ACCOUNT);
        assertThat(body.path("person_uid").asString()).isEqualTo(UID);
        assertThat(body.path("seconds").asLong()).isBetween(890L, 900L);
        ResponseCookie cookie =
                Objects.requireNonNull(answer.getResponseCookies().getFirst("encore_console"));
        assertThat(cookie.isHttpOnly()).isTrue();
        assertThat(cookie.getValue()).startsWith("3.").contains("." + ACCOUNT + "." + UID + ".2.");
        assertThat(backend.callers.getLast())
                .extracting(Caller::account, Caller::actor)
                .containsExactly(ACCOUNT, "person:" + UID);
        assertThat(sent(SignInPerson.class))
                .extracting(SignInPerson::personUid, SignInPerson::isRight, SignInPerson::password)
                .containsExactly(tuple(UID, true, 4));
    }

    @Test
    void a_form_signs_in_too() {
        page(SESSION)
                .body(BodyInserters.fromFormData("account_id", "7")
                        .with("email", email)
                        .with("password", PASSWORD))
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$.result")
                .isEqualTo("signed_in");
    }

    @Test
    void an_unknown_account_an_unknown_email_and_a_wrong_password_are_answered_alike() {
        List<EntityExchangeResult<byte[]>> answers = List.of(
                signIn(ACCOUNT, email, "not the password"),
                signIn(ACCOUNT, "nobody@arena.example", PASSWORD),
                signIn(999, email, PASSWORD));
        for (EntityExchangeResult<byte[]> answer : answers) {
            assertThat(answer.getStatus().value()).isEqualTo(401);
            assertThat(withoutRequestId(answer)).isEqualTo(withoutRequestId(answers.getFirst()));
            assertThat(answer.getResponseHeaders().headerNames())
                    .containsExactlyInAnyOrderElementsOf(
                            answers.getFirst().getResponseHeaders().headerNames())
                    .doesNotContain("Encore-Position", "RateLimit", HttpHeaders.SET_COOKIE);
        }
        assertThat(json(answers.getFirst()).path("type").asString()).isEqualTo("/problems/sign-in-refused");
        assertThat(backend.sent)
                .extracting(command -> command.getClass().getSimpleName())
                .as("the same work")
                .containsExactly(
                        "FindPersonPassword",
                        "SignInPerson",
                        "FindPersonPassword",
                        "SignInPerson",
                        "FindPersonPassword",
                        "SignInPerson");
        assertThat(sent(SignInPerson.class))
                .extracting(command -> command.lookup().account())
                .as("an account that does not exist is account 0")
                .containsExactly(ACCOUNT, ACCOUNT, 0L);
        assertThat(backend.callers).extracting(Caller::actor).containsOnly("anybody");
    }

    private static JsonNode withoutRequestId(EntityExchangeResult<byte[]> answer) {
        var body = (ObjectNode) json(answer);
        body.remove("request_id");
        return body;
    }

    @Test
    void ten_wrong_tries_with_an_email_are_enough_whether_somebody_has_it_or_not() {
        for (String tried : List.of(email, "nobody" + email)) {
            for (int i = 0; i < 10; i++) {
                assertThat(signIn(ACCOUNT, tried, "wrong").getStatus().value()).isEqualTo(401);
            }
            EntityExchangeResult<byte[]> late = signIn(ACCOUNT, tried, PASSWORD);
            assertThat(late.getStatus().value()).isEqualTo(429);
            assertThat(json(late).path("type").asString()).isEqualTo("/problems/too-many-tries");
            assertThat(late.getResponseHeaders().getFirst(HttpHeaders.RETRY_AFTER))
                    .isNotNull();
        }
    }

    @Test
    void a_person_who_has_to_wait_is_told_how_long() {
        wait = 77L;
        EntityExchangeResult<byte[]> answer = signIn(ACCOUNT, email, "wrong");
        assertThat(answer.getStatus().value()).isEqualTo(429);
        assertThat(answer.getResponseHeaders().getFirst(HttpHeaders.RETRY_AFTER))
                .isEqualTo("77");
    }

    @Test
    void a_code_is_given_with_the_ticket_of_the_password() {
        result = Result.NEEDS_CODE;
        JsonNode asked = json(signIn(ACCOUNT, email, PASSWORD));
        assertThat(asked.path("result").asString()).isEqualTo("needs_code");
        assertThat(asked.path("secret").isNull()).isTrue();
        String ticket = asked.path("ticket").asString();

        result = Result.SIGNED_IN;
        EntityExchangeResult<byte[]> answer = post(CODE, Map.of("ticket", ticket, "code", "123456"));
        assertThat(json(answer).path("result").asString()).isEqualTo("signed_in");
        assertThat(json(answer).path("recovery_codes").isNull()).isTrue();
        assertThat(answer.getResponseCookies().getFirst("encore_console")).isNotNull();
        assertThat(sent(SignInPerson.class).getLast()).satisfies(command -> {
            assertThat(command.personUid()).isEqualTo(UID);
            assertThat(command.isRight()).isTrue();
            assertThat(command.password()).isEqualTo(4);
            assertThat(command.code()).isEqualTo("123456");
            assertThat(command.newCodes()).isNull();
        });
    }

    @Test
    void a_wrong_code_is_refused_as_a_wrong_password_is() {
        result = Result.NEEDS_CODE;
        String ticket = json(signIn(ACCOUNT, email, PASSWORD)).path("ticket").asString();
        result = Result.REFUSED;
        EntityExchangeResult<byte[]> answer = post(CODE, Map.of("ticket", ticket, "code", "000000"));
        assertThat(answer.getStatus().value()).isEqualTo(401);
        assertThat(json(answer).path("type").asString()).isEqualTo("/problems/sign-in-refused");
    }

    @Test
    void a_new_app_is_shown_and_its_code_gives_a_session_and_recovery_codes() {
        result = Result.NEEDS_SETUP;
        newSecret = new NewSecret(3, "JBSWY3DPEHPK3PXP", email);
        JsonNode asked = json(signIn(ACCOUNT, email, PASSWORD));
        assertThat(asked.path("secret").asString()).isEqualTo("JBSWY3DPEHPK3PXP");
        assertThat(asked.path("otpauth_url").asString())
                .isEqualTo("otpauth://totp/Encore:" + email.replace("@", "%40")
                        + "?secret=JBSWY3DPEHPK3PXP&issuer=Encore");
        assertThat(asked.path("qr_svg").asString()).startsWith("<svg ");

        result = Result.SIGNED_IN;
        newSecret = null;
        JsonNode signedIn =
                json(post(CODE, Map.of("ticket", asked.path("ticket").asString(), "code", "654321")));
        List<String> codes = signedIn.path("recovery_codes")
                .valueStream()
                .map(JsonNode::asString)
                .toList();
        assertThat(codes).hasSize(NewCodes.RECOVERY_CODES).doesNotHaveDuplicates();
        assertThat(sent(SignInPerson.class).getLast().newCodes()).satisfies(set -> {
            assertThat(set.generation()).isEqualTo(3);
            assertThat(set.code()).isEqualTo("654321");
            assertThat(set.recoveryHashes())
                    .isEqualTo(codes.stream().map(RecoveryCode::hashOf).toList());
        });
    }

    @Test
    void a_forged_ticket_is_refused_before_anything_is_asked() {
        result = Result.NEEDS_CODE;
        String ticket = json(signIn(ACCOUNT, email, PASSWORD)).path("ticket").asString();
        backend.sent.clear();
        for (String forged : List.of("x", ticket.replace(UID, "0199-eve"), ticket.substring(1), ticket + "x")) {
            EntityExchangeResult<byte[]> answer = post(CODE, Map.of("ticket", forged, "code", "123456"));
            assertThat(answer.getStatus().value()).isEqualTo(401);
        }
        assertThat(backend.sent).isEmpty();
    }

    @Test
    void an_input_that_is_wrong_is_named() {
        GatewayUnderTest.naming(
                page(SESSION)
                        .contentType(MediaType.APPLICATION_JSON)
                        .bodyValue(Map.of("account_id", ACCOUNT, "email", "no email", "password", PASSWORD))
                        .exchange()
                        .expectStatus(),
                "email");
        GatewayUnderTest.naming(
                page(CODE)
                        .contentType(MediaType.APPLICATION_JSON)
                        .bodyValue(Map.of("ticket", "x"))
                        .exchange()
                        .expectStatus(),
                "code");
        assertThat(backend.sent).isEmpty();
    }

    @Test
    void a_page_of_another_origin_signs_nobody_in() {
        GATEWAY.anybody()
                .post()
                .uri(SESSION)
                .contentType(MediaType.APPLICATION_JSON)
                .bodyValue(Map.of("account_id", ACCOUNT, "email", email, "password", PASSWORD))
                .exchange()
                .expectStatus()
                .isForbidden()
                .expectBody()
                .jsonPath("$.type")
                .isEqualTo("/problems/console-only");
        assertThat(backend.sent).isEmpty();
    }

    private EntityExchangeResult<byte[]> signIn(long account, String tried, String password) {
        return post(SESSION, Map.of("account_id", account, "email", tried, "password", password));
    }

    private static EntityExchangeResult<byte[]> post(String path, Map<String, ?> body) {
        return page(path)
                .contentType(MediaType.APPLICATION_JSON)
                .bodyValue(new HashMap<>(body))
                .exchange()
                .expectBody()
                .returnResult();
    }

    private static WebTestClient.RequestBodySpec page(String path) {
        return GATEWAY.anybody().post().uri(path).header(ConsoleSessions.HEADER, "1");
    }

    private static JsonNode json(EntityExchangeResult<byte[]> answer) {
        return JsonMapper.shared().readTree(Objects.requireNonNull(answer.getResponseBody()));
    }

    private <C> List<C> sent(Class<C> type) {
        return backend.sent.stream().filter(type::isInstance).map(type::cast).toList();
    }
}
