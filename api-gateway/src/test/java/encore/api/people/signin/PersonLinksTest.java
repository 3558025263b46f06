package encore.api.people.signin;

import static encore.api.GatewayUnderTest.ACCOUNT;
import static encore.api.GatewayUnderTest.naming;
import static org.assertj.core.api.Assertions.assertThat;

import encore.api.FakeBackend;
import encore.api.GatewayUnderTest;
import encore.api.authentication.ConsoleSessions;
import encore.infra.backend.Caller;
import encore.infra.backend.ControlMessage;
import encore.kernel.Refusal;
import encore.kernel.people.NewSecret;
import encore.kernel.people.PersonId;
import encore.kernel.people.PersonStanding;
import encore.kernel.people.Role;
import encore.kernel.people.links.AskedLink;
import encore.kernel.people.links.LinkPage;
import encore.kernel.people.links.LinkPlace;
import encore.kernel.people.links.PersonLink;
import encore.kernel.people.signin.NewCodes;
import encore.kernel.people.signin.PasswordAnswer;
import encore.kernel.people.signin.PasswordAnswer.Result;
import encore.kernel.people.signin.PersonCommand.AskForLink;
import encore.kernel.people.signin.PersonCommand.ReadLinkPage;
import encore.kernel.people.signin.PersonCommand.SetPasswordByLink;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.MediaType;
import org.springframework.test.web.reactive.server.StatusAssertions;
import org.springframework.test.web.reactive.server.WebTestClient;
import org.springframework.web.reactive.function.BodyInserters;
import reactor.core.publisher.Mono;

/** Links by which people set their passwords. */
class PersonLinksTest {

    private static final String FORGOTTEN = "/console/people/forgotten";
    private static final String LINK = "/console/people/link";
    private static final String PASSWORD = "/console/people/password";
    private static final PersonId ADA = new PersonId(ACCOUNT, "0199-ada");
    private static final String TEXT = "7.0199-ada.2.dG9rZW4";
    private static final String STRONG = "tangerine lighthouse orbit";
    private static final PersonStanding STANDING = new PersonStanding(ADA.uid(), Role.OWNER, true, false, 1, 1);
    private static final AtomicInteger EMAILS = new AtomicInteger();

    @RegisterExtension
    static final GatewayUnderTest GATEWAY = GatewayUnderTest.with(PeopleSignInController.class);

    private final FakeBackend backend = GATEWAY.backend;
    private @Nullable NewSecret newSecret = new NewSecret(1, "JBSWY3DPEHPK3PXP", "ada@arena.example");

    @BeforeEach
    void ada_is_invited() {
        backend.publish(new ControlMessage.Person(ACCOUNT, ADA.uid(), Role.OWNER, 1, Set.of()));
        backend.on(AskForLink.class, ask -> new AskedLink(true))
                .on(
                        ReadLinkPage.class,
                        read -> read.link().token().equals("dG9rZW4")
                                ? new LinkPage(
                                        "ada@arena.example",
                                        "Ada Lovelace",
                                        Role.OWNER,
                                        true,
                                        newSecret == null,
                                        true,
                                        newSecret)
                                : Mono.error(Refusal.unknown("There is no such person.")))
                .on(SetPasswordByLink.class, set -> new PasswordAnswer(Result.SET, null, 1, STANDING));
    }

    @Test
    void a_link_shows_whose_it_is_and_the_app_to_set_up() {
        post(LINK, Map.of("link", TEXT))
                .isOk()
                .expectBody()
                .jsonPath("$.account_id")
                .isEqualTo(7)
                .jsonPath("$.email")
                .isEqualTo("ada@arena.example")
                .jsonPath("$.name")
                .isEqualTo("Ada Lovelace")
                .jsonPath("$.role")
                .isEqualTo("owner")
                .jsonPath("$.is_invitation")
                .isEqualTo(true)
                .jsonPath("$.has_codes")
                .isEqualTo(false)
                .jsonPath("$.needs_codes")
                .isEqualTo(true)
                .jsonPath("$.secret")
                .isEqualTo("JBSWY3DPEHPK3PXP")
                .jsonPath("$.qr_svg")
                .isNotEmpty();
        assertThat(backend.sent).containsExactly(new ReadLinkPage(new PersonLink(ADA, 2, "dG9rZW4")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "no link",
                "7.0199-ada.2.Zm9yZ2Vk",
                "999.0199-ada.2.dG9rZW4",
                "7.0199-ada.dG9rZW4",
                "9999999999999999999.0199-ada.2.dG9rZW4"
            })
    void a_link_that_is_not_ours_is_unknown(String text) {
        for (String path : List.of(LINK, PASSWORD)) {
            StatusAssertions status = post(path, Map.of("link", text, "password", STRONG), path.equals(LINK));
            status.isBadRequest()
                    .expectBody()
                    .jsonPath("$.type")
                    .isEqualTo("/problems/link-unknown")
                    .jsonPath("$.errors[0].field")
                    .isEqualTo("link");
        }
    }

    @Test
    void a_password_is_set_with_the_app_that_was_shown() {
        post(PASSWORD, Map.of("link", TEXT, "password", STRONG, "code", " 123 456 "))
                .isOk()
                .expectBody()
                .jsonPath("$.email")
                .isEqualTo("ada@arena.example")
                .jsonPath("$.recovery_codes.length()")
                .isEqualTo(NewCodes.RECOVERY_CODES);
        SetPasswordByLink set = (SetPasswordByLink) backend.sent.getLast();
        assertThat(set.passwordHash()).startsWith("$argon2id$");
        assertThat(set.code()).isNull();
        assertThat(set.newCodes()).satisfies(codes -> {
            assertThat(codes.generation()).isEqualTo(1);
            assertThat(codes.code()).isEqualTo("123456");
            assertThat(codes.recoveryHashes()).hasSize(NewCodes.RECOVERY_CODES);
        });
        assertThat(backend.callers.getLast()).extracting(Caller::actor).isEqualTo("person:0199-ada");
    }

    @Test
    void a_form_sets_a_password_with_a_code_of_the_app_that_there_is() {
        newSecret = null;
        page(PASSWORD)
                .body(BodyInserters.fromFormData("link", TEXT)
                        .with("password", STRONG)
                        .with("code", "123456"))
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$.recovery_codes")
                .isEmpty();
        SetPasswordByLink set = (SetPasswordByLink) backend.sent.getLast();
        assertThat(set.code()).isEqualTo("123456");
        assertThat(set.newCodes()).isNull();
    }

    @Test
    void a_code_that_is_missing_or_wrong_is_named() {
        for (Result result : List.of(Result.NEEDS_CODE, Result.CODE_REFUSED)) {
            backend.on(SetPasswordByLink.class, set -> new PasswordAnswer(result, null, 0));
            naming(post(PASSWORD, Map.of("link", TEXT, "password", STRONG)), "code");
        }
        backend.on(SetPasswordByLink.class, set -> new PasswordAnswer(Result.CODE_REFUSED, 77L, 0));
        post(PASSWORD, Map.of("link", TEXT, "password", STRONG, "code", "123456"))
                .isEqualTo(429)
                .expectHeader()
                .valueEquals("Retry-After", "77")
                .expectBody()
                .jsonPath("$.type")
                .isEqualTo("/problems/too-many-tries");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "short",
                "password1234",
                "aaaaaaaaaaaaaaaaaaaaaaaaaaaa",
                "Ada Lovelace",
                "ada@arena.example",
                "qwertyuiop[]"
            })
    void a_weak_password_is_refused(String weak) {
        naming(post(PASSWORD, Map.of("link", TEXT, "password", weak)), "password");
        assertThat(backend.sent).noneMatch(SetPasswordByLink.class::isInstance);
    }

