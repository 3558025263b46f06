package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.standalone.Api.Answer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** A live show as staff runs it: from its preparation to its end, and what the public sees of it meanwhile. */
class ShowJourneyTest extends Journey {

    private static final String APPS = "/api/v1/manage/apps/";
    private static final String LIVE = "/api/v1/manage/live/";

    @Test
    void a_show_is_prepared_run_and_begun_anew() {
        long campaign = api.campaign("Final", "fanxp");
        String live = LIVE + campaign;
        assertThat(api.get(live).mustBe(200).body().get("state").asString()).isEqualTo("off");
        refused(api.post(live + "/state", "state", "active"), "state");
        String overlay = added(
                live + "/overlays",
                "app_overlay_uid",
                "overlay_type",
                "static",
                "overlay_public_name",
                "The shirt",
                "button_text",
                "Buy",
                "target_url",
                "https://shop.example");
        String feed = added(
                live + "/feeds", "video_endpoint_uid", "feed_name", "Main", "hls_url", "https://video.example/a.m3u8");
        api.post(live + "/overlays/" + overlay + "/push").mustBe(400);
        assertThat(liveStatus(campaign)).isEqualTo("off");

        state(live, "pending");
        state(live, "active");
        assertThat(liveStatus(campaign)).isEqualTo("active");
        JsonNode pushed =
                api.post(live + "/overlays/" + overlay + "/push").mustBe(200).body();
        assertThat(pushed.at("/live_overlay/overlay/overlay_public_name").asString())
                .isEqualTo("The shirt");
        Answer switched = api.post(live + "/feed", "video_endpoint_uid", feed).mustBe(200);
        assertThat(switched.body().at("/live_feed/feed_name").asString()).isEqualTo("Main");
        refused(api.post(live + "/feed", "video_endpoint_uid", "unknown"), "video_endpoint_uid");
        api.post(live + "/overlays/" + overlay + "/pin").mustBe(200);
        String then = switched.header("Encore-Position");

        api.post(live + "/overlays/" + overlay, "button_text", "Sold out").mustBe(200);
        assertThat(api.get(live).body().at("/live_overlay/overlay/button_text").asString())
                .isEqualTo("Buy");
        state(live, "finished");
        JsonNode finished = api.get(live).mustBe(200).body();
        assertThat(finished.get("live_overlay").isNull()).isTrue();
        assertThat(finished.get("pinned_overlays")).hasSize(1);
        state(live, "off");
        JsonNode anew = api.get(live).mustBe(200).body();
        assertThat(anew.get("live_feed").isNull()).isTrue();
        assertThat(anew.get("pinned_overlays")).isEmpty();
        JsonNode past = api.get(live, "as_of", then).mustBe(200).body();
        assertThat(past.at("/live_overlay/overlay/app_overlay_uid").asString()).isEqualTo(overlay);
        assertThat(past.get("pinned_overlays")).isEmpty();
    }

    @Test
    void shows_are_listed_with_their_states_and_found_by_their_names() {
        long winter = api.campaign("Winter gala", "fanxp");
        api.campaign("Gala of answers", "trivia");
        long spring = api.campaign("Spring gala", "livexp");
        state(LIVE + spring, "pending");
        JsonNode found =
                api.get("/api/v1/manage/live", "q", "gala").mustBe(200).body().get("data");
        assertThat(found.valueStream().map(row -> row.get("page_tab_id").asLong()))
                .as("campaigns without a show are left out")
                .containsExactlyInAnyOrder(winter, spring);
        assertThat(found.valueStream()
                        .filter(row -> row.get("page_tab_id").asLong() == spring)
                        .map(row -> row.get("state").asString()))
                .containsExactly("pending");
        JsonNode page = api.get("/api/v1/manage/live", "q", "gala", "limit", 1)
                .mustBe(200)
                .body();
        assertThat(page.get("data")).hasSize(1);
        assertThat(page.at("/meta/next_key").isString()).isTrue();
        JsonNode counts = api.get(LIVE + spring + "/stats").mustBe(200).body();
        assertThat(counts.get("members").asLong()).isZero();
        assertThat(counts.get("state").asString()).isEqualTo("pending");
        assertThat(api.get(LIVE + spring + "/quiz_questions").mustBe(200).body())
                .isEmpty();
        assertThat(api.get(LIVE + winter).mustBe(200).body().get("name").asString())
                .isEqualTo("Winter gala");
    }

