package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Following what happens with clients of the npm registry, under Node. */
class NodeClientsTest extends OnSharedServer {

    private static final Path SOURCES = Path.of("src/test/node");
    private static final Path CLIENTS = Path.of("target/node-clients");

    private final List<Process> started = new ArrayList<>();

    @BeforeAll
    static void install_the_clients() throws Exception {
        Files.createDirectories(CLIENTS);
        Path lock = Path.of("package-lock.json");
        boolean installed = Files.exists(CLIENTS.resolve("node_modules/.package-lock.json"))
                && Files.exists(CLIENTS.resolve(lock))
                && Files.mismatch(SOURCES.resolve(lock), CLIENTS.resolve(lock)) < 0;
        try (var files = Files.list(SOURCES)) {
            for (Path file : files.toList()) {
                Files.copy(file, CLIENTS.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
            }
        }
        if (!installed) {
            Path log = CLIENTS.resolve("install.log");
            Process install = new ProcessBuilder("npm", "ci", "--no-audit", "--no-fund")
                    .directory(CLIENTS.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            boolean ended = install.waitFor(90, TimeUnit.SECONDS);
            if (!ended) {
                end(install);
            }
            assertThat(ended && install.exitValue() == 0)
                    .as(Files.readString(log))
                    .isTrue();
        }
    }

    @AfterEach
    void leave_no_process() {
        started.forEach(NodeClientsTest::end);
    }

    private static void end(Process process) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    @ParameterizedTest
    @ValueSource(strings = {"rsocket", "ws"})
    void who_was_cut_off_goes_on_without_a_gap_and_without_a_repeat(String way) throws Exception {
        String discs = api.pointType("discs");
        long fan = api.fan("jo@fans.example");
        String request =
                "{\"stream\":\"points.history\",\"fan_id\":" + fan + ",\"point_uid\":\"" + discs + "\",\"after\":";
        api.award(fan, "discs", 1);
        api.award(fan, "discs", 2);
        try (BufferedReader first = client(way, request + "0}", 100, api)) {
            assertThat(count(first.readLine())).isEqualTo(1);
            JsonNode last = JsonMapper.shared().readTree(first.readLine());
            assertThat(last.at("/data/point_count").asLong()).isEqualTo(2);
            end(started.getLast());

            api.award(fan, "discs", 3);
            try (BufferedReader again =
                    client(way, request + last.get("position").asLong() + "}", 2, api)) {
                assertThat(count(again.readLine())).isEqualTo(3);
                api.award(fan, "discs", 4);
                assertThat(count(again.readLine())).isEqualTo(4);
                assertThat(again.readLine()).isEqualTo("end");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"rsocket", "ws"})
    void wrong_keys_are_refused_in_words(String way) throws Exception {
        Api nobody = new Api(api.url(), Map.of("Api-Key", "none", "Api-Secret", "none"));
        try (BufferedReader client = client(way, "{\"stream\":\"events\"}", 1, nobody)) {
            assertThat(client.readLine()).startsWith("error").contains("/problems/key-unknown");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"rsocket", "ws"})
    void a_revoked_key_ends_the_connection(String way) throws Exception {
        String manage = "/api/v1/manage/keys";
        JsonNode issued = api.post(manage, "label", "node", "scopes", "manage")
                .mustBe(200)
                .body();
        String key = issued.get("api_key").asString();
        Api other = new Api(
                api.url(),
                Map.of("Api-Key", key, "Api-Secret", issued.get("api_secret").asString()));
        try (BufferedReader client = client(way, "{\"stream\":\"events\",\"after\":0}", 100_000, other)) {
            assertThat(client.readLine()).contains("\"event\":\"event\"");
            api.delete(manage + "/" + key).mustBe(200);
            String line = client.readLine();
            while (!line.startsWith("error")) {
                line = client.readLine();
            }
            assertThat(line).containsAnyOf("/problems/revoked", "4003");
        }
    }

    private BufferedReader client(String way, String request, int frames, Api account) throws IOException {
        String pair = "{\"api_key\":\"" + account.headers().get("Api-Key") + "\",\"api_secret\":\""
                + account.headers().get("Api-Secret") + "\"}";
        Process client = new ProcessBuilder(
                        "node",
                        "clients.mjs",
                        api.url().replace("http", "ws"),
                        way,
                        request,
                        Integer.toString(frames),
                        pair)
                .directory(CLIENTS.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        started.add(client);
        return client.inputReader();
    }

    private static long count(String frame) {
        return JsonMapper.shared().readTree(frame).at("/data/point_count").asLong();
    }
}
