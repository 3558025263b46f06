package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Following what happens, as a page or a customer's server would. */
class LiveJourneyTest extends Journey {

    private static final String AWARDS = "\"types\":[\"points_awarded\"]";

    private static final String INDEX = ProjectionsApi.PATH + "/positions_by_account";

    /** From so many positions on, past events are looked for in the index. */
    private static final int FAR = 1_200;

    private static final long PAUSE_NANOS = 3_000_000;

    @Test
    void a_client_that_was_cut_off_goes_on_without_a_gap_and_without_a_repeat() throws Exception {
        String discs = api.pointType("discs");
        long fan = api.fan("jo@fans.example");
        LiveClient first = authenticated();
        first.send(
                "subscribe",
                "{\"stream\":\"points.history\",\"fan_id\":" + fan + ",\"point_uid\":\"" + discs + "\",\"after\":0}");
        assertThat(first.next().get("ok").asBoolean()).isTrue();
        api.award(fan, "discs", 1);
        JsonNode one = first.next();
        assertThat(one.at("/data/point_count").asLong()).isEqualTo(1);
        first.cutOff();
        api.award(fan, "discs", 2);
        api.award(fan, "discs", 3);

        LiveClient again = authenticated();
        again.send(
                "subscribe",
                "{\"stream\":\"points.history\",\"fan_id\":" + fan + ",\"point_uid\":\"" + discs + "\",\"after\":"
                        + one.get("position").asLong() + "}");
        assertThat(again.next().get("ok").asBoolean()).isTrue();
        api.award(fan, "discs", 4);
        List<Long> counts = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            counts.add(again.next().at("/data/point_count").asLong());
        }
        assertThat(counts).containsExactly(2L, 3L, 4L);
        again.cutOff();
    }

    @Test
    void a_board_is_shown_whole_and_then_as_it_changes() throws Exception {
        String discs = api.pointType("discs");
        long fan = api.fan("jo@fans.example");
        api.award(fan, "discs", 5);
        LiveClient client = authenticated();
        assertThat(client.ask("subscribe", "{\"stream\":\"leaderboard." + discs + "\"}")
                        .get("ok")
                        .asBoolean())
                .isTrue();
        JsonNode snapshot = client.next();
        assertThat(snapshot.get("event").asString()).isEqualTo("snapshot");
        assertThat(snapshot.get("data")).hasSizeLessThanOrEqualTo(1);
        api.award(fan, "discs", 7);
        JsonNode change = client.next();
        while (change.at("/data/0/fan_point_count").asLong() == 5) {
            change = client.next();
        }
        assertThat(change.at("/data/0/fan_id").asLong()).isEqualTo(fan);
        assertThat(change.at("/data/0/fan_point_count").asLong()).isEqualTo(12);
        client.cutOff();
    }

    @Test
    void nobody_follows_without_a_key_or_after_it_was_revoked() throws Exception {
        LiveClient nobody = new LiveClient(api.url());
        assertThat(nobody.ask("subscribe", "{\"stream\":\"events\"}")
                        .at("/error/status")
                        .asInt())
                .isEqualTo(401);
        assertThat(nobody.ask("auth", "{\"api_key\":\"none\",\"api_secret\":\"none\"}")
                        .at("/error/status")
                        .asInt())
                .isEqualTo(401);
        nobody.cutOff();

        JsonNode issued = api.post("/api/v1/manage/keys", "label", "live", "scopes", "manage")
                .mustBe(200)
                .body();
        LiveClient client = new LiveClient(api.url());
        assertThat(client.ask(
                                "auth",
                                "{\"api_key\":" + issued.get("api_key") + ",\"api_secret\":" + issued.get("api_secret")
                                        + "}")
                        .get("ok")
                        .asBoolean())
                .isTrue();
        api.delete("/api/v1/manage/keys/" + issued.get("api_key").asString()).mustBe(200);
        assertThat(client.closed()).isEqualTo(4003);
    }

    @Test
    void a_key_of_scope_crm_follows_points_and_not_all_that_happens() throws Exception {
        String discs = api.pointType("discs");
        long fan = api.fan("jo@fans.example");
        JsonNode issued = api.post("/api/v1/manage/keys", "label", "crm", "scopes", "crm")
                .mustBe(200)
                .body();
        LiveClient client = new LiveClient(api.url());
        assertThat(client.ask(
                                "auth",
                                "{\"api_key\":" + issued.get("api_key") + ",\"api_secret\":" + issued.get("api_secret")
                                        + "}")
                        .get("ok")
                        .asBoolean())
                .isTrue();
        assertThat(client.ask("subscribe", "{\"stream\":\"events\"}")
                        .at("/error/status")
                        .asInt())
                .isEqualTo(401);
        assertThat(client.ask("subscribe", "{\"stream\":\"points.history\",\"fan_id\":" + fan + "}")
                        .at("/error/errors/0/field")
                        .asString())
                .isEqualTo("point_uid");
        assertThat(client.ask(
                                "subscribe",
                                "{\"stream\":\"points.history\",\"fan_id\":" + fan + ",\"point_uid\":\"" + discs
                                        + "\"}")
                        .get("ok")
                        .asBoolean())
                .isTrue();
        api.award(fan, "discs", 3);
        assertThat(client.next().at("/data/balance").asLong()).isEqualTo(3);
        client.cutOff();
    }

    @Alone(because = "it switches what all accounts share")
    @Test
    void resuming_anywhere_misses_and_repeats_nothing_while_others_write_and_the_index_is_rebuilt_and_switched()
            throws Exception {
        // Found here, since waits run on other threads.
        Api operator = encore().operator();
        Api followed = busyAccount();
        Api other = busyAccount();
        String discs = followed.pointType("discs");
        long fan = followed.fan("jo@fans.example");
        other.pointType("discs");
        long othersFan = other.fan("bo@fans.example");
        // The reads that are resumed are entries of the journal, which are events too.
        LiveClient live = LiveClient.of(followed).following("{\"stream\":\"events\"," + AWARDS + "}");
        long start = award(followed, fan);
        AtomicBoolean over = new AtomicBoolean();
        Map<LiveClient, Long> resumed = new LinkedHashMap<>();
        LiveClient history;
        long last;
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> writers = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                writers.add(threads.submit(() -> {
                    while (!over.get()) {
                        followed.award(fan, "discs", 1);
                        for (int others = 0; others < 3; others++) {
                            other.award(othersFan, "discs", 1);
                        }
                        LockSupport.parkNanos(PAUSE_NANOS);
                    }
                }));
            }
            try {
                await().atMost(Duration.ofMinutes(3)).until(() -> award(followed, fan) > start + FAR);
                history = LiveClient.of(followed).following(LiveClient.history(fan, discs, start - 1));
                for (int round = 0; round < 2; round++) {
                    resume(followed, start - 1, resumed);
                    // A busy machine may not answer in time.
                    await().atMost(Duration.ofMinutes(1))
                            .until(() -> operator.post(INDEX + "/rebuild").status() == 200);
                    resume(followed, start - 1, resumed);
                    await().atMost(Duration.ofMinutes(3))
                            .until(() -> operator.post(INDEX + "/switch").status() == 200);
                    resume(followed, start + FAR / 2, resumed);
                    // Another query node may hear of the switch a little later.
                    await().atMost(Duration.ofMinutes(1))
                            .until(() -> operator.post(INDEX + "/rollback").status() == 200);
                    resume(followed, start + FAR / 4, resumed);
                }
            } finally {
                // Also after a failure: the executor waits for the writers.
                over.set(true);
            }
            for (Future<?> writer : writers) {
                writer.get();
            }
            last = award(followed, fan);
        }
        List<Long> positions = positions(live, last);
        assertThat(positions).startsWith(start).doesNotHaveDuplicates().isSorted();
        for (Map.Entry<LiveClient, Long> one : resumed.entrySet()) {
            assertThat(positions(one.getKey(), last))
                    .as("after " + one.getValue())
                    .isEqualTo(positions.stream()
                            .filter(position -> position > one.getValue())
                            .toList());
        }
        assertThat(positions(history, last)).isEqualTo(positions);
        resumed.keySet().forEach(LiveClient::cutOff);
        history.cutOff();
        live.cutOff();
    }

    private Api busyAccount() {
        JsonNode opened = encore().operator()
                .post("/api/v1/manage/accounts", "name", "busy", "calls_per_minute", 1_000_000)
                .mustBe(200)
                .body();
        return new Api(
                api.url(),
                Map.of(
                        "Api-Key", opened.get("api_key").asString(),
                        "Api-Secret", opened.get("api_secret").asString()));
    }

    private static void resume(Api followed, long after, Map<LiveClient, Long> resumed) throws Exception {
        LiveClient client =
                LiveClient.of(followed).following("{\"stream\":\"events\"," + AWARDS + ",\"after\":" + after + "}");
        resumed.put(client, after);
    }

    /** Awards until the server takes it, and returns the position. */
    private static long award(Api account, long fan) {
        Api.Answer award = account.award(fan, "discs", 1);
        while (award.status() == 503) {
            LockSupport.parkNanos(PAUSE_NANOS);
            award = account.award(fan, "discs", 1);
        }
        return Long.parseLong(Objects.requireNonNull(award.mustBe(200).header("Encore-Position")));
    }

    /** The positions of the frames that a client gets, up to a position. */
    private static List<Long> positions(LiveClient client, long last) throws InterruptedException {
        List<Long> positions = new ArrayList<>();
        do {
            positions.add(client.next().get("position").asLong());
        } while (positions.getLast() < last);
        return positions;
    }

    private LiveClient authenticated() throws Exception {
        return LiveClient.of(api);
    }
}
