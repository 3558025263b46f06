package encore.infra.standalone;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A player in a demo on loopback, which may read manifests from its own machine. */
class VideoDemoJourneyTest extends Journey {

    private static final String MANIFEST = "#EXTM3U\n#EXT-X-KEY:METHOD=AES-128,URI=\"key\"\nlow.m3u8\n";

    @Test
    void a_player_is_led_to_the_live_feed_or_gets_its_manifest(@TempDir Path data) throws Exception {
        AtomicInteger reads = new AtomicInteger();
        HttpServer origin = origin(reads);
        try (RunningEncore encore = RunningEncore.on(data, Map.of("encore.demo", "on"))) {
            String folder = "http://127.0.0.1:" + origin.getAddress().getPort() + "/show/";
            Api staff = encore.newAccount();
            long show = staff.campaign("Friday show", "fanxp");
            String session = FanSessions.logIn(staff, staff.fan("ada@video.example"));
            Api player = new Api(staff.url(), Map.of());
            String control = "/api/v1/manage/live/" + show;
            String video = "/application/hls/" + show;
            String feed = staff.made(
                    control + "/feeds", "video_endpoint_uid", "feed_name", "Stage", "hls_url", folder + "main.m3u8");
            player.get(video, "session_uid", session).mustBe(404);
            staff.post(control + "/state", "state", "pending").mustBe(200);
            player.get(video, "session_uid", session).mustBe(404);
            staff.post(control + "/feed", "video_endpoint_uid", feed).mustBe(200);

            JsonNode received = FanSessions.app(staff)
                    .get("/api/v1/fanxp/" + show + "/live_endpoints", "session_uid", session)
                    .mustBe(200)
                    .body();
            assertThat(received).hasSize(1);
            assertThat(received.get(0).get("is_live").booleanValue()).isTrue();
            assertThat(received.get(0).get("video_endpoint_uid").asString()).isEqualTo(feed);
            Api.Answer redirect = soon(302, () -> player.get(video, "session_uid", session));
            assertThat(redirect.header("Location")).isEqualTo(folder + "main.m3u8");
            assertThat(redirect.header("Cache-Control")).isEqualTo("no-store");

            Callable<Api.Answer> prefetch = () -> player.get(video, "session_uid", session, "prefetch", true);
            soon(400, prefetch);
            staff.post("/api/v1/manage/hls_origins", "host", "127.0.0.1").mustBe(200);
            List<Api.Answer> answers = together(Collections.nCopies(50, () -> soon(200, prefetch)));
            for (Api.Answer answer : answers) {
                assertThat(answer.text())
                        .isEqualTo("#EXTM3U\n#EXT-X-KEY:METHOD=AES-128,URI=\"" + folder + "key\"\n" + folder
                                + "low.m3u8\n");
            }
            assertThat(reads.get()).isBetween(1, 20);

            Api other = encore.newAccount();
            String foreign = FanSessions.logIn(other, other.fan("eve@video.example"));
            player.get(video, "session_uid", foreign).mustBe(401);
            other.get(video).mustBe(404);
            JsonNode switched = staff.get("/api/v1/fanxp/" + show + "/detailed_stats", "target", "feed_switching")
                    .mustBe(200)
                    .body();
            assertThat(switched.findValuesAsString("video_endpoint_uid")).isEqualTo(List.of(feed));

            staff.post(control + "/state", "state", "active").mustBe(200);
            staff.post(control + "/state", "state", "finished").mustBe(200);
            soon(404, () -> player.get(video, "session_uid", session));
        } finally {
            origin.stop(0);
        }
    }

    /** A player does not wait for the writes of staff, and query nodes take turns in answering it. */
    private static Api.Answer soon(int status, Callable<Api.Answer> call) {
        return await().atMost(Duration.ofMinutes(1)).until(call, answer -> answer.status() == status);
    }

    private static HttpServer origin(AtomicInteger reads) throws IOException {
        HttpServer origin = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        origin.createContext("/show/", exchange -> {
            reads.incrementAndGet();
            byte[] manifest = MANIFEST.getBytes(UTF_8);
            exchange.sendResponseHeaders(200, manifest.length);
            exchange.getResponseBody().write(manifest);
            exchange.close();
        });
        origin.start();
        return origin;
    }
}
