package encore.api.authentication;

import static encore.api.GatewayUnderTest.ACCOUNT;
import static encore.api.GatewayUnderTest.API_KEY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.api.GatewayUnderTest;
import encore.api.access.AccessRule;
import encore.api.access.Lock;
import encore.api.authentication.ConsoleSessions.Session;
import encore.api.keys.ActiveKey;
import encore.api.keys.KeyRegistry;
import encore.api.problems.Problem;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpCookie;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.server.MockServerWebExchange;

/** How long a session lasts, and how long its secret counts as shown. */
class ConsoleSessionsTest {

    private static final AccessRule MINTING =
            new AccessRule("manage", null, Lock.SECRET, false, false, false, false, true, false, false, false, false);

    private GatewayUnderTest gateway;
    private ConsoleSessions consoleSessions;
    private ActiveKey key;
    private Instant now = Instant.parse("2026-05-01T12:00:00Z");

    @BeforeEach
    void start() {
        gateway = GatewayUnderTest.with();
        KeyRegistry keyRegistry = gateway.bean(KeyRegistry.class);
        key = keyRegistry.find(API_KEY);
        InstantSource clock = () -> now;
        consoleSessions = new ConsoleSessions(keyRegistry, clock.withZone(ZoneOffset.UTC));
    }

    @AfterEach
    void stop() {
        gateway.close();
    }

    @Test
    void it_is_over_15_minutes_after_it_was_last_renewed_and_12_hours_after_it_began_in_any_case() {
        String cookie = open(null, true);
        now = now.plus(Duration.ofMinutes(15));
        assertThat(session(cookie)).isNotNull();
        now = now.plusSeconds(1);
        assertThat(session(cookie)).isNull();

        cookie = open(null, true);
        Instant begun = now;
        while (now.isBefore(begun.plus(Duration.ofHours(12)).minusSeconds(300))) {
            now = now.plus(Duration.ofMinutes(5));
            cookie = open(cookie, false);
        }
        now = begun.plus(Duration.ofHours(12));
        assertThat(session(cookie).latestExpiry()).isEqualTo(now.getEpochSecond());
        now = now.plusSeconds(1);
        assertThat(session(cookie)).isNull();
    }

    @Test
    void it_says_how_long_it_lasts_however_often_it_is_renewed() {
        String cookie = open(null, true);
        now = now.plus(Duration.ofMinutes(10));
        var exchange = MockServerWebExchange.from(request(cookie));
        exchange.getAttributes().put(ConsoleSessions.SESSION, session(cookie));
        ConsoleSessions.IssuedCookie renewed = consoleSessions.issueCookie(exchange, key);
        assertThat(renewed.cookie().getMaxAge()).isEqualTo(ConsoleSessions.LIFETIME);
        assertThat(renewed.secondsAtMost())
                .isEqualTo(Duration.ofHours(12).minusMinutes(10).toSeconds());
    }

    @Test
    void minting_wants_the_secret_of_the_last_5_minutes_however_often_the_session_is_renewed() {
        String cookie = open(null, true);
        now = now.plus(Duration.ofMinutes(4));
        cookie = open(cookie, false);
        mayMint(cookie);
        now = now.plus(Duration.ofMinutes(1));
        mayMint(open(cookie, false));
        now = now.plusSeconds(1);
        String stale = open(cookie, false);
        assertThatThrownBy(() -> consoleSessions.mustBeFresh(MINTING, session(stale)))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("five minutes");
        assertThatCode(() -> consoleSessions.mustBeFresh(
                        new AccessRule(
                                "manage",
                                null,
                                Lock.SECRET,
                                false,
                                false,
                                false,
                                false,
                                false,
                                false,
                                false,
                                false,
                                false),
                        session(stale)))
                .doesNotThrowAnyException();
        String shownAgain = open(stale, true);
        mayMint(shownAgain);
        assertThat(session(shownAgain).name()).isEqualTo(session(stale).name());
        assertThat(session(shownAgain).principal().account()).isEqualTo(ACCOUNT);
    }

    private void mayMint(String cookie) {
        assertThatCode(() -> consoleSessions.mustBeFresh(MINTING, session(cookie)))
                .doesNotThrowAnyException();
    }

    /** Opens a session, or renews it, with the pair or without. */
    private String open(@Nullable String cookie, boolean shown) {
        var exchange = MockServerWebExchange.from(request(cookie));
        if (!shown) {
            exchange.getAttributes().put(ConsoleSessions.SESSION, session(cookie));
        }
        return consoleSessions.issueCookie(exchange, key).cookie().getValue();
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
