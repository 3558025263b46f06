package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.standalone.RunningEncore.Arrangement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The frames of a room against asyncapi.json, which lets each frame have exactly its fields. */
@RunsOn(value = Arrangement.EMBEDDED, because = "what is described is the gateway's")
class RoomFramesJourneyTest extends Journey {

    private static final Set<String> OVERLAY_TYPES =
            Set.of("clicker", "static", "quiz_question", "custom_field", "banner");

    private long account;
    private long show;
    private String live;

    @Test
    void every_frame_of_a_room_has_exactly_the_fields_that_are_described() throws Exception {
        JsonNode described = api.get("/asyncapi.json").mustBe(200).body();
        prepare();
        String session = FanSessions.logIn(api, api.fan(SentCodes.email("ada")));
        String hall = "global_chat:room:" + show;
        LiveClient client = new LiveClient(api.url());
        List<JsonNode> frames = new ArrayList<>();
        join(client, session, "control:room:" + show, null, frames);
        join(client, session, hall, null, frames);

        Set<String> types = new TreeSet<>();
        String shirt = pushAll();
        api.post(live + "/overlays/" + shirt + "/push").mustBe(200);
        api.post(live + "/overlays/" + shirt + "/pin").mustBe(200);
        api.post(live + "/state", "state", "active").mustBe(200);
        api.post(live + "/overlays/" + shirt + "/unpin").mustBe(200);
        client.send("chat_message", "{\"room_name\":\"" + hall + "\",\"message\":\"<i>hi</i>\"}");
        JsonNode said = until(client, frames, frame -> frame.has("ack"));
        String uid = said.at("/data/chat_message_uid").asString();
        // The room may hear of the message before its sender gets the answer.
        JsonNode received = seen(client, frames, frame -> isOf(frame, "chat_message"));
        api.delete(live + "/chat_messages/" + uid).mustBe(200);
        String restore = live + "/chat_messages/" + uid + "/restore";
        api.post(restore).mustBe(200);
        until(client, frames, frame -> isOf(frame, "unflag_chat_message"));
        seen(client, frames, frame -> isOf(frame, "members"));

        // The client was away for more than a thousand frames.
        client.cutOff();
        // They are of one stream, so few of them at a time: the last must not wait for long.
        for (int i = 0; i < 126; i++) {
            together(Collections.<Callable<Integer>>nCopies(
                    8, () -> api.post(restore).mustBe(200).status()));
        }
        LiveClient back = new LiveClient(api.url());
        join(back, session, hall, received.get("position").longValue(), frames);

        Map<String, Integer> seen = new HashMap<>();
        for (JsonNode frame : frames) {
            if (frame.has("room")) {
                String name = name(frame);
                seen.merge(name, 1, Integer::sum);
                assertThat(AsyncApiJourneyTest.wrongWith(
                                described, "/components/messages/" + name + "/payload", frame.toString()))
                        .as(frame.toString())
                        .isEmpty();
                types.add(frame.at("/data/live_overlay/overlay_type").asString(""));
            }
        }
        assertThat(seen.keySet())
                .containsExactlyInAnyOrderElementsOf(described.at("/channels/room/messages").propertyNames().stream()
                        .filter(name -> name.startsWith("room"))
                        .toList());
        assertThat(types).containsAll(OVERLAY_TYPES);
        back.cutOff();
        somethingElseIsWrong(described, frames);
    }

    /** The schemas let through nothing but the fields, so a frame with one more or one less is wrong. */
    private static void somethingElseIsWrong(JsonNode described, List<JsonNode> frames) throws Exception {
        JsonNode quiz = frames.stream()
                .filter(frame ->
                        frame.at("/data/live_overlay/overlay_type").asString("").equals("quiz_question"))
                .findFirst()
                .orElseThrow();
        String pointer = "/components/messages/" + name(quiz) + "/payload";
        for (String wrong : List.of(
                quiz.toString().replace("\"show_results\"", "\"right_answers\":[1],\"show_results\""),
                quiz.toString().replace("\"show_results\"", "\"shown\""),
                quiz.toString().replace("\"overlay_type\":\"quiz_question\"", "\"overlay_type\":\"banner\""))) {
            assertThat(AsyncApiJourneyTest.wrongWith(described, pointer, wrong))
                    .as(wrong)
                    .isNotEmpty();
        }
    }

