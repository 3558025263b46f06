package encore.api.points;

import static org.assertj.core.api.Assertions.assertThat;

import encore.api.FakeBackend;
import encore.api.GatewayUnderTest;
import encore.kernel.Refusal;
import encore.kernel.fans.FanId;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.points.AwardDetails;
import encore.kernel.points.LeaderboardRow.RankedFan;
import encore.kernel.points.PointType;
import encore.kernel.points.PointTypeUid;
import encore.kernel.points.PointsCommand.AwardPointsByName;
import encore.kernel.points.PointsCommand.CreatePointType;
import encore.kernel.points.PointsQuery.FindCrmFanPoints;
import encore.kernel.points.PointsQuery.FindPointTypes;
import encore.kernel.points.PointsQuery.FindRankedFans;
import encore.kernel.points.RecordedAward;
import encore.kernel.points.ledgers.FanPoint;
import encore.kernel.time.Days;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.http.MediaType;
import org.springframework.test.web.reactive.server.WebTestClient;
import reactor.core.publisher.Mono;

class CrmPointsControllerTest {

    private static final Instant MADE = Instant.parse("2026-03-01T12:00:00Z");

    private static final Days TWO_DAYS = new Days(LocalDate.of(2026, 3, 1), LocalDate.of(2026, 3, 2));

    @RegisterExtension
    static final GatewayUnderTest GATEWAY = GatewayUnderTest.with(CrmPointsController.class);

    private final FakeBackend backend = GATEWAY.backend;
    private final WebTestClient client = GATEWAY.server();

    @BeforeEach
    void one_point_type() {
        backend.on(FindPointTypes.class, query -> List.of(new PointType("cd", "discs", MADE)));
    }

    @Test
    void without_a_parameter_the_point_types_are_listed() {
        client.get()
                .uri("/api/v1/crm/points")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$.meta")
                .isMap()
                .jsonPath("$.data.length()")
                .isEqualTo(1)
                .jsonPath("$.data[0]")
                .value(row ->
                        assertThat(row).hasToString("{point_uid=cd, point_name=discs, creation_timestamp=1772366400}"));
    }

    @Test
    void with_name_and_days_fans_are_ranked_and_named_but_for_the_erased() {
        backend.on(
                FindRankedFans.class,
                query -> query.paging().after() == null
                        ? new Page<>(List.of(new RankedFan("discs", 42, 9, 1, "Jo")), "1_2", "1_2", true, 5)
                        : new Page<>(List.of(new RankedFan("discs", 43, 5, 2, null)), "2_2", "2_2", false, 5));
        client.get()
                .uri("/api/v1/crm/points?point_name=discs&start_date=2026-03-01&end_date=2026-03-02")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .json("""
                        {"meta": {"point_name": "discs", "start_date": "2026-03-01", "end_date": "2026-03-02"},
                         "data": [
                           {"point_name": "discs", "fan_id": 42, "fan_point_count": 9, "rank": 1, "display_name": "Jo"},
                           {"point_name": "discs", "fan_id": 43, "fan_point_count": 5, "rank": 2, "display_name": null}
                         ]}""");
        assertThat(backend.asked)
                .extracting(query -> ((FindRankedFans) query).days())
                .containsExactly(TWO_DAYS, TWO_DAYS);
    }

