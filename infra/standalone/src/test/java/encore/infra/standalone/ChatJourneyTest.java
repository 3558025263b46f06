package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Fans chat in a room of a show; staff and moderators remove messages, and ban fans. */
class ChatJourneyTest extends Journey {

    private static final Duration SOON = Duration.ofSeconds(30);

    private final List<RoomClient> clients = new ArrayList<>();

    private long account;
    private long show;
    private String room;
    private long ada;
    private long ben;
    private String adas;
    private String bens;

    @BeforeEach
    void a_show_with_a_room_and_two_fans() {
        show = api.campaign("Cup final", "fanxp");
        room = "permanent_rooms:bar:" + show;
        api.post("/api/v1/manage/apps/" + show + "/rooms", "room_key", "bar", "room_type", "permanent_rooms")
                .mustBe(200);
        ada = api.fan(SentCodes.email("ada"));
        ben = api.fan(SentCodes.email("ben"));
        api.post("/api/v1/crm/fans/" + ada, "display_name", "Ada").mustBe(200);
        api.post("/api/v1/manage/fans/" + ben, "moderator_status", "moderator").mustBe(200);
        account = api.get("/api/v1/crm/fans/" + ada)
                .mustBe(200)
                .body()
                .get("account_id")
                .longValue();
        adas = FanSessions.logIn(api, ada);
        bens = FanSessions.logIn(api, ben);
    }

    @AfterEach
    void leave() {
        clients.forEach(RoomClient::cutOff);
    }

    @Test
    void a_message_reaches_all_is_removed_by_a_moderator_and_comes_back() throws Exception {
        RoomClient first = joined(adas);
        RoomClient second = joined(bens);
        assertThat(activities(ada)).hasSize(1);

        JsonNode said = acknowledged(first, "chat_message", "\"message\":\" <b>Goal</b> & more \"")
                .get("data");
        String uid = said.get("chat_message_uid").asString();
        JsonNode received = event(second, "chat_message");
        JsonNode data = received.get("data");
        assertThat(data.propertyNames())
                .containsExactlyInAnyOrder(
                        "chat_message_uid",
                        "message",
                        "room_name",
                        "display_name",
                        "unix_timestamp",
                        "fan_id",
                        "moderator_status");
        assertThat(data.get("chat_message_uid").asString()).isEqualTo(uid);
        assertThat(data.get("message").asString()).isEqualTo("&lt;b&gt;Goal&lt;/b&gt; &amp; more");
        assertThat(data.get("display_name").asString()).isEqualTo("Ada");
        assertThat(data.get("fan_id").longValue()).isEqualTo(ada);
        assertThat(data.get("moderator_status").isNull()).isTrue();
        assertThat(data.get("unix_timestamp")).isEqualTo(said.get("unix_timestamp"));
        assertThat(event(first, "chat_message").get("data")).isEqualTo(data);

        JsonNode history = history();
        assertThat(history).hasSize(1);
        assertThat(history.get(0).get("message")).isEqualTo(data.get("message"));
        assertThat(history.get(0).get("position")).isEqualTo(received.get("position"));

        assertThat(report(bens, uid)).isEqualTo(200);
        assertThat(report(bens, uid)).isEqualTo(200);
        assertThat(managed("is_reported", true).get(0).get("report_count").intValue())
                .isEqualTo(1);

        send(first, "remove_chat_message", "\"chat_message_uid\":\"" + uid + "\"");
        assertThat(event(first, null).get("ok").asBoolean()).isFalse();
        acknowledged(second, "remove_chat_message", "\"chat_message_uid\":\"" + uid + "\"");
        assertThat(event(first, "remove_chat_message").get("data").toString())
                .isEqualTo("{\"chat_message_uid\":\"" + uid + "\"}");
        // Frames are told from the log, and views may be behind it.
        await().atMost(SOON).until(() -> history().isEmpty());
        assertThat(managed("is_removed", true, "q", "goal")).hasSize(1);
        JsonNode restored =
                api.post(messages() + "/" + uid + "/restore").mustBe(200).body();
        assertThat(restored.get("report_count").intValue()).isZero();
        assertThat(event(first, "unflag_chat_message").get("data").toString())
                .isEqualTo("{\"chat_message_uid\":\"" + uid + "\"}");
        assertThat(history()).hasSize(1);
        assertThat(api.delete(messages() + "/" + uid).mustBe(200).text()).isEqualTo("true");
        assertThat(history()).isEmpty();
    }

    @Test
    void the_sixth_message_waits_and_wrong_ones_are_refused() throws Exception {
        RoomClient client = joined(adas);
        for (String wrong : List.of(
                "\"message\":\"\"",
                "\"message\":\"a\\u0000b\"",
                "\"message\":\"" + "x".repeat(501) + "\"",
                "\"message\":5,\"account_id\":1",
                "\"message\":\"hi\",\"account_id\":1")) {
            send(client, "chat_message", wrong);
            assertThat(event(client, null).get("ok").asBoolean()).as(wrong).isFalse();
        }
        for (int i = 0; i < 5; i++) {
            acknowledged(client, "chat_message", "\"message\":\"m" + i + "\"");
        }
        send(client, "chat_message", "\"message\":\"six\"");
        JsonNode refused = event(client, null);
        assertThat(refused.get("ok").asBoolean()).isFalse();
        assertThat(refused.toString()).contains("too-many-actions").contains("retry_after");
        assertThat(history()).hasSize(5);
    }