    @Test
    void a_quiz_question_is_locked_by_its_push_and_its_answers_stay_secret_until_the_results() {
        long campaign = api.campaign("Quiz night", "livexp");
        String live = LIVE + campaign;
        String questions = APPS + campaign + "/quiz_questions";
        JsonNode question = api.postJson(
                        questions,
                        "{\"question\": \"Who scored?\", \"options\": [\"Ann\", \"Bob\"], \"right_answers\": [1],"
                                + " \"point_count\": 10}")
                .mustBe(200)
                .body();
        assertThat(question.get("point_count").asLong()).isEqualTo(10);
        String uid = question.get("quiz_question_uid").asString();
        api.postJson(questions, "{\"question\": \"Secret?\", \"options\": [\"yes\"]}")
                .mustBe(200);
        refused(
                api.post(live + "/overlays", "overlay_type", "quiz_question", "quiz_question_uid", "unknown"),
                "quiz_question_uid");
        String overlay =
                added(live + "/overlays", "app_overlay_uid", "overlay_type", "quiz_question", "quiz_question_uid", uid);
        assertThat(publicQuestions(campaign)).isEmpty();
        api.post(live + "/quiz_questions/" + uid + "/results").mustBe(400);

        state(live, "pending");
        api.post(live + "/overlays/" + overlay + "/push").mustBe(200);
        JsonNode shown = publicQuestions(campaign);
        assertThat(shown).hasSize(1);
        assertThat(shown.toString()).contains("Who scored?").doesNotContain("right", "point");
        refused(api.postJson(questions + "/" + uid, "{\"options\": [\"Ann\", \"Eve\"]}"), "options");
        refused(api.post(questions + "/" + uid, "point_count", 20), "point_count");
        api.delete(questions + "/" + uid).mustBe(400);
        api.postJson(questions + "/" + uid, "{\"right_answers\": [0]}").mustBe(200);
        JsonNode asked = api.get(live + "/quiz_questions/" + uid).mustBe(200).body();
        assertThat(asked.get("right_answers").toString()).isEqualTo("[0]");
        assertThat(asked.get("show_results").asBoolean()).isFalse();

        JsonNode results = api.post(live + "/quiz_questions/" + uid + "/results")
                .mustBe(200)
                .body();
        assertThat(results.at("/live_overlay/show_results").asBoolean()).isTrue();
        refused(api.postJson(questions + "/" + uid, "{\"right_answers\": [1]}"), "right_answers");
        api.post(live + "/quiz_questions/" + uid + "/results").mustBe(200);
        api.post(live + "/overlays/" + overlay + "/take_down").mustBe(200);
        assertThat(api.post(live + "/overlays/" + overlay + "/push")
                        .mustBe(200)
                        .body()
                        .at("/live_overlay/show_results")
                        .asBoolean())
                .isTrue();
    }

    @Test
    void rules_of_the_chat_and_moderators_are_the_shows() {
        String live = LIVE + api.campaign("Talk", "fanxp");
        long fan = api.fan("ann@x.example");
        JsonNode slow = api.post(live + "/chat_settings", "slow_mode_seconds", 10)
                .mustBe(200)
                .body();
        assertThat(slow.get("slow_mode_seconds").asInt()).isEqualTo(10);
        assertThat(slow.get("max_length").asInt()).isEqualTo(500);
        assertThat(api.get(live + "/chat_settings").mustBe(200).body()).isEqualTo(slow);
        refused(api.post(live + "/moderators", "fan_id", fan + 1), "fan_id");
        assertThat(api.post(live + "/moderators", "fan_id", fan)
                        .mustBe(200)
                        .body()
                        .at("/0/fan_id")
                        .asLong())
                .isEqualTo(fan);
        api.delete(live + "/moderators/" + fan).mustBe(200);
        api.delete(live + "/moderators/" + fan).mustBe(404);
        api.post(live + "/games", "game_key", "darts", "max_points", 100, "max_reports", 5)
                .mustBe(200);
        refused(api.post(live + "/games", "game_key", "darts", "max_points", 1, "max_reports", 1), "game_key");
        assertThat(api.get(live + "/games").mustBe(200).body()).hasSize(1);
    }

