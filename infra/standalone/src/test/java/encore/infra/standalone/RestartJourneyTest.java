package encore.infra.standalone;

import static encore.infra.standalone.RSocketClients.SOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import encore.infra.standalone.RSocketClients.Way;
import encore.infra.standalone.RunningEncore.Arrangement;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import reactor.test.StepVerifier;
import tools.jackson.databind.JsonNode;

/**
 * What outlives the server. A start costs up to five processes, so the server that all share is stopped and started once
 * for all of these tests: each does what comes before the stop and returns what must hold after the start.
 */
@RunsOn(
        value = {Arrangement.EMBEDDED, Arrangement.MONGO, Arrangement.PROCESSES},
        because = "each arrangement finds again what it left")
@Alone(because = "it stops the server")
class RestartJourneyTest extends Journey {

    private static final String KEYS = "/api/v1/manage/keys";

    private final RSocketClients clients = new RSocketClients();
    private final List<String> secrets = new ArrayList<>();

    @AfterEach
    void hang_up() {
        clients.close();
    }

    @TestFactory
    @Execution(ExecutionMode.SAME_THREAD)
    List<DynamicTest> after_a_restart() throws Exception {
        List<DynamicTest> afterwards = List.of(
                dynamicTest("keys_outlive_it", keys()),
                dynamicTest("a_session_outlives_it_and_its_uid_is_in_no_file", session()),
                dynamicTest("a_repeat_names_the_same_activity", activity()),
                dynamicTest("followers_were_told_goodbye_and_go_on_where_each_was", followers()),
                dynamicTest("followers_over_rsocket_were_told_of_the_stop_and_there_is_no_gap", followersOverRSocket()),
                dynamicTest("a_rebuild_goes_on_where_it_was", rebuild()));
        try (LoginSecrets logins = LoginSecrets.used(encore(), sent())) {
            SharedServers.here().stop();
            try {
                assertThat(filesWithASecret()).isEmpty();
                logins.mustBeNowhere(data());
            } finally {
                SharedServers.here().start();
            }
        }
        return afterwards;
    }

    private Executable keys() {
        Api before = account();
        before.get(KEYS).mustBe(200);
        return () -> {
            Api after = again(before);
            after.get(KEYS).mustBe(200);
            assertThat(after.get("/api/v1/crm/points").mustBe(200).text()).contains("\"points\"");
        };
    }

    private Executable session() {
        Api before = account();
        long business = before.business("Doors");
        String live = guest(before, business);
        String sessions = "/api/v1/sessions/";
        before.get(sessions + live).mustBe(200);
        return () -> {
            Api after = again(before);
            after.get(sessions + live).mustBe(200);
            after.get(sessions + live + "/fan").mustBe(200);
        };
    }

    private String guest(Api account, long business) {
        String uid = account.made("/api/v1/sessions/connect", "session_uid", "business_id", business);
        secrets.add(uid);
        return uid;
    }

    private Executable activity() {
        Api before = account().with("Idempotency-Key", "door-1");
        Object[] form = {"email", "jo@fans.example", "campaign_title", "Doors"};
        String done = before.post("/api/v1/crm/activities", form).mustBe(200).text();
        return () -> {
            Api after = again(before);
            assertThat(after.post("/api/v1/crm/activities", form).mustBe(200).text())
                    .isEqualTo(done);
        };
    }

    private Api account() {
        Api account = encore().newAccount();
        secrets.add(String.valueOf(account.headers().get("Api-Secret")));
        return account;
    }

    private static Api again(Api before) {
        return new Api(encore().url(), before.headers());
    }

    private List<Path> filesWithASecret() throws IOException {
        try (Stream<Path> all = Files.walk(data())) {
            List<Path> files = all.filter(Files::isRegularFile).toList();
            assertThat(!files.isEmpty() || !RunningEncore.keepsFiles()).isTrue();
            return files.stream().filter(this::holdsASecret).toList();
        }
    }

    private boolean holdsASecret(Path file) {
        try {
            String text = Files.readString(file, StandardCharsets.ISO_8859_1);
            return secrets.stream().anyMatch(text::contains);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Executable followers() throws Exception {
        Api before = account();
        String discs = before.pointType("discs");
        long fan = before.fan("jo@fans.example");
        LiveClient stays = LiveClient.of(before).following(LiveClient.history(fan, discs, 0));
        LiveClient goes = LiveClient.of(before).following(LiveClient.history(fan, discs, 0));
        before.award(fan, "discs", 1);
        long last = goes.next().get("position").asLong();
        goes.cutOff();
        before.award(fan, "discs", 2);
        assertThat(stays.counts(2)).containsExactly(1L, 2L);
        return () -> {
            assertThat(stays.closed()).isEqualTo(1001);
            Api after = again(before);
            after.award(fan, "discs", 3);
            LiveClient again = LiveClient.of(after).following(LiveClient.history(fan, discs, last));
            after.award(fan, "discs", 4);
            assertThat(again.counts(3)).containsExactly(2L, 3L, 4L);
            assertThat(again.isQuiet()).isTrue();
            again.cutOff();
        };
    }

    private Executable followersOverRSocket() throws Exception {
        Api before = account();
        String discs = before.pointType("discs");
        long fan = before.fan("jo@fans.example");
        before.award(fan, "discs", 1);
        long position = RSocketClients.first(
                        clients.connect(Way.TCP, encore(), before), LiveClient.history(fan, discs, 0))
                .get("position")
                .asLong();
        List<CompletableFuture<Throwable>> ends = new ArrayList<>();
        for (Way way : Way.values()) {
            CompletableFuture<Throwable> end = new CompletableFuture<>();
            CompletableFuture<JsonNode> begun = new CompletableFuture<>();
            RSocketClients.follow(clients.connect(way, encore(), before), LiveClient.history(fan, discs, 0))
                    .subscribe(begun::complete, end::complete);
            begun.get(SOON.toSeconds(), TimeUnit.SECONDS);
            ends.add(end);
        }
        before.award(fan, "discs", 2);
        return () -> {
            for (CompletableFuture<Throwable> end : ends) {
                assertThat(end.get(SOON.toSeconds(), TimeUnit.SECONDS)).hasMessageContaining("/problems/stopping");
            }
            Api after = again(before);
            String history = LiveClient.history(fan, discs, position);
            for (Way way : Way.values()) {
                StepVerifier.create(RSocketClients.counts(clients.connect(way, encore(), after), history))
                        .expectNext(2L)
                        .thenCancel()
                        .verify(SOON);
            }
            after.award(fan, "discs", 3);
            StepVerifier.create(RSocketClients.counts(clients.connect(Way.TCP, encore(), after), history))
                    .expectNext(2L, 3L)
                    .thenCancel()
                    .verify(SOON);
        };
    }

    /** The last before the stop, so that it is not done by then. */
    private Executable rebuild() {
        Api before = account();
        before.pointType("discs");
        long fan = before.fan("jo@fans.example");
        for (int i = 1; i <= 30; i++) {
            before.award(fan, "discs", i);
        }
        int version = new ProjectionsApi(before, encore().operator()).rebuild("fan_points");
        return () -> {
            ProjectionsApi projections = new ProjectionsApi(again(before), encore().operator());
            projections.whenFilled("fan_points", version);
            assertThat(projections.compare("fan_points").getFirst().get("equal").asBoolean())
                    .isTrue();
        };
    }
}
