package encore.infra.standalone;

import static encore.infra.standalone.RSocketClients.SOON;
import static encore.infra.standalone.RSocketClients.counts;
import static encore.infra.standalone.RSocketClients.first;
import static encore.infra.standalone.RSocketClients.follow;
import static org.assertj.core.api.Assertions.assertThat;

import encore.api.problems.Ids;
import encore.infra.standalone.RSocketClients.Way;
import io.rsocket.RSocket;
import io.rsocket.exceptions.RejectedException;
import io.rsocket.exceptions.RejectedSetupException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.core.publisher.Flux;
import reactor.test.StepVerifier;
import tools.jackson.databind.JsonNode;

/** Following what happens over RSocket, with the client that Java programs use. */
class RSocketJourneyTest extends Journey {

    private final RSocketClients clients = new RSocketClients();

    @AfterEach
    void hang_up() {
        clients.close();
    }

    @ParameterizedTest
    @EnumSource
    void a_client_that_was_cut_off_goes_on_without_a_gap_and_without_a_repeat(Way way) {
        String discs = api.pointType("discs");
        long fan = api.fan("jo@fans.example");
        api.award(fan, "discs", 1);
        String history = "{\"stream\":\"points.history\",\"fan_id\":" + fan + ",\"point_uid\":\"" + discs + "\"";
        RSocket first = clients.connect(way, encore(), api);
        JsonNode one = first(first, history + ",\"after\":0}");
        assertThat(one.at("/data/point_count").asLong()).isEqualTo(1);
        first.dispose();
        api.award(fan, "discs", 2);
        api.award(fan, "discs", 3);

        StepVerifier.create(counts(
                        clients.connect(way, encore(), api),
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
                        clients.connect(way, encore(), api),
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
        StepVerifier.create(follow(clients.connect(way, encore(), api), "{\"stream\":\"leaderboard." + discs + "\"}")
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
        StepVerifier.create(follow(clients.connect(way, encore(), "none", "none"), "{\"stream\":\"events\"}"))
                .verifyError(RejectedSetupException.class);
        String discs = api.pointType("discs");
        JsonNode issued = api.post("/api/v1/manage/keys", "label", "board", "scopes", "crm")
                .mustBe(200)
                .body();
        String key = issued.get("api_key").asString();
        RSocket client =
                clients.connect(way, encore(), key, issued.get("api_secret").asString());
        StepVerifier.create(follow(client, "{\"stream\":\"events\"}")).verifyError(RejectedException.class);

        CompletableFuture<Throwable> end = new CompletableFuture<>();
        CompletableFuture<JsonNode> begun = new CompletableFuture<>();
        follow(client, "{\"stream\":\"leaderboard." + discs + "\"}").subscribe(begun::complete, end::complete);
        begun.get(SOON.toSeconds(), TimeUnit.SECONDS);
        api.delete("/api/v1/manage/keys/" + key).mustBe(200);
        assertThat(end.get(SOON.toSeconds(), TimeUnit.SECONDS)).hasMessageContaining("/problems/revoked");
    }

    @ParameterizedTest
    @EnumSource
    void a_fan_follows_its_own_points_with_its_session_until_it_ends(Way way) throws Exception {
        long ann = api.fan("ann@x.example");
        long ben = api.fan("ben@x.example");
        String discs = api.pointType("discs");
        String uid = FanSessions.logIn(api, ann);
        RSocket unknown = clients.connectSession(way, encore(), api, Ids.sessionUid());
        StepVerifier.create(follow(unknown, "{\"stream\":\"events\"}")).verifyError(RejectedSetupException.class);

        RSocket app = clients.connectSession(way, encore(), api, uid);
        String history = "{\"stream\":\"points.history\",\"point_uid\":\"" + discs + "\"";
        refused(app, history + ",\"fan_id\":" + ben + "}");
        refused(app, "{\"stream\":\"events\"}");

        CompletableFuture<Throwable> end = new CompletableFuture<>();
        List<Long> seen = new CopyOnWriteArrayList<>();
        CompletableFuture<JsonNode> begun = new CompletableFuture<>();
        CompletableFuture<JsonNode> award = new CompletableFuture<>();
        follow(app, history + "}")
                .doOnNext(begun::complete)
                .filter(frame -> frame.at("/data/point_count").isNumber())
                .doOnNext(frame -> seen.add(frame.at("/data/fan_id").asLong()))
                .subscribe(award::complete, end::complete);
        begun.get(SOON.toSeconds(), TimeUnit.SECONDS);
        api.award(ben, "discs", 3);
        api.award(ann, "discs", 4);
        assertThat(award.get(SOON.toSeconds(), TimeUnit.SECONDS)
                        .at("/data/point_count")
                        .asLong())
                .isEqualTo(4);
        api.delete("/api/v1/manage/fans/" + ann + "/sessions").mustBe(200);
        assertThat(end.get(SOON.toSeconds(), TimeUnit.SECONDS)).hasMessageContaining("/problems/revoked");
        assertThat(seen).containsOnly(ann);
        StepVerifier.create(follow(clients.connectSession(way, encore(), api, uid), history + "}"))
                .verifyError(RejectedSetupException.class);
    }

    private static void refused(RSocket client, String request) {
        StepVerifier.create(follow(client, request))
                .verifyErrorSatisfies(failure -> assertThat(failure)
                        .isInstanceOf(RejectedException.class)
                        .hasMessageContaining("\"status\":401"));
    }
}