    @Test
    void many_who_decide_at_once_leave_one_live_overlay() throws Exception {
        String live = LIVE + api.campaign("Crowded", "fanxp");
        state(live, "pending");
        List<Callable<Integer>> pushes = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            String overlay = added(
                    live + "/overlays", "app_overlay_uid", "overlay_type", "banner", "overlay_public_name", "No. " + i);
            pushes.add(() -> api.post(live + "/overlays/" + overlay + "/push")
                    .mustBe(200)
                    .status());
        }
        together(pushes);
        JsonNode show = api.get(live).mustBe(200).body();
        assertThat(show.at("/live_overlay/overlay/overlay_type").asString()).isEqualTo("banner");
        assertThat(api.post(live + "/overlays/"
                                + show.at("/live_overlay/overlay/app_overlay_uid")
                                        .asString() + "/take_down")
                        .mustBe(200)
                        .body()
                        .get("live_overlay")
                        .isNull())
                .isTrue();
    }

    @Test
    void fans_and_guests_enter_an_active_campaign_and_others_have_no_show() {
        long campaign = api.campaign("Final", "fanxp");
        long business = api.business("Doors");
        Api app = new Api(
                api.url(), Map.of("Api-Key", String.valueOf(api.headers().get("Api-Key"))));
        String guest = app.post("/api/v1/sessions/connect", "business_id", business)
                .mustBe(200)
                .body()
                .get("session_uid")
                .asString();
        String fanxp = "/api/v1/fanxp/" + campaign;
        JsonNode entered = app.get(fanxp, "session_uid", guest).mustBe(200).body();
        assertThat(entered.at("/rooms/0/room_name").asString()).isEqualTo("global_chat:room:" + campaign);
        assertThat(entered.at("/rooms/1/room_name").asString()).isEqualTo("control:room:" + campaign);
        assertThat(entered.get("memberships")).isEmpty();
        app.get(fanxp).mustBe(401);
        api.get(fanxp).mustBe(200);
        api.post(APPS + campaign, "is_active", false).mustBe(200);
        app.get(fanxp, "session_uid", guest).mustBe(400);

        long trivia = api.campaign("Trivia", "trivia");
        api.get("/api/v1/fanxp/" + trivia).mustBe(400);
        api.get(LIVE + trivia).mustBe(400);
        refused(api.post(LIVE + trivia + "/state", "state", "pending"), "page_tab_id");
        api.get(LIVE + 1).mustBe(404);
        api.post(LIVE + 1 + "/state", "state", "pending").mustBe(404);
        Api others = encore().newAccount();
        others.get(LIVE + campaign).mustBe(404);
        others.post(LIVE + campaign + "/state", "state", "pending").mustBe(404);
    }

    private void state(String live, String state) {
        JsonNode show = api.post(live + "/state", "state", state).mustBe(200).body();
        assertThat(show.get("state").asString()).isEqualTo(state);
    }

    private String added(String list, String uid, Object... form) {
        return api.post(list, form).mustBe(200).body().get(uid).asString();
    }

    private String liveStatus(long campaign) {
        String single = api.get("/api/v1/apps/" + campaign)
                .mustBe(200)
                .body()
                .get("live_status")
                .asString();
        assertThat(api.get("/api/v1/apps")
                        .mustBe(200)
                        .body()
                        .at("/0/live_status")
                        .asString())
                .isEqualTo(single);
        return single;
    }

    private JsonNode publicQuestions(long campaign) {
        return api.get("/api/v1/apps/" + campaign, "include_details", true)
                .mustBe(200)
                .body()
                .get("quiz_questions");
    }

    private static void refused(Answer answer, String field) {
        assertThat(answer.mustBe(400).body().at("/errors/0/field").asString()).isEqualTo(field);
    }
}
