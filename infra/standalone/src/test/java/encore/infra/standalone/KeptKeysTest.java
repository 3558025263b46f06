package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.infra.cli.EncoreCommand;
import encore.infra.eventstore.log.StartRefused;
import encore.infra.testmongo.MongoForTests;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys that are lost, open to others, or wrapped by another key than before. */
@Execution(ExecutionMode.CONCURRENT)
@ResourceLock(RunningEncore.OWN)
class KeptKeysTest {

    @TempDir
    private Path data;

    @Test
    void a_lost_key_file_stops_the_start_and_what_was_lost_is_what_lets_it_go_on() throws IOException {
        Api api;
        try (RunningEncore encore = RunningEncore.on(data)) {
            api = encore.newAccount();
        }
        Path keys = data.resolve("keys.db");
        Path away = data.resolve("away");
        Files.move(keys, away);
        refuses(Map.of(), "its keys are lost");
        assertThat(keys).doesNotExist();

        Path other = Files.createDirectory(data.resolve("other"));
        try (RunningEncore encore = RunningEncore.on(other)) {
            encore.newAccount();
        }
        Files.copy(other.resolve("keys.db"), keys);
        refuses(Map.of("encore.master-key-file", other.resolve("master.key")), "is another");

        Files.delete(keys);
        Files.move(away, keys);
        try (RunningEncore encore = RunningEncore.on(data)) {
            new Api(encore.url(), api.headers()).get("/api/v1/manage/keys").mustBe(200);
        }
    }

    @Test
    void a_log_in_mongo_without_its_keys_stops_the_start() {
        String log = MongoForTests.uri();
        try (RunningEncore encore = RunningEncore.on(data, Map.of("ENCORE_MONGO", log))) {
            encore.newAccount();
        }
        try (var client = com.mongodb.client.MongoClients.create(log)) {
            String name = log.substring(log.lastIndexOf('/') + 1);
            client.getDatabase(name + "_keys").drop();
        }
        refuses(Map.of("ENCORE_MONGO", log), "its keys are lost");
    }

    @Test
    void nobody_but_the_owner_reads_the_data_directory_also_when_it_was_open_before() throws IOException {
        try (RunningEncore encore = RunningEncore.on(data)) {
            encore.newAccount();
            mustBeTheOwnersAlone();
        }
        Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.setPosixFilePermissions(data.resolve("keys.db"), PosixFilePermissions.fromString("rw-r--r--"));
        Files.setPosixFilePermissions(data.resolve("views"), PosixFilePermissions.fromString("rwxr-xr-x"));
        try (RunningEncore encore = RunningEncore.on(data)) {
            encore.newAccount();
            mustBeTheOwnersAlone();
        }
    }

    /** But the head's file, which is written anew all the time and names no more than a hash. */
    private void mustBeTheOwnersAlone() throws IOException {
        try (Stream<Path> all = Files.walk(data)) {
            List<Path> found = all.filter(path -> !path.getFileName().toString().startsWith("head"))
                    .toList();
            assertThat(found)
                    .hasSizeGreaterThan(10)
                    .allSatisfy(path -> assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                            .isEqualTo(Files.isDirectory(path) ? "rwx------" : "rw-------"));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void the_master_key_is_rotated_and_everybody_is_known_as_before(boolean onMongo) throws IOException {
        Map<String, Object> settings = onMongo ? Map.of("ENCORE_MONGO", MongoForTests.uri()) : Map.of();
        Api api;
        String fan;
        try (RunningEncore encore = RunningEncore.on(data, settings)) {
            api = encore.newAccount();
            fan = api.post("/api/v1/crm/fans", "email", "ada@example.com", "first_name", "Ada")
                    .mustBe(200)
                    .body()
                    .get("fan_id")
                    .asString();
            if (!onMongo) {
                assertThat(rotate(settings)).as("while it runs").isNotZero();
            }
        }
        Path file = data.resolve("master.key");
        String before = Files.readString(file);
        assertThat(rotate(settings)).isZero();
        if (onMongo) {
            assertThat(Files.readString(file)).endsWith(before).isNotEqualTo(before);
            assertThat(rotate(settings, "--forget")).isZero();
        }
        assertThat(Files.readString(file)).hasSize(65).isNotEqualTo(before);
        try (RunningEncore encore = RunningEncore.on(data, settings)) {
            Api again = new Api(encore.url(), api.headers());
            assertThat(again.get("/api/v1/crm/fans/" + fan).mustBe(200).text()).contains("Ada");
        }
        Files.writeString(file, before);
        refuses(settings, "not wrapped by the master key");
    }

    private int rotate(Map<String, Object> settings, String... options) {
        Map<String, String> environment = new java.util.HashMap<>(Map.of("ENCORE_DATA", data.toString()));
        settings.forEach((name, value) -> environment.put(name, value.toString()));
        return EncoreCommand.commandLine(environment, false)
                .setOut(new PrintWriter(new StringWriter()))
                .setErr(new PrintWriter(new StringWriter()))
                .execute(Stream.concat(Stream.of("rotate-master-key"), Stream.of(options))
                        .toArray(String[]::new));
    }

    private void refuses(Map<String, Object> settings, String words) {
        assertThatThrownBy(() -> RunningEncore.on(data, settings).close())
                .hasRootCauseInstanceOf(StartRefused.class)
                .rootCause()
                .hasMessageContaining(words)
                .hasMessageEndingWith(".")
                .hasMessageNotContaining("\n");
    }
}
