package encore.api.points;

import static org.assertj.core.api.Assertions.assertThat;

import encore.api.FakeBackend;
import encore.api.GatewayUnderTest;
import encore.api.keys.KnownSessions;
import encore.kernel.Refusal;
import encore.kernel.fans.FanId;
import encore.kernel.paging.Page;
import encore.kernel.points.AwardDetailsBuilder;
import encore.kernel.points.LeaderboardRow;
import encore.kernel.points.LedgerId;
import encore.kernel.points.PointsCommand.AwardPoints;
import encore.kernel.points.PointsQuery.FindBalances;
import encore.kernel.points.PointsQuery.FindEntFanPoints;
import encore.kernel.points.PointsQuery.FindTopFans;
import encore.kernel.points.RecordedAward;
import encore.kernel.points.ledgers.Balance;
import encore.kernel.points.ledgers.FanPoint;
import encore.kernel.points.ledgers.FanPointBuilder;
import encore.kernel.points.ledgers.FanPointCriteria;
import encore.kernel.sessions.LiveSessionState;
import encore.kernel.sessions.SessionCommand.UseSession;
import encore.kernel.sessions.SessionId;
import encore.kernel.time.AsOf;
import encore.kernel.time.Days;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.http.MediaType;
import org.springframework.test.web.reactive.server.WebTestClient;
import reactor.core.publisher.Mono;

class FanPointsControllerTest {

    private static final String DAYS = "start_date=2026-03-01&end_date=2026-03-02";
    private static final String UID = "0b0c6d0e-3e5f-4a7b-8c9d-0e1f2a3b4c5d";
    private static final Instant MADE = Instant.parse("2026-03-01T12:00:00Z");

    @RegisterExtension
    static final GatewayUnderTest GATEWAY =
            GatewayUnderTest.with(FanPointsController.class, BalancesController.class, BoardController.class);

    private final FakeBackend backend = GATEWAY.backend;
    private final WebTestClient client = GATEWAY.server()
            .mutate()
            .codecs(codecs -> codecs.defaultCodecs().maxInMemorySize(16 << 20))
            .build();

    @BeforeEach
    void one_fan_with_three_thousand_records() {
        backend.on(FindEntFanPoints.class, FanPointsControllerTest::page)
                .on(AwardPoints.class, award -> new RecordedAward(42, award.fanPointUid()));
    }

    private static FanPoint point(long n) {
        return FanPointBuilder.builder()
                .account(7)
                .fanPointUid("p" + n)
                .fanId(42)
                .pointUid("cd")
                .pointCount(n)
                .pointType("vendora")
                .pointSource("ent")
                .creationTimestamp(MADE)
                .balance(n)
                .rewardUid("r1")
                .pageTabId(3L)
                .build();
    }

    private static Page<FanPoint.Ent> page(FindEntFanPoints query) {
        String after = query.paging().after();
        long from = after == null ? 1 : Long.parseLong(after) + 1;
        long to = Math.min(3_000, from + query.paging().limit() - 1);
        return new Page<>(
                LongStream.rangeClosed(from, to)
                        .mapToObj(n -> point(n).ent("discs", "Jo"))
                        .toList(),
                Long.toString(from),
                Long.toString(to),
                to < 3_000,
                9);
    }

    @Test
    void records_have_unix_times_and_the_longer_spelling() {
        client.get()
                .uri("/api/v1/ent/fan_points?limit=1&" + DAYS)
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$.length()")
                .isEqualTo(1)
                .jsonPath("$[0]")
                .value(row -> assertThat(row)
                        .hasToString("{fan_point_uid=p1, fan_id=42, point_uid=cd, creation_timestamp=1772366400,"
                                + " point_count=1, page_tab_id=3, ip_address=null, point_source=ent,"
                                + " session_uid=null, award_signature=null, activity_id=null, point_type=vendora,"
                                + " props=null, performance_uid=null, reward_uid=r1, point_name=discs,"
                                + " display_name=Jo}"));
    }

    @Test
    void without_a_limit_all_are_answered_page_by_page() {
        client.get()
                .uri("/api/v1/ent/fan_points?order=leaderboard&fan_id=42&point_uid=cd&" + DAYS)
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$.length()")
                .isEqualTo(3_000)
                .jsonPath("$[2999].fan_point_uid")
                .isEqualTo("p3000");
        assertThat(backend.asked)
                .hasSize(3)
                .allSatisfy(query -> assertThat(((FindEntFanPoints) query).criteria())
                        .isEqualTo(new FanPointCriteria(
                                42L,
                                "cd",
                                null,
                                new Days(LocalDate.of(2026, 3, 1), LocalDate.of(2026, 3, 2)),
                                FanPointCriteria.Order.LEADERBOARD)));
    }

