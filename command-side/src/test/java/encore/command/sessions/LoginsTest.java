package encore.command.sessions;

import static encore.command.AggregateUnderTest.refusal;
import static encore.command.Refusals.refusalAsUnknown;
import static encore.command.Refusals.refusalNaming;
import static org.assertj.core.api.Assertions.assertThat;

import encore.command.AggregateUnderTest;
import encore.infra.eventstore.Claims.Claim;
import encore.kernel.Refusal;
import encore.kernel.browserlogin.BrowserLogin;
import encore.kernel.businesses.BusinessId;
import encore.kernel.fans.FanId;
import encore.kernel.sessions.AcceptedTerms;
import encore.kernel.sessions.EndedSessions;
import encore.kernel.sessions.LiveSessionState;
import encore.kernel.sessions.LoginsId;
import encore.kernel.sessions.OpenedSession;
import encore.kernel.sessions.SessionCommand.EndFanSession;
import encore.kernel.sessions.SessionCommand.EndOtherSessions;
import encore.kernel.sessions.SessionCommand.OpenFanSession;
import encore.kernel.sessions.SessionCommand.ReadAcceptedTerms;
import encore.kernel.sessions.SessionCommand.RevokeSessions;
import encore.kernel.sessions.SessionCommand.UseFanSession;
import encore.kernel.sessions.SessionEvent.FanSessionOpened;
import encore.kernel.sessions.SessionEvent.FanSessionProlonged;
import encore.kernel.sessions.SessionEvent.FanSessionsEnded;
import encore.kernel.sessions.SessionEvent.FanSessionsRevoked;
import encore.kernel.sessions.SessionEvent.TermsAccepted;
import encore.kernel.sessions.logins.LoginDetails;
import encore.kernel.sessions.logins.LoginNetwork;
import encore.kernel.sessions.logins.LoginSource;
import encore.kernel.sessions.logins.LoginType;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LoginsTest {

    static final FanId ANN = new FanId(7, 42);
    static final LoginsId LOGINS = new LoginsId(ANN);
    static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final Duration MONTH = Duration.ofDays(30);

    private final AggregateUnderTest<Logins> logins = new AggregateUnderTest<>(Logins.class);

    static LoginDetails details() {
        return new LoginDetails(
                9,
                null,
                LoginNetwork.EMAIL,
                LoginType.CODE,
                LoginSource.CONNECT,
                "ann@x.example",
                "192.0.2.1",
                "phone-1",
                "ios");
    }

    static BrowserLogin browserLogin() {
        return new BrowserLogin("https://fans.example/back", null, details(), 31L, null);
    }

    static OpenFanSession opening(String session, @Nullable Long password, @Nullable String replaced) {
        return opening(session, password, replaced, null);
    }

    private static OpenFanSession opening(
            String session, @Nullable Long password, @Nullable String replaced, @Nullable String terms) {
        return new OpenFanSession(LOGINS, session, details(), password, replaced, terms, NOON);
    }

    static FanSessionOpened opened(String session, Instant at) {
        return new FanSessionOpened(LOGINS, session, details(), null, at.plus(MONTH));
    }

    private void known() {
        logins.streams.open(ANN).open(new BusinessId(7, 9));
    }

    @Test
    void a_login_opens_a_session_and_claims_its_name() {
        known();
        logins.givenNoPriorActivity()
                .when(opening("a", 31L, null))
                .expectEvents(new FanSessionOpened(LOGINS, "a", details(), 31L, NOON.plus(MONTH)))
                .expectResultMessagePayload(OpenedSession.until(42L, NOON.plus(MONTH)));
        assertThat(logins.claims.held).containsEntry(new Claim("session", 7, "a"), LOGINS.toString());
    }

    @Test
    void terms_that_come_with_a_login_are_accepted_once_in_its_commit() {
        known();
        logins.givenNoPriorActivity()
                .when(opening("a", null, null, "v1"))
                .expectEvents(
                        new FanSessionOpened(LOGINS, "a", details(), null, NOON.plus(MONTH)),
                        new TermsAccepted(LOGINS, "v1"));
        logins.given(opened("a", NOON), new TermsAccepted(LOGINS, "v1"))
                .when(opening("b", null, null, "v1"))
                .expectEvents(new FanSessionOpened(LOGINS, "b", details(), null, NOON.plus(MONTH)));
        logins.given(opened("a", NOON), new TermsAccepted(LOGINS, "v1"))
                .when(new ReadAcceptedTerms(LOGINS))
                .expectNoEvents()
                .expectResultMessagePayload(new AcceptedTerms(List.of("v1")));
        logins.givenNoPriorActivity()
                .when(new ReadAcceptedTerms(LOGINS))
                .expectNoEvents()
                .expectResultMessagePayload(new AcceptedTerms(List.of()));
    }

    @Test
    void an_unknown_fan_or_business_and_a_name_in_use_are_refused() {
        logins.givenNoPriorActivity().when(opening("a", null, null)).expectException(refusalNaming("fan_id"));
        logins.streams.open(ANN);
        logins.givenNoPriorActivity().when(opening("a", null, null)).expectException(refusalNaming("business_id"));
        known();
        logins.claims.held(new Claim("session", 7, "a"), new LoginsId(new FanId(7, 1)));
        logins.givenNoPriorActivity()
                .when(opening("a", null, null))
                .expectNoEvents()
                .expectException(refusal(Refusal.Kind.CONFLICT, "session-taken"));
    }

    @Test
    void the_session_that_a_login_replaces_ends_in_the_same_commit() {
        known();
        logins.given(opened("old", NOON), opened("other", NOON))
                .when(opening("a", null, "old"))
                .expectEvents(opened("a", NOON), new FanSessionsEnded(LOGINS, List.of("old")));
        logins.given(opened("other", NOON)).when(opening("b", null, "old")).expectEvents(opened("b", NOON));
    }

    @Test
    void a_use_answers_the_state_and_prolongs_after_a_day() {
        logins.streams.open(ANN).begunAt(LOGINS, 12);
        logins.given(opened("a", NOON))
                .when(new UseFanSession(LOGINS, "a", NOON.plusSeconds(60)))
                .expectNoEvents()
                .expectResultMessagePayload(new LiveSessionState("a", 42L, NOON, NOON.plus(Duration.ofDays(1)), 12));
        Instant later = NOON.plus(Duration.ofDays(3));
        logins.given(opened("a", NOON))
                .when(new UseFanSession(LOGINS, "a", later))
                .expectEvents(new FanSessionProlonged(LOGINS, "a", later.plus(MONTH)));
        logins.given(opened("a", NOON), new FanSessionProlonged(LOGINS, "a", later.plus(MONTH)))
                .when(new UseFanSession(LOGINS, "a", later.plusSeconds(60)))
                .expectNoEvents();
    }

    @Test
    void a_session_that_is_over_or_of_an_erased_fan_is_unknown() {
        logins.given(opened("a", NOON))
                .when(new UseFanSession(LOGINS, "a", NOON))
                .expectException(refusalAsUnknown());
        logins.streams.open(ANN);
        logins.given(opened("a", NOON))
                .when(new UseFanSession(LOGINS, "a", NOON.plus(MONTH)))
                .expectNoEvents()
                .expectException(refusalAsUnknown());
        logins.given(opened("a", NOON), new FanSessionsEnded(LOGINS, List.of("a")))
                .when(new UseFanSession(LOGINS, "a", NOON))
                .expectException(refusalAsUnknown());
        logins.given(opened("a", NOON))
                .when(new UseFanSession(LOGINS, "b", NOON))
                .expectException(refusalAsUnknown());
    }

    @Test
    void one_ends_and_the_others_go_on() {
        logins.given(opened("a", NOON), opened("b", NOON))
                .when(new EndFanSession(LOGINS, "a", false))
                .expectEvents(new FanSessionsEnded(LOGINS, List.of("a")))
                .expectResultMessagePayload(new EndedSessions(List.of("a")));
        logins.given(opened("a", NOON))
                .when(new EndFanSession(LOGINS, "a", true))
                .expectEvents(new FanSessionsRevoked(LOGINS, List.of("a")));
        logins.given(opened("a", NOON), new FanSessionsRevoked(LOGINS, List.of("a")))
                .when(new EndFanSession(LOGINS, "a", true))
                .expectNoEvents()
                .expectException(refusalAsUnknown());
    }

    @Test
    void all_others_end_in_one_commit_up_to_a_sequence() {
        logins.given(opened("a", NOON), opened("b", NOON), opened("c", NOON), opened("d", NOON))
                .when(new EndOtherSessions(LOGINS, "b", 2L))
                .expectEvents(new FanSessionsEnded(LOGINS, List.of("a", "c")));
        logins.given(opened("a", NOON), opened("b", NOON))
                .when(new EndOtherSessions(LOGINS, null, null))
                .expectEvents(new FanSessionsEnded(LOGINS, List.of("a", "b")));
        logins.given(opened("a", NOON))
                .when(new EndOtherSessions(LOGINS, "a", null))
                .expectNoEvents();
    }

    @Test
    void staff_ends_all_of_a_fan_that_is_known() {
        logins.givenNoPriorActivity().when(new RevokeSessions(LOGINS)).expectException(refusalAsUnknown());
        logins.streams.open(ANN);
        logins.givenNoPriorActivity().when(new RevokeSessions(LOGINS)).expectNoEvents();
        logins.given(opened("a", NOON), opened("b", NOON))
                .when(new RevokeSessions(LOGINS))
                .expectEvents(new FanSessionsRevoked(LOGINS, List.of("a", "b")));
    }

    @Test
    void a_login_forgets_the_sessions_that_have_run_out_by_then() {
        logins.given(opened("a", NOON.minus(MONTH)), opened("b", NOON))
                .when(new EndOtherSessions(LOGINS, null, null))
                .expectEvents(new FanSessionsEnded(LOGINS, List.of("b")));
    }
}
