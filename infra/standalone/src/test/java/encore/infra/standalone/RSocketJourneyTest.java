package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import io.rsocket.Payload;
import io.rsocket.RSocket;
import io.rsocket.core.RSocketConnector;
import io.rsocket.exceptions.RejectedException;
import io.rsocket.exceptions.RejectedSetupException;
import io.rsocket.transport.ClientTransport;
import io.rsocket.transport.netty.client.TcpClientTransport;
import io.rsocket.transport.netty.client.WebsocketClientTransport;
import io.rsocket.util.DefaultPayload;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.core.publisher.Flux;
import reactor.test.StepVerifier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Following what happens over RSocket, with the client that Java programs use. */
class RSocketJourneyTest extends Journey {

    private static final Duration SOON = Duration.ofSeconds(10);

    private final List<RSocket> clients = new ArrayList<>();

    @AfterEach
    void hang_up() {
        clients.forEach(RSocket::dispose);
    }

    /** How a client comes. */
    enum Way {
        TCP {
            @Override
            ClientTransport to(RunningEncore encore) {
                return TcpClientTransport.create("127.0.0.1", encore.rsocketPort());
            }
        },
        WEBSOCKET {
            @Override
            ClientTransport to(RunningEncore encore) {
                return WebsocketClientTransport.create(URI.create(encore.url().replace("http", "ws") + "/rsocket"));
            }
        };

        abstract ClientTransport to(RunningEncore encore);
    }

    @ParameterizedTest
    @EnumSource
    void who_was_cut_off_goes_on_without_a_gap_and_without_a_repeat(Way way) {
        String discs = api.pointType("discs");
        long fan = api.fan("jo@fans.example");
        api.award(fan, "discs", 1);
        String history = "{\"stream\":\"points.history\",\"fan_id\":" + fan + ",\"point_uid\":\"" + discs + "\"";
        RSocket first = connect(way, encore(), api);
        JsonNode one = first(first, history + ",\"after\":0}");
        assertThat(one.at("/data/point_count").asLong()).isEqualTo(1);
        first.dispose();
        api.award(fan, "discs", 2);
        api.award(fan, "discs", 3);

        StepVerifier.create(counts(
                        connect(way, encore(), api),
                        history + ",\"after\":" + one.get("position").asLong() + "}"))
                .expectNext(2L, 3L)
                .then(() -> api.award(fan, "discs", 4))
                .expectNext(4L)
                .thenCancel()
                .verify(SOON);
    }

    @ParameterizedTest
    @EnumSource
    void a_follower_sees_the_kinds_of_events_and_the_fan_it_asks_for(Way way) {
        api.pointType("discs");
        long fan = api.fan("jo@fans.example");
        long other = api.post("/api/v1/crm/fans", "email", "kim@fans.example")
                .mustBe(200)
                .body()
                .get("fan_id")
                .asLong();
        api.award(other, "discs", 1);
        api.award(fan, "discs", 2);
        Flux<String> seen = follow(
                        connect(way, encore(), api),
                        "{\"stream\":\"events\",\"after\":0,\"types\":[\"points_awarded\"],\"fan_id\":" + fan + "}")
                .map(frame -> frame.at("/data/type").asString() + " "
                        + frame.at("/data/fan_id").asLong() + " "
                        + frame.at("/data/point_count").asLong());
        StepVerifier.create(seen)
                .expectNext("points_awarded " + fan + " 2")
                .then(() -> api.award(other, "discs", 3))
                .then(() -> api.award(fan, "discs", 4))
                .expectNext("points_awarded " + fan + " 4")
                .thenCancel()
                .verify(SOON);
    }

    @ParameterizedTest
    @EnumSource
    void a_board_is_shown_whole_and_then_as_it_changes(Way way) {
        String discs = api.pointType("discs");
        long fan = api.fan("jo@fans.example");
        api.award(fan, "discs", 5);
        List<JsonNode> frames = new ArrayList<>();
        StepVerifier.create(follow(connect(way, encore(), api), "{\"stream\":\"leaderboard." + discs + "\"}")
                        .doOnNext(frames::add)
                        .map(frame -> frame.at("/data/0/fan_point_count").asLong())
                        .filter(count -> count != 5
                                || frames.getLast().get("event").asString().equals("snapshot")))
                .expectNextCount(1)
                .then(() -> api.award(fan, "discs", 7))
                .expectNext(12L)
                .thenCancel()
                .verify(SOON);
        assertThat(frames.getFirst().get("event").asString()).isEqualTo("snapshot");
        assertThat(frames.getLast().get("event").asString()).isEqualTo("changes");
        assertThat(frames.getLast().at("/data/0/fan_id").asLong()).isEqualTo(fan);
    }

