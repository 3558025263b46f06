package encore.api.fanwagers;

import static org.assertj.core.api.Assertions.assertThat;

import encore.api.FakeBackend;
import encore.api.GatewayUnderTest;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.fans.FanId;
import encore.kernel.fanwagers.FanWager;
import encore.kernel.fanwagers.FanWagerCommand.PlaceFanWager;
import encore.kernel.fanwagers.FanWagerQuery.FindFanWager;
import encore.kernel.fanwagers.FanWagerQuery.ListFanWagers;
import encore.kernel.fanwagers.FanWagerQuery.ListWagerEntries;
import encore.kernel.fanwagers.PlacedFanWager;
import encore.kernel.fanwagers.WagerEntry;
import encore.kernel.fanwagers.WagerEntry.Offer;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.tabitems.TabItemBuilder;
import encore.kernel.tabitems.TabItemId;
import encore.kernel.wagers.WagerId;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.test.web.reactive.server.StatusAssertions;

class FanWagersControllersTest {

    private static final String STAKES = "/api/v1/manage/apps/100/tab_items/5/wagers/home/fan_wagers";
    private static final String ENTRIES = "/api/v1/apps/100/wager_entries";
    private static final String FORM = "application/x-www-form-urlencoded";
    private static final WagerId HOME = new WagerId(new TabItemId(new CampaignId(7, 100), 5), "home");
    private static final Instant THEN = Instant.ofEpochSecond(1_700_000_000);
    private static final BigDecimal ODDS = new BigDecimal("2.5");
    private static final FanWager WON =
            new FanWager("w1", 100, 5, "home", 42, "discs", 20, ODDS, FanWager.State.WINNER, 50, THEN);

    private static final GatewayUnderTest GATEWAY =
            GatewayUnderTest.with(FanWagersController.class, WagerEntriesController.class);

    private final FakeBackend backend = GATEWAY.backend;

    @BeforeEach
    void one_fan_wager() {
        backend.sent.clear();
        backend.asked.clear();
        backend.on(ListFanWagers.class, query -> new Page<>(List.of(WON), "1", "1", false, 1))
                .on(FindFanWager.class, query -> WON)
                .on(PlaceFanWager.class, command -> new PlacedFanWager("w1"))
                .on(ListWagerEntries.class, query -> new Page<>(List.of(entry()), "1", "1", false, 1));
    }

    @AfterAll
    static void stop() {
        GATEWAY.close();
    }

    @Test
    void fan_wagers_are_listed_and_read() {
        String json = """
                {"fan_wager_uid": "w1", "page_tab_id": 100, "tab_item_id": 5, "wager_uid": "home", "fan_id": 42,
                 "point_uid": "discs", "point_count": 20, "odds": 2.5, "state": "winner", "credit_point_count": 50,
                 "creation_timestamp": 1700000000}""";
        get(STAKES).isOk().expectBody().json("[" + json + "]");
        assertThat(backend.asked.getLast()).isEqualTo(new ListFanWagers(7, 100, 5, "home", new NextKey(null, 500)));
        get(STAKES + "/w1").isOk().expectBody().json(json);
        assertThat(backend.asked.getLast()).isEqualTo(new FindFanWager(7, 100, 5, "home", "w1"));
        get("/api/v1/manage/apps/100/tab_items/final/wagers/home/fan_wagers").isNotFound();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {FORM + " | fan_id=42&point_count=20", "application/json | {\"fan_id\": 42, \"point_count\": 20}"})
    void a_stake_is_answered_as_it_is_read(String type, String body) {
        GATEWAY.post(STAKES, type, body).isOk().expectBody().json("{\"fan_wager_uid\": \"w1\", \"state\": \"winner\"}");
        var command = (PlaceFanWager) backend.sent.getLast();
        assertThat(command.wager()).isEqualTo(HOME);
        assertThat(command.fan()).isEqualTo(new FanId(7, 42));
        assertThat(command.pointCount()).isEqualTo(20);
        assertThat(command.fanWagerUid()).isNotEqualTo(command.payoutUid());
        assertThat(command.at()).isCloseTo(Instant.now(), Assertions.within(Duration.ofMinutes(1)));
    }

    @ParameterizedTest
    @CsvSource({
        "fan_id=42, point_count",
        "point_count=1, fan_id",
        "fan_id=0&point_count=1, fan_id",
        "fan_id=42&point_count=0, point_count",
        "fan_id=42&point_count=1000000000001, point_count",
        "fan_id=42&point_count=1.5, point_count"
    })
    void a_stake_out_of_bounds_is_refused(String form, String field) {
        GATEWAY.post(STAKES, FORM, form)
                .isBadRequest()
                .expectBody()
                .jsonPath("$.errors[0].field")
                .isEqualTo(field);
        assertThat(backend.sent).isEmpty();
    }

    @Test
    void entries_are_found_by_words_and_days() {
        get(ENTRIES + "?q=cup&start_date=2026-03-01&end_date=2026-03-02")
                .isOk()
                .expectBody()
                .json("""
                [{"tab_item_id": 5, "page_tab_id": 100, "creation_date": "2023-11-14", "title": "Final",
                  "active_date": "2023-11-14", "active_time": "22:13:20", "activation_timestamp": 1700000000,
                  "activation_timestamp_iso": "2023-11-14T22:13:20Z", "end_date": null, "is_future": false,
                  "wagers": [{"wager_uid": "home", "wager_type": "classic", "odds": 2.5, "result": null,
                              "fan_wager_count": 3, "debit_point_count": 30, "credit_point_count": 0}],
                  "pending_wager_count": 3, "total_wager_count": 1, "classic_wager_count": 1}]""");
        var query = (ListWagerEntries) backend.asked.getLast();
        assertThat(query.q()).isEqualTo("cup");
        assertThat(query.startDate()).isEqualTo(LocalDate.of(2026, 3, 1));
        assertThat(query.endDate()).isEqualTo(LocalDate.of(2026, 3, 2));
        get(ENTRIES + "?start_date=2026-03-01&end_date=2026-03-01").isOk();
        for (String wrong : List.of("?start_date=2026-03-02&end_date=2026-03-01", "?end_date=soon")) {
            get(ENTRIES + wrong)
                    .isBadRequest()
                    .expectBody()
                    .jsonPath("$.errors[0].field")
                    .isEqualTo("end_date");
        }
    }

    private static WagerEntry entry() {
        var item = TabItemBuilder.builder()
                .tabItemId(5)
                .pageTabId(100)
                .title("Final")
                .creationTimestamp(THEN)
                .position(1)
                .activationTimestamp(THEN)
                .build();
        var offer = new Offer("home", "Home wins", "classic", ODDS, null, 3, 30, 0);
        return WagerEntry.of(item, List.of(offer), ZoneId.of("UTC"), THEN);
    }

    private static StatusAssertions get(String path) {
        return GATEWAY.server().get().uri(path).exchange().expectStatus();
    }
}
