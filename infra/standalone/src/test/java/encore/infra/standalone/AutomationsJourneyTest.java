package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** On a server of its own, whose automations nobody else keeps busy or waits for. */
class AutomationsJourneyTest {

    private static final String CONNECTIONS = "/api/v1/crm/fan_connections/";
    private static final String AUTOMATIONS = "/api/v1/manage/automations";
    private static final String NAME = "WhenFanErasedThenEndConnections";

    @TempDir
    Path data;

    private RunningEncore encore;
    private Api api;

    @BeforeEach
    void start() {
        encore = RunningEncore.on(data);
        api = encore.newAccount();
    }

    @AfterEach
    void stop() {
        encore.close();
    }

    private void restart() {
        encore.close();
        encore = RunningEncore.on(data);
        api = new Api(encore.url(), api.headers());
    }

    @Test
    void when_a_fan_is_erased_its_connections_end_and_those_of_others_stay() {
        long ada = api.fan("ada@fans.example");
        long ben = api.fan("ben@fans.example");
        long cleo = api.fan("cleo@fans.example");
        connect(ada, ben);
        ask(cleo, ada);
        connect(cleo, ben);
        api.delete("/api/v1/crm/fans/" + ada).mustBe(200);
        await(() -> connections(ben) == 1 && connections(cleo) == 1);
        assertThat(api.get(CONNECTIONS + ben).body().at("/connections/0/fan_id").asLong())
                .isEqualTo(cleo);
        await(() -> status().get("delivered").asLong() == 2);
        JsonNode status = status();
        assertThat(status.get("outbox").asLong()).isZero();
        assertThat(status.get("refused").asLong()).isZero();
        assertThat(status.get("dead_letters").asLong()).isZero();
        assertThat(status.get("owner").asString()).isNotEmpty();
        assertThat(status.at("/timers/waiting").asLong(-1)).isZero();
        assertThat(status.at("/timers/next_at").isNull()).isTrue();
        await(() -> status().get("lag").asLong() == 0);
    }

    @Test
    void paused_it_sends_nothing_also_after_a_restart_until_it_is_resumed() throws Exception {
        long ada = api.fan("ada@fans.example");
        long ben = api.fan("ben@fans.example");
        ask(ada, ben);
        assertThat(order("pause").get("paused").asBoolean()).isTrue();
        restart();
        api.delete("/api/v1/crm/fans/" + ada).mustBe(200);
        Thread.sleep(1_500);
        assertThat(connections(ben)).isEqualTo(1);
        assertThat(status().get("paused").asBoolean()).isTrue();
        assertThat(order("resume").get("paused").asBoolean()).isFalse();
        await(() -> connections(ben) == 0);
    }

    @Test
    void rebuilding_every_projection_sends_nothing() {
        eraseOneOfTwo();
        long before = events();
        List<String> names = api.get("/api/v1/manage/projections")
                .mustBe(200)
                .body()
                .valueStream()
                .filter(one -> one.get("serves").asBoolean())
                .map(one -> one.get("name").asString())
                .toList();
        names.forEach(name -> encore.operator()
                .post("/api/v1/manage/projections/" + name + "/rebuild")
                .mustBe(200));
        await(() -> api.get("/api/v1/manage/projections")
                .body()
                .valueStream()
                .allMatch(one -> one.get("lag").asLong() == 0));
        assertThat(status().get("delivered").asLong()).isEqualTo(1);
        // The orders themselves stand in the journal.
        assertThat(events()).isEqualTo(before + names.size());
    }

    @Test
    void lost_documents_are_folded_again_and_nothing_is_sent_twice() throws Exception {
        assumeTrue(RunningEncore.keepsFiles(), "the file is deleted by hand");
        long ben = eraseOneOfTwo();
        long head = events();
        encore.close();
        try (var files = Files.list(data.resolve("automations"))) {
            files.forEach(AutomationsJourneyTest::delete);
        }
        encore = RunningEncore.on(data);
        api = new Api(encore.url(), api.headers());
        await(() -> status().get("lag").asLong() == 0);
        assertThat(status().get("delivered").asLong()).isZero();
        assertThat(events()).isEqualTo(head);
        long cleo = api.fan("cleo@fans.example");
        connect(cleo, ben);
        api.delete("/api/v1/crm/fans/" + ben).mustBe(200);
        await(() -> connections(cleo) == 0 && status().get("delivered").asLong() == 1);
    }

    @Test
    void an_unknown_automation_or_dead_letter_is_not_found() {
        encore.operator().post(AUTOMATIONS + "/WhenNever/pause").mustBe(404);
        api.post(AUTOMATIONS + "/" + NAME + "/retry", "position", 1).mustBe(404);
        new Api(api.url(), Map.of()).get(AUTOMATIONS).mustBe(401);
    }

    /** @return the one that is left, without any connection */
    private long eraseOneOfTwo() {
        long ada = api.fan("ada@fans.example");
        long ben = api.fan("ben@fans.example");
        connect(ada, ben);
        api.delete("/api/v1/crm/fans/" + ada).mustBe(200);
        await(() -> connections(ben) == 0 && status().get("delivered").asLong() == 1);
        // Its mark is written within a second.
        await(() -> status().get("lag").asLong() == 0);
        return ben;
    }

    private void ask(long fan, long other) {
        api.post(CONNECTIONS + fan, "connected_fan_id", other).mustBe(200);
    }

    private void connect(long fan, long other) {
        ask(fan, other);
        api.post(CONNECTIONS + "requests/" + other, "connected_fan_id", fan, "is_approved", "true")
                .mustBe(200);
    }

    private int connections(long fan) {
        return api.get(CONNECTIONS + fan).mustBe(200).body().get("total_count").asInt();
    }

    private JsonNode status() {
        return api.get(AUTOMATIONS)
                .mustBe(200)
                .body()
                .valueStream()
                .filter(one -> one.get("name").asString().equals(NAME))
                .findFirst()
                .orElseThrow();
    }

    private JsonNode order(String what) {
        return encore.operator()
                .post(AUTOMATIONS + "/" + NAME + "/" + what)
                .mustBe(200)
                .body();
    }

    /** How many there are in the log: what a serving projection that has caught up has seen. */
    private long events() {
        JsonNode status = status();
        return status.get("position").asLong() + status.get("lag").asLong();
    }

    private static void delete(Path file) {
        try {
            Files.delete(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void await(BooleanSupplier condition) {
        long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("in time").isLessThan(deadline);
            try {
                Thread.sleep(50);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
