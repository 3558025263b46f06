package encore.api.shows.stats;

import static encore.api.GatewayUnderTest.naming;
import static org.assertj.core.api.Assertions.assertThat;

import encore.api.FakeBackend;
import encore.api.GatewayUnderTest;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.points.ledgers.SecondRange;
import encore.kernel.shows.stats.StatsQuery;
import encore.kernel.shows.stats.StatsQuery.ListFanMinutes;
import encore.kernel.shows.stats.StatsQuery.ListWagerSums;
import encore.kernel.shows.stats.StatsRow.FanMinute;
import encore.kernel.shows.stats.StatsTarget;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.test.web.reactive.server.StatusAssertions;

class DetailedStatsControllerTest {

    private static final String STATS = "/api/v1/fanxp/100/detailed_stats?";
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    @RegisterExtension
    static final GatewayUnderTest GATEWAY = GatewayUnderTest.with(DetailedStatsController.class);

    private final FakeBackend backend = GATEWAY.backend;

    @ParameterizedTest
    @EnumSource
    void each_target_has_a_query(StatsTarget target) {
        for (Class<?> query : StatsQuery.class.getPermittedSubclasses()) {
            backend.on(query, asked -> new Page<>(List.of(), null, null, false, 1));
        }
        get("target=" + target.word()).isOk().expectBody(String.class).isEqualTo("[]");
        assertThat(backend.asked).hasSize(1).allMatch(asked -> asked.account() == GatewayUnderTest.ACCOUNT);
    }

    @Test
    void rows_are_asked_for_a_page_at_a_time() {
        backend.on(
                ListFanMinutes.class,
                query -> query.paging().after() == null
                        ? new Page<>(List.of(new FanMinute(NOON, 5)), "a", "b", true, 1)
                        : new Page<>(List.of(new FanMinute(NOON.plusSeconds(60), 6)), "c", "d", false, 1));
        get("target=websocket_connections&start_timestamp=2026-03-01T12:00:00&end_timestamp=2026-03-01T13:00:00")
                .isOk()
                .expectBody(String.class)
                .isEqualTo("[{\"timestamp\":1772366400,\"fan_count\":5},{\"timestamp\":1772366460,\"fan_count\":6}]");
        var hour = new SecondRange(NOON, NOON.plusSeconds(3_600));
        assertThat(backend.asked)
                .isEqualTo(List.of(
                        new ListFanMinutes(GatewayUnderTest.ACCOUNT, 100, hour, new NextKey(null, 500)),
                        new ListFanMinutes(GatewayUnderTest.ACCOUNT, 100, hour, new NextKey("b", 500))));
    }

    @Test
    void stakes_are_those_of_a_tab_item() {
        backend.on(ListWagerSums.class, asked -> new Page<>(List.of(), null, null, false, 1));
        get("target=wager_points&tab_item_id=9").isOk();
        assertThat(backend.asked)
                .containsExactly(
                        new ListWagerSums(GatewayUnderTest.ACCOUNT, 100, 9L, SecondRange.ALL, new NextKey(null, 500)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "target=",
                "target=everything",
                "start_timestamp=yesterday&target=chat_history",
                "end_timestamp=2026-03-01T11:59:59&start_timestamp=2026-03-01T12:00:00&target=chat_history",
                "tab_item_id=x&target=wager_points"
            })
    void a_wrong_parameter_is_named(String parameters) {
        naming(get(parameters), parameters.substring(0, parameters.indexOf('=')));
        assertThat(backend.asked).isEmpty();
    }

    @Test
    void a_public_key_reads_nothing() {
        GATEWAY.anybody()
                .get()
                .uri(STATS + "target=leaderboard&api_key=" + GatewayUnderTest.API_KEY)
                .exchange()
                .expectStatus()
                .isUnauthorized();
    }

    private StatusAssertions get(String parameters) {
        return GATEWAY.server().get().uri(STATS + parameters).exchange().expectStatus();
    }
}
