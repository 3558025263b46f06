package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import encore.infra.eventstore.log.commit.NewCommit;
import encore.infra.eventstore.log.commit.NewCommit.NewEvent;
import encore.infra.eventstore.sqlite.SqliteEventLog;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;

/** A start on a data directory in which a file is in the place of another, or whose log is ahead of the clock. */
@Execution(ExecutionMode.CONCURRENT)
@ResourceLock(RunningEncore.OWN)
class MisplacedFilesTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @TempDir
    Path data;

    private Map<String, String> keys = Map.of();
    private String fan = "";
    private String point = "";

    @Test
    void a_file_of_another_projection_or_automation_changes_no_answer() throws IOException {
        try (RunningEncore encore = RunningEncore.on(data)) {
            var opened = encore.operator()
                    .post("/api/v1/manage/accounts", "name", "Arena")
                    .mustBe(200)
                    .body();
            keys = Map.of(
                    "Api-Key", opened.get("api_key").asString(),
                    "Api-Secret", opened.get("api_secret").asString());
            Api api = new Api(encore.url(), keys);
            fan = api.post("/api/v1/crm/fans", "email", "ada@example.com")
                    .mustBe(200)
                    .body()
                    .get("fan_id")
                    .asString();
            point = api.post("/api/v1/crm/points", "point_name", "applause")
                    .mustBe(200)
                    .body()
                    .get("point_uid")
                    .asString();
            api.post("/api/v1/ent/fan_points", "fan_id", fan, "point_uid", point, "point_count", "7")
                    .mustBe(200);
            answersAreRight(api);
        }
        Path views = data.resolve("views");
        Path images = data.resolve("images");
        copy(views, images, "-image");
        assertThat(images).isNotEmptyDirectory();
        for (Path image : list(images)) {
            for (Path place : list(images)) {
                Files.copy(image, views.resolve(place.getFileName()), StandardCopyOption.REPLACE_EXISTING);
            }
            startAndCheck();
        }
        overwriteAll(views, "fans.v1.db", ".db");
        Path automations = data.resolve("automations");
        overwriteAll(automations, list(automations).getFirst().getFileName().toString(), ".db");
        startAndCheck();
    }

    private void startAndCheck() {
        try (RunningEncore encore = RunningEncore.on(data)) {
            answersAreRight(new Api(encore.url(), keys));
        }
    }

    private void answersAreRight(Api api) {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(api.get("/api/v1/manage/fans/" + fan + "/balances")
                                .mustBe(200)
                                .text())
                        .contains("\"balance\":7"));
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(api.get("/api/v1/manage/leaderboard?point_name=applause")
                                .mustBe(200)
                                .text())
                        .contains(fan)
                        .contains("7"));
    }

    private static void overwriteAll(Path directory, String name, String suffix) throws IOException {
        byte[] one = Files.readAllBytes(directory.resolve(name));
        for (Path place : list(directory)) {
            if (place.toString().endsWith(suffix)) {
                Files.write(place, one);
            }
        }
    }

    private static void copy(Path from, Path to, String suffix) throws IOException {
        Files.createDirectory(to);
        for (Path file : list(from)) {
            if (file.toString().endsWith(suffix)) {
                Files.copy(file, to.resolve(file.getFileName()));
            }
        }
    }

    private static List<Path> list(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.sorted().toList();
        }
    }

    @Test
    void a_log_that_is_stamped_far_ahead_of_the_clock_ends_the_start_with_the_way_out() {
        long ahead = System.currentTimeMillis() + Duration.ofDays(10).toMillis();
        byte[] text = "{}".getBytes(StandardCharsets.UTF_8);
        try (SqliteEventLog log = SqliteEventLog.open(data, () -> ahead)) {
            log.append(new NewCommit(
                            new byte[16],
                            List.of(new NewEvent("a", 0, "Happened", "1", text, text)),
                            null,
                            List.of(),
                            List.of(),
                            List.of()))
                    .join();
        }
        assertThatThrownBy(() -> RunningEncore.on(data).close())
                .rootCause()
                .hasMessageContaining("s ahead of the clock")
                .hasMessageContaining("ENCORE_CLOCK_AHEAD=accept");
    }
}
