package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import encore.infra.standalone.NodeRoomClient.Door;
import java.io.BufferedReader;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Following what happens, and being in rooms of shows, with clients of the npm registry under Node. */
class NodeClientsTest extends Journey {

    @RegisterExtension
    final NodeClients programs = new NodeClients();

    private Process follower;

    @ParameterizedTest
    @ValueSource(strings = {"rsocket", "ws"})
    void a_client_that_was_cut_off_goes_on_without_a_gap_and_without_a_repeat(String way) throws Exception {
        String discs = api.pointType("discs");
        long fan = api.fan("jo@fans.example");
        String request =
                "{\"stream\":\"points.history\",\"fan_id\":" + fan + ",\"point_uid\":\"" + discs + "\",\"after\":";
        api.award(fan, "discs", 1);
        api.award(fan, "discs", 2);
        try (BufferedReader first = client(way, request + "0}", 100, api)) {
            assertThat(count(first.readLine())).isEqualTo(1);
            JsonNode last = JsonMapper.shared().readTree(first.readLine());
            assertThat(last.at("/data/point_count").asLong()).isEqualTo(2);
            NodeClients.end(follower);

            api.award(fan, "discs", 3);
            try (BufferedReader again =
                    client(way, request + last.get("position").asLong() + "}", 2, api)) {
                assertThat(count(again.readLine())).isEqualTo(3);
                api.award(fan, "discs", 4);
                assertThat(count(again.readLine())).isEqualTo(4);
                assertThat(again.readLine()).isEqualTo("end");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"rsocket", "ws"})
    void wrong_keys_are_refused_in_words(String way) throws Exception {
        Api nobody = new Api(api.url(), Map.of("Api-Key", "none", "Api-Secret", "none"));
        try (BufferedReader client = client(way, "{\"stream\":\"events\"}", 1, nobody)) {
            assertThat(client.readLine()).startsWith("error").contains("/problems/key-unknown");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"rsocket", "ws"})
    void a_revoked_key_ends_the_connection(String way) throws Exception {
        String manage = "/api/v1/manage/keys";
        JsonNode issued = api.post(manage, "label", "node", "scopes", "manage")
                .mustBe(200)
                .body();
        String key = issued.get("api_key").asString();
        Api other = new Api(
                api.url(),
                Map.of("Api-Key", key, "Api-Secret", issued.get("api_secret").asString()));
        try (BufferedReader client = client(way, "{\"stream\":\"events\",\"after\":0}", 100_000, other)) {
            assertThat(client.readLine()).contains("\"event\":\"event\"");
            api.delete(manage + "/" + key).mustBe(200);
            String line = client.readLine();
            while (!line.startsWith("error")) {
                line = client.readLine();
            }
            assertThat(line).containsAnyOf("/problems/revoked", "4003");
        }
    }

    @Test
    void frames_of_a_show_have_the_fields_of_the_specification_and_are_alike_at_all_doors() throws Exception {
        PreparedShow show = PreparedShow.of(api);
        Map<Door, NodeRoomClient> clients = new EnumMap<>(Door.class);
        for (Door door : Door.values()) {
            // A connection that joins nothing for three seconds ends, so the fan logs in before.
            String session = show.fan();
            NodeRoomClient client = new NodeRoomClient(programs, api, door);
            client.join(show.account(), session, show.lobby(), null);
            client.join(show.account(), session, show.control(), null);
            clients.put(door, client);
        }
        // A client that joins the control room gets the state of the show.
        received(clients, "state_change", "action", "state", "items");
        received(clients, "update_live_feed", "action", "live_feed", "live_overlay");
        received(clients, "update_live_overlay", "action", "live_feed", "live_overlay");
        show.state("pending");
        JsonNode pending = received(clients, "state_change", "action", "state", "items");
        assertThat(pending.get("items").propertyNames()).containsExactlyInAnyOrder("vods", "home_items");
        assertThat(pending.at("/items/home_items").propertyNames())
                .containsExactlyInAnyOrder("live_overlay", "pinned_overlays");
        for (Map.Entry<String, List<String>> type : PreparedShow.OVERLAY_FIELDS.entrySet()) {
            show.push(type.getKey());
            JsonNode pushed = received(clients, "update_live_overlay", "action", "live_feed", "live_overlay");
            assertThat(pushed.get("live_overlay").propertyNames())
                    .as(type.getKey())
                    .containsExactlyInAnyOrderElementsOf(type.getValue());
        }
        show.pin();
        JsonNode pinned = received(clients, "update_pinned_overlays", "action", "overlay");
        assertThat(pinned.get("overlay").propertyNames())
                .containsExactlyInAnyOrderElementsOf(PreparedShow.PINNED_FIELDS);
        show.feed();
        JsonNode feed = received(clients, "update_live_feed", "action", "live_feed", "live_overlay");
        assertThat(feed.get("live_feed").propertyNames())
                .containsExactlyInAnyOrder("feed_name", "video_endpoint_uid", "video_host_key", "video_host_event_key");
        for (Door door : Door.values()) {
            JsonNode sent = clients.get(door)
                    .emit(
                            "chat_message",
                            Map.of(
                                    "account_id",
                                    show.account(),
                                    "room_name",
                                    show.lobby(),
                                    "message",
                                    "<b>Goal</b> from " + door));
            assertThat(sent.get("data").propertyNames())
                    .containsExactlyInAnyOrder("chat_message_uid", "unix_timestamp");
            JsonNode message = alike(clients, "chat_message").get("data");
            assertThat(message.propertyNames())
                    .containsExactlyInAnyOrder(
                            "chat_message_uid",
                            "message",
                            "room_name",
                            "display_name",
                            "unix_timestamp",
                            "fan_id",
                            "moderator_status");
            assertThat(message.get("message").asString()).isEqualTo("&lt;b&gt;Goal&lt;/b&gt; from " + door);
            String uid = message.get("chat_message_uid").asString();
            assertThat(sent.at("/data/chat_message_uid").asString()).isEqualTo(uid);
            show.remove(uid);
            assertThat(alike(clients, "remove_chat_message").get("data").toString())
                    .isEqualTo("{\"chat_message_uid\":\"" + uid + "\"}");
            show.restore(uid);
            assertThat(alike(clients, "unflag_chat_message").get("data").toString())
                    .isEqualTo("{\"chat_message_uid\":\"" + uid + "\"}");
        }
    }

    /** Checks that the next frame of all clients is the same update of the control room; returns its data. */
    private static JsonNode received(Map<Door, NodeRoomClient> clients, String action, String... fields)
            throws Exception {
        JsonNode data = alike(clients, "platform_live_update").get("data");
        assertThat(data.get("action").asString()).isEqualTo(action);
        assertThat(data.propertyNames()).containsExactlyInAnyOrder(fields);
        return data;
    }

    private static JsonNode alike(Map<Door, NodeRoomClient> clients, String event) throws Exception {
        JsonNode first = clients.get(Door.WS).next();
        assertThat(first.get("event").asString()).as(first.toString()).isEqualTo(event);
        assertThat(first.propertyNames()).containsExactlyInAnyOrder("event", "room", "position", "data");
        assertThat(clients.get(Door.SOCKETIO).next()).isEqualTo(first);
        assertThat(clients.get(Door.RSOCKET).next()).isEqualTo(first);
        return first;
    }

    @ParameterizedTest
    @EnumSource
    void a_client_that_comes_back_to_a_room_gets_missed_frames_and_may_not_speak_for_others(Door door)
            throws Exception {
        PreparedShow show = PreparedShow.of(api);
        String session = show.fan();
        String authors = show.fan();
        NodeRoomClient author = new NodeRoomClient(programs, api, Door.WS);
        author.join(show.account(), authors, show.lobby(), null);
        NodeRoomClient reader = new NodeRoomClient(programs, api, door);
        JsonNode joined = reader.join(show.account(), session, show.lobby(), null);
        assertThat(joined.propertyNames()).containsExactlyInAnyOrder("room_name", "position", "members");
        show.say(author, "one");
        JsonNode one = reader.next();
        assertThat(one.at("/data/message").asString()).isEqualTo("one");
        reader.cutOff();
        show.say(author, "two");
        show.say(author, "three");
        NodeRoomClient back = new NodeRoomClient(programs, api, door);
        back.join(show.account(), session, show.lobby(), one.get("position").asLong());
        assertThat(back.nextInOrder() + " " + back.nextInOrder() + " " + back.nextInOrder())
                .isEqualTo("chat_message chat_message ack");
        assertThat(back.next().at("/data/message").asString()).isEqualTo("two");
        assertThat(back.next().at("/data/message").asString()).isEqualTo("three");
        JsonNode foreign = back.emit(
                "chat_message",
                Map.of("account_id", show.account() + 1, "room_name", show.lobby(), "message", "not mine"));
        assertThat(foreign.get("ok").asBoolean()).isFalse();
        assertThat(foreign.at("/error/status").asInt()).isEqualTo(401);
        assertThat(back.emit("leave", Map.of("room_name", show.lobby()))
                        .get("ok")
                        .asBoolean())
                .isTrue();
    }

    @Test
    void the_newest_connection_of_a_fan_stays_whatever_door_it_came_by() throws Exception {
        PreparedShow show = PreparedShow.of(api);
        String session = show.fan();
        NodeRoomClient ws = new NodeRoomClient(programs, api, Door.WS);
        ws.join(show.account(), session, show.lobby(), null);
        NodeRoomClient socketIo = new NodeRoomClient(programs, api, Door.SOCKETIO);
        socketIo.join(show.account(), session, show.lobby(), null);
        assertThat(ws.closed()).isEqualTo("4001 replaced");
        NodeRoomClient rsocket = new NodeRoomClient(programs, api, Door.RSOCKET);
        rsocket.join(show.account(), session, show.lobby(), null);
        assertThat(socketIo.closed()).isEqualTo("4001 replaced io server disconnect");
        NodeRoomClient newest = new NodeRoomClient(programs, api, Door.WS);
        newest.join(show.account(), session, show.lobby(), null);
        assertThat(rsocket.closed()).contains("/problems/replaced");
        show.say(newest, "I am here");
        assertThat(newest.next().at("/data/message").asString()).isEqualTo("I am here");
        // The library comes back by itself after 100 to 200 ms, unless it was told to stay away.
        await().during(Duration.ofSeconds(1)).atMost(Duration.ofSeconds(10)).until(() -> !socketIo.isBack());
        NodeRoomClient silent = new NodeRoomClient(programs, api, Door.SOCKETIO);
        assertThat(silent.closed()).startsWith("bare");
        await().atMost(Duration.ofSeconds(10)).until(silent::isBack);
    }

    private BufferedReader client(String way, String request, int frames, Api account) throws Exception {
        String pair = "{\"api_key\":\"" + account.headers().get("Api-Key") + "\",\"api_secret\":\""
                + account.headers().get("Api-Secret") + "\"}";
        follower = programs.start(
                "clients.mjs", api.url().replace("http", "ws"), way, request, Integer.toString(frames), pair);
        return follower.inputReader();
    }

    private static long count(String frame) {
        return JsonMapper.shared().readTree(frame).at("/data/point_count").asLong();
    }
}
