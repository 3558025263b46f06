package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** A show with all that staff shows in one, and the fields that the specification gives to it. */
final class PreparedShow {

    private static final List<String> SHARED_FIELDS = List.of(
            "overlay_type",
            "overlay_public_name",
            "sponsor_media_uid",
            "content_media_uid",
            "sponsor_image_url",
            "sponsor_name",
            "last_push_timestamp",
            "overlay_log_uid",
            "app_overlay_uid");

    /** The fields of a live overlay by its type. */
    static final Map<String, List<String>> OVERLAY_FIELDS = overlayFields();

    /** The fields of a pinned overlay. */
    static final List<String> PINNED_FIELDS = with("is_pinned", "button_text", "body_text", "target_url");

    private final Api api;
    private final long account;
    private final long campaign;
    private final Map<String, String> overlays = new HashMap<>();
    private final String feed;
    private int fans;

    private PreparedShow(Api api) {
        this.api = api;
        this.campaign = api.campaign("Final", "fanxp");
        this.account = api.get("/api/v1/crm/fans/" + api.fan(SentCodes.email("first")))
                .mustBe(200)
                .body()
                .get("account_id")
                .asLong();
        api.post(apps() + "/rooms", "room_key", "lobby", "room_type", "permanent_rooms")
                .mustBe(200);
        api.post("/api/v1/manage/fields", "crm_field_key", "motto", "field_type", "text")
                .mustBe(200);
        JsonNode question = api.postJson(
                        apps() + "/quiz_questions",
                        "{\"question\": \"Who scored?\", \"options\": [\"Ann\", \"Bob\"], \"right_answers\": [1]}")
                .mustBe(200)
                .body();
        overlay("static", "overlay_public_name", "The shirt", "button_text", "Buy");
        overlay("banner", "overlay_public_name", "Welcome");
        overlay("clicker", "overlay_public_name", "Cheer", "overlay_timer", 30);
        overlay("custom_field", "overlay_public_name", "Your motto", "crm_field_key", "motto");
        overlay(
                "quiz_question",
                "quiz_question_uid",
                question.get("quiz_question_uid").asString());
        feed = api.made(live() + "/feeds", "video_endpoint_uid", "feed_name", "Main");
    }

    static PreparedShow of(Api api) {
        return new PreparedShow(api);
    }

    private static Map<String, List<String>> overlayFields() {
        Map<String, List<String>> fields = new LinkedHashMap<>();
        fields.put("static", with("button_text", "body_text", "target_url"));
        fields.put("banner", SHARED_FIELDS);
        fields.put("clicker", with("clicker_instance_uid", "overlay_timer", "overlay_delay"));
        fields.put("quiz_question", with("quiz_question_uid", "options", "show_results", "overlay_timer"));
        fields.put("custom_field", with("crm_field_key", "custom_field", "overlay_timer"));
        return fields;
    }

    private static List<String> with(String... more) {
        return Stream.concat(SHARED_FIELDS.stream(), Stream.of(more)).toList();
    }

    private void overlay(String type, Object... form) {
        Object[] all =
                Stream.concat(Stream.of("overlay_type", type), Stream.of(form)).toArray();
        overlays.put(type, api.made(live() + "/overlays", "app_overlay_uid", all));
    }

    private String apps() {
        return "/api/v1/manage/apps/" + campaign;
    }

    private String live() {
        return "/api/v1/manage/live/" + campaign;
    }

    long account() {
        return account;
    }

    /** Returns the room that takes messages whatever the show's state. */
    String lobby() {
        return "permanent_rooms:lobby:" + campaign;
    }

    String control() {
        return "control:room:" + campaign;
    }

    /** Returns the session of a new fan. */
    String fan() {
        return FanSessions.logIn(api, api.fan(SentCodes.email("fan" + ++fans)));
    }

    void state(String state) {
        api.post(live() + "/state", "state", state).mustBe(200);
    }

    /** Pushes the overlay of a type. */
    void push(String type) {
        api.post(live() + "/overlays/" + overlays.get(type) + "/push").mustBe(200);
    }

    /** Pins the static overlay. */
    void pin() {
        api.post(live() + "/overlays/" + overlays.get("static") + "/pin").mustBe(200);
    }

    /** Makes the feed live. */
    void feed() {
        api.post(live() + "/feed", "video_endpoint_uid", feed).mustBe(200);
    }

    void remove(String messageUid) {
        api.delete(live() + "/chat_messages/" + messageUid).mustBe(200);
    }

    void restore(String messageUid) {
        api.post(live() + "/chat_messages/" + messageUid + "/restore").mustBe(200);
    }

    /** Lets a client write a message in the lobby. */
    void say(NodeRoomClient client, String text) throws Exception {
        JsonNode answer =
                client.emit("chat_message", Map.of("account_id", account, "room_name", lobby(), "message", text));
        assertThat(answer.get("ok").asBoolean()).as(answer.toString()).isTrue();
    }
}
