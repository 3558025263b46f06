package encore.api.shows.scores;

import static encore.api.GatewayUnderTest.ACCOUNT;
import static encore.api.GatewayUnderTest.naming;
import static org.assertj.core.api.Assertions.assertThat;

import encore.api.FakeBackend;
import encore.api.GatewayUnderTest;
import encore.api.shows.LiveSessions;
import encore.api.shows.LogClock;
import encore.api.shows.SharedReads;
import encore.api.shows.control.MemberCounts;
import encore.infra.backend.Caller;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.shows.ShowState;
import encore.kernel.shows.boards.ShowBoardQuery.FindShowLeaderboard;
import encore.kernel.shows.boards.ShowRank;
import encore.kernel.shows.players.PlayerId;
import encore.kernel.shows.scores.CountedGamePoints;
import encore.kernel.shows.scores.EventStats;
import encore.kernel.shows.scores.EventStats.ClickerCount;
import encore.kernel.shows.scores.EventStats.QuestionCount;
import encore.kernel.shows.scores.PlayerStats;
import encore.kernel.shows.scores.PlayerStats.OwnClicks;
import encore.kernel.shows.scores.ScoreCommand.ReportGamePoints;
import encore.kernel.shows.scores.ScoreQuery.FindEventStats;
import encore.kernel.shows.scores.ScoreQuery.FindPlayerStats;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.http.MediaType;
import org.springframework.test.json.JsonCompareMode;
import org.springframework.test.web.reactive.server.WebTestClient.ResponseSpec;
import reactor.core.publisher.Mono;

class ScoresControllersTest {

    @RegisterExtension
    static final GatewayUnderTest GATEWAY = GatewayUnderTest.with(
            GamePointsController.class,
            ShowStatsController.class,
            ManagedShowStatsController.class,
            ShowLeaderboardController.class,
            RoomOfNine.class,
            SharedReads.class,
            LogClock.class);

    private static final String SHOW = "/api/v1/fanxp/17";

    /** Nine are in one room and four in another, some of them in both. */
    static final class RoomOfNine implements MemberCounts {
        @Override
        public Mono<Map<String, Integer>> of(Caller caller, long pageTabId) {
            return Mono.just(Map.of("global_chat:room:17", 9, "control:room:17", 4));
        }
    }

    private final FakeBackend backend = GATEWAY.backend;

    @BeforeEach
    void a_live_session_of_fan_42() {
        LiveSessions.of(GATEWAY, 42L);
        backend.on(
                FindPlayerStats.class,
                query -> new PlayerStats(query.fanId(), 3L, 60, 20, 1, 2, 5, List.of(new OwnClicks("c1", 10))));
        backend.on(
                FindShowLeaderboard.class,
                query -> List.of(new ShowRank(41, "Ann", 2, 30, 10), new ShowRank(42, null, 1, 20, 0)));
    }

    @Test
    void points_of_a_game_are_answered_with_the_fans_points_in_the_show() {
        backend.on(ReportGamePoints.class, report -> new CountedGamePoints(40));
        post("game_key=darts&point_count=50")
                .expectStatus()
                .isOk()
                .expectBody()
                .json("{\"points\": 60}", JsonCompareMode.STRICT);
        ReportGamePoints sent = (ReportGamePoints) backend.sent.getLast();
        assertThat(sent.player()).isEqualTo(new PlayerId(new CampaignId(ACCOUNT, 17), 42));
        assertThat(sent.gameKey()).isEqualTo("darts");
        assertThat(sent.pointCount()).isEqualTo(50);
        assertThat(backend.callers.getLast().context().position())
                .as("the points are read after the report")
                .isPositive();
    }

    @ParameterizedTest
    @CsvSource({
        "point_count=5, game_key",
        "game_key=darts, point_count",
        "game_key=darts&point_count=0, point_count",
        "game_key=darts&point_count=-5, point_count",
        "game_key=darts&point_count=1000000000001, point_count"
    })
    void a_wrong_report_is_refused(String form, String field) {
        naming(post(form).expectStatus(), field);
        assertThat(backend.sent).noneMatch(ReportGamePoints.class::isInstance);
    }

    @Test
    void only_a_fan_plays() {
        LiveSessions.of(GATEWAY, null);
        post("game_key=darts&point_count=5").expectStatus().isBadRequest();
        get("/player_stats").expectStatus().isBadRequest();
        LiveSessions.stranger(GATEWAY)
                .get()
                .uri(SHOW + "/player_stats")
                .exchange()
                .expectStatus()
                .isUnauthorized();
        GATEWAY.server()
                .get()
                .uri(SHOW + "/player_stats")
                .exchange()
                .expectStatus()
                .isUnauthorized();
    }