    @Test
    void a_limit_cuts_across_pages() {
        client.get()
                .uri("/api/v1/ent/fan_points?limit=1500&" + DAYS)
                .exchange()
                .expectBody()
                .jsonPath("$.length()")
                .isEqualTo(1_500);
    }

    @ParameterizedTest
    @CsvSource({
        "start_date=2026-03-01, end_date",
        "end_date=2026-03-01, start_date",
        "start_date=2026-03-02&end_date=2026-03-01, end_date",
        "start_date=2026-03-01&end_date=2026-03-02&limit=0, limit",
        "start_date=2026-03-01&end_date=2026-03-02&order=best, order",
    })
    void wrong_parameters_are_named(String query, String field) {
        client.get()
                .uri("/api/v1/ent/fan_points?" + query)
                .exchange()
                .expectStatus()
                .isBadRequest()
                .expectBody()
                .jsonPath("$.errors[0].field")
                .isEqualTo(field);
    }

    @Test
    void an_id_that_the_query_side_does_not_know_is_named() {
        backend.on(
                FindEntFanPoints.class,
                query ->
                        Mono.error(new Refusal(Refusal.Kind.RULE, "unknown-id", "fan_id", "There is no such fan_id.")));
        client.get()
                .uri("/api/v1/ent/fan_points?fan_id=43&" + DAYS)
                .exchange()
                .expectStatus()
                .isBadRequest()
                .expectBody()
                .jsonPath("$.errors[0].field")
                .isEqualTo("fan_id");
    }

    @Test
    void the_top_of_a_board_is_fifty_fans() {
        backend.on(FindTopFans.class, query -> List.of(new LeaderboardRow.ConsoleRank(1, 42, "Jo", 9)));
        client.get()
                .uri("/api/v1/manage/leaderboard?point_name=discs")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .json("[{\"rank\": 1, \"fan_id\": 42, \"display_name\": \"Jo\", \"fan_point_count\": 9}]");
        assertThat(backend.asked).isEqualTo(List.of(new FindTopFans(7, "discs", 50)));
    }

    @Test
    void balances_as_of_a_moment_are_one_question() {
        backend.on(FindBalances.class, query -> List.of());
        client.get()
                .uri("/api/v1/manage/fans/42/balances?as_of=17")
                .exchange()
                .expectStatus()
                .isOk();
        assertThat(backend.asked).isEqualTo(List.of(new FindBalances(7, 42, AsOf.of(17))));
    }

    @Test
    void an_award_from_form_and_json_is_the_same_command() {
        for (boolean json : new boolean[] {true, false}) {
            client.post()
                    .uri("/api/v1/ent/fan_points")
                    .contentType(json ? MediaType.APPLICATION_JSON : MediaType.APPLICATION_FORM_URLENCODED)
                    .bodyValue(
                            json
                                    ? "{\"point_uid\":\"cd\",\"fan_id\":42,\"point_count\":-5,\"point_type\":\"vendorb\","
                                            + "\"award_key\":\"quest-7\",\"page_tab_id\":3,\"activity_id\":9,\"reward_uid\":\"0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b\"}"
                                    : "point_uid=cd&fan_id=42&point_count=-5&point_type=vendorb&award_key=quest-7"
                                            + "&page_tab_id=3&activity_id=9&reward_uid=0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b")
                    .exchange()
                    .expectStatus()
                    .isOk()
                    .expectBody()
                    .jsonPath("$.length()")
                    .isEqualTo(1)
                    .jsonPath("$.fan_point_uid")
                    .isNotEmpty();
        }
        assertThat(backend.sent).hasSize(2).allSatisfy(command -> {
            var award = (AwardPoints) command;
            assertThat(award)
                    .isEqualTo(new AwardPoints(
                            new LedgerId(new FanId(7, 42), "cd"),
                            award.fanPointUid(),
                            -5,
                            "ent",
                            AwardDetailsBuilder.builder()
                                    .pointType("vendorb")
                                    .awardKey("quest-7")
                                    .rewardUid("0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b")
                                    .pageTabId(3L)
                                    .activityId(9L)
                                    .build()));
        });
    }

