package encore.api.sessions;

import static encore.api.GatewayUnderTest.ACCOUNT;
import static encore.api.GatewayUnderTest.API_KEY;
import static encore.api.GatewayUnderTest.naming;
import static org.assertj.core.api.Assertions.assertThat;

import encore.api.FakeBackend;
import encore.api.GatewayUnderTest;
import encore.api.keys.KnownSessions;
import encore.api.passwords.PasswordHasher;
import encore.kernel.Refusal;
import encore.kernel.fans.FanId;
import encore.kernel.fans.RegisteredFan;
import encore.kernel.fans.profile.Consent;
import encore.kernel.fans.proofs.OwnDetails;
import encore.kernel.fans.proofs.ProofCommand.ChangeOwnFan;
import encore.kernel.sessions.LiveSessionState;
import encore.kernel.sessions.SessionCommand.UseSession;
import encore.kernel.sessions.SessionId;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.MediaType;
import org.springframework.test.web.reactive.server.WebTestClient;
import org.springframework.test.web.reactive.server.WebTestClient.ResponseSpec;
import reactor.core.publisher.Mono;

/** A fan changes itself through its session, from a page that holds the public key alone. */
class OwnFanControllerTest {

    @RegisterExtension
    static final GatewayUnderTest GATEWAY = GatewayUnderTest.with(OwnFanController.class, PasswordHasher.class);

    private static final String UID = "0b0c6d0e-3e5f-4a7b-8c9d-0e1f2a3b4c5d";
    private static final String PATH = "/api/v1/sessions/" + UID + "/fan";

    private final FakeBackend backend = GATEWAY.backend;
    private final String ref = GATEWAY.bean(KnownSessions.class).refOf(UID);

    @BeforeEach
    void a_live_session_of_fan_42() {
        live(42L, Duration.ofMinutes(59));
        backend.on(ChangeOwnFan.class, change -> new RegisteredFan(change.fan().number()));
    }

    private void live(@Nullable Long fan, Duration ago) {
        GATEWAY.bean(KnownSessions.class).forget(ACCOUNT, ref);
        Instant loginAt = Instant.now().minus(ago);
        backend.on(
                UseSession.class,
                use -> use.session().equals(new SessionId(ACCOUNT, ref))
                        ? new LiveSessionState(ref, fan, loginAt, Instant.MAX, 150)
                        : Mono.error(Refusal.unknown("over")));
    }

    private static WebTestClient app() {
        return GATEWAY.anybody().mutate().defaultHeader("Api-Key", API_KEY).build();
    }

    private static ResponseSpec post(WebTestClient client, String form) {
        return client.post()
                .uri(PATH)
                .contentType(MediaType.APPLICATION_FORM_URLENCODED)
                .bodyValue(form)
                .exchange();
    }

    private ChangeOwnFan sent() {
        return (ChangeOwnFan) backend.sent.getLast();
    }

    private void nothingIsSent() {
        assertThat(backend.sent).noneMatch(ChangeOwnFan.class::isInstance);
    }

    @Test
    void every_parameter_of_a_form_reaches_the_fan() {
        String form = "first_name=Ann&last_name=Lark&email= Ann@X.example&phone=0228 123456&country_code=DE"
                + "&birth_date=1990-01-02&is_subscribed=true&is_phone_subscribed=false&ip_address=203.0.113.9"
                + "&props_seat=12A&props_old=&field_size=5&field_gone=&tag_3=true&tag_4=false";
        post(app(), form)
                .expectStatus()
                .isOk()
                .expectHeader()
                .valueEquals("Cache-Control", "no-store")
                .expectBody(String.class)
                .isEqualTo("{\"fan_id\":42}");
        ChangeOwnFan sent = sent();
        assertThat(sent.fan()).isEqualTo(new FanId(ACCOUNT, 42));
        assertThat(sent.withSecret()).isFalse();
        assertThat(sent.profile().cleared()).isEmpty();
        assertThat(sent.profile().given().firstName()).isEqualTo("Ann");
        assertThat(sent.profile().given().lastName()).isEqualTo("Lark");
        assertThat(sent.profile().given().email()).isEqualTo("ann@x.example");
        assertThat(sent.profile().given().phone()).isEqualTo("+49228123456");
        assertThat(sent.profile().given().countryCode()).isNull();
        assertThat(sent.profile().given().birthDate()).isEqualTo(LocalDate.of(1990, 1, 2));
        assertThat(sent.profile().given().ipAddress()).isEqualTo("127.0.0.1");
        assertThat(sent.consent().given().isSubscribed()).isTrue();
        assertThat(sent.consent().given().isPhoneSubscribed()).isFalse();
        assertThat(sent.passwordHash()).isNull();
        assertThat(sent.details())
                .isEqualTo(new OwnDetails(
                        Map.of("seat", "12A", "old", ""),
                        Map.of("size", "5", "gone", ""),
                        Map.of(3L, true, 4L, false)));
        assertThat(backend.callers.getLast().actor()).isEqualTo("session:" + ref);
    }

