package encore.api.authentication;

import static encore.api.GatewayUnderTest.ACCOUNT;
import static encore.api.GatewayUnderTest.API_KEY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.api.GatewayUnderTest;
import encore.api.access.AccessRule;
import encore.api.access.Lock;
import encore.api.authentication.ConsoleSessions.Session;
import encore.api.keys.ActivePerson;
import encore.api.keys.KeyRegistry;
import encore.api.keys.Principal;
import encore.api.problems.Problem;
import encore.infra.backend.ControlMessage;
import encore.kernel.people.PersonId;
import encore.kernel.people.Role;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.Objects;
import java.util.Set;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpCookie;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.server.MockServerWebExchange;

/** The cookie of a person: what it is good for, and when it ends. */
class SessionsOfPeopleTest {

    private static final AccessRule GRANTING =
            new AccessRule("manage", null, Lock.SECRET, false, false, false, false, true, false, false, false, false);
    private static final PersonId ADA = new PersonId(ACCOUNT, "0199-ada");

    private GatewayUnderTest gateway;
    private KeyRegistry keyRegistry;
    private ConsoleSessions consoleSessions;
    private Instant now = Instant.parse("2026-05-01T12:00:00Z");

    @BeforeEach
    void start() {
        gateway = GatewayUnderTest.with();
        keyRegistry = gateway.bean(KeyRegistry.class);
        InstantSource clock = () -> now;
        consoleSessions = new ConsoleSessions(keyRegistry, clock.withZone(ZoneOffset.UTC));
        publish(ADA, 3);
    }

    @AfterEach
    void stop() {
        gateway.close();
    }

    private void publish(PersonId person, int generation, String... ended) {
        gateway.backend.publish(
                new ControlMessage.Person(person.account(), person.uid(), Role.OWNER, generation, Set.of(ended)));
    }

    private ActivePerson ada() {
        return Objects.requireNonNull(keyRegistry.findPerson(ADA));
    }

    @Test
    void the_session_names_the_person_and_acts_under_its_name() {
        Session session = session(open(ada(), null, true));
        assertThat(session.principal()).isSameAs(ada());
        assertThat(session.actor()).isEqualTo("person:0199-ada");
        assertThat(session.freshUntil()).isEqualTo(now.plus(Duration.ofMinutes(5)));
    }

    @Test
    void the_session_is_over_after_15_minutes_without_renewal_and_after_12_hours_in_any_case() {
        String cookie = open(ada(), null, true);
        now = now.plus(Duration.ofMinutes(15));
        assertThat(session(cookie)).isNotNull();
        now = now.plusSeconds(1);
        assertThat(session(cookie)).isNull();

        cookie = open(ada(), null, true);
        Instant begun = now;
        while (now.isBefore(begun.plus(Duration.ofHours(12)).minusSeconds(300))) {
            now = now.plus(Duration.ofMinutes(5));
            cookie = open(ada(), cookie, false);
        }
        now = begun.plus(Duration.ofHours(12));
        assertThat(session(cookie).latestExpiry()).isEqualTo(now.getEpochSecond());
        now = now.plusSeconds(1);
        assertThat(session(cookie)).isNull();
    }

    @Test
    void granting_needs_a_sign_in_of_the_last_5_minutes_and_is_a_403_otherwise() {
        String cookie = open(ada(), null, true);
        now = now.plus(Duration.ofMinutes(5));
        cookie = open(ada(), cookie, false);
        consoleSessions.mustBeFresh(GRANTING, session(cookie));
        now = now.plusSeconds(1);
        Session stale = session(open(ada(), cookie, false));
        assertThatThrownBy(() -> consoleSessions.mustBeFresh(GRANTING, stale))
                .isInstanceOfSatisfying(Problem.class, problem -> {
                    assertThat(problem.status().value()).isEqualTo(403);
                    assertThat(problem.type()).isEqualTo("sign-in-again");
                });
        Session again = session(open(ada(), cookie, true));
        consoleSessions.mustBeFresh(GRANTING, again);
        assertThat(again.name()).isEqualTo(stale.name());
        assertThat(again.startedAt()).isEqualTo(stale.startedAt());
    }

