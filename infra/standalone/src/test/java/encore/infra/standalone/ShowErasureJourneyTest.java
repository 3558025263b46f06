package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.List;
import java.util.TreeSet;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** A fan of a show is erased: its messages, reasons and addresses are in no file and no log line. */
@Alone(because = "it looks through all files for bytes that must be gone in time")
class ShowErasureJourneyTest extends Journey {

    private static final String MESSAGE = "Aqzchatmark";
    private static final String BAN = "Bqzbanmark";
    private static final String REPORT = "Cqzreportmark";

    /** The client connects from it. */
    private static final String ADDRESS = "127.77.33.91";

    private static final List<String> MARKERS = List.of(MESSAGE, BAN, REPORT, ADDRESS);

    @Test
    void nothing_is_left_of_message_reasons_and_address() throws Exception {
        try (LoggedLines lines = new LoggedLines()) {
            long show = api.campaign("Last night", "fanxp");
            String live = "/api/v1/manage/live/" + show;
            String fanxp = "/api/v1/fanxp/" + show;
            api.post(live + "/state", "state", "pending").mustBe(200);
            String overlay = api.made(
                    live + "/overlays",
                    "app_overlay_uid",
                    "overlay_type",
                    "static",
                    "overlay_public_name",
                    "The shirt");
            String pin = api.post(live + "/overlays/" + overlay + "/pin")
                    .mustBe(200)
                    .body()
                    .findValue("overlay_log_uid")
                    .asString();
            long account = api.get(fanxp).mustBe(200).body().get("account_id").longValue();
            long ada = api.fan(SentCodes.email("ada"));
            long ben = api.fan(SentCodes.email("ben"));
            String room = "global_chat:room:" + show;
            String adas = FanSessions.logIn(api, ada);
            LiveClient reader = joined(new LiveClient(api.url()), account, FanSessions.logIn(api, ben), room);
            LiveClient writer = joined(LiveClient.from(api.url(), InetAddress.getByName(ADDRESS)), account, adas, room);

            String bens = received(reader, say(reader, room, "harmless"));
            String uid = received(reader, say(writer, room, MESSAGE));
            writer.send("overlay_interaction", "{\"action\":\"expand\",\"overlay_log_uid\":\"" + pin + "\"}");
            assertThat(writer.answer().get("ok").asBoolean()).isTrue();
            FanSessions.app(api)
                    .post(fanxp + "/report_chat", "session_uid", adas, "chat_message_uid", bens, "reason", REPORT)
                    .mustBe(200);
            api.post(live + "/bans", "fan_id", ada, "is_mute", true, "reason", BAN)
                    .mustBe(200);
            assertThat(exported(ada)).contains(MARKERS);
            assertThat(api.get(live + "/chat_messages", "q", MESSAGE)
                            .mustBe(200)
                            .body())
                    .hasSize(1);
            assertThat(left()).as("texts are encrypted, and views have none").isEmpty();

            api.delete("/api/v1/crm/fans/" + ada).mustBe(200);
            JsonNode removal = reader.next();
            while (!removal.path("event").asString("").equals("remove_chat_message")) {
                removal = reader.next();
            }
            assertThat(removal.at("/data/chat_message_uid").asString()).isEqualTo(uid);
            assertThat(writer.closed()).isEqualTo(4003);
            for (String path : List.of(fanxp + "/chat_messages", live + "/chat_messages", live + "/bans")) {
                await().pollInSameThread()
                        .atMost(Duration.ofSeconds(30))
                        .until(() -> !mentions(api.get(path).mustBe(200).text()));
            }
            for (String target : List.of("chat_history", "overlay_timeline", "leaderboard", "fan_points")) {
                String stats = api.get(fanxp + "/detailed_stats", "target", target)
                        .mustBe(200)
                        .text();
                assertThat(mentions(stats)).as(target).isFalse();
            }
            api.get("/api/v1/manage/audit/fans/" + ada + "/export").mustBe(404);
            assertThat(left()).isEmpty();
            assertThat(lines.withAny(MARKERS)).isEmpty();
            reader.cutOff();
        }
    }

    private static boolean mentions(String text) {
        return MARKERS.stream().anyMatch(text::contains);
    }

    private static LiveClient joined(LiveClient client, long account, String session, String room) throws Exception {
        client.join(
                "{\"account_id\":" + account + ",\"session_uid\":\"" + session + "\",\"room_name\":\"" + room + "\"}");
        return client;
    }

    /** Returns the chat_message_uid. */
    private static String say(LiveClient client, String room, String text) throws Exception {
        client.send("chat_message", "{\"room_name\":\"" + room + "\",\"message\":\"" + text + "\"}");
        JsonNode answer = client.answer();
        assertThat(answer.get("ok").asBoolean()).as("%s", answer).isTrue();
        return answer.at("/data/chat_message_uid").asString();
    }

    /** Waits until a client gets a message. */
    private static String received(LiveClient client, String uid) throws Exception {
        JsonNode frame = client.next();
        while (!frame.path("event").asString("").equals("chat_message")
                || !frame.at("/data/chat_message_uid").asString().equals(uid)) {
            frame = client.next();
        }
        return uid;
    }

    private String exported(long fan) throws Exception {
        byte[] export = api.load("/api/v1/manage/audit/fans/" + fan + "/export").body();
        try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(export))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                if (entry.getName().equals("shows.json")) {
                    return new String(zip.readAllBytes(), StandardCharsets.UTF_8);
                }
            }
        }
        throw new AssertionError("The export has no shows.json");
    }

    /** Returns the markers that a file of the data directory has. */
    private static TreeSet<String> left() throws IOException {
        TreeSet<String> found = new TreeSet<>();
        Files.walkFileTree(data(), new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                if (Files.exists(file)) {
                    String content = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
                    MARKERS.stream().filter(content::contains).forEach(found::add);
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException gone) {
                return FileVisitResult.CONTINUE;
            }
        });
        return found;
    }
}