    @Test
    void a_fan_sees_what_it_did() {
        get("/player_stats")
                .expectStatus()
                .isOk()
                .expectBody()
                .json(
                        "{\"fan_id\": 42, \"rank\": 3, \"points\": 60, \"clicker_points\": 20,"
                                + " \"correct_answer_count\": 1, \"answer_count\": 2, \"chat_message_count\": 5,"
                                + " \"clickers\": [{\"clicker_instance_uid\": \"c1\", \"click_count\": 10}]}",
                        JsonCompareMode.STRICT);
    }

    @Test
    void a_show_shows_its_numbers_to_guests_and_servers_too() {
        backend.on(
                FindEventStats.class,
                query -> new EventStats(
                        ShowState.ACTIVE,
                        7,
                        9,
                        List.of(new QuestionCount("q1", 3)),
                        List.of(new ClickerCount("c1", 2, 30))));
        LiveSessions.of(GATEWAY, null);
        String stats = "{\"state\": \"active\", \"members\": 9, \"fan_count\": 7, \"chat_message_count\": 9,"
                + " \"questions\": [{\"quiz_question_uid\": \"q1\", \"answer_count\": 3}],"
                + " \"clickers\": [{\"clicker_instance_uid\": \"c1\", \"fan_count\": 2, \"click_count\": 30}]}";
        get("/event_stats").expectStatus().isOk().expectBody().json(stats, JsonCompareMode.STRICT);
        GATEWAY.server()
                .get()
                .uri(SHOW + "/event_stats")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .json(stats, JsonCompareMode.STRICT);
    }

    @Test
    void staff_reads_the_counts_without_a_session_and_with_the_clock_of_the_server() {
        backend.on(
                FindEventStats.class,
                query -> new EventStats(ShowState.ACTIVE, 7, 9, List.of(new QuestionCount("q1", 3)), List.of()));
        long before = Instant.now().getEpochSecond();
        GATEWAY.server()
                .get()
                .uri("/api/v1/manage/live/17/stats")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$.members")
                .isEqualTo(9)
                .jsonPath("$.questions[0].answer_count")
                .isEqualTo(3)
                .jsonPath("$.counted_timestamp")
                .value(Long.class, at -> assertThat(at).isBetween(before, before + 60));
        LiveSessions.stranger(GATEWAY)
                .get()
                .uri("/api/v1/manage/live/17/stats")
                .exchange()
                .expectStatus()
                .isUnauthorized();
    }

    @Test
    void the_leaderboard_needs_a_key_alone_and_has_a_hundred_rows_unless_said() {
        LiveSessions.stranger(GATEWAY)
                .get()
                .uri(SHOW + "/leaderboard")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .json(
                        "[{\"fan_id\": 41, \"display_name\": \"Ann\", \"correct_answer_count\": 2, \"points\": 30,"
                                + " \"clicker_points\": 10}, {\"fan_id\": 42, \"display_name\": null,"
                                + " \"correct_answer_count\": 1, \"points\": 20, \"clicker_points\": 0}]",
                        JsonCompareMode.STRICT);
        assertThat(backend.asked.getLast()).isEqualTo(new FindShowLeaderboard(ACCOUNT, 17, 100, null));
        get("/leaderboard?limit=1000").expectStatus().isOk();
        assertThat(backend.asked.getLast()).isEqualTo(new FindShowLeaderboard(ACCOUNT, 17, 1_000, null));
        naming(get("/leaderboard?limit=1001").expectStatus(), "limit");
        naming(get("/leaderboard?limit=0").expectStatus(), "limit");
    }

    @Test
    void friends_are_those_of_the_session() {
        LiveSessions.stranger(GATEWAY)
                .get()
                .uri(SHOW + "/leaderboard?friends_only=true&session_uid=" + LiveSessions.uid())
                .exchange()
                .expectStatus()
                .isOk();
        assertThat(backend.asked.getLast()).isEqualTo(new FindShowLeaderboard(ACCOUNT, 17, 100, 42L));
        naming(
                LiveSessions.stranger(GATEWAY)
                        .get()
                        .uri(SHOW + "/leaderboard?friends_only=true")
                        .exchange()
                        .expectStatus(),
                "session_uid");
        LiveSessions.of(GATEWAY, null);
        get("/leaderboard?friends_only=true&session_uid=" + LiveSessions.uid())
                .expectStatus()
                .isBadRequest();
    }

    private static ResponseSpec get(String path) {
        return LiveSessions.page(GATEWAY).get().uri(SHOW + path).exchange();
    }

    private static ResponseSpec post(String form) {
        return LiveSessions.page(GATEWAY)
                .post()
                .uri(SHOW + "/points")
                .contentType(MediaType.APPLICATION_FORM_URLENCODED)
                .bodyValue(form)
                .exchange();
    }
}
