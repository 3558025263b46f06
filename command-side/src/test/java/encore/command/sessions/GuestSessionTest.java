package encore.command.sessions;

import static encore.command.AggregateUnderTest.refusal;
import static encore.command.Refusals.refusalAsUnknown;
import static encore.command.Refusals.refusalNaming;

import encore.command.AggregateUnderTest;
import encore.kernel.Refusal;
import encore.kernel.businesses.BusinessId;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.sessions.EndedSessions;
import encore.kernel.sessions.GuestId;
import encore.kernel.sessions.LiveSessionState;
import encore.kernel.sessions.OpenedSession;
import encore.kernel.sessions.SessionCommand.EndGuestSession;
import encore.kernel.sessions.SessionCommand.ExpireGuestSession;
import encore.kernel.sessions.SessionCommand.OpenGuestSession;
import encore.kernel.sessions.SessionCommand.UseGuestSession;
import encore.kernel.sessions.SessionEvent.GuestSessionEnded;
import encore.kernel.sessions.SessionEvent.GuestSessionExpired;
import encore.kernel.sessions.SessionEvent.GuestSessionOpened;
import encore.kernel.sessions.SessionEvent.GuestSessionProlonged;
import encore.kernel.sessions.SessionEvent.GuestSessionRevoked;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class GuestSessionTest {

    private static final GuestId GUEST = new GuestId(7, "ref");
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final Instant NEXT_NOON = NOON.plus(Duration.ofHours(24));
    private static final OpenGuestSession OPENING = new OpenGuestSession(GUEST, 9, 100L, NOON);
    private static final GuestSessionOpened OPENED = new GuestSessionOpened(GUEST, 9, 100L, NEXT_NOON);

    private final AggregateUnderTest<GuestSession> guest = new AggregateUnderTest<>(GuestSession.class);

    private void knownPlace() {
        guest.streams.open(new BusinessId(7, 9)).open(new CampaignId(7, 100));
    }

    @Test
    void a_guest_is_let_in_where_the_place_is_known() {
        knownPlace();
        guest.givenNoPriorActivity()
                .when(OPENING)
                .expectEvents(OPENED)
                .expectResultMessagePayload(OpenedSession.until(null, NEXT_NOON));
    }

    @Test
    void an_unknown_business_or_campaign_is_refused() {
        guest.givenNoPriorActivity().when(OPENING).expectNoEvents().expectException(refusalNaming("business_id"));
        guest.streams.open(new BusinessId(7, 9));
        guest.givenNoPriorActivity().when(OPENING).expectNoEvents().expectException(refusalNaming("page_tab_id"));
    }

    @Test
    void a_name_is_used_once() {
        knownPlace();
        guest.given(OPENED)
                .when(OPENING)
                .expectNoEvents()
                .expectException(refusal(Refusal.Kind.CONFLICT, "session-taken"));
    }

    @Test
    void a_use_prolongs_after_an_hour_and_not_before() {
        guest.streams.begunAt(GUEST, 12);
        guest.given(OPENED)
                .when(new UseGuestSession(GUEST, NOON.plus(Duration.ofMinutes(59))))
                .expectNoEvents()
                .expectResultMessagePayload(
                        new LiveSessionState("ref", null, NOON, NOON.plus(Duration.ofHours(1)), 12));
        guest.given(OPENED)
                .when(new UseGuestSession(GUEST, NOON.plus(Duration.ofHours(2))))
                .expectEvents(new GuestSessionProlonged(GUEST, NEXT_NOON.plus(Duration.ofHours(2))));
    }

    @Test
    void a_session_that_is_over_is_unknown() {
        guest.given(OPENED)
                .when(new UseGuestSession(GUEST, NEXT_NOON))
                .expectNoEvents()
                .expectException(refusalAsUnknown());
        guest.given(OPENED, new GuestSessionEnded(GUEST))
                .when(new UseGuestSession(GUEST, NOON))
                .expectNoEvents()
                .expectException(refusalAsUnknown());
        guest.given(OPENED, new GuestSessionEnded(GUEST))
                .when(new EndGuestSession(GUEST, true))
                .expectNoEvents()
                .expectException(refusalAsUnknown());
    }

    @Test
    void it_is_ended_by_a_login_or_by_staff() {
        guest.given(OPENED)
                .when(new EndGuestSession(GUEST, false))
                .expectEvents(new GuestSessionEnded(GUEST))
                .expectResultMessagePayload(new EndedSessions(List.of("ref")));
        guest.given(OPENED).when(new EndGuestSession(GUEST, true)).expectEvents(new GuestSessionRevoked(GUEST));
    }

    @Test
    void it_expires_when_it_is_over_and_not_before() {
        Instant over = AggregateUnderTest.NOW;
        guest.given(new GuestSessionOpened(GUEST, 9, null, over))
                .when(new ExpireGuestSession(GUEST))
                .expectEvents(new GuestSessionExpired(GUEST))
                .expectResultMessagePayload(new EndedSessions(List.of("ref")));
        guest.given(new GuestSessionOpened(GUEST, 9, null, over), new GuestSessionProlonged(GUEST, over.plusSeconds(1)))
                .when(new ExpireGuestSession(GUEST))
                .expectNoEvents()
                .expectResultMessagePayload(new EndedSessions(List.of()));
        guest.given(new GuestSessionOpened(GUEST, 9, null, over), new GuestSessionExpired(GUEST))
                .when(new ExpireGuestSession(GUEST))
                .expectNoEvents()
                .expectException(refusalAsUnknown());
    }
}