    @Test
    void json_with_the_secret_is_the_customers_call() {
        GATEWAY.server()
                .post()
                .uri(PATH)
                .contentType(MediaType.APPLICATION_JSON)
                .bodyValue("{\"ip_address\": \"203.0.113.9\", \"first_name\": null, \"props_n\": 5, \"tag_3\": true}")
                .exchange()
                .expectStatus()
                .isOk();
        assertThat(sent().withSecret()).isTrue();
        assertThat(sent().profile().given().ipAddress()).isEqualTo("203.0.113.9");
        assertThat(sent().profile().cleared()).containsExactly("firstName");
        assertThat(sent().details()).isEqualTo(new OwnDetails(Map.of("n", "5"), Map.of(), Map.of(3L, true)));
    }

    @Test
    void a_call_names_the_parts_that_it_clears_and_no_public_one_clears_the_address() {
        post(app(), "email=&last_name=&birth_date=&ip_address=&is_subscribed=")
                .expectStatus()
                .isOk();
        assertThat(sent().profile().cleared()).containsExactlyInAnyOrder("email", "lastName", "birthDate");
        assertThat(sent().consent().cleared()).containsExactly("isSubscribed");
        post(GATEWAY.server(), "ip_address=").expectStatus().isOk();
        assertThat(sent().profile().cleared()).containsExactly("ipAddress");
    }

    @Test
    void parameters_of_others_calls_change_nothing() {
        post(app(), "is_confirmed=true&is_optout=true&rating=5&business_9=true&fan_id=43&access_code=x")
                .expectStatus()
                .isOk();
        assertThat(sent().fan().number()).isEqualTo(42);
        assertThat(sent().profile().isEmpty()).isTrue();
        assertThat(sent().consent().given()).isEqualTo(Consent.EMPTY);
        assertThat(sent().details()).isEqualTo(OwnDetails.NONE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "email: email=nobody",
                "phone: phone=12",
                "country_code: country_code=Nowhere",
                "birth_date: birth_date=2999-01-01",
                "birth_date: birth_date=yesterday",
                "password: password=seven77",
                "is_subscribed: is_subscribed=perhaps",
                "ip_address: ip_address=here",
                "tag_vip: tag_vip=true",
                "tag_3: tag_3=perhaps",
                "props_: props_=x"
            })
    void bad_input_names_its_parameter_and_is_not_sent(String given) {
        String[] parts = given.split(": ", 2);
        naming(post(app(), parts[1]).expectStatus(), parts[0]);
        nothingIsSent();
    }

    @ParameterizedTest
    @ValueSource(strings = {"tag_=true", "field_=x", "field_=", "props_=x", "props_="})
    void a_call_has_at_most_100_of_a_kind(String kind) {
        String[] parts = kind.split("=", 2);
        String form = IntStream.rangeClosed(1, 101)
                .mapToObj(i -> parts[0] + i + "=" + parts[1])
                .collect(Collectors.joining("&"));
        naming(post(app(), form).expectStatus(), parts[0]);
        nothingIsSent();
        post(app(), form.substring(form.indexOf('&') + 1)).expectStatus().isOk();
    }

    @Test
    void a_password_has_8_to_256_characters_and_only_its_hash_is_sent() {
        for (String right : new String[] {"12345678", "x".repeat(256), "u\u0308".repeat(256)}) {
            post(app(), "password=" + right).expectStatus().isOk();
            assertThat(sent().passwordHash()).startsWith("$argon2id$");
            assertThat(backend.sent.toString()).doesNotContain(right);
        }
        backend.sent.clear();
        for (String wrong : new String[] {"1234567", "x".repeat(257), "u\u0308".repeat(7), "u\u0308".repeat(257)}) {
            naming(post(app(), "password=" + wrong).expectStatus(), "password");
            naming(post(GATEWAY.server(), "password=" + wrong).expectStatus(), "password");
        }
        nothingIsSent();
    }

    @Test
    void a_password_needs_a_login_within_the_hour_or_the_secret() {
        live(42L, Duration.ofMinutes(61));
        post(app(), "password=correct horse&first_name=Ann")
                .expectStatus()
                .isUnauthorized()
                .expectBody()
                .jsonPath("$.type")
                .value(type -> assertThat(String.valueOf(type)).endsWith("login-again"));
        nothingIsSent();
        post(app(), "first_name=Ann").expectStatus().isOk();
        post(GATEWAY.server(), "password=correct horse").expectStatus().isOk();
        assertThat(sent().passwordHash()).isNotNull();
    }

    @Test
    void a_guest_has_no_fan_to_change() {
        live(null, Duration.ZERO);
        naming(post(app(), "first_name=Ann").expectStatus(), "session_uid");
        naming(post(GATEWAY.server(), "password=correct horse").expectStatus(), "session_uid");
        nothingIsSent();
    }

    @Test
    void a_session_that_is_unknown_over_or_of_an_erased_fan_is_unauthorized() {
        for (String uid : new String[] {"nothing", "0b0c6d0e-3e5f-4a7b-8c9d-0e1f2a3b4c5e"}) {
            app().post()
                    .uri("/api/v1/sessions/" + uid + "/fan")
                    .exchange()
                    .expectStatus()
                    .isUnauthorized();
        }
        nothingIsSent();
        backend.on(ChangeOwnFan.class, change -> Mono.error(Refusal.unknown("erased")));
        post(app(), "first_name=Ann").expectStatus().isUnauthorized();
    }

    @Test
    void a_wrong_secret_is_not_taken_for_a_public_call() {
        post(app(), "first_name=Ann&api_secret=wrong").expectStatus().isUnauthorized();
        nothingIsSent();
    }
}