    private void prepare() {
        show = api.campaign("Final", "fanxp");
        live = "/api/v1/manage/live/" + show;
        account = api.get("/api/v1/fanxp/" + show)
                .mustBe(200)
                .body()
                .get("account_id")
                .longValue();
        api.post(live + "/state", "state", "pending").mustBe(200);
        api.post(live + "/vods", "option_name", "Intro", "page", "waiting", "is_approved", true)
                .mustBe(200);
        api.post("/api/v1/manage/fields", "crm_field_key", "team", "field_type", "text")
                .mustBe(200);
        String feed = api.made(
                live + "/feeds", "video_endpoint_uid", "feed_name", "Main", "hls_url", "https://video.example/a.m3u8");
        api.post(live + "/feed", "video_endpoint_uid", feed).mustBe(200);
        api.post(live + "/feed", "video_endpoint_uid", feed).mustBe(200);
    }

    /** Pushes an overlay of each type, shows results and switches the feed; returns the static overlay. */
    private String pushAll() {
        String question = api.postJson(
                        "/api/v1/manage/apps/" + show + "/quiz_questions",
                        "{\"question\": \"Who scored?\", \"options\": [\"Ann\", \"Bob\"], \"right_answers\": [1]}")
                .mustBe(200)
                .body()
                .get("quiz_question_uid")
                .asString();
        String shirt = overlay("static", "overlay_public_name", "The shirt", "button_text", "Buy");
        push(overlay("banner", "overlay_public_name", "Welcome"));
        push(overlay("clicker", "overlay_public_name", "Clap", "overlay_timer", 20));
        push(overlay("custom_field", "overlay_public_name", "Your team?", "crm_field_key", "team"));
        push(shirt);
        push(overlay("quiz_question", "quiz_question_uid", question));
        api.post(live + "/quiz_questions/" + question + "/results").mustBe(200);
        return shirt;
    }

    private void push(String overlay) {
        api.post(live + "/overlays/" + overlay + "/push").mustBe(200);
    }

    private String overlay(String type, Object... fields) {
        Object[] all = new Object[fields.length + 2];
        all[0] = "overlay_type";
        all[1] = type;
        System.arraycopy(fields, 0, all, 2, fields.length);
        return api.made(live + "/overlays", "app_overlay_uid", all);
    }

    private void join(LiveClient client, String session, String room, @Nullable Long after, List<JsonNode> frames)
            throws Exception {
        client.send(
                "join",
                "{\"account_id\":" + account + ",\"session_uid\":\"" + session + "\",\"room_name\":\"" + room + "\""
                        + (after == null ? "" : ",\"after\":" + after) + "}");
        JsonNode answer = until(client, frames, frame -> frame.has("ack"));
        assertThat(answer.get("ok").asBoolean()).as("%s", answer).isTrue();
    }

    private interface Wanted {
        boolean is(JsonNode frame);
    }

    /** Returns a wanted frame that came already, or the first that comes. */
    private static JsonNode seen(LiveClient client, List<JsonNode> frames, Wanted wanted) throws Exception {
        for (JsonNode frame : frames) {
            if (wanted.is(frame)) {
                return frame;
            }
        }
        return until(client, frames, wanted);
    }

    /** Returns the first frame that is wanted, and keeps all that come before it. */
    private static JsonNode until(LiveClient client, List<JsonNode> frames, Wanted wanted) throws Exception {
        for (; ; ) {
            JsonNode frame = client.next();
            frames.add(frame);
            if (wanted.is(frame)) {
                return frame;
            }
        }
    }

    private static boolean isOf(JsonNode frame, String event) {
        return frame.path("event").asString("").equals(event);
    }

    /** Returns the name of a frame's message: {@code roomUpdateLiveFeed}. */
    private static String name(JsonNode frame) {
        String event = frame.get("event").asString();
        String[] words =
                (event.equals("platform_live_update") ? frame.at("/data/action").asString() : event).split("_");
        return IntStream.range(0, words.length)
                .mapToObj(i -> Character.toUpperCase(words[i].charAt(0)) + words[i].substring(1))
                .reduce("room", String::concat);
    }
}
