package encore.api.shows.hls;

import static org.assertj.core.api.Assertions.assertThat;

import encore.api.FakeBackend;
import encore.api.GatewayUnderTest;
import encore.api.keys.KnownSessions;
import encore.api.outbound.OutboundClient;
import encore.api.problems.Ids;
import encore.infra.backend.ControlMessage;
import encore.kernel.Refusal;
import encore.kernel.sessions.LiveSessionState;
import encore.kernel.sessions.SessionCommand.UseSession;
import encore.kernel.shows.ShowState;
import encore.kernel.shows.feeds.Feed;
import encore.kernel.shows.hls.HlsOrigin;
import encore.kernel.shows.hls.HlsOriginCommand.AddHlsOrigin;
import encore.kernel.shows.hls.HlsOriginCommand.RemoveHlsOrigin;
import encore.kernel.shows.hls.HlsOriginsId;
import encore.kernel.shows.hls.HlsQuery.FindHlsOrigins;
import encore.kernel.shows.hls.HlsQuery.FindLiveFeeds;
import encore.kernel.shows.hls.HlsQuery.FindShowVideo;
import encore.kernel.shows.hls.HlsQuery.LiveFeed;
import encore.kernel.shows.hls.ShowVideo;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.test.web.reactive.server.WebTestClient;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.http.client.HttpClient;
import reactor.netty.http.server.HttpServer;

class HlsControllerTest {

    @RegisterExtension
    static final GatewayUnderTest GATEWAY = GatewayUnderTest.with(
            Map.of("encore.public-url", "https://fans.example"),
            HlsController.class,
            PatientManifests.class,
            HlsOriginsController.class,
            LiveEndpointsController.class);

    /** On a busy machine, the host of these tests may take longer than a host may. */
    static class PatientManifests extends Manifests {
        PatientManifests(OutboundClient client) {
            super(client, Duration.ofMinutes(1));
        }
    }

    private static final String VIDEO = "/application/hls/100";
    private static final AtomicInteger READS = new AtomicInteger();
    private static final AtomicReference<String> MANIFEST = new AtomicReference<>("");
    private static final DisposableServer ORIGIN = HttpServer.create()
            .host("127.0.0.1")
            .port(0)
            .handle((request, response) -> {
                READS.incrementAndGet();
                return response.header("Content-Type", "text/html")
                        .sendString(Mono.delay(Duration.ofMillis(200))
                                .map(waited -> MANIFEST.get() + "#" + request.path()));
            })
            .bindNow();

    private final FakeBackend backend = GATEWAY.backend;
    private final WebTestClient player = GATEWAY.anybody();
    private final String session = Ids.sessionUid();

    @AfterAll
    static void stop() {
        ORIGIN.disposeNow();
    }

    @BeforeEach
    void a_show_with_a_feed() {
        READS.set(0);
        MANIFEST.set("#EXTM3U\nlow.m3u8\n");
        String ref = GATEWAY.bean(KnownSessions.class).refOf(session);
        backend.on(
                        UseSession.class,
                        use -> use.session().ref().equals(ref) && use.session().account() == GatewayUnderTest.ACCOUNT
                                ? new LiveSessionState(ref, 42L, Instant.EPOCH, Instant.MAX, 1)
                                : Mono.error(Refusal.unknown("over")))
                .on(FindHlsOrigins.class, query -> List.of(new HlsOrigin("127.0.0.1")));
        isShown(ShowState.ACTIVE, GatewayUnderTest.ACCOUNT, "main");
    }

