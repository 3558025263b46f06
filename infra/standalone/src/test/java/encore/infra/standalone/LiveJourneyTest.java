package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Following what happens, as a page or a customer's server would. */
class LiveJourneyTest extends Journey {

    @Test
    void who_was_cut_off_goes_on_without_a_gap_and_without_a_repeat() throws Exception {
        String discs = api.pointType("discs");
        long fan = api.fan("jo@fans.example");
        LiveClient first = authenticated();
        first.send(
                "subscribe",
                "{\"stream\":\"points.history\",\"fan_id\":" + fan + ",\"point_uid\":\"" + discs + "\",\"after\":0}");
        assertThat(first.next().get("ok").asBoolean()).isTrue();
        api.award(fan, "discs", 1);
        JsonNode one = first.next();
        assertThat(one.at("/data/point_count").asLong()).isEqualTo(1);
        first.cutOff();
        api.award(fan, "discs", 2);
        api.award(fan, "discs", 3);

        LiveClient again = authenticated();
        again.send(
                "subscribe",
                "{\"stream\":\"points.history\",\"fan_id\":" + fan + ",\"point_uid\":\"" + discs + "\",\"after\":"
                        + one.get("position").asLong() + "}");
        assertThat(again.next().get("ok").asBoolean()).isTrue();
        api.award(fan, "discs", 4);
        List<Long> counts = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            counts.add(again.next().at("/data/point_count").asLong());
        }
        assertThat(counts).containsExactly(2L, 3L, 4L);
        again.cutOff();
    }

    @Test
    void a_board_is_shown_whole_and_then_as_it_changes() throws Exception {
        String discs = api.pointType("discs");
        long fan = api.fan("jo@fans.example");
        api.award(fan, "discs", 5);
        LiveClient client = authenticated();
        client.send("subscribe", "{\"stream\":\"leaderboard." + discs + "\"}");
        assertThat(client.next().get("ok").asBoolean()).isTrue();
        JsonNode snapshot = client.next();
        assertThat(snapshot.get("event").asString()).isEqualTo("snapshot");
        assertThat(snapshot.get("data")).hasSizeLessThanOrEqualTo(1);
        api.award(fan, "discs", 7);
        JsonNode change = client.next();
        while (change.at("/data/0/fan_point_count").asLong() == 5) {
            change = client.next();
        }
        assertThat(change.at("/data/0/fan_id").asLong()).isEqualTo(fan);
        assertThat(change.at("/data/0/fan_point_count").asLong()).isEqualTo(12);
        client.cutOff();
    }

    @Test
    void nobody_follows_without_a_key_or_after_it_was_revoked() throws Exception {
        LiveClient nobody = new LiveClient(api.url());
        nobody.send("subscribe", "{\"stream\":\"events\"}");
        assertThat(nobody.next().at("/error/status").asInt()).isEqualTo(401);
        nobody.send("auth", "{\"api_key\":\"none\",\"api_secret\":\"none\"}");
        assertThat(nobody.next().at("/error/status").asInt()).isEqualTo(401);
        nobody.cutOff();

        JsonNode issued = api.post("/api/v1/manage/keys", "label", "live", "scopes", "manage")
                .mustBe(200)
                .body();
        LiveClient client = new LiveClient(api.url());
        client.send(
                "auth", "{\"api_key\":" + issued.get("api_key") + ",\"api_secret\":" + issued.get("api_secret") + "}");
        assertThat(client.next().get("ok").asBoolean()).isTrue();
        api.delete("/api/v1/manage/keys/" + issued.get("api_key").asString()).mustBe(200);
        assertThat(client.closed()).isEqualTo(4003);
    }

    @Test
    void a_key_of_scope_crm_follows_points_and_not_all_that_happens() throws Exception {
        String discs = api.pointType("discs");
        long fan = api.fan("jo@fans.example");
        JsonNode issued = api.post("/api/v1/manage/keys", "label", "crm", "scopes", "crm")
                .mustBe(200)
                .body();
        LiveClient client = new LiveClient(api.url());
        client.send(
                "auth", "{\"api_key\":" + issued.get("api_key") + ",\"api_secret\":" + issued.get("api_secret") + "}");
        assertThat(client.next().get("ok").asBoolean()).isTrue();
        client.send("subscribe", "{\"stream\":\"events\"}");
        assertThat(client.next().at("/error/status").asInt()).isEqualTo(401);
        client.send("subscribe", "{\"stream\":\"points.history\",\"fan_id\":" + fan + "}");
        assertThat(client.next().at("/error/errors/0/field").asString()).isEqualTo("point_uid");
        client.send(
                "subscribe", "{\"stream\":\"points.history\",\"fan_id\":" + fan + ",\"point_uid\":\"" + discs + "\"}");
        assertThat(client.next().get("ok").asBoolean()).isTrue();
        api.award(fan, "discs", 3);
        assertThat(client.next().at("/data/balance").asLong()).isEqualTo(3);
        client.cutOff();
    }

    private LiveClient authenticated() throws Exception {
        return LiveClient.of(api);
    }
}