    @Test
    void a_cookie_with_any_other_letter_opens_nothing() {
        String good = open(ada(), null, true);
        for (int i = 0; i < good.length(); i++) {
            char other = good.charAt(i) == '1' ? '2' : '1';
            assertThat(session(good.substring(0, i) + other + good.substring(i + 1)))
                    .isNull();
        }
    }

    @Test
    void a_cookie_that_another_key_sealed_opens_nothing() throws GeneralSecurityException {
        String good = open(ada(), null, true);
        assertThat(sealed(good, GatewayUnderTest.secrets().console())).isEqualTo(good);
        assertThat(session(sealed(good, GatewayUnderTest.secrets().cursors()))).isNull();
        assertThat(session(sealed(good, GatewayUnderTest.secrets().links()))).isNull();
    }

    @Test
    void a_cookie_of_another_account_is_not_made_by_naming_it() {
        publish(new PersonId(8, ADA.uid()), 3);
        String good = open(ada(), null, true);
        assertThat(session(good.replace("." + ACCOUNT + "." + ADA.uid(), ".8." + ADA.uid())))
                .isNull();
        Session other =
                session(open(Objects.requireNonNull(keyRegistry.findPerson(new PersonId(8, ADA.uid()))), good, true));
        assertThat(other.principal().account()).isEqualTo(8);
        assertThat(other.name())
                .as("no session goes on for somebody else")
                .isNotEqualTo(session(good).name());
    }

    @Test
    void another_generation_ends_the_session() {
        String cookie = open(ada(), null, true);
        publish(ADA, 4);
        assertThat(session(cookie)).isNull();
        assertThat(session(open(ada(), cookie, true))).isNotNull();
    }

    @Test
    void signing_out_ends_one_session_alone() {
        String one = open(ada(), null, true);
        String other = open(ada(), null, true);
        publish(ADA, 3, session(one).name());
        assertThat(session(one)).isNull();
        assertThat(session(other)).isNotNull();
    }

    @Test
    void a_person_who_is_gone_has_no_session() {
        String cookie = open(ada(), null, true);
        gateway.backend.publish(new ControlMessage.PersonGone(ADA.account(), ADA.uid()));
        assertThat(session(cookie)).isNull();
    }

    @Test
    void a_pair_gets_no_cookie_while_the_account_lets_people_in_alone() {
        Principal key = Objects.requireNonNull(keyRegistry.find(API_KEY));
        gateway.backend.publish(new ControlMessage.ConsoleKeys(ACCOUNT, false));
        try {
            assertThatThrownBy(() -> open(key, null, true))
                    .isInstanceOfSatisfying(
                            Problem.class, problem -> assertThat(problem.type()).isEqualTo("console-keys-off"));
            assertThat(session(open(ada(), null, true))).isNotNull();
        } finally {
            gateway.backend.publish(new ControlMessage.ConsoleKeys(ACCOUNT, true));
        }
        assertThat(session(open(key, null, true))).isNotNull();
    }

    private static String sealed(String cookie, byte[] key) throws GeneralSecurityException {
        String payload = cookie.substring(0, cookie.lastIndexOf('.'));
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        byte[] seal = mac.doFinal(payload.getBytes(StandardCharsets.UTF_8));
        return payload + "." + Base64.getUrlEncoder().withoutPadding().encodeToString(seal);
    }

    /** Opens a session, or renews it, with a sign-in or without. */
    private String open(Principal principal, @Nullable String cookie, boolean signedIn) {
        var exchange = MockServerWebExchange.from(request(cookie));
        if (!signedIn) {
            exchange.getAttributes().put(ConsoleSessions.SESSION, session(cookie));
        }
        return consoleSessions.issueCookie(exchange, principal).cookie().getValue();
    }

    private @Nullable Session session(String cookie) {
        return consoleSessions.findForCall(request(cookie));
    }

    private static MockServerHttpRequest request(@Nullable String cookie) {
        var request = MockServerHttpRequest.post("/console/session").header(ConsoleSessions.HEADER, "1");
        return cookie == null
                ? request.build()
                : request.cookie(new HttpCookie(ConsoleSessions.COOKIE, cookie)).build();
    }
}
