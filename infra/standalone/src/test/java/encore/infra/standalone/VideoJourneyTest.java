package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Staff keep the videos of a show, and its fans watch them. */
class VideoJourneyTest extends Journey {

    private long show;
    private String vods;
    private String session;
    private Api app;

    @BeforeEach
    void a_show_and_a_fan() {
        show = api.campaign("Friday show", "fanxp");
        vods = "/api/v1/manage/live/" + show + "/vods";
        session = FanSessions.logIn(api, api.fan("ada@video.example"));
        app = FanSessions.app(api);
    }

    @Test
    void fans_see_the_approved_vods_of_a_page() {
        JsonNode intro = api.post(vods, "option_name", "Intro", "page", "waiting", "is_approved", true, "clicks", 4)
                .mustBe(200)
                .body();
        JsonNode other = api.post(vods, "option_name", "Draft", "page", "waiting")
                .mustBe(200)
                .body();
        api.post(vods, "option_name", "Break", "page", "break", "is_approved", true, "hls_url", "https://cdn.example/b")
                .mustBe(200);
        assertThat(intro.get("page_tab_id").asLong()).isEqualTo(show);
        assertThat(intro.get("clicks").asLong()).isEqualTo(4);
        assertThat(intro.get("impressions").asLong()).isZero();
        assertThat(other.get("activity_id").asLong())
                .isGreaterThan(intro.get("activity_id").asLong());
        assertThat(names()).containsExactly("Intro", "Break");
        assertThat(names("page", "waiting")).containsExactly("Intro");

        String one = vods + "/" + other.get("option_id").asLong();
        api.post(one, "is_approved", true, "description", "A <b>text</b>").mustBe(200);
        assertThat(names("page", "waiting")).containsExactly("Intro", "Draft");
        api.post(one, "description", "", "page", "").mustBe(200);
        assertThat(api.get(one).mustBe(200).body().get("description").isNull()).isTrue();
        api.delete(one).mustBe(200);
        api.get(one).mustBe(404);
        api.delete(one).mustBe(404);
        api.post(one, "option_name", "Draft").mustBe(404);
        assertThat(api.get(vods).mustBe(200).body()).hasSize(2);
        assertThat(names()).containsExactly("Intro", "Break");
    }

    @Test
    void a_wrong_field_is_named_and_nothing_is_added() {
        refused(api.post(vods, "page", "waiting"), "option_name");
        refused(api.post(vods, "option_name", "A", "fan_id", 5), "fan_id");
        refused(api.post(vods, "option_name", "A", "media_uid", "019dd3a1-7c1e-7b52-9c1a-3f6d5a1b2c0b"), "media_uid");
        refused(api.post(vods, "option_name", "A", "hls_url", "http://cdn.example/a.m3u8"), "hls_url");
        refused(api.post(vods, "option_name", "A", "hls_url", "https://me@cdn.example/a.m3u8"), "hls_url");
        api.post("/api/v1/manage/live/" + api.campaign("Quiz", "trivia") + "/vods", "option_name", "A")
                .mustBe(400);
        api.post("/api/v1/manage/live/1/vods", "option_name", "A").mustBe(404);
        encore().newAccount().post(vods, "option_name", "A").mustBe(404);
        assertThat(api.get(vods).mustBe(200).body()).isEmpty();
    }

    @Test
    void a_show_that_is_off_has_no_video() {
        String endpoints = "/api/v1/fanxp/" + show + "/live_endpoints";
        assertThat(app.get(endpoints, "session_uid", session).mustBe(200).body())
                .isEmpty();
        app.get(endpoints).mustBe(401);
        Api player = new Api(api.url(), Map.of());
        String video = "/application/hls/" + show;
        player.get(video, "session_uid", session).mustBe(404);
        player.get(video, "session_uid", session, "prefetch", true).mustBe(404);
        player.get(video).mustBe(401);
        api.get(video).mustBe(404);
    }

    @Test
    void hosts_of_manifests_are_listed() {
        String origins = "/api/v1/manage/hls_origins";
        api.post(origins, "host", "CDN.example").mustBe(200);
        api.post(origins, "host", "[::1]").mustBe(200);
        refused(api.post(origins, "host", "cdn.example"), "host");
        refused(api.post(origins, "host", "https://cdn.example/"), "host");
        assertThat(api.get(origins).mustBe(200).body().findValuesAsString("host"))
                .containsExactly("cdn.example", "[::1]");
        api.get(origins + "/cdn.example").mustBe(200);
        api.delete(origins + "/CDN.example").mustBe(200);
        api.get(origins + "/cdn.example").mustBe(404);
        assertThat(encore().newAccount().get(origins).mustBe(200).body()).isEmpty();
    }

    private List<String> names(Object... query) {
        Object[] with = new Object[query.length + 2];
        System.arraycopy(query, 0, with, 0, query.length);
        with[query.length] = "session_uid";
        with[query.length + 1] = session;
        return app.get("/api/v1/fanxp/" + show + "/vod", with)
                .mustBe(200)
                .body()
                .findValuesAsString("option_name");
    }

    private static void refused(Api.Answer answer, String field) {
        assertThat(answer.mustBe(400).body().at("/errors/0/field").asString()).isEqualTo(field);
    }
}
