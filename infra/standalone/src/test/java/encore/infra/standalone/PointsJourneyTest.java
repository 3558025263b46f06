package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.standalone.RunningEncore.Arrangement;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** From a new point type to the leaderboard, as a customer's server sees it. */
@RunsOn(
        value = {Arrangement.EMBEDDED, Arrangement.MONGO, Arrangement.PROCESSES},
        because = "one journey of the heart of it goes through one process on MongoDB, too")
class PointsJourneyTest extends Journey {

    private static final String ENT = "/api/v1/ent/fan_points";

    @Test
    void an_award_is_seen_at_once_in_every_place_that_shows_it() {
        String discs = api.pointType("discs");
        long fan = fan("jo");
        long campaign = api.campaign("Spring", "custom");
        String first = award(discs, fan, 50, "award_key", "quest-7");
        String second = award(discs, fan, -20, "point_type", "vendora", "page_tab_id", campaign);

        JsonNode balance = balances(fan).get(0);
        assertThat(balance.get("point_uid").asString()).isEqualTo(discs);
        assertThat(balance.get("point_name").asString()).isEqualTo("discs");
        assertThat(balance.get("balance").asLong()).isEqualTo(30);
        assertThat(balance.get("rank").asLong()).isEqualTo(1);
        assertThat(balance.get("tier_name").isNull()).isTrue();

        JsonNode crm = crmPoints(fan);
        assertThat(crm).hasSize(2);
        assertThat(crm.get(0).get("fan_point_uid").asString()).isEqualTo(first);
        assertThat(crm.get(0).get("creation_timestamp").asString()).matches("\\d{4}-\\d\\d-\\d\\dT.*Z");
        assertThat(crm.get(1).get("point_name").asString()).isEqualTo("discs");
        assertThat(api.get("/api/v1/crm/fans/" + fan + "/points", "page_tab_id", campaign)
                        .mustBe(200)
                        .body())
                .hasSize(1);

        JsonNode ent = entPoints("order", "desc", "limit", 1);
        assertThat(ent).hasSize(1);
        assertThat(ent.get(0).get("fan_point_uid").asString()).isEqualTo(second);
        assertThat(ent.get(0).get("creation_timestamp").isIntegralNumber()).isTrue();
        assertThat(ent.get(0).get("point_type").asString()).isEqualTo("vendora");
        assertThat(entPoints("order", "leaderboard", "point_uid", discs, "fan_id", fan)
                        .get(0)
                        .get("point_count")
                        .asLong())
                .isEqualTo(50);
    }

    @Test
    void an_award_key_is_honoured_once_whoever_calls_at_the_same_time() throws Exception {
        String discs = api.pointType("discs");
        long fan = fan("jo");
        Set<String> uids = new HashSet<>();
        try (ExecutorService clients = Executors.newFixedThreadPool(16)) {
            Callable<String> same = () -> award(discs, fan, 5, "award_key", "k");
            for (Future<String> answer : clients.invokeAll(Collections.nCopies(64, same))) {
                uids.add(answer.get());
            }
        }
        assertThat(uids).hasSize(1);
        assertThat(balances(fan).get(0).get("balance").asLong()).isEqualTo(5);
        assertThat(entPoints()).hasSize(1);
        JsonNode problem = api.post(ENT, "point_uid", discs, "fan_id", fan, "point_count", 6, "award_key", "k")
                .mustBe(400)
                .body();
        assertThat(problem.at("/errors/0/field").asString()).isEqualTo("award_key");
    }

    @Test
    void a_point_type_has_one_uid_however_often_it_is_created_at_the_same_time() throws Exception {
        Set<String> uids = new HashSet<>();
        try (ExecutorService clients = Executors.newFixedThreadPool(16)) {
            Callable<String> same = () -> api.pointType("discs");
            for (Future<String> answer : clients.invokeAll(Collections.nCopies(32, same))) {
                uids.add(answer.get());
            }
        }
        assertThat(uids).hasSize(1);
        JsonNode types = api.get("/api/v1/crm/points").mustBe(200).body().get("data");
        assertThat(types.valueStream()
                        .filter(type -> type.get("point_name").asString().equals("discs")))
                .hasSize(1);
    }

    @Test
    void points_are_awarded_by_their_name() {
        String discs = api.pointType("discs");
        long fan = fan("jo");
        JsonNode awarded = api.post("/api/v1/crm/fans/" + fan + "/points", "point_name", "discs", "point_count", 7)
                .mustBe(200)
                .body();
        assertThat(awarded.get("fan_id").asLong()).isEqualTo(fan);
        assertThat(entPoints("point_uid", discs).get(0).get("fan_point_uid").asString())
                .isEqualTo(awarded.get("fan_point_uid").asString());
        assertThat(api.post("/api/v1/crm/fans/" + fan + "/points", "point_name", "tapes", "point_count", 7)
                        .mustBe(400)
                        .body()
                        .at("/errors/0/field")
                        .asString())
                .isEqualTo("point_name");
        api.post("/api/v1/crm/fans/1/points", "point_name", "discs", "point_count", 7)
                .mustBe(404);
    }

