package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The output of a process that starts, or that cannot start. */
class GreetingTest {

    @TempDir
    private Path data;

    @Test
    void a_first_start_prints_few_lines_and_last_the_address_the_keys_the_console_and_the_docs() throws Exception {
        int port = freePort();
        Process process = started(Map.of("PORT", Integer.toString(port), "ENCORE_ACCESS_LOG", "all"));
        try (BufferedReader output = process.inputReader()) {
            List<String> lines = new ArrayList<>();
            while (lines.isEmpty() || !lines.getLast().contains("README.md")) {
                lines.add(output.readLine());
            }
            String address = "http://localhost:" + port;
            assertThat(lines).hasSizeLessThanOrEqualTo(12);
            List<String> box = lines.subList(lines.size() - 5, lines.size());
            assertThat(box.get(0)).contains("Encore ", address + "/api/v1", data.toString());
            assertThat(box.get(1))
                    .contains("keys", data.resolve("demo-keys.json").toString());
            assertThat(box.get(2)).contains(address + "/console");
            assertThat(box.get(3)).contains(address + "/docs");
            assertThat(box.get(4)).contains("./encore import-purchases");

            new Api(address, Map.of("X-Request-Id", "my-call"))
                    .get("/api/v1/crm/fans")
                    .mustBe(401);
            assertThat(output.readLine())
                    .contains(" INFO ", "request", "request_id=\"my-call\"")
                    .contains("method=\"GET\"", "path=\"/api/v1/crm/fans\"", "status=\"401\"", "millis=\"");
        } finally {
            process.destroy();
            process.waitFor();
        }
    }

    @Test
    void a_port_in_use_is_named_with_its_setting_and_what_to_do() throws Exception {
        String setting = "RSOCKET_PORT";
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = Integer.toString(taken.getLocalPort());
            assertThat(said(Map.of(setting, port)))
                    .contains("Port " + port + " (" + setting
                            + ") is used by another program: end that program, or set " + setting + " to a free port.")
                    .doesNotContain("\tat ", "APPLICATION FAILED");
        }
    }

    /** Returns the errors of a process that ends with 1. */
    private String said(Map<String, String> settings) throws Exception {
        Process process = started(settings);
        List<String> lines = process.inputReader().readAllLines();
        assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(1);
        return lines.stream().filter(line -> line.contains("ERROR")).reduce("", String::concat);
    }

    private Process started(Map<String, String> settings) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(NodeJvm.command(Standalone.class)).redirectErrorStream(true);
        Map<String, String> environment = new HashMap<>(Map.of(
                "ENCORE_DATA", data.toString(),
                "PORT", "0",
                "RSOCKET_PORT", "0",
                "ENCORE_MANAGEMENT_PORT", "0",
                "ENCORE_LOG_FORMAT", ""));
        environment.putAll(settings);
        builder.environment().keySet().removeIf(name -> name.startsWith("ENCORE_"));
        builder.environment().putAll(environment);
        return builder.start();
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
