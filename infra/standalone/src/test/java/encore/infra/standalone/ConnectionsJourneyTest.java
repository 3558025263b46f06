package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class ConnectionsJourneyTest extends Journey {

    private static final String CONNECTIONS = "/api/v1/crm/fan_connections/";

    private long ada;
    private long ben;

    @BeforeEach
    void two_fans() {
        ada = fan("ada");
        ben = fan("ben");
    }

    @Test
    void one_fan_asks_and_the_other_approves() {
        ask(ada, ben).mustBe(200);
        JsonNode seenByBen = api.get(CONNECTIONS + ben).mustBe(200).body();
        assertThat(seenByBen.get("total_count").asInt()).isEqualTo(1);
        assertThat(seenByBen.get("pending_approval_count").asInt()).isEqualTo(1);
        JsonNode row = seenByBen.at("/connections/0");
        assertThat(row.get("fan_id").asLong()).isEqualTo(ada);
        assertThat(row.get("display_name").asString()).isEqualTo("The ada");
        assertThat(row.get("status").asString()).isEqualTo("pending");
        assertThat(row.get("is_requester").asBoolean()).isTrue();
        assertThat(row.get("last_update_timestamp").isIntegralNumber()).isTrue();

        decide(ada, ben, "true").mustBe(400);
        assertThat(decide(ben, ada, "true").mustBe(200).body().get("message").asString())
                .isNotEmpty();
        JsonNode seenByAda = api.get(CONNECTIONS + ada).body();
        assertThat(seenByAda.get("pending_approval_count").asInt()).isZero();
        assertThat(seenByAda.at("/connections/0/status").asString()).isEqualTo("approved");
        assertThat(seenByAda.at("/connections/0/is_requester").asBoolean()).isFalse();
        assertThat(api.get("/api/v1/crm/fans/" + ada)
                        .body()
                        .get("connected_fans")
                        .toString())
                .isEqualTo("[" + ben + "]");
    }

    @Test
    void after_a_decline_the_other_may_ask() {
        ask(ada, ben).mustBe(200);
        decide(ben, ada, "").mustBe(200);
        JsonNode seenByAda = api.get(CONNECTIONS + ada).body();
        assertThat(seenByAda.get("total_count").asInt()).isZero();
        assertThat(seenByAda.get("connections").isEmpty()).isTrue();
        ask(ben, ada).mustBe(200);
        decide(ada, ben, "on").mustBe(200);
    }

    @Test
    void the_last_updated_stand_first_and_the_counts_follow_the_limit() {
        long cleo = fan("cleo");
        ask(ada, ben).mustBe(200);
        ask(ada, cleo).mustBe(200);
        decide(ben, ada, "true").mustBe(200);
        JsonNode all = api.get(CONNECTIONS + ada).body();
        assertThat(all.at("/connections/0/fan_id").asLong()).isEqualTo(ben);
        assertThat(all.get("total_count").asInt()).isEqualTo(2);
        // Cleo was asked: it is her word that is waited for.
        assertThat(all.get("pending_approval_count").asInt()).isZero();
        JsonNode hers = api.get(CONNECTIONS + cleo).body();
        assertThat(hers.get("pending_approval_count").asInt()).isEqualTo(1);
        JsonNode one = api.get(CONNECTIONS + ada, "limit", 1).body();
        assertThat(one.get("total_count").asInt()).isEqualTo(1);
        assertThat(one.get("pending_approval_count").asInt()).isZero();
    }

    @Test
    void nobody_connects_with_itself_a_stranger_or_an_erased_fan() {
        assertThat(ask(ada, ada).mustBe(400).body().at("/errors/0/field").asString())
                .isEqualTo("connected_fan_id");
        assertThat(ask(ada, 99).mustBe(400).body().at("/errors/0/field").asString())
                .isEqualTo("connected_fan_id");
        ask(99, ada).mustBe(404);
        api.get(CONNECTIONS + 99).mustBe(404);

        ask(ada, ben).mustBe(200);
        api.delete("/api/v1/crm/fans/" + ada).mustBe(200);
        decide(ben, ada, "true").mustBe(400);
        api.get(CONNECTIONS + ada).mustBe(404);
    }

    private long fan(String name) {
        return api.post("/api/v1/crm/fans", "email", name + "@example.com", "display_name", "The " + name)
                .mustBe(200)
                .body()
                .get("fan_id")
                .asLong();
    }

    private Api.Answer ask(long fan, long other) {
        return api.post(CONNECTIONS + fan, "connected_fan_id", other);
    }

    private Api.Answer decide(long fan, long other, String isApproved) {
        return api.post(CONNECTIONS + "requests/" + fan, "connected_fan_id", other, "is_approved", isApproved);
    }
}
