package encore.api.sessions;

import static encore.api.GatewayUnderTest.ACCOUNT;
import static encore.api.GatewayUnderTest.API_KEY;
import static encore.api.GatewayUnderTest.naming;
import static org.assertj.core.api.Assertions.assertThat;

import encore.api.FakeBackend;
import encore.api.GatewayUnderTest;
import encore.api.keys.KnownSessions;
import encore.infra.backend.ControlMessage;
import encore.kernel.Refusal;
import encore.kernel.businesses.BusinessId;
import encore.kernel.fans.FanId;
import encore.kernel.fans.FanQuery.FindFanDetails;
import encore.kernel.idols.IdolId;
import encore.kernel.likings.LikedIdols;
import encore.kernel.likings.LikingCommand.DislikeIdol;
import encore.kernel.likings.LikingCommand.DislikeNamedIdol;
import encore.kernel.likings.LikingCommand.LikeIdol;
import encore.kernel.likings.LikingCommand.LikeKnownIdol;
import encore.kernel.likings.LikingQuery.FindFanIdols;
import encore.kernel.likings.LikingsId;
import encore.kernel.paging.Page;
import encore.kernel.points.PointsQuery.FindCrmFanPoints;
import encore.kernel.sessions.CheckedPlace;
import encore.kernel.sessions.EndedSessions;
import encore.kernel.sessions.GuestId;
import encore.kernel.sessions.LiveSessionState;
import encore.kernel.sessions.LoginsId;
import encore.kernel.sessions.OpenedSession;
import encore.kernel.sessions.Session;
import encore.kernel.sessions.SessionBuilder;
import encore.kernel.sessions.SessionCommand.CheckPlace;
import encore.kernel.sessions.SessionCommand.EndSession;
import encore.kernel.sessions.SessionCommand.OpenGuestSession;
import encore.kernel.sessions.SessionCommand.RevokeSessions;
import encore.kernel.sessions.SessionCommand.UseSession;
import encore.kernel.sessions.SessionId;
import encore.kernel.sessions.SessionQuery.FindFanSessions;
import encore.kernel.sessions.SessionQuery.FindSession;
import encore.kernel.sessions.logins.LoginSource;
import encore.kernel.sessions.logins.LoginType;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.MediaType;
import org.springframework.test.web.reactive.server.WebTestClient;
import reactor.core.publisher.Mono;
import tools.jackson.databind.json.JsonMapper;

class SessionsControllerTest {

    @RegisterExtension
    static final GatewayUnderTest GATEWAY = GatewayUnderTest.with(
            SessionsController.class, ManagedSessionsController.class, ConnectSteps.class, FanSessions.class);

    private static final String PATH = "/api/v1/sessions/";
    private static final String UID = "0b0c6d0e-3e5f-4a7b-8c9d-0e1f2a3b4c5d";
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final LikingsId LIKINGS = new LikingsId(new FanId(ACCOUNT, 42));

    private final FakeBackend backend = GATEWAY.backend;
    private final String ref = GATEWAY.bean(KnownSessions.class).refOf(UID);

    @BeforeEach
    void a_live_session_of_fan_42() {
        GATEWAY.bean(KnownSessions.class).forget(ACCOUNT, ref);
        live(42L);
        backend.on(OpenGuestSession.class, opening -> new OpenedSession(null, NOON, 9))
                .on(CheckPlace.class, check -> new CheckedPlace(9, 1));
    }

    private void live(@Nullable Long fan) {
        backend.on(
                UseSession.class,
                use -> use.session().equals(new SessionId(ACCOUNT, ref))
                        ? new LiveSessionState(ref, fan, NOON, Instant.MAX, 150)
                        : Mono.error(Refusal.unknown("over")));
    }

    private static WebTestClient app() {
        return GATEWAY.anybody().mutate().defaultHeader("Api-Key", API_KEY).build();
    }

    private static WebTestClient.ResponseSpec connect(WebTestClient client, String form) {
        return client.post()
                .uri(PATH + "connect")
                .contentType(MediaType.APPLICATION_FORM_URLENCODED)
                .bodyValue(form)
                .exchange();
    }

    private static WebTestClient.ResponseSpec get(String rest) {
        return app().get().uri(PATH + rest).exchange();
    }

    @Test
    void a_guest_comes_in_with_the_key_alone_and_is_answered_four_fields() {
        String body = connect(app(), "business_id=9")
                .expectStatus()
                .isOk()
                .expectHeader()
                .valueEquals("Cache-Control", "no-store")
                .expectBody(String.class)
                .returnResult()
                .getResponseBody();
        var answer = JsonMapper.shared().readTree(body);
        assertThat(answer.propertyNames())
                .containsExactlyInAnyOrder("session_uid", "account_id", "props", "expiration_timestamp");
        String uid = answer.get("session_uid").asString();
        OpenGuestSession opening = (OpenGuestSession) backend.sent.getLast();
        assertThat(opening.guest())
                .isEqualTo(
                        new GuestId(ACCOUNT, GATEWAY.bean(KnownSessions.class).refOf(uid)));
        assertThat(opening.businessId()).isEqualTo(9);
        assertThat(backend.sent.toString()).doesNotContain(uid);
        app().post()
                .uri(PATH + "connect")
                .contentType(MediaType.APPLICATION_JSON)
                .bodyValue("{\"network\": \"\", \"business_id\": 9}")
                .exchange()
                .expectStatus()
                .isOk();
    }

