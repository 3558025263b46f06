package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import encore.infra.eventstore.snapshots.AggregateSnapshots;
import encore.infra.standalone.walk.DescribedAnswers;
import encore.infra.standalone.walk.Findings;
import encore.infra.standalone.walk.WalkFiles;
import encore.infra.standalone.walk.WalkPlayer;
import encore.infra.standalone.walk.WalkStep.Encoding;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import tools.jackson.databind.JsonNode;

/**
 * A data directory that the build before filled by the walk: this build takes its views and its snapshots as they are.
 * {@code before/README.md} among the test resources says how it was made, and when to make it again.
 */
@Execution(ExecutionMode.CONCURRENT)
@ResourceLock(RunningEncore.OWN)
class BuildBeforeTest {

    private static final Path PACKED = Path.of("src/test/resources/before/data.zip");

    /** A snapshot of an aggregate, as it is stored. */
    private record Stored(String stream, String type) {}

    @Test
    void it_is_opened_without_a_view_made_anew_and_its_snapshots_are_read(@TempDir Path data) throws Exception {
        EarlierData.unpack(Files.readAllBytes(PACKED), data);
        List<Stored> stored = snapshots(data);
        assertThat(new TreeSet<>(stored.stream().map(Stored::type).toList())).hasSizeGreaterThan(50);
        try (RunningEncore encore = RunningEncore.on(data)) {
            await().atMost(Duration.ofMinutes(1))
                    .untilAsserted(() -> assertThat(projections(encore))
                            .allMatch(one -> one.get("lag").asLong() == 0));
            List<JsonNode> projections = projections(encore);
            assertThat(projections).hasSizeGreaterThan(90);
            AggregateSnapshots snapshots = encore.bean(AggregateSnapshots.class);
            List<String> madeAnew = Stream.concat(
                            projections.stream()
                                    .filter(one -> one.get("version").asInt() != 1)
                                    .map(one -> "view " + one.get("name").asString()),
                            stored.stream()
                                    .filter(one -> snapshots.load(one.stream(), each -> {}) == null)
                                    .map(one -> "snapshot " + one.type()))
                    .distinct()
                    .toList();
            assertThat(madeAnew).isEmpty();
        }
    }

    private static List<JsonNode> projections(RunningEncore encore) {
        return encore.operator()
                .get(EarlierData.PROJECTIONS)
                .mustBe(200)
                .body()
                .valueStream()
                .toList();
    }

    private static List<Stored> snapshots(Path data) throws SQLException {
        var stored = new ArrayList<Stored>();
        try (Connection file = DriverManager.getConnection("jdbc:sqlite:" + data.resolve("snapshots.db"));
                Statement statement = file.createStatement();
                ResultSet rows = statement.executeQuery("SELECT stream, type FROM states")) {
            while (rows.next()) {
                stored.add(new Stored(rows.getString(1), rows.getString(2)));
            }
        }
        return stored;
    }

    @Test
    @EnabledIfSystemProperty(named = "encore.before.write", matches = "true")
    void it_is_made_by_the_walk(@TempDir Path data) throws IOException {
        try (RunningEncore encore = RunningEncore.on(data, WalkJourneyTest.SETTINGS)) {
            var described = new DescribedAnswers(new Api(encore.url(), Map.of())
                    .get("/openapi.json")
                    .mustBe(200)
                    .text());
            var player = new WalkPlayer(encore.url(), WalkJourneyTest.demoPair(data), new Findings(), described);
            player.play(WalkFiles.steps(), "before", Encoding.JSON);
            assertThat(player.faults()).isEmpty();
            await().atMost(Duration.ofMinutes(1))
                    .untilAsserted(() -> assertThat(projections(encore))
                            .allMatch(one -> one.get("lag").asLong() == 0));
        }
        Files.createDirectories(PACKED.getParent());
        try (OutputStream file = Files.newOutputStream(PACKED);
                var packed = new ZipOutputStream(file);
                Stream<Path> files = Files.walk(data)) {
            Path libraries = data.resolve("native");
            for (Path each : files.filter(Files::isRegularFile)
                    .filter(found -> !found.startsWith(libraries))
                    .sorted()
                    .toList()) {
                packed.putNextEntry(new ZipEntry(data.relativize(each).toString()));
                Files.copy(each, packed);
                packed.closeEntry();
            }
        }
    }
}
