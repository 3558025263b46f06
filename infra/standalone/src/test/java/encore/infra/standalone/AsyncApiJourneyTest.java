package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Error;
import encore.infra.standalone.RunningEncore.Arrangement;
import encore.infra.standalone.walk.DescribedAnswers;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What asyncapi.json says, against the frames that are really sent and taken. */
@RunsOn(value = Arrangement.EMBEDDED, because = "what is described is the gateway's")
class AsyncApiJourneyTest extends Journey {

    @Test
    void every_frame_is_as_it_is_described() throws Exception {
        String discs = api.pointType("discs");
        long fan = api.fan("jo@fans.example");
        api.award(fan, "discs", 1);
        JsonNode described = api.get("/asyncapi.json").mustBe(200).body();
        LiveClient client = new LiveClient(api.url());
        List<JsonNode> frames = new ArrayList<>();
        for (String data : List.of(
                "{\"api_key\":\"none\"}",
                "{\"api_key\":\"" + api.headers().get("Api-Key") + "\",\"api_secret\":\""
                        + api.headers().get("Api-Secret") + "\"}")) {
            send(client, described, "auth", "Credentials", data);
            frames.add(client.next());
        }
        for (String data : List.of(
                "{\"stream\":\"leaderboard." + discs + "\"}",
                "{\"stream\":\"events\",\"after\":0,\"types\":[],\"fan_id\":" + fan + "}",
                "{\"stream\":\"points.history\",\"fan_id\":" + fan + ",\"point_uid\":\"" + discs + "\",\"after\":0}")) {
            send(client, described, "subscribe", "SubscribeRequest", data);
        }
        Set<String> kinds = new TreeSet<>();
        while (!kinds.containsAll(Set.of("acknowledged", "refused", "event", "snapshot", "changes"))) {
            if (kinds.contains("snapshot")) {
                api.award(fan, "discs", 1);
            }
            frames.add(client.next());
            frames.forEach(frame -> kinds.add(kind(frame)));
        }
        for (JsonNode frame : frames) {
            assertThat(wrongWith(described, "/components/messages/" + kind(frame) + "/payload", frame.toString()))
                    .as(frame.toString())
                    .isEmpty();
        }
        client.cutOff();
    }

    @Test
    void the_end_of_a_connection_is_described_for_each_server() {
        JsonNode ends = api.get("/asyncapi.json").mustBe(200).body().at("/channels/room/x-ends");
        assertThat(ends.propertyNames())
                .containsExactlyInAnyOrder("1001", "1008", "1009", "1013", "4001", "4002", "4003", "4008");
        assertThat(ends.at("/4001/socketio").asString()).isEqualTo("closing, DISCONNECT and 4001");
        assertThat(ends.at("/4001/rsocket").asString()).isEqualTo("CONNECTION_ERROR /problems/replaced");
        assertThat(ends.at("/4002/socketio").asString()).isEqualTo("4002");
        assertThat(ends.at("/4003/rsocket").asString()).contains("/problems/revoked", "/problems/address-banned");
    }

    @Test
    void every_reference_leads_somewhere_and_every_code_of_a_close_is_named() {
        JsonNode described = api.get("/asyncapi.json").mustBe(200).body();
        assertThat(described.get("asyncapi").asString()).isEqualTo("3.0.0");
        assertThat(described.findValuesAsString("$ref"))
                .isNotEmpty()
                .allSatisfy(reference -> assertThat(
                                described.at(reference.substring(1)).isMissingNode())
                        .as(reference)
                        .isFalse());
        assertThat(described.at("/channels/socket/x-close-codes").propertyNames())
                .containsExactlyInAnyOrder("1001", "1008", "1009", "1013", "4001", "4002", "4003", "4008", "4009");
        assertThat(described.get("channels").propertyNames())
                .containsExactlyInAnyOrder("socket", "events", "pointsHistory", "leaderboard", "stream", "room");
    }

    @Test
    void servers_are_where_they_are_found() {
        JsonNode servers = api.get("/asyncapi.json").mustBe(200).body().get("servers");
        String http = "localhost:" + URI.create(api.url()).getPort();
        assertThat(servers.at("/websocket/host").asString()).isEqualTo(http);
        assertThat(servers.at("/rsocketOverWebsocket/host").asString()).isEqualTo(http);
        assertThat(servers.at("/socketio/host").asString()).isEqualTo(http);
        assertThat(servers.at("/rsocket/host").asString()).isEqualTo("localhost:" + encore().rsocketPort());
    }

    private static void send(LiveClient client, JsonNode described, String event, String schema, String data)
            throws Exception {
        assertThat(wrongWith(described, "/components/schemas/" + schema, data))
                .as(data)
                .isEmpty();
        client.send(event, data);
    }

    private static String kind(JsonNode frame) {
        return frame.has("ack")
                ? frame.get("ok").asBoolean() ? "acknowledged" : "refused"
                : frame.get("event").asString();
    }

    /** Returns what is wrong with a JSON text by a schema of the description. */
    static List<Error> wrongWith(JsonNode described, String pointer, String json) {
        JsonNode schema = described.at(pointer);
        assertThat(schema.isEmpty()).as(pointer).isFalse();
        return DescribedAnswers.wrongWith(schema, described.get("components"), json);
    }
}
