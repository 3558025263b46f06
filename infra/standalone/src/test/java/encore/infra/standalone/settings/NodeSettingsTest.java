package encore.infra.standalone.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.infra.standalone.GatewayNode;
import encore.infra.standalone.Standalone;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NodeSettingsTest {

    private static final Map<String, String> COMMAND = Map.of(
            "ENCORE_MONGO", "mongodb://db:27017/encore",
            "ENCORE_PEER_PORT", "7100",
            "ENCORE_CLUSTER_SECRET", "a cluster secret that is long enough");

    private static final Map<String, String> GATEWAY = Map.of(
            "ENCORE_COMMAND_NODES", "10.0.0.1:7100, 10.0.0.2:7100",
            "ENCORE_QUERY_NODES", "query.encore.svc:7100",
            "ENCORE_CLUSTER_SECRET", "a cluster secret that is long enough",
            "PORT", "8181");

    @Test
    void each_part_reads_what_it_needs() {
        NodeSettings command = read(NodeRole.COMMAND, COMMAND);
        assertThat(command.peerPort()).isEqualTo(7100);
        assertThat(command.node()).startsWith("command@").endsWith(":7100");
        assertThat(command.commandNodes()).isNull();
        NodeSettings gateway = read(NodeRole.GATEWAY, GATEWAY);
        assertThat(gateway.commandNodes()).isNotNull();
        assertThat(gateway.commandNodes().addresses()).hasSize(2);
        assertThat(gateway.mongo()).isNull();
        assertThat(gateway.node()).startsWith("gateway@").endsWith(":8181");
        assertThat(read(NodeRole.ALL, Map.of()).secret()).isNull();
    }

    @Test
    void a_missing_or_wrong_setting_is_named_in_one_sentence() {
        says(NodeRole.COMMAND, without(COMMAND, "ENCORE_MONGO"), "ENCORE_MONGO");
        says(NodeRole.COMMAND, without(COMMAND, "ENCORE_PEER_PORT"), "ENCORE_PEER_PORT");
        says(NodeRole.COMMAND, without(COMMAND, "ENCORE_CLUSTER_SECRET"), "ENCORE_CLUSTER_SECRET");
        says(NodeRole.QUERY, with(COMMAND, "ENCORE_PEER_PORT", "seventy"), "'seventy' is not");
        says(NodeRole.QUERY, with(COMMAND, "ENCORE_CLUSTER_SECRET", "short"), "at least 32 characters");
        says(
                NodeRole.GATEWAY,
                with(GATEWAY, "ENCORE_CLUSTER_SECRET", "CHANGE-ME-at-least-32-random-characters"),
                "ENCORE_CLUSTER_SECRET is a placeholder");
        says(NodeRole.ALL, Map.of("ENCORE_MONGO", "localhost:27017"), "mongodb://");
        says(NodeRole.GATEWAY, without(GATEWAY, "ENCORE_QUERY_NODES"), "ENCORE_QUERY_NODES");
        says(NodeRole.GATEWAY, with(GATEWAY, "ENCORE_COMMAND_NODES", "10.0.0.1"), "'10.0.0.1' is not");
        says(NodeRole.GATEWAY, with(GATEWAY, "ENCORE_COMMAND_NODES", " , "), "names no node");
    }

    @Test
    void a_secret_is_never_printed() {
        assertThat(read(NodeRole.COMMAND, COMMAND).toString()).doesNotContain("long enough");
        assertThatThrownBy(() -> read(NodeRole.QUERY, with(COMMAND, "ENCORE_CLUSTER_SECRET", "shortsecret")))
                .hasMessageNotContaining("shortsecret");
    }

    @Test
    void a_node_that_only_this_machine_reaches_is_on_loopback() {
        assertThat(read(NodeRole.ALL, Map.of()).isOnLoopback()).isTrue();
        assertThat(read(NodeRole.ALL, Map.of("ENCORE_BIND", "::1")).isOnLoopback())
                .isTrue();
        assertThat(read(NodeRole.ALL, Map.of("ENCORE_BIND", "0.0.0.0")).isOnLoopback())
                .isFalse();
        assertThat(read(NodeRole.COMMAND, with(COMMAND, "ENCORE_BIND", "192.0.2.1"))
                        .isOnLoopback())
                .isFalse();
    }

    @Test
    void a_process_that_lacks_a_setting_says_so_and_ends_with_1() throws IOException, InterruptedException {
        assertThat(ended(GatewayNode.class, Map.of()).strip())
                .startsWith("A gateway node needs ENCORE_COMMAND_NODES")
                .doesNotContain("\n", "\tat");
    }

    @Test
    void an_operators_token_that_is_a_placeholder_stops_the_start(@TempDir Path data)
            throws IOException, InterruptedException {
        assertThat(ended(
                        Standalone.class,
                        Map.of(
                                "ENCORE_DATA", data.toString(),
                                "PORT", "0",
                                "RSOCKET_PORT", "0",
                                "ENCORE_LOG_FORMAT", "",
                                "ENCORE_OPERATOR_TOKEN", "CHANGE-ME")))
                .contains("ENCORE_OPERATOR_TOKEN must have at least 32 characters")
                .doesNotContain("CHANGE-ME", "\tat", "encore.api");
    }

    /** What a process says that ends with 1. */
    private static String ended(Class<?> main, Map<String, String> settings) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(
                        System.getProperty("java.home") + File.separator + "bin" + File.separator + "java",
                        "-Xshare:auto",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        main.getName())
                .redirectErrorStream(true);
        builder.environment().keySet().removeIf(name -> name.startsWith("ENCORE_"));
        builder.environment().putAll(settings);
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(1);
        return said;
    }

    private static void says(NodeRole role, Map<String, String> settings, String words) {
        assertThatThrownBy(() -> read(role, settings))
                .isInstanceOf(NodeSettings.InvalidSetting.class)
                .hasMessageContaining(words)
                .hasMessageEndingWith(".")
                .hasMessageNotContaining("\n");
    }

    private static NodeSettings read(NodeRole role, Map<String, String> settings) {
        return NodeSettings.read(role, settings::get);
    }

    private static Map<String, String> without(Map<String, String> settings, String name) {
        Map<String, String> changed = new HashMap<>(settings);
        changed.remove(name);
        return changed;
    }

    private static Map<String, String> with(Map<String, String> settings, String name, String value) {
        Map<String, String> changed = new HashMap<>(settings);
        changed.put(name, value);
        return changed;
    }
}