    @Test
    void a_public_guest_is_checked_against_the_campaign_and_the_customers_is_not() {
        connect(app(), "business_id=9&page_tab_id=100").expectStatus().isOk();
        assertThat(backend.sent.getFirst()).isInstanceOfSatisfying(CheckPlace.class, check -> {
            assertThat(check.business()).isEqualTo(new BusinessId(ACCOUNT, 9));
            assertThat(check.pageTabId()).isEqualTo(100);
            assertThat(check.isPublic()).isTrue();
        });
        backend.sent.clear();
        connect(GATEWAY.server(), "business_id=9&page_tab_id=100")
                .expectStatus()
                .isOk();
        assertThat(backend.sent).hasSize(1);
        backend.on(
                CheckPlace.class,
                check -> Mono.error(new Refusal(
                        Refusal.Kind.RULE, "campaign-not-running", "page_tab_id", "The campaign is over.")));
        naming(connect(app(), "business_id=9&page_tab_id=100").expectStatus(), "page_tab_id");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "business_id: ",
                "business_id: business_id=x",
                "business_id: business_id=0",
                "network: business_id=9&network=carrier_pigeon",
                "email: business_id=9&network=email",
                "email: business_id=9&network=email&email=nobody",
                "phone: business_id=9&network=phone&email=a@x.example",
                "phone: business_id=9&network=phone&phone=12",
                "email: business_id=9&network=verify_email&phone=%2B4915112345678",
                "phone: business_id=9&network=verify_sms",
                "request_uid: business_id=9&network=submit_verification_code&verification_code=123456",
                "verification_code: business_id=9&network=submit_verification_code&request_uid=1-a",
                "first_name: business_id=9&network=register&email=a@x.example",
                "email: business_id=9&network=register&first_name=Ada",
                "password: business_id=9&network=register&first_name=Ada&email=a@x.example&password=short",
                "request_uid: business_id=9&network=register&first_name=Ada&verification_uid=v",
                "password: business_id=9&network=password&email=a@x.example",
                "email: business_id=9&network=password&password=correct+horse",
                "page_tab_id: business_id=9&page_tab_id=x",
                "ip_address: business_id=9&ip_address=here",
                "device_id: business_id=9&device_id=d",
                "device_id: business_id=9&device_network=ios",
                "device_network: business_id=9&device_id=d&device_network=amiga",
                "session_uid: business_id=9&session_uid=" + UID
            })
    void a_wrong_parameter_is_named_and_nothing_is_sent(String given) {
        String[] parts = given.split(": ", 2);
        naming(connect(app(), parts[1]).expectStatus(), parts[0]);
        assertThat(backend.sent).noneMatch(OpenGuestSession.class::isInstance);
    }

    @Test
    void a_session_is_shown_under_its_session_uid_and_its_reads_wait_for_it() {
        backend.on(FindSession.class, query -> session(query.sessionHash()));
        get(UID).expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$.session_uid")
                .isEqualTo(UID)
                .jsonPath("$.fan_id")
                .isEqualTo(42)
                .jsonPath("$.login_type")
                .isEqualTo("code");
        assertThat(backend.asked).containsExactly(new FindSession(ACCOUNT, ref));
        var caller = backend.callers.getLast();
        assertThat(caller.actor()).isEqualTo("session:" + ref);
        assertThat(caller.context().minPosition()).isGreaterThanOrEqualTo(150);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/fan", "/points", "/idols"})
    void an_unknown_malformed_or_ended_session_in_the_path_is_unauthorized(String rest) {
        for (String uid : List.of("nothing", "0b0c6d0e-3e5f-4a7b-8c9d-0e1f2a3b4c5e", UID.toUpperCase())) {
            get(uid + rest).expectStatus().isUnauthorized();
            GATEWAY.server()
                    .get()
                    .uri(PATH + uid + rest)
                    .exchange()
                    .expectStatus()
                    .isUnauthorized();
        }
        assertThat(backend.asked).isEmpty();
    }

    @Test
    void an_end_between_look_up_and_read_is_unauthorized_and_an_end_is_noticed() {
        backend.on(FindSession.class, query -> Mono.error(Refusal.unknown("over")));
        get(UID).expectStatus().isUnauthorized();
        backend.on(FindSession.class, query -> session(query.sessionHash()));
        get(UID).expectStatus().isOk();
        backend.on(UseSession.class, use -> Mono.error(Refusal.unknown("over")));
        get(UID).expectStatus().isOk();
        backend.publish(new ControlMessage.SessionsEnded(ACCOUNT, List.of(ref)));
        get(UID).expectStatus().isUnauthorized();
    }

    @Test
    void sessions_that_are_over_bar_nobody() {
        for (int i = 0; i < 200; i++) {
            get("nothing").expectStatus().isUnauthorized();
        }
        backend.on(FindSession.class, query -> session(query.sessionHash()));
        get(UID).expectStatus().isOk();
    }

    @Test
    void a_guest_has_two_fields_and_empty_lists_and_changes_nothing() {
        live(null);
        get(UID + "/fan")
                .expectStatus()
                .isOk()
                .expectBody(String.class)
                .isEqualTo("{\"account_id\":7,\"is_guest\":true}");
        get(UID + "/points").expectStatus().isOk().expectBody(String.class).isEqualTo("[]");
        get(UID + "/idols").expectStatus().isOk().expectBody(String.class).isEqualTo("[]");
        naming(like("action=add&idol_name=Ada").expectStatus(), "session_uid");
        assertThat(backend.sent).noneMatch(LikeKnownIdol.class::isInstance);
    }

    @Test
    void a_fan_is_read_with_its_points_and_idols() {
        backend.on(FindFanDetails.class, query -> Mono.error(Refusal.unknown("erased")))
                .on(FindCrmFanPoints.class, query -> new Page<>(List.of(), null, null, false, 1))
                .on(FindFanIdols.class, query -> List.of());
        get(UID + "/fan").expectStatus().isUnauthorized();
        get(UID + "/points").expectStatus().isOk();
        get(UID + "/idols?label_name=pop").expectStatus().isOk();
        assertThat(backend.asked).contains(new FindFanDetails(ACCOUNT, 42), new FindFanIdols(ACCOUNT, 42, "pop", null));
    }

    private static WebTestClient.ResponseSpec like(String form) {
        return app().post()
                .uri(PATH + UID + "/idols")
                .contentType(MediaType.APPLICATION_FORM_URLENCODED)
                .bodyValue(form)
                .exchange();
    }

    @Test
    void idols_are_added_and_removed_and_the_list_is_answered() {
        LikedIdols liked = new LikedIdols(42, List.of("i"));
        backend.on(LikeIdol.class, command -> liked)
                .on(LikeKnownIdol.class, command -> liked)
                .on(DislikeIdol.class, command -> liked)
                .on(DislikeNamedIdol.class, command -> liked)
                .on(FindFanIdols.class, query -> List.of());
        IdolId idol = new IdolId(ACCOUNT, "i");
        like("action=add&idol_uid=i").expectStatus().isOk();
        like("action=add&idol_name=Ada").expectStatus().isOk();
        like("action=delete&idol_uid=i").expectStatus().isOk();
        like("action=delete&idol_name=Ada").expectStatus().isOk();
        assertThat(backend.sent.stream().filter(command -> !(command instanceof UseSession)))
                .containsExactly(
                        new LikeIdol(LIKINGS, idol, true),
                        new LikeKnownIdol(LIKINGS, "Ada", true),
                        new DislikeIdol(LIKINGS, idol),
                        new DislikeNamedIdol(LIKINGS, "Ada"));
        naming(like("idol_uid=i").expectStatus(), "action");
        naming(like("action=steal&idol_uid=i").expectStatus(), "action");
        naming(like("action=add").expectStatus(), "idol_uid");
        naming(like("action=add&idol_uid=i&idol_name=Ada").expectStatus(), "idol_uid");
    }

    @Test
    void staff_lists_and_ends_sessions_by_their_refs() {
        backend.on(FindFanSessions.class, query -> new Page<>(List.of(session(ref)), null, null, false, 1))
                .on(RevokeSessions.class, command -> new EndedSessions(List.of(ref)))
                .on(EndSession.class, command -> new EndedSessions(List.of(ref)));
        WebTestClient server = GATEWAY.server();
        server.get()
                .uri("/api/v1/manage/fans/42/sessions")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$[0].session_uid")
                .isEqualTo(ref);
        for (String path : List.of("fans/42/sessions", "sessions/" + ref)) {
            server.delete()
                    .uri("/api/v1/manage/" + path)
                    .exchange()
                    .expectStatus()
                    .isOk()
                    .expectBody(String.class)
                    .isEqualTo("true");
        }
        assertThat(backend.sent)
                .containsExactly(
                        new RevokeSessions(new LoginsId(new FanId(ACCOUNT, 42))),
                        new EndSession(new SessionId(ACCOUNT, ref), true));
        app().get()
                .uri("/api/v1/manage/fans/42/sessions")
                .exchange()
                .expectStatus()
                .isUnauthorized();
    }

    private static Session session(String name) {
        return SessionBuilder.builder()
                .sessionUid(name)
                .accountId(ACCOUNT)
                .expirationTimestamp(NOON)
                .creationTimestamp(NOON)
                .network("email")
                .businessId(9)
                .loginType(LoginType.CODE)
                .loginSource(LoginSource.CONNECT)
                .tagIds(List.of())
                .fanId(42L)
                .build();
    }
}