    private void isShown(ShowState state, long account, String path) {
        var stage =
                new Feed("stage", "Stage", null, null, "http://127.0.0.1:" + ORIGIN.port() + "/" + path + "/a.m3u8");
        var lounge = new Feed("lounge", "Lounge", "tube", "42", null);
        backend.on(
                FindShowVideo.class,
                query -> query.pageTabId() == 100
                        ? new ShowVideo(account, 100, state, "stage", List.of(stage, lounge))
                        : Mono.error(Refusal.unknown("none")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "&video_endpoint_uid=stage", "&prefetch=false"})
    void a_player_with_nothing_but_a_session_is_led_to_the_feed(String more) {
        player.get()
                .uri(VIDEO + "?session_uid=" + session + more)
                .exchange()
                .expectStatus()
                .isFound()
                .expectHeader()
                .valueEquals("Location", "http://127.0.0.1:" + ORIGIN.port() + "/main/a.m3u8")
                .expectHeader()
                .valueEquals("Cache-Control", "no-store")
                .expectHeader()
                .valueEquals("Referrer-Policy", "no-referrer")
                .expectHeader()
                .exists("RateLimit");
        assertThat(READS).hasValue(0);
    }

    @Test
    void the_manifest_is_answered_with_absolute_addresses() {
        player.get()
                .uri(VIDEO + "?prefetch=true&session_uid=" + session)
                .header("Origin", "https://page.example")
                .exchange()
                .expectStatus()
                .isOk()
                .expectHeader()
                .valueEquals("Content-Type", "application/vnd.apple.mpegurl")
                .expectHeader()
                .valueEquals("X-Content-Type-Options", "nosniff")
                .expectHeader()
                .valueEquals("Cache-Control", "no-store")
                .expectHeader()
                .valueEquals("Access-Control-Allow-Origin", "*")
                .expectBody(String.class)
                .value(text ->
                        assertThat(text).startsWith("#EXTM3U\nhttp://127.0.0.1:" + ORIGIN.port() + "/main/low.m3u8\n"));
    }

    @Test
    void many_viewers_cost_one_read_a_second() {
        isShown(ShowState.ACTIVE, GatewayUnderTest.ACCOUNT, "many");
        HttpClient client = HttpClient.create();
        long start = System.nanoTime();
        String url = "http://127.0.0.1:" + GATEWAY.port() + VIDEO + "?prefetch=true&session_uid=" + session;
        long good = Flux.range(0, 500)
                .flatMap(
                        each -> client.get()
                                .uri(url)
                                .responseSingle((response, bytes) -> bytes.asString()
                                        .map(text -> response.status().code() + text)),
                        100)
                .filter(text -> text.startsWith("200#EXTM3U"))
                .count()
                .blockOptional()
                .orElse(0L);
        assertThat(good).isEqualTo(500);
        Duration took = Duration.ofNanos(System.nanoTime() - start);
        assertThat(READS.get()).isBetween(1, (int) took.toSeconds() + 2);
    }

    @Test
    void a_failing_host_is_a_503_and_is_not_asked_by_each_viewer() {
        isShown(ShowState.ACTIVE, GatewayUnderTest.ACCOUNT, "failing");
        MANIFEST.set("<html>");
        for (int i = 0; i < 3; i++) {
            player.get()
                    .uri(VIDEO + "?prefetch=true&session_uid=" + session)
                    .exchange()
                    .expectStatus()
                    .isEqualTo(503)
                    .expectHeader()
                    .exists("Retry-After")
                    .expectBody()
                    .jsonPath("$.type")
                    .value(String.class, type -> assertThat(type).endsWith("hls-origin-failed"));
        }
        assertThat(READS.get()).isBetween(1, 2);
    }

    @Test
    void a_host_that_is_not_listed_is_not_read() {
        backend.on(FindHlsOrigins.class, query -> List.of(new HlsOrigin("cdn.example")));
        player.get()
                .uri(VIDEO + "?prefetch=true&session_uid=" + session)
                .exchange()
                .expectStatus()
                .isBadRequest()
                .expectBody()
                .jsonPath("$.errors[0].field")
                .isEqualTo("prefetch");
        assertThat(READS).hasValue(0);
    }

    @ParameterizedTest
    @EnumSource(
            value = ShowState.class,
            names = {"OFF", "FINISHED"})
    void a_show_that_is_off_or_finished_has_no_video(ShowState state) {
        isShown(state, GatewayUnderTest.ACCOUNT, "main");
        status(VIDEO + "?session_uid=" + session, 404);
        status(VIDEO + "?prefetch=true&session_uid=" + session, 404);
    }

    @Test
    void a_feed_that_is_unknown_or_has_no_manifest_is_not_found() {
        status(VIDEO + "?video_endpoint_uid=lounge&session_uid=" + session, 404);
        status(VIDEO + "?video_endpoint_uid=none&session_uid=" + session, 404);
        status("/application/hls/101?session_uid=" + session, 404);
        status("/application/hls/abc?session_uid=" + session, 404);
        status(VIDEO + "?prefetch=perhaps&session_uid=" + session, 400);
    }

    @Test
    void without_a_live_session_of_the_account_nothing_is_answered() {
        status(VIDEO, 401);
        status(VIDEO + "?session_uid=" + Ids.sessionUid(), 401);
        status(VIDEO + "?session_uid=nonsense", 401);
        backend.publish(new ControlMessage.Account(8, "Hall", null, List.of(), "points-8"));
        isShown(ShowState.ACTIVE, 8, "main");
        status(VIDEO + "?session_uid=" + session, 401);
        GATEWAY.server().get().uri(VIDEO).exchange().expectStatus().isNotFound();
    }

    @Test
    void a_key_needs_a_session_or_its_secret() {
        GATEWAY.server().get().uri(VIDEO).exchange().expectStatus().isFound();
        status(VIDEO + "?api_key=" + GatewayUnderTest.API_KEY, 401);
        status(VIDEO + "?api_key=" + GatewayUnderTest.API_KEY + "&session_uid=" + session, 302);
        status(VIDEO + "?api_key=wrong&session_uid=" + session, 401);
        status(VIDEO + "?api_secret=wrong&session_uid=" + session, 401);
    }

    @Test
    void feeds_are_answered_with_our_own_address() {
        backend.on(
                FindLiveFeeds.class,
                query -> List.of(
                        new LiveFeed(new Feed("stage", "Stage", null, null, "https://cdn.example/a.m3u8"), true),
                        new LiveFeed(new Feed("lounge", "Lounge", "tube", "42", null), false)));
        GATEWAY.server()
                .get()
                .uri("/api/v1/fanxp/100/live_endpoints")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .json("""
                    [{"video_endpoint_uid": "stage", "feed_name": "Stage", "video_host_key": null,
                      "video_host_event_key": null, "is_live": true,
                      "hls_url": "https://fans.example/application/hls/100?video_endpoint_uid=stage"},
                     {"video_endpoint_uid": "lounge", "feed_name": "Lounge", "video_host_key": "tube",
                      "video_host_event_key": "42", "is_live": false, "hls_url": null}]\
                    """);
        assertThat(backend.asked).contains(new FindLiveFeeds(GatewayUnderTest.ACCOUNT, 100));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/x-www-form-urlencoded|host=CDN.example",
                "application/json|{\"host\": \"CDN.example\"}"
            })
    void a_host_is_added_in_lower_case(String call) {
        var cdn = new HlsOrigin("cdn.example");
        var origins = new HlsOriginsId(GatewayUnderTest.ACCOUNT);
        backend.on(AddHlsOrigin.class, AddHlsOrigin::origin).on(RemoveHlsOrigin.class, command -> cdn);
        String[] parts = call.split("\\|", 2);
        GATEWAY.post("/api/v1/manage/hls_origins", parts[0], parts[1]).isOk();
        GATEWAY.server()
                .delete()
                .uri("/api/v1/manage/hls_origins/CDN.example")
                .exchange()
                .expectStatus()
                .isOk();
        assertThat(backend.sent)
                .isEqualTo(List.of(new AddHlsOrigin(origins, cdn), new RemoveHlsOrigin(origins, "cdn.example")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "https://cdn.example", "cdn.example/a", "cdn.example:443", "a b", "-a.example", "[::1"})
    void a_host_is_a_name_or_an_address(String host) {
        GatewayUnderTest.naming(
                GATEWAY.post("/api/v1/manage/hls_origins", "application/json", "{\"host\": \"" + host + "\"}"), "host");
        assertThat(backend.sent).isEmpty();
    }

    private void status(String path, int status) {
        player.get().uri(path).exchange().expectStatus().isEqualTo(status);
    }
}
