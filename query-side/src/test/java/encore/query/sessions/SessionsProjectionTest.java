package encore.query.sessions;

import static encore.query.ProjectionUnderTest.START;
import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.backend.ControlMessage;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanId;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.sessions.GuestId;
import encore.kernel.sessions.Login;
import encore.kernel.sessions.LoginsId;
import encore.kernel.sessions.Session;
import encore.kernel.sessions.SessionEvent.FanSessionOpened;
import encore.kernel.sessions.SessionEvent.FanSessionProlonged;
import encore.kernel.sessions.SessionEvent.FanSessionsEnded;
import encore.kernel.sessions.SessionEvent.FanSessionsRevoked;
import encore.kernel.sessions.SessionEvent.GuestSessionEnded;
import encore.kernel.sessions.SessionEvent.GuestSessionExpired;
import encore.kernel.sessions.SessionEvent.GuestSessionOpened;
import encore.kernel.sessions.SessionEvent.GuestSessionProlonged;
import encore.kernel.sessions.SessionEvent.TermsAccepted;
import encore.kernel.sessions.SessionQuery.FindLogin;
import encore.kernel.sessions.SessionQuery.FindLoginAddresses;
import encore.kernel.sessions.SessionQuery.FindLogins;
import encore.kernel.sessions.SessionQuery.FindTermsOfFan;
import encore.kernel.sessions.SessionQuery.LoginAddress;
import encore.kernel.sessions.logins.LoginDetails;
import encore.kernel.sessions.logins.LoginNetwork;
import encore.kernel.sessions.logins.LoginSource;
import encore.kernel.sessions.logins.LoginType;
import encore.kernel.sessions.logins.TermsAcceptance;
import encore.query.ProjectionUnderTest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SessionsProjectionTest {

    private static final FanId ANN = new FanId(7, 42);
    private static final GuestId GUEST = new GuestId(7, "g");
    private static final Instant END = START.plus(Duration.ofDays(30));

    private ProjectionUnderTest<SessionsProjection> sessions = new ProjectionUnderTest<>(SessionsProjection::new);

    @AfterEach
    void close() {
        sessions.close();
    }

    @Test
    void a_login_shows_what_it_was_made_with_and_lives_until_its_end() {
        sessions.given(opened(ANN, "a"), opened(new FanId(8, 42), "b"));
        Session session = one("a").getFirst().toSession();
        assertThat(session.fanId()).isEqualTo(42);
        assertThat(session.network()).isEqualTo("email");
        assertThat(session.userKey()).isEqualTo("ann@x.example");
        assertThat(session.ipAddress()).isEqualTo("192.0.2.1");
        assertThat(session.creationTimestamp()).isEqualTo(START);
        assertThat(one("b")).as("another account's").isEmpty();
        assertThat(live(END.minusSeconds(1))).containsExactly("a");
        assertThat(live(END)).isEmpty();
        sessions.given(new FanSessionProlonged(new LoginsId(ANN), "a", END.plusSeconds(9)));
        assertThat(live(END)).containsExactly("a");
        sessions = sessions.replayed();
        assertThat(live(END)).containsExactly("a");
    }

    @Test
    void a_fans_login_stays_on_record_when_its_session_ends() {
        sessions.given(opened(ANN, "a"), opened(ANN, "b"), opened(ANN, "c"));
        sessions.given(
                new FanSessionsEnded(new LoginsId(ANN), List.of("a")),
                new FanSessionsRevoked(new LoginsId(ANN), List.of("c", "unknown")));
        assertThat(live(START)).containsExactly("b");
        assertThat(all(null)).containsExactly("a", "b", "c");
        assertThat(one("a").getFirst().endedAt()).isNotNull();
        List<LoginAddress> addresses = sessions.read(documents ->
                sessions.projection().find(new FindLoginAddresses(7, List.of("a", "a", "none")), documents));
        assertThat(addresses).containsExactly(new LoginAddress("a", "192.0.2.1"));
    }

    @Test
    void pages_follow_each_other() {
        sessions.given(opened(ANN, "a"), opened(ANN, "b"), opened(ANN, "c"));
        Page<Login> first = page(new FindLogins(7, 42, null, new NextKey(null, 2)));
        assertThat(first.rows()).extracting(Login::sessionHash).containsExactly("a", "b");
        assertThat(page(new FindLogins(7, 42, null, new NextKey(first.last(), 2)))
                        .rows())
                .extracting(Login::sessionHash)
                .containsExactly("c");
    }

    @Test
    void an_erasure_takes_all_logins_along_also_one_that_comes_late() {
        sessions.given(opened(ANN, "a"), opened(ANN, "b"), opened(ANN, "c"), opened(new FanId(7, 43), "d"));
        sessions.givenLate(opened(ANN, "e"), new FanErased(ANN));
        assertThat(all(null)).isEmpty();
        assertThat(one("e")).isEmpty();
        assertThat(one("d")).hasSize(1);
        sessions = sessions.replayed();
        assertThat(one("a")).isEmpty();
    }

    @Test
    void accepted_terms_are_kept_once_until_the_fan_is_erased() {
        sessions.given(opened(ANN, "a"), terms(ANN, "v1"), opened(ANN, "b"), terms(ANN, "v2"), terms(ANN, "v1"));
        sessions.given(opened(new FanId(7, 43), "c"), terms(new FanId(7, 43), "v1"));
        assertThat(terms(42)).extracting(TermsAcceptance::version).containsExactly("v1", "v2");
        assertThat(terms(42).getFirst().acceptedAt())
                .isBefore(terms(42).getLast().acceptedAt());
        sessions.givenLate(terms(ANN, "v3"), new FanErased(ANN));
        assertThat(terms(42)).isEmpty();
        assertThat(terms(43)).hasSize(1);
        sessions = sessions.replayed();
        assertThat(terms(42)).isEmpty();
        assertThat(terms(43)).hasSize(1);
    }

    private static TermsAccepted terms(FanId fan, String version) {
        return new TermsAccepted(new LoginsId(fan), version);
    }

    private List<TermsAcceptance> terms(long fan) {
        return sessions.read(documents -> sessions.projection().find(new FindTermsOfFan(7, fan), documents));
    }

    @Test
    void a_guest_is_known_until_its_end_and_by_nothing_personal() {
        sessions.given(new GuestSessionOpened(GUEST, 9, 100L, END));
        Session guest = one("g").getFirst().toSession();
        assertThat(guest.fanId()).isNull();
        assertThat(guest.network()).isEmpty();
        assertThat(guest.loginType()).isEqualTo(LoginType.GUEST);
        assertThat(guest.userKey()).isNull();
        assertThat(guest.ipAddress()).isNull();
        sessions.given(new GuestSessionProlonged(GUEST, END.plusSeconds(5)));
        assertThat(one("g").getFirst().expiresAt()).isEqualTo(END.plusSeconds(5));
        sessions.given(new GuestSessionEnded(GUEST));
        assertThat(one("g")).isEmpty();
    }

    @Test
    void a_guest_that_expired_is_kept_no_longer_and_no_gateway_hears_of_it() {
        List<ControlMessage> received = new ArrayList<>();
        sessions.given(new GuestSessionOpened(GUEST, 9, null, END));
        sessions.projection().follow(1).subscribe(received::add);
        sessions.given(new GuestSessionExpired(GUEST), new GuestSessionProlonged(GUEST, END));
        assertThat(one("g")).isEmpty();
        assertThat(received).containsExactly(new ControlMessage.Ready(1));
    }

    @Test
    void a_gateway_gets_ends_and_erasures_alone() {
        sessions.given(opened(ANN, "a"), opened(ANN, "b"), new GuestSessionOpened(GUEST, 9, null, END));
        List<ControlMessage> received = new ArrayList<>();
        sessions.projection().follow(3).subscribe(received::add);
        assertThat(received).containsExactly(new ControlMessage.Ready(3));
        sessions.given(
                opened(ANN, "c"),
                new FanSessionsEnded(new LoginsId(ANN), List.of("a", "b")),
                new GuestSessionEnded(GUEST),
                new FanErased(ANN));
        assertThat(received.subList(1, received.size()))
                .containsExactly(
                        new ControlMessage.SessionsEnded(7, List.of("a", "b")),
                        new ControlMessage.SessionsEnded(7, List.of("g")),
                        new ControlMessage.FanErased(7, 42, 7));
    }

    private static FanSessionOpened opened(FanId fan, String session) {
        var details = new LoginDetails(
                9,
                null,
                LoginNetwork.EMAIL,
                LoginType.CODE,
                LoginSource.CONNECT,
                "ann@x.example",
                "192.0.2.1",
                null,
                null);
        return new FanSessionOpened(new LoginsId(fan), session, details, null, END);
    }

    private List<Login> one(String session) {
        return sessions.read(documents -> sessions.projection().find(new FindLogin(7, session), documents));
    }

    private Page<Login> page(FindLogins query) {
        return sessions.read(documents -> sessions.projection().find(query, documents));
    }

    private List<String> live(Instant at) {
        return all(at);
    }

    private List<String> all(@Nullable Instant at) {
        return page(new FindLogins(7, 42, at, new NextKey(null, 100))).rows().stream()
                .map(Login::sessionHash)
                .toList();
    }
}
