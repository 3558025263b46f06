package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.testmongo.MongoForTests;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** What can be told of infra/deploy where there are no containers. */
class DeployFilesTest {

    private static final Path DEPLOY = Path.of("..", "deploy");
    private static final Pattern IMAGE = Pattern.compile("(?m)^\\s*(?:FROM\\s|image:|#\\s*syntax=)\\s*(\\S+)");
    /** {@code program} is a stage of the Dockerfile. */
    private static final Pattern OURS = Pattern.compile("encore:\\S+|program");

    private static final Pattern PINNED = Pattern.compile("\\S+:\\S+@sha256:[0-9a-f]{64}");

    @TempDir
    Path directory;

    @Test
    void every_image_that_is_not_ours_is_pinned_by_its_digest() throws IOException {
        try (Stream<Path> files = Files.walk(DEPLOY)) {
            List<String> images = files.filter(Files::isRegularFile)
                    .flatMap(file -> IMAGE.matcher(text(file)).results())
                    .map((MatchResult found) -> found.group(1))
                    .filter(image -> !OURS.matcher(image).matches())
                    .toList();
            assertThat(images)
                    .hasSizeGreaterThan(4)
                    .allSatisfy(image -> assertThat(image).matches(PINNED));
            // One tag is one image everywhere.
            assertThat(images.stream()
                            .map(image -> image.replaceFirst("@.*", ""))
                            .distinct())
                    .hasSameSizeAs(images.stream().distinct().toList());
        }
    }

    @Test
    void a_node_trusts_the_certificates_that_the_compose_file_makes_for_mongodb() throws Exception {
        Path made = Files.createDirectory(directory.resolve("mongo-tls"));
        Path trust = Files.createDirectory(directory.resolve("trust"));
        Path work = Files.createDirectory(directory.resolve("work"));
        run(script("mongo-tls", "command")
                .replace("/mongo-tls", made.toString())
                .replace("cd /tmp", "cd " + work)
                .replace("chown mongodb:mongodb", "ls"));
        run(script("mongo-trust", "entrypoint")
                .replace("/mongo-tls", made.toString())
                .replace("/trust/", trust + "/"));
        int port = Processes.freePort();
        try (TlsFront front = TlsFront.before(MongoForTests.uri(), made.resolve("mongo-2.pem"))) {
            Process node = node(front.uri(), port, trust.resolve("trust.p12"));
            try {
                assertThat(alive(node, port)).isTrue();
            } finally {
                node.destroyForcibly().waitFor();
            }
        }
    }

    /** What a service is started with; Compose writes a dollar twice. */
    private static String script(String service, String part) {
        Map<?, ?> file = new Yaml(new SafeConstructor(new LoaderOptions())).load(text(DEPLOY.resolve("compose.yaml")));
        Map<?, ?> services = (Map<?, ?>) file.get("services");
        List<?> words = (List<?>) ((Map<?, ?>) services.get(service)).get(part);
        return String.valueOf(words.getLast()).replace("$$", "$");
    }

    private void run(String script) throws IOException, InterruptedException {
        File log = directory.resolve("script.log").toFile();
        ProcessBuilder shell = new ProcessBuilder("sh", "-euc", script)
                .redirectErrorStream(true)
                .redirectOutput(log);
        shell.environment()
                .merge(
                        "PATH",
                        Path.of(System.getProperty("java.home"), "bin").toString(),
                        (path, java) -> java + ":" + path);
        assertThat(shell.start().waitFor()).as(text(log.toPath())).isZero();
    }

    private Process node(String mongo, int managementPort, Path trust) throws IOException {
        List<String> command = NodeJvm.command(CommandNode.class);
        command.addAll(1, List.of("-Djavax.net.ssl.trustStore=" + trust, "-Djavax.net.ssl.trustStorePassword=public"));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("node.log").toFile());
        builder.environment()
                .putAll(Map.of(
                        "ENCORE_MONGO", mongo,
                        "ENCORE_CLUSTER_SECRET", "the cluster secret of the journeys",
                        "ENCORE_DATA", directory.resolve("data").toString(),
                        "ENCORE_MASTER_KEY_FILE",
                                directory.resolve("master.key").toString(),
                        "ENCORE_PEER_PORT", Integer.toString(Processes.freePort()),
                        "ENCORE_MANAGEMENT_PORT", Integer.toString(managementPort)));
        return builder.start();
    }

    /** Whether it opened its log before it ended. */
    private static boolean alive(Process node, int port) throws InterruptedException {
        HttpRequest live = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/health/live"))
                .build();
        try (HttpClient http = HttpClient.newHttpClient()) {
            while (!node.waitFor(100, TimeUnit.MILLISECONDS)) {
                try {
                    if (http.send(live, BodyHandlers.ofString()).statusCode() == 200) {
                        return true;
                    }
                } catch (IOException notYet) {
                    // The port is not open yet.
                }
            }
            return false;
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