    @Test
    void a_muted_fan_reads_and_a_banned_one_is_shut_out_until_the_ban_is_lifted() throws Exception {
        RoomClient client = joined(adas);
        api.post(bans(), "fan_id", ada, "is_mute", true, "reason", "loud").mustBe(200);
        send(client, "chat_message", "\"message\":\"hi\"");
        assertThat(event(client, null).toString()).contains("fan-muted");
        assertThat(read(adas)).isEqualTo(200);

        JsonNode ban =
                api.post(bans(), "fan_id", ada, "reason", "spam").mustBe(200).body();
        assertThat(ban.get("is_mute").asBoolean()).isFalse();
        assertThat(ban.get("reason").asString()).isEqualTo("spam");
        assertThat(ban.get("display_name").asString()).isEqualTo("Ada");
        assertThat(client.socket.closed()).isEqualTo(4003);
        assertThat(read(adas)).isEqualTo(403);
        assertThat(report(adas, "x")).isEqualTo(403);
        assertThat(read(bens)).isEqualTo(200);
        assertThat(api.get(bans()).mustBe(200).body()).hasSize(1);
        api.delete(bans() + "/" + ada).mustBe(200);
        api.delete(bans() + "/" + ada).mustBe(404);
        assertThat(read(adas)).isEqualTo(200);
        joined(adas);
    }

    @Test
    void a_fan_is_erased_with_its_messages_and_exported_before() throws Exception {
        RoomClient client = joined(adas);
        RoomClient other = joined(bens);
        JsonNode said = acknowledged(client, "chat_message", "\"message\":\"Aqzchatmark\"");
        String uid = said.at("/data/chat_message_uid").asString();
        event(other, "chat_message");
        api.post(bans(), "fan_id", ada, "is_mute", true, "reason", "Bqzbanmark").mustBe(200);
        String export = exported("shows.json");
        assertThat(export).contains("Aqzchatmark", "Bqzbanmark", "room_joined");

        api.delete("/api/v1/crm/fans/" + ada).mustBe(200);
        assertThat(event(other, "remove_chat_message")
                        .at("/data/chat_message_uid")
                        .asString())
                .isEqualTo(uid);
        await().atMost(SOON).until(() -> history().isEmpty());
        assertThat(managed()).isEmpty();
        assertThat(api.get(bans()).mustBe(200).body()).isEmpty();
        api.delete(messages() + "/" + uid).mustBe(404);
    }

    private RoomClient joined(String session) throws Exception {
        RoomClient client = new RoomClient(new LiveClient(api.url()));
        clients.add(client);
        client.socket.send(
                "join",
                "{\"account_id\":" + account + ",\"session_uid\":\"" + session + "\",\"room_name\":\"" + room + "\"}");
        JsonNode answer = event(client, null);
        assertThat(answer.get("ok").asBoolean()).as("%s", answer).isTrue();
        return client;
    }

    private void send(RoomClient client, String event, String rest) throws Exception {
        String named = event.equals("chat_message") ? "\"room_name\":\"" + room + "\"," + rest : rest;
        client.socket.send(event, "{" + named + "}");
    }

    private JsonNode acknowledged(RoomClient client, String event, String rest) throws Exception {
        send(client, event, rest);
        JsonNode answer = event(client, null);
        assertThat(answer.get("ok").asBoolean()).as("%s", answer).isTrue();
        return answer;
    }

    /** Returns the next frame of an event; for null the next acknowledgement. */
    private static JsonNode event(RoomClient client, @Nullable String name) throws Exception {
        return client.next(name);
    }

    /** A client that keeps frames which come before the wanted one. */
    private static final class RoomClient {

        private final LiveClient socket;
        private final List<JsonNode> kept = new ArrayList<>();

        RoomClient(LiveClient socket) {
            this.socket = socket;
        }

        JsonNode next(@Nullable String event) throws Exception {
            for (JsonNode frame : kept) {
                if (isWanted(frame, event)) {
                    kept.remove(frame);
                    return frame;
                }
            }
            for (JsonNode frame = socket.next(); ; frame = socket.next()) {
                if (isWanted(frame, event)) {
                    return frame;
                }
                kept.add(frame);
            }
        }

        private static boolean isWanted(JsonNode frame, @Nullable String event) {
            return event == null
                    ? frame.has("ok")
                    : event.equals(frame.path("event").asString("")) && !frame.has("ok");
        }

        void cutOff() {
            socket.cutOff();
        }
    }

    private String exported(String name) throws Exception {
        byte[] export = api.load("/api/v1/manage/audit/fans/" + ada + "/export").body();
        try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(export))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                if (entry.getName().equals(name)) {
                    return new String(zip.readAllBytes(), StandardCharsets.UTF_8);
                }
            }
        }
        throw new AssertionError("The export has no " + name);
    }

    private JsonNode history() {
        return api.get("/api/v1/fanxp/" + show + "/chat_messages", "room_name", room)
                .mustBe(200)
                .body();
    }

    private int read(String session) {
        return FanSessions.app(api)
                .get("/api/v1/fanxp/" + show + "/chat_messages", "room_name", room, "session_uid", session)
                .status();
    }

    private int report(String session, String uid) {
        return FanSessions.app(api)
                .post("/api/v1/fanxp/" + show + "/report_chat", "session_uid", session, "chat_message_uid", uid)
                .status();
    }

    private JsonNode managed(Object... query) {
        return api.get(messages(), query).mustBe(200).body();
    }

    private String messages() {
        return "/api/v1/manage/live/" + show + "/chat_messages";
    }

    private String bans() {
        return "/api/v1/manage/live/" + show + "/bans";
    }

    private JsonNode activities(long fan) {
        return api.get("/api/v1/crm/fans/" + fan + "/activities").mustBe(200).body();
    }
}
