package encore.command.sessions;

import static encore.command.AggregateUnderTest.NOW;
import static encore.command.Refusals.refusalNaming;
import static encore.command.sessions.LoginsTest.ANN;
import static encore.command.sessions.LoginsTest.LOGINS;
import static encore.command.sessions.LoginsTest.NOON;
import static encore.command.sessions.LoginsTest.browserLogin;
import static encore.command.sessions.LoginsTest.details;
import static encore.command.sessions.LoginsTest.opened;
import static encore.command.sessions.LoginsTest.opening;

import encore.command.AggregateUnderTest;
import encore.kernel.browserlogin.BrowserCodeCommand.RecordBrowserCode;
import encore.kernel.browserlogin.BrowserCodeCommand.RedeemBrowserCode;
import encore.kernel.browserlogin.BrowserCodeEvent.BrowserCodeIssued;
import encore.kernel.browserlogin.BrowserCodeEvent.BrowserCodeUsed;
import encore.kernel.browserlogin.BrowserCodeEvent.BrowserCodesRevoked;
import encore.kernel.browserlogin.ExchangedBrowserCode;
import encore.kernel.browserlogin.IssuedBrowserCode;
import encore.kernel.businesses.BusinessId;
import encore.kernel.sessions.OpenedSession;
import encore.kernel.sessions.SessionCommand.EndOtherSessions;
import encore.kernel.sessions.SessionCommand.RevokeSessions;
import encore.kernel.sessions.SessionEvent.FanSessionOpened;
import encore.kernel.sessions.SessionEvent.FanSessionsEnded;
import encore.kernel.sessions.SessionEvent.FanSessionsRevoked;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Codes of browser logins in the stream of a fan's logins. */
class BrowserCodesOfLoginsTest {

    private static final RecordBrowserCode ISSUE = new RecordBrowserCode(LOGINS, "h", browserLogin());
    private static final RedeemBrowserCode REDEEM = new RedeemBrowserCode("h", opening("a", 31L, null));
    private static final Instant MONTH_LATER = NOON.plus(Duration.ofDays(30));
    private static final FanSessionOpened OPENED = new FanSessionOpened(LOGINS, "a", details(), 31L, MONTH_LATER);
    private static final BrowserCodeUsed USED = new BrowserCodeUsed(LOGINS, "h", "a");

    private final AggregateUnderTest<Logins> logins = new AggregateUnderTest<>(Logins.class);

    private static BrowserCodeIssued issued(Instant expiresAt) {
        return new BrowserCodeIssued(LOGINS, "h", browserLogin(), expiresAt);
    }

    private void known() {
        logins.streams.open(ANN).open(new BusinessId(7, 9));
    }

    @Test
    void a_code_is_issued_to_a_known_fan_at_a_known_place() {
        logins.givenNoPriorActivity().when(ISSUE).expectNoEvents().expectException(refusalNaming("fan_id"));
        logins.streams.open(ANN);
        logins.givenNoPriorActivity().when(ISSUE).expectNoEvents().expectException(refusalNaming("business_id"));
        known();
        logins.givenNoPriorActivity()
                .when(ISSUE)
                .expectEvents(issued(NOW.plusSeconds(60)))
                .expectResultMessagePayload(new IssuedBrowserCode(null));
    }

    @Test
    void a_code_opens_a_session_within_a_minute() {
        known();
        logins.given(issued(NOW.plusMillis(1)))
                .when(REDEEM)
                .expectEvents(OPENED, USED)
                .expectResultMessagePayload(new ExchangedBrowserCode(OpenedSession.until(42L, MONTH_LATER), null));
        logins.given(issued(NOW)).when(REDEEM).expectNoEvents().expectResultMessagePayload(ExchangedBrowserCode.WRONG);
    }

    @Test
    void a_code_that_is_used_again_ends_the_session_that_it_gave_and_no_other() {
        known();
        logins.given(opened("other", NOON), issued(NOW), OPENED, USED)
                .when(REDEEM)
                .expectEvents(new FanSessionsEnded(LOGINS, List.of("a")))
                .expectResultMessagePayload(new ExchangedBrowserCode(null, "a"));
        logins.given(issued(NOW.plusSeconds(9)), OPENED, USED, new FanSessionsEnded(LOGINS, List.of("a")))
                .when(REDEEM)
                .expectNoEvents()
                .expectResultMessagePayload(ExchangedBrowserCode.WRONG);
    }

    @Test
    void a_code_that_nobody_issued_is_wrong() {
        known();
        logins.given(opened("other", NOON))
                .when(REDEEM)
                .expectNoEvents()
                .expectResultMessagePayload(ExchangedBrowserCode.WRONG);
    }

    @Test
    void codes_that_nobody_used_end_with_the_sessions() {
        known();
        BrowserCodesRevoked revoked = new BrowserCodesRevoked(LOGINS, List.of("h"));
        logins.given(opened("other", NOON), issued(NOW.plusSeconds(9)))
                .when(new RevokeSessions(LOGINS))
                .expectEvents(revoked, new FanSessionsRevoked(LOGINS, List.of("other")));
        logins.given(issued(NOW.plusSeconds(9)))
                .when(new EndOtherSessions(LOGINS, null, 0L))
                .expectEvents(revoked);
        logins.given(opened("other", NOON), issued(NOW.plusSeconds(9)))
                .when(new EndOtherSessions(LOGINS, "other", 0L))
                .expectNoEvents();
        logins.given(issued(NOW)).when(new RevokeSessions(LOGINS)).expectNoEvents();
        logins.given(issued(NOW.plusSeconds(9)), revoked)
                .when(REDEEM)
                .expectNoEvents()
                .expectResultMessagePayload(ExchangedBrowserCode.WRONG);
    }
}