    @ParameterizedTest
    @CsvSource({
        "fan_id=42&point_count=5, 400, point_uid",
        "point_uid=cd&point_count=5, 400, fan_id",
        "point_uid=cd&fan_id=42, 400, point_count",
        "point_uid=cd&fan_id=42&point_count=many, 400, point_count",
        "point_uid=cd&fan_id=42&point_count=1000000000001, 400, point_count",
        "point_uid=cd&fan_id=42&point_count=5&point_type=vendorc, 400, point_type",
        "point_uid=cd&fan_id=42&point_count=5&activity_id=none, 400, activity_id",
        "point_uid=cd&fan_id=42&point_count=5&reward_uid=r1, 400, reward_uid",
        "point_uid=cd&fan_id=42&point_count=5&reward_uid=0190a1b2-c3d4-4e5f-8a9b-0c1d2e3f4a5b, 400, reward_uid",
        "point_uid=cd&fan_id=42&point_count=5&page_tab_id=0, 400, page_tab_id",
        "point_uid=cd&fan_id=42&point_count=5&page_tab_id=9007199254740992, 400, page_tab_id",
    })
    void a_wrong_award_is_refused_and_not_sent(String form, int status, String field) {
        client.post()
                .uri("/api/v1/ent/fan_points")
                .contentType(MediaType.APPLICATION_FORM_URLENCODED)
                .bodyValue(form)
                .exchange()
                .expectStatus()
                .isEqualTo(status)
                .expectBody()
                .jsonPath("$.errors[0].field")
                .isEqualTo(field);
        assertThat(backend.sent).isEmpty();
    }

    @Test
    void an_award_with_a_session_that_nobody_knows_is_unauthorized() {
        client.post()
                .uri("/api/v1/ent/fan_points")
                .contentType(MediaType.APPLICATION_FORM_URLENCODED)
                .bodyValue("point_uid=cd&fan_id=42&point_count=5&session_uid=s")
                .exchange()
                .expectStatus()
                .isUnauthorized();
        assertThat(backend.sent).isEmpty();
    }

    @Test
    void an_award_may_name_a_live_session_of_its_fan() {
        live(42L);
        award("session_uid=" + UID).expectStatus().isOk();
        AwardPoints sent = (AwardPoints) backend.sent.getLast();
        assertThat(sent.details().sessionHash()).isEqualTo(sessions().refOf(UID));
        assertThat(sent.toString()).doesNotContain(UID);
    }

    @Test
    void a_session_of_another_fan_or_of_a_guest_is_refused_and_one_that_is_over_is_unauthorized() {
        for (Long other : new Long[] {43L, null}) {
            live(other);
            GatewayUnderTest.naming(award("session_uid=" + UID).expectStatus(), "session_uid");
        }
        live(42L);
        String ref = sessions().refOf(UID);
        for (String wrong : List.of("nonsense", ref, "0b0c6d0e-3e5f-4a7b-8c9d-0e1f2a3b4c5e")) {
            award("session_uid=" + wrong).expectStatus().isUnauthorized();
        }
        sessions().forget(GatewayUnderTest.ACCOUNT, ref);
        backend.on(UseSession.class, use -> Mono.error(Refusal.unknown("over")));
        award("session_uid=" + UID).expectStatus().isUnauthorized();
        assertThat(backend.sent).noneMatch(AwardPoints.class::isInstance);
    }

    private WebTestClient.ResponseSpec award(String more) {
        return client.post()
                .uri("/api/v1/ent/fan_points")
                .contentType(MediaType.APPLICATION_FORM_URLENCODED)
                .bodyValue("point_uid=cd&fan_id=42&point_count=5&" + more)
                .exchange();
    }

    private static KnownSessions sessions() {
        return GATEWAY.bean(KnownSessions.class);
    }

    private void live(@Nullable Long fan) {
        String ref = sessions().refOf(UID);
        sessions().forget(GatewayUnderTest.ACCOUNT, ref);
        backend.on(
                UseSession.class,
                use -> use.session().equals(new SessionId(GatewayUnderTest.ACCOUNT, ref))
                        ? new LiveSessionState(ref, fan, MADE, Instant.MAX, 150)
                        : Mono.error(Refusal.unknown("over")));
    }

    @Test
    void a_fans_balances_are_a_bare_list() {
        backend.on(
                FindBalances.class,
                query -> List.of(
                        new Balance("cd", "discs", 11, 1L, "Gold", 7), new Balance("tape", "tapes", 0, null, null, 9)));
        client.get()
                .uri("/api/v1/manage/fans/42/balances")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .json("""
                        [{"point_uid": "cd", "point_name": "discs", "balance": 11, "rank": 1, "tier_name": "Gold",
                          "position": 7},
                         {"point_uid": "tape", "point_name": "tapes", "balance": 0, "rank": null, "tier_name": null,
                          "position": 9}]""");
    }
}
