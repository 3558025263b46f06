package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What balances are worth, from the first tier to a fan's own. */
class TiersJourneyTest extends Journey {

    @Test
    void a_fan_climbs_through_tiers_and_falls_again() {
        String discs = api.pointType("discs");
        long fan = api.fan("jo@fans.example");
        assertThat(tierOf(fan).isNull()).isTrue();

        JsonNode gold = save("/api/v1/crm/points/" + discs + "/point_tiers", "tier_name", "Gold", "min_points", 100);
        save("/api/v1/crm/point_tiers/" + discs, "tier_name", "Silver", "min_points", 10);
        assertThat(gold.get("point_tier_uid").asString()).isNotEmpty();
        assertThat(gold.get("account_id").isIntegralNumber()).isTrue();
        assertThat(gold.get("point_uid").asString()).isEqualTo(discs);
        assertThat(gold.get("point_name").asString()).isEqualTo("discs");
        assertThat(gold.get("min_points").asLong()).isEqualTo(100);
        assertThat(gold.get("creation_timestamp").isIntegralNumber()).isTrue();

        api.award(fan, "discs", 9);
        assertThat(tierOf(fan).isNull()).isTrue();
        api.award(fan, "discs", 1);
        assertThat(tierOf(fan).get("tier_name").asString()).isEqualTo("Silver");
        api.award(fan, "discs", 90);
        assertThat(tierOf(fan)).isEqualTo(gold);
        assertThat(balances(fan).get(0).get("tier_name").asString()).isEqualTo("Gold");
        api.award(fan, "discs", -1);
        assertThat(tierOf(fan).get("tier_name").asString()).isEqualTo("Silver");

        api.delete("/api/v1/crm/fans/" + fan).mustBe(200);
        assertThat(tierOf(fan).get("tier_name").asString()).isEqualTo("Silver");
    }

    @Test
    void a_tier_is_changed_and_found_by_its_name_under_both_spellings() {
        String discs = api.pointType("discs");
        String path = "/api/v1/crm/points/" + discs + "/point_tiers";
        JsonNode gold = save(path, "tier_name", "Gold", "min_points", 100);
        String uid = gold.get("point_tier_uid").asString();
        JsonNode changed = save(path, "tier_name", "Bronze", "min_points", 5, "point_tier_uid", uid);
        assertThat(changed.get("point_tier_uid").asString()).isEqualTo(uid);
        assertThat(changed.get("creation_timestamp")).isEqualTo(gold.get("creation_timestamp"));
        for (String spelling : new String[] {path, "/api/v1/crm/point_tiers/" + discs}) {
            assertThat(api.get(spelling, "tier_name", "Bronze").mustBe(200).body())
                    .containsExactly(changed);
            assertThat(api.get(spelling, "tier_name", "Gold").mustBe(200).body())
                    .isEmpty();
        }
    }

    @Test
    void unknown_tiers_and_points_are_refused() {
        String discs = api.pointType("discs");
        String path = "/api/v1/crm/points/" + discs + "/point_tiers";
        assertThat(api.post(path, "tier_name", "Gold", "min_points", 5, "point_tier_uid", "none")
                        .mustBe(400)
                        .body()
                        .at("/errors/0/field")
                        .asString())
                .isEqualTo("point_tier_uid");
        api.get("/api/v1/crm/points/none/point_tiers").mustBe(404);
        api.post("/api/v1/crm/points/none/point_tiers", "tier_name", "Gold", "min_points", 5)
                .mustBe(404);
        api.get("/api/v1/crm/fans/1/point_tier", "point_name", "discs").mustBe(404);
        assertThat(api.get("/api/v1/crm/fans/" + api.fan("jo@fans.example") + "/point_tier", "point_name", "tapes")
                        .mustBe(400)
                        .body()
                        .at("/errors/0/field")
                        .asString())
                .isEqualTo("point_name");
        Api other = encore().newAccount();
        other.get(path).mustBe(404);
        other.post(path, "tier_name", "Gold", "min_points", 5).mustBe(404);
    }

    private JsonNode save(String path, Object... form) {
        return api.post(path, form).mustBe(200).body();
    }

    private JsonNode tierOf(long fan) {
        return api.get("/api/v1/crm/fans/" + fan + "/point_tier", "point_name", "discs")
                .mustBe(200)
                .body();
    }

    private JsonNode balances(long fan) {
        return api.get("/api/v1/manage/fans/" + fan + "/balances").mustBe(200).body();
    }
}