    @Test
    void a_password_beyond_256_characters_is_refused() {
        naming(post(PASSWORD, Map.of("link", TEXT, "password", (STRONG + " ").repeat(10))), "password");
        post(PASSWORD, Map.of("link", TEXT, "password", (STRONG + " ").repeat(9)))
                .isOk();
    }

    @Test
    void somebody_who_forgot_the_password_is_answered_true_in_any_case() {
        String email = "grace" + EMAILS.incrementAndGet() + "@arena.example";
        for (long account : List.of(ACCOUNT, 999L)) {
            post(FORGOTTEN, Map.of("account_id", account, "email", email))
                    .isOk()
                    .expectHeader()
                    .doesNotExist("Encore-Position")
                    .expectBody(String.class)
                    .isEqualTo("true");
        }
        assertThat(backend.sent)
                .extracting(command -> ((AskForLink) command).lookup().account())
                .containsExactly(ACCOUNT, 0L);
        assertThat(((AskForLink) backend.sent.getFirst()).place())
                .isEqualTo(new LinkPlace("http://127.0.0.1:" + GATEWAY.port() + "/console/", "Arena"));
        assertThat(((AskForLink) backend.sent.getLast()).place().senderName()).isEmpty();
    }

    @Test
    void no_more_than_five_links_an_hour_are_sent_to_one_address_and_the_answer_does_not_tell() {
        String email = "alan" + EMAILS.incrementAndGet() + "@arena.example";
        for (int i = 0; i < 7; i++) {
            post(FORGOTTEN, Map.of("account_id", ACCOUNT, "email", email)).isOk();
        }
        assertThat(backend.sent).hasSize(5);
    }

    @Test
    void a_forged_host_is_in_no_mail() {
        page(FORGOTTEN)
                .header("Host", "evil.example")
                .contentType(MediaType.APPLICATION_JSON)
                .bodyValue(Map.of("account_id", ACCOUNT, "email", "joan" + EMAILS.incrementAndGet() + "@arena.example"))
                .exchange()
                .expectStatus()
                .isOk();
        assertThat(((AskForLink) backend.sent.getLast()).place().address()).isNull();
    }

    @Test
    void the_address_of_the_installation_is_in_its_mails() {
        try (GatewayUnderTest gateway = GatewayUnderTest.whole(Map.of("encore.public-url", "https://fans.example/"))) {
            gateway.backend.on(AskForLink.class, ask -> new AskedLink(true));
            gateway.anybody()
                    .post()
                    .uri(FORGOTTEN)
                    .header(ConsoleSessions.HEADER, "1")
                    .header("Host", "evil.example")
                    .contentType(MediaType.APPLICATION_JSON)
                    .bodyValue(Map.of("account_id", ACCOUNT, "email", "ada@arena.example"))
                    .exchange()
                    .expectStatus()
                    .isOk();
            assertThat(((AskForLink) gateway.backend.sent.getLast()).place().address())
                    .isEqualTo("https://fans.example/console/");
        }
    }

    private static StatusAssertions post(String path, Map<String, ?> body, boolean isLinkAlone) {
        return post(path, isLinkAlone ? Map.of("link", body.get("link")) : body);
    }

    private static StatusAssertions post(String path, Map<String, ?> body) {
        return page(path)
                .contentType(MediaType.APPLICATION_JSON)
                .bodyValue(body)
                .exchange()
                .expectStatus();
    }

    private static WebTestClient.RequestBodySpec page(String path) {
        return GATEWAY.anybody().post().uri(path).header(ConsoleSessions.HEADER, "1");
    }
}