    @ParameterizedTest
    @EnumSource
    void a_key_lets_in_for_its_scopes_until_it_is_revoked(Way way) throws Exception {
        StepVerifier.create(follow(connect(way, encore(), "none", "none"), "{\"stream\":\"events\"}"))
                .verifyError(RejectedSetupException.class);
        String discs = api.pointType("discs");
        JsonNode issued = api.post("/api/v1/manage/keys", "label", "board", "scopes", "crm")
                .mustBe(200)
                .body();
        String key = issued.get("api_key").asString();
        RSocket client = connect(way, encore(), key, issued.get("api_secret").asString());
        StepVerifier.create(follow(client, "{\"stream\":\"events\"}")).verifyError(RejectedException.class);

        CompletableFuture<Throwable> end = new CompletableFuture<>();
        CompletableFuture<JsonNode> begun = new CompletableFuture<>();
        follow(client, "{\"stream\":\"leaderboard." + discs + "\"}").subscribe(begun::complete, end::complete);
        begun.get(SOON.toSeconds(), TimeUnit.SECONDS);
        api.delete("/api/v1/manage/keys/" + key).mustBe(200);
        assertThat(end.get(SOON.toSeconds(), TimeUnit.SECONDS)).hasMessageContaining("/problems/revoked");
    }

    @Test
    void a_restart_of_the_server_is_said_and_leaves_no_gap(@TempDir Path directory) throws Exception {
        Map<String, String> pair;
        String history;
        long fan;
        long position;
        List<CompletableFuture<Throwable>> ends = new ArrayList<>();
        try (RunningEncore before = RunningEncore.on(directory)) {
            Api account = before.newAccount();
            pair = account.headers();
            fan = account.fan("jo@fans.example");
            history = "{\"stream\":\"points.history\",\"fan_id\":" + fan + ",\"point_uid\":\""
                    + account.pointType("discs") + "\",\"after\":";
            account.award(fan, "discs", 1);
            position = first(connect(Way.TCP, before, account), history + "0}")
                    .get("position")
                    .asLong();
            for (Way way : Way.values()) {
                CompletableFuture<Throwable> end = new CompletableFuture<>();
                CompletableFuture<JsonNode> begun = new CompletableFuture<>();
                follow(connect(way, before, account), history + "0}").subscribe(begun::complete, end::complete);
                begun.get(SOON.toSeconds(), TimeUnit.SECONDS);
                ends.add(end);
            }
            account.award(fan, "discs", 2);
        }
        for (CompletableFuture<Throwable> end : ends) {
            assertThat(end.get(SOON.toSeconds(), TimeUnit.SECONDS)).hasMessageContaining("/problems/stopping");
        }
        try (RunningEncore after = RunningEncore.on(directory)) {
            Api account = new Api(after.url(), pair);
            for (Way way : Way.values()) {
                StepVerifier.create(counts(connect(way, after, account), history + position + "}"))
                        .expectNext(2L)
                        .thenCancel()
                        .verify(SOON);
            }
            account.award(fan, "discs", 3);
            StepVerifier.create(counts(connect(Way.TCP, after, account), history + position + "}"))
                    .expectNext(2L, 3L)
                    .thenCancel()
                    .verify(SOON);
        }
    }

    private RSocket connect(Way way, RunningEncore encore, Api account) {
        return connect(
                way,
                encore,
                String.valueOf(account.headers().get("Api-Key")),
                String.valueOf(account.headers().get("Api-Secret")));
    }

    private RSocket connect(Way way, RunningEncore encore, String key, String secret) {
        RSocket client = Objects.requireNonNull(RSocketConnector.create()
                .dataMimeType("application/json")
                .setupPayload(DefaultPayload.create("{\"api_key\":\"" + key + "\",\"api_secret\":\"" + secret + "\"}"))
                .connect(way.to(encore))
                .block(SOON));
        clients.add(client);
        return client;
    }

    private static Flux<JsonNode> follow(RSocket client, String request) {
        return client.requestStream(DefaultPayload.create(request))
                .map(Payload::getDataUtf8)
                .map(JsonMapper.shared()::readTree);
    }

    private static Flux<Long> counts(RSocket client, String request) {
        return follow(client, request)
                .map(frame -> frame.at("/data/point_count").asLong());
    }

    private static JsonNode first(RSocket client, String request) {
        return Objects.requireNonNull(follow(client, request).blockFirst(SOON));
    }
}