    @Test
    void a_leaderboard_may_be_of_one_performance() {
        backend.on(FindRankedFans.class, query -> new Page<>(List.of(), "0", "0", false, 5));
        client.get()
                .uri(
                        "/api/v1/crm/points?point_name=discs&performance_uid=perf&start_date=2026-03-01&end_date=2026-03-02")
                .exchange()
                .expectBody()
                .jsonPath("$.meta.performance_uid")
                .isEqualTo("perf");
        assertThat(backend.asked)
                .extracting(query -> ((FindRankedFans) query).performanceUid())
                .containsExactly("perf");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    point_name=discs                                                | end_date
                    start_date=2026-03-01&end_date=2026-03-02                       | point_name
                    point_name=discs&start_date=2026-03-01                          | end_date
                    point_name=discs&start_date=2026-03-02&end_date=2026-03-01      | end_date
                    point_name=discs&start_date=2026-02-30&end_date=2026-03-01      | start_date
                    performance_uid=p&start_date=2026-03-01&end_date=2026-03-02     | point_name
                    """)
    void some_but_not_all_parameters_or_wrong_ones_are_refused(String query, String field) {
        client.get()
                .uri("/api/v1/crm/points?" + query)
                .exchange()
                .expectStatus()
                .isBadRequest()
                .expectBody()
                .jsonPath("$.errors[0].field")
                .isEqualTo(field);
        assertThat(backend.asked).isEmpty();
    }

    @Test
    void a_point_type_is_created_from_form_and_json_alike() {
        backend.on(CreatePointType.class, command -> new PointTypeUid("known"));
        for (boolean json : new boolean[] {true, false}) {
            client.post()
                    .uri("/api/v1/crm/points")
                    .contentType(json ? MediaType.APPLICATION_JSON : MediaType.APPLICATION_FORM_URLENCODED)
                    .bodyValue(json ? "{\"point_name\":\"discs\"}" : "point_name=discs")
                    .exchange()
                    .expectStatus()
                    .isOk()
                    .expectBody()
                    .json("{\"point_uid\":\"known\"}");
        }
        assertThat(backend.sent)
                .hasSize(2)
                .allSatisfy(command ->
                        assertThat(((CreatePointType) command).name()).isEqualTo("discs"));
    }

    @Test
    void a_point_type_without_a_name_is_refused() {
        client.post()
                .uri("/api/v1/crm/points")
                .exchange()
                .expectStatus()
                .isBadRequest()
                .expectBody()
                .jsonPath("$.errors[0].field")
                .isEqualTo("point_name");
    }

    @Test
    void points_of_an_erased_fan_are_still_listed_with_iso_times() {
        backend.on(
                FindCrmFanPoints.class,
                query -> new Page<>(
                        List.of(new FanPoint.Crm("p1", 43, "cd", "discs", 5, "crm", MADE)), null, null, false, 5));
        client.get()
                .uri("/api/v1/crm/fans/43/points?page_tab_id=3")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$[0]")
                .value(row -> assertThat(row)
                        .hasToString("{fan_point_uid=p1, fan_id=43, point_uid=cd, point_name=discs, point_count=5,"
                                + " point_source=crm, creation_timestamp=2026-03-01T12:00:00Z}"));
        assertThat(backend.asked).isEqualTo(List.of(new FindCrmFanPoints(7, 43, 3L, new NextKey(null, 1_000), null)));
    }

    @Test
    void points_of_an_unknown_fan_are_nowhere() {
        backend.on(
                FindCrmFanPoints.class,
                query -> Mono.error(new Refusal(Refusal.Kind.UNKNOWN, "unknown", "There is no such fan.")));
        client.get().uri("/api/v1/crm/fans/44/points").exchange().expectStatus().isNotFound();
    }

    @Test
    void an_award_names_its_points_and_answers_fan_and_record() {
        backend.on(AwardPointsByName.class, command -> new RecordedAward(42, command.fanPointUid()));
        client.post()
                .uri("/api/v1/crm/fans/42/points")
                .contentType(MediaType.APPLICATION_FORM_URLENCODED)
                .bodyValue("point_name=discs&point_count=-5")
                .exchange()
                .expectStatus()
                .isOk()
                .expectHeader()
                .exists("Encore-Position")
                .expectBody()
                .jsonPath("$.fan_id")
                .isEqualTo(42)
                .jsonPath("$.fan_point_uid")
                .isNotEmpty();
        AwardPointsByName sent = (AwardPointsByName) backend.sent.getFirst();
        assertThat(sent)
                .isEqualTo(new AwardPointsByName(
                        new FanId(7, 42), sent.fanPointUid(), "discs", -5, "crm", AwardDetails.NONE));
    }

    @Test
    void a_name_that_the_command_side_does_not_know_is_named() {
        backend.on(
                AwardPointsByName.class,
                command -> Mono.error(new Refusal(Refusal.Kind.RULE, "point-name-unknown", "point_name", "None.")));
        client.post()
                .uri("/api/v1/crm/fans/42/points")
                .contentType(MediaType.APPLICATION_JSON)
                .bodyValue("{\"point_name\":\"tapes\",\"point_count\":5}")
                .exchange()
                .expectStatus()
                .isBadRequest()
                .expectBody()
                .jsonPath("$.errors[0].field")
                .isEqualTo("point_name");
    }
}
