package encore.command.sessions;

import static encore.command.Refusals.refusalAsUnknown;
import static encore.command.Refusals.refusalNaming;
import static encore.command.sessions.LoginsTest.LOGINS;
import static encore.command.sessions.LoginsTest.NOON;
import static encore.command.sessions.LoginsTest.opening;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.hamcrest.MatcherAssert.assertThat;

import encore.command.AggregateUnderTest.HeldClaims;
import encore.command.AggregateUnderTest.OpenStreams;
import encore.infra.eventstore.Claims.Claim;
import encore.infra.eventstore.Dispatch;
import encore.kernel.Command;
import encore.kernel.Refusal;
import encore.kernel.businesses.BusinessId;
import encore.kernel.campaigns.CampaignCommand.RequireOpenCampaign;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.campaigns.SavedCampaign;
import encore.kernel.fans.FanId;
import encore.kernel.passwords.PasswordCommand.ReadPasswordPlace;
import encore.kernel.passwords.PasswordPlace;
import encore.kernel.sessions.EndedSessions;
import encore.kernel.sessions.GuestId;
import encore.kernel.sessions.LiveSessionState;
import encore.kernel.sessions.LoginsId;
import encore.kernel.sessions.OpenedSession;
import encore.kernel.sessions.SessionCommand.CheckPlace;
import encore.kernel.sessions.SessionCommand.EndFanSession;
import encore.kernel.sessions.SessionCommand.EndGuestSession;
import encore.kernel.sessions.SessionCommand.EndSession;
import encore.kernel.sessions.SessionCommand.LogIn;
import encore.kernel.sessions.SessionCommand.OpenFanSession;
import encore.kernel.sessions.SessionCommand.UseFanSession;
import encore.kernel.sessions.SessionCommand.UseGuestSession;
import encore.kernel.sessions.SessionCommand.UseSession;
import encore.kernel.sessions.SessionId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SessionHandlerTest {

    private static final SessionId OLD = new SessionId(7, "old");
    private static final LoginsId BENS = new LoginsId(new FanId(7, 43));

    private final OpenStreams streams = new OpenStreams().open(LOGINS.fan());
    private final HeldClaims claims = new HeldClaims();
    private final List<Command<?>> sent = new ArrayList<>();
    private final SessionHandler handler = new SessionHandler();
    private @Nullable Refusal refusal;
    private long passwordSequence = PasswordPlace.NONE;

    @Test
    void a_login_that_replaces_nothing_is_one_command() {
        logIn(null);
        assertThat(sent).containsExactly(opening("new", null, null));
    }

    @Test
    void a_session_of_the_same_fan_is_left_to_the_commit_of_the_login() {
        claims.held(new Claim("session", 7, "old"), LOGINS);
        logIn("old");
        assertThat(sent).containsExactly(opening("new", null, "old"));
    }

    @Test
    void a_session_of_a_guest_or_of_another_fan_ends_before() {
        claims.held(new Claim("session", 7, "old"), BENS);
        logIn("old");
        assertThat(sent).containsExactly(new EndSession(OLD, false), opening("new", null, null));
    }

    @Test
    void one_that_has_ended_already_does_not_stop_the_login_but_a_fault_does() {
        refusal = Refusal.unknown("over");
        logIn("old");
        assertThat(sent).containsExactly(opening("new", null, null));
        refusal = new Refusal(Refusal.Kind.UNAVAILABLE, "busy", "Try again.");
        assertThatThrownBy(() -> logIn("old")).isSameAs(refusal);
        assertThat(sent).hasSize(1);
    }

    @Test
    void an_unknown_fan_is_refused_before_its_old_session_ends() {
        streams.ended(LOGINS.fan());
        assertThatThrownBy(() -> logIn("old")).satisfies(thrown -> assertThat(thrown, refusalNaming("fan_id")));
        assertThat(sent).isEmpty();
    }

    @Test
    void a_password_that_is_not_the_fans_any_more_opens_nothing() {
        streams.standing(LOGINS.fan(), 3, 31);
        passwordSequence = 3;
        handler.decide(new LogIn(opening("new", 31L, null), null), claims, streams, new Answering());
        assertThat(sent).containsExactly(new ReadPasswordPlace(LOGINS.fan()), opening("new", 31L, null));
        sent.clear();
        streams.standing(LOGINS.fan(), 4, 40);
        for (long now : new long[] {4, PasswordPlace.NONE}) {
            passwordSequence = now;
            assertThatThrownBy(() -> handler.decide(
                            new LogIn(opening("new", 31L, null), "old"), claims, streams, new Answering()))
                    .isInstanceOfSatisfying(
                            Refusal.class, thrown -> assertThat(thrown.type()).isEqualTo("password-changed"));
        }
        assertThat(sent).noneMatch(OpenFanSession.class::isInstance);
    }

    @Test
    void a_claim_leads_to_the_fan_and_the_name_to_the_guest() {
        claims.held(new Claim("session", 7, "old"), BENS);
        use(OLD);
        end(OLD);
        GuestId guest = new GuestId(7, "visitor");
        streams.open(guest);
        use(new SessionId(7, "visitor"));
        end(new SessionId(7, "visitor"));
        assertThat(sent)
                .containsExactly(
                        new UseFanSession(BENS, "old", NOON),
                        new EndFanSession(BENS, "old", true),
                        new UseGuestSession(guest, NOON),
                        new EndGuestSession(guest, true));
    }

    @Test
    void a_session_of_nobody_or_of_another_account_is_unknown() {
        claims.held(new Claim("session", 7, "old"), BENS);
        streams.open(new GuestId(7, "visitor"));
        for (SessionId session :
                List.of(new SessionId(7, "none"), new SessionId(8, "old"), new SessionId(8, "visitor"))) {
            assertThatThrownBy(() -> use(session)).satisfies(thrown -> assertThat(thrown, refusalAsUnknown()));
            assertThatThrownBy(() -> end(session)).satisfies(thrown -> assertThat(thrown, refusalAsUnknown()));
        }
        assertThat(sent).isEmpty();
    }

    @Test
    void a_place_must_be_known_and_for_the_public_also_running() {
        BusinessId business = new BusinessId(7, 9);
        CampaignId campaign = new CampaignId(7, 100);
        assertThatThrownBy(() -> check(100L, true))
                .satisfies(thrown -> assertThat(thrown, refusalNaming("business_id")));
        streams.open(business);
        assertThatThrownBy(() -> check(100L, false))
                .satisfies(thrown -> assertThat(thrown, refusalNaming("page_tab_id")));
        streams.open(campaign);
        check(100L, false);
        check(null, true);
        assertThat(sent).isEmpty();
        check(100L, true);
        assertThat(sent).containsExactly(new RequireOpenCampaign(campaign, "page_tab_id"));
    }

    private void check(@Nullable Long pageTabId, boolean isPublic) {
        handler.decide(new CheckPlace(new BusinessId(7, 9), pageTabId, isPublic), streams, new Answering());
    }

    private void logIn(@Nullable String replaced) {
        handler.decide(new LogIn(opening("new", null, null), replaced), claims, streams, new Answering());
    }

    private void use(SessionId session) {
        handler.decide(new UseSession(session, NOON), claims, streams, new Answering());
    }

    private void end(SessionId session) {
        handler.decide(new EndSession(session, true), claims, streams, new Answering());
    }

    /** Keeps what it is given and answers as those who are asked would. */
    private final class Answering implements Dispatch {

        @Override
        public <R> R sendLast(Command<R> command) {
            return send(command);
        }

        @Override
        @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // Each is given what it names.
        public <R> R send(Command<R> command) {
            if (refusal != null && command instanceof EndSession) {
                throw refusal;
            }
            sent.add(command);
            return (R)
                    switch (command) {
                        case OpenFanSession opening -> OpenedSession.until(42L, opening.at());
                        case ReadPasswordPlace place -> new PasswordPlace(passwordSequence);
                        case EndSession ended -> new EndedSessions(List.of());
                        case EndFanSession ended -> new EndedSessions(List.of());
                        case EndGuestSession ended -> new EndedSessions(List.of());
                        case UseFanSession used -> new LiveSessionState("", 1L, NOON, NOON, 1);
                        case UseGuestSession used -> new LiveSessionState("", null, NOON, NOON, 1);
                        case RequireOpenCampaign check -> new SavedCampaign(1);
                        default -> throw new IllegalArgumentException(command.toString());
                    };
        }
    }
}
