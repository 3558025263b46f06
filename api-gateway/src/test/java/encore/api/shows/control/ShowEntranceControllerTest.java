package encore.api.shows.control;

import static org.assertj.core.api.Assertions.assertThat;

import encore.api.FakeBackend;
import encore.api.GatewayUnderTest;
import encore.api.keys.KnownSessions;
import encore.infra.backend.Caller;
import encore.kernel.rooms.RoomType;
import encore.kernel.sessions.LiveSessionState;
import encore.kernel.sessions.SessionCommand.UseSession;
import encore.kernel.shows.memberships.Membership;
import encore.kernel.shows.memberships.MembershipQuery.FindShowEntrance;
import encore.kernel.shows.memberships.ShowEntrance;
import encore.kernel.shows.players.PlayerBan;
import encore.kernel.shows.players.PlayerCommand.ReadPlayer;
import encore.kernel.shows.players.PlayerTerms;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.test.web.reactive.server.WebTestClient.ResponseSpec;
import reactor.core.publisher.Mono;

class ShowEntranceControllerTest {

    private static final String CHAT = "global_chat:room:100";
    private static final GatewayUnderTest GATEWAY =
            GatewayUnderTest.with(ShowEntranceController.class, FourMembers.class);

    private static final String UID = "0b0c6d0e-3e5f-4a7b-8c9d-0e1f2a3b4c5d";

    private final FakeBackend backend = GATEWAY.backend;
    private final String ref = GATEWAY.bean(KnownSessions.class).refOf(UID);

    static final class FourMembers implements MemberCounts {
        @Override
        public Mono<Map<String, Integer>> of(Caller caller, long pageTabId) {
            return Mono.just(Map.of(CHAT, 4));
        }
    }

    @BeforeEach
    void a_show_has_two_rooms() {
        backend.sent.clear();
        backend.on(
                FindShowEntrance.class,
                query -> new ShowEntrance(
                        List.of(
                                new ShowEntrance.NamedRoom(RoomType.GLOBAL_CHAT, "global_chat", CHAT, null),
                                new ShowEntrance.NamedRoom(
                                        RoomType.PUBLIC_ROOMS, "a:b", "public_rooms:a:b:100", "Lounge")),
                        query.fanId() == null
                                ? List.of()
                                : List.of(new Membership(CHAT, Instant.ofEpochSecond(1_000)))));
    }

    @AfterAll
    static void stop() {
        GATEWAY.close();
    }

    @Test
    void the_secret_stands_in_for_a_session_and_has_no_memberships() {
        GATEWAY.server()
                .get()
                .uri("/api/v1/fanxp/100")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$.account_id")
                .isEqualTo(7)
                .jsonPath("$.current_timestamp")
                .isNumber()
                .jsonPath("$.rooms[0].room_type")
                .isEqualTo("global_chat")
                .jsonPath("$.rooms[0].members")
                .isEqualTo(4)
                .jsonPath("$.rooms[1].room_name")
                .isEqualTo("public_rooms:a:b:100")
                .jsonPath("$.rooms[1].members")
                .isEqualTo(0)
                .jsonPath("$.memberships.length()")
                .isEqualTo(0);
        assertThat(((FindShowEntrance) backend.asked.getLast()).fanId()).isNull();
        assertThat(backend.sent).noneMatch(ReadPlayer.class::isInstance);
    }

    @Test
    void a_fan_enters_unless_it_is_banned_and_a_muted_fan_enters() {
        live(42L);
        banned(null);
        enter().expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$.memberships[0].room_name")
                .isEqualTo(CHAT)
                .jsonPath("$.memberships[0].first_join_timestamp")
                .isEqualTo(1_000);
        assertThat(((FindShowEntrance) backend.asked.getLast()).fanId()).isEqualTo(42);
        banned(new PlayerBan(true, null));
        enter().expectStatus().isOk();
        banned(new PlayerBan(false, null));
        enter().expectStatus()
                .isForbidden()
                .expectBody()
                .jsonPath("$.type")
                .value(type -> assertThat(String.valueOf(type)).endsWith("fan-banned"));
    }

    @Test
    void a_guest_enters_and_nobody_is_asked_of_its_ban() {
        live(null);
        enter().expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$.memberships.length()")
                .isEqualTo(0);
        assertThat(backend.sent).noneMatch(ReadPlayer.class::isInstance);
    }

    private void live(@Nullable Long fan) {
        GATEWAY.bean(KnownSessions.class).forget(GatewayUnderTest.ACCOUNT, ref);
        backend.on(UseSession.class, use -> new LiveSessionState(ref, fan, Instant.EPOCH, Instant.MAX, 1));
    }

    private void banned(@Nullable PlayerBan ban) {
        backend.on(ReadPlayer.class, received -> new PlayerTerms(ban, null));
    }

    private static ResponseSpec enter() {
        return GATEWAY.anybody()
                .get()
                .uri("/api/v1/fanxp/100?api_key=" + GatewayUnderTest.API_KEY + "&session_uid=" + UID)
                .exchange();
    }

    @Test
    void without_a_session_and_a_secret_nobody_enters() {
        GATEWAY.anybody()
                .get()
                .uri("/api/v1/fanxp/100?api_key=" + GatewayUnderTest.API_KEY)
                .exchange()
                .expectStatus()
                .isUnauthorized();
    }
}
