package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Awards with a time of their own, from the call to the leaderboards, lists and ledgers. */
class EffectiveAwardsJourneyTest extends Journey {

    private static final String POINTS = "/api/v1/ent/fan_points";
    private static final String OWN = "2019-07-06T20:15:00Z";

    @Test
    void an_award_of_2019_is_found_in_2019_and_its_balance_is_that_of_the_log() {
        String discs = api.pointType("discs");
        long show = api.campaign("Pinball", "arcade");
        long ada = api.fan("ada@fans.example");
        long bob = api.fan("bob@fans.example");
        award(ada, discs, show, 60);
        long before = balance(ada).get("position").asLong();
        api.post(POINTS, "point_uid", discs, "fan_id", ada, "point_count", 50, "page_tab_id", show, "effective_at", OWN)
                .mustBe(200);
        api.post("/api/v1/crm/fans/" + bob + "/points", "point_name", "discs", "point_count", 70, "effective_at", OWN)
                .mustBe(200);

        assertThat(ranked()).containsExactly(bob + " 70", ada + " 50");
        assertThat(ranked("as_of", "position:" + before)).isEmpty();
        assertThat(balance(ada).get("balance").asLong()).isEqualTo(110);
        assertThat(balance(ada).get("rank").asLong()).isEqualTo(1);

        String[] year = {"start_date", "2019-01-01", "end_date", "2019-12-31"};
        JsonNode listed =
                api.get(POINTS, year[0], year[1], year[2], year[3]).mustBe(200).body();
        assertThat(listed).hasSize(2);
        assertThat(listed.at("/0/effective_at_iso").asString()).isEqualTo(OWN);
        assertThat(listed.at("/0/creation_timestamp").asLong()).isGreaterThan(1_600_000_000);
        JsonNode ofFan =
                api.get("/api/v1/crm/fans/" + ada + "/points").mustBe(200).body();
        assertThat(ofFan.get(0).has("effective_at_iso")).isFalse();
        assertThat(ofFan.at("/1/effective_at_iso").asString()).isEqualTo(OWN);

        String ledger = "/api/v1/manage/audit/fans/" + ada + "/points";
        List<String> lines = api.get(ledger, year[0], year[1], year[2], year[3])
                .mustBe(200)
                .text()
                .lines()
                .toList();
        assertThat(lines)
                .singleElement()
                .satisfies(
                        line -> assertThat(line).contains("\"balance\":110", "\"effective_at_iso\":\"" + OWN + "\""));

        String sums = "/api/v1/apps/" + show + "/total_points";
        assertThat(total(sums)).isEqualTo(110);
        assertThat(total(sums, "end_timestamp", "2019-12-31T00:00:00Z")).isEqualTo(50);
        assertThat(total(sums, "end_timestamp", "2019-12-31T00:00:00Z", "as_of", "position:" + before))
                .isZero();
        JsonNode simple =
                api.get("/api/v1/apps/" + show + "/simple_points").mustBe(200).body();
        assertThat(simple.at("/0/effective_at_iso").asString()).isEqualTo(OWN);
        assertThat(simple.get(1).has("effective_at_iso")).isFalse();
    }

    private void award(long fan, String type, long campaign, long count) {
        api.post(POINTS, "point_uid", type, "fan_id", fan, "point_count", count, "page_tab_id", campaign)
                .mustBe(200);
    }

    private JsonNode balance(long fan) {
        return api.get("/api/v1/manage/fans/" + fan + "/balances")
                .mustBe(200)
                .body()
                .get(0);
    }

    private long total(String path, Object... parameters) {
        return api.get(path, parameters).mustBe(200).body().get("total_points").asLong();
    }

    private List<String> ranked(Object... parameters) {
        Object[] all = new Object[6 + parameters.length];
        System.arraycopy(
                new Object[] {"start_date", "2019-07-01", "end_date", "2019-07-31", "point_name", "discs"},
                0,
                all,
                0,
                6);
        System.arraycopy(parameters, 0, all, 6, parameters.length);
        return api.get("/api/v1/crm/points", all)
                .mustBe(200)
                .body()
                .get("data")
                .valueStream()
                .map(row -> row.get("fan_id").asLong() + " "
                        + row.get("fan_point_count").asLong())
                .toList();
    }
}