    @Test
    void a_leaderboard_ranks_fans_by_points_and_then_by_who_was_first() {
        String discs = api.pointType("discs");
        long jo = fan("jo");
        long kim = fan("kim");
        long lee = fan("lee");
        award(discs, jo, 5);
        award(discs, kim, 9);
        award(discs, lee, 5);
        JsonNode board = board();
        assertThat(board.valueStream().map(row -> row.get("fan_id").asLong())).containsExactly(kim, jo, lee);
        assertThat(board.valueStream().map(row -> row.get("rank").asLong())).containsExactly(1L, 2L, 3L);
        assertThat(board.get(0).get("fan_point_count").asLong()).isEqualTo(9);
        award(discs, jo, -5);
        assertThat(board().valueStream().map(row -> row.get("fan_id").asLong())).containsExactly(kim, lee);
    }

    @Test
    void points_of_an_erased_fan_stay_without_its_name_and_none_are_added() {
        String discs = api.pointType("discs");
        long fan = fan("jo");
        award(discs, fan, 5);
        assertThat(board().get(0).get("display_name").asString()).isEqualTo("Display jo");
        api.delete("/api/v1/crm/fans/" + fan).mustBe(200);
        assertThat(board().get(0).get("display_name").isNull()).isTrue();
        assertThat(entPoints().get(0).get("display_name").isNull()).isTrue();
        assertThat(crmPoints(fan)).hasSize(1);
        assertThat(balances(fan).get(0).get("balance").asLong()).isEqualTo(5);
        api.post("/api/v1/crm/fans/" + fan + "/points", "point_name", "discs", "point_count", 7)
                .mustBe(404);
        api.post(ENT, "point_uid", discs, "fan_id", fan, "point_count", 7).mustBe(400);
        assertThat(crmPoints(fan)).hasSize(1);
    }

    @Test
    void another_accounts_fans_and_points_are_unknown() {
        String discs = api.pointType("discs");
        long fan = fan("jo");
        award(discs, fan, 5);
        Api other = encore().newAccount();
        other.get("/api/v1/crm/fans/" + fan + "/points").mustBe(404);
        other.get("/api/v1/manage/fans/" + fan + "/balances").mustBe(404);
        assertThat(other.get(ENT, days("fan_id", fan))
                        .mustBe(400)
                        .body()
                        .at("/errors/0/field")
                        .asString())
                .isEqualTo("fan_id");
        assertThat(other.get(ENT, days("point_uid", discs))
                        .mustBe(400)
                        .body()
                        .at("/errors/0/field")
                        .asString())
                .isEqualTo("point_uid");
        assertThat(other.get(ENT, days()).mustBe(200).body()).isEmpty();
        assertThat(other.post(ENT, "point_uid", discs, "fan_id", fan, "point_count", 7)
                        .mustBe(400)
                        .body()
                        .at("/errors/0/field")
                        .asString())
                .isEqualTo("fan_id");
        assertThat(balances(fan).get(0).get("balance").asLong()).isEqualTo(5);
    }

    @Test
    void a_count_of_zero_or_beyond_reason_changes_nothing() {
        String discs = api.pointType("discs");
        long fan = fan("jo");
        for (String count :
                List.of("0", "1000000000001", "-1000000000001", "99999999999999999999", "five", "1.5", "")) {
            assertThat(api.post(ENT, "point_uid", discs, "fan_id", fan, "point_count", count)
                            .mustBe(400)
                            .body()
                            .at("/errors/0/field")
                            .asString())
                    .isEqualTo("point_count");
        }
        assertThat(balances(fan)).isEmpty();
    }

    private long fan(String name) {
        return api.post("/api/v1/crm/fans", "email", name + "@fans.example", "display_name", "Display " + name)
                .mustBe(200)
                .body()
                .get("fan_id")
                .asLong();
    }

    private String award(String type, long fan, long count, Object... more) {
        Object[] form = new Object[6 + more.length];
        System.arraycopy(new Object[] {"point_uid", type, "fan_id", fan, "point_count", count}, 0, form, 0, 6);
        System.arraycopy(more, 0, form, 6, more.length);
        return api.post(ENT, form).mustBe(200).body().get("fan_point_uid").asString();
    }

    private JsonNode balances(long fan) {
        return api.get("/api/v1/manage/fans/" + fan + "/balances").mustBe(200).body();
    }

    private JsonNode crmPoints(long fan) {
        return api.get("/api/v1/crm/fans/" + fan + "/points").mustBe(200).body();
    }

    private JsonNode entPoints(Object... more) {
        return api.get(ENT, days(more)).mustBe(200).body();
    }

    private JsonNode board() {
        return api.get("/api/v1/crm/points", days("point_name", "discs"))
                .mustBe(200)
                .body()
                .get("data");
    }

    /** Yesterday until tomorrow: a test may run at midnight. */
    private static Object[] days(Object... more) {
        LocalDate today = LocalDate.now(ZoneOffset.UTC);
        Object[] query = new Object[4 + more.length];
        System.arraycopy(
                new Object[] {"start_date", today.minusDays(1), "end_date", today.plusDays(1)}, 0, query, 0, 4);
        System.arraycopy(more, 0, query, 4, more.length);
        return query;
    }
}
