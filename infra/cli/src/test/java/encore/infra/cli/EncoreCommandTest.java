package encore.infra.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.kernel.names.BuildVersion;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands as a shell and the image offer them. */
class EncoreCommandTest {

    private static final Path HOME = Path.of("..", "..").toAbsolutePath().normalize();
    private static final String SCRIPT = HOME.resolve("encore").toString();

    @TempDir
    private Path directory;

    @Test
    void the_help_lists_every_command_in_its_group() throws Exception {
        String help = run(List.of("bash", SCRIPT, "help"), Map.of());
        assertThat(help.lines()).contains("Operate", "Audit", "Develop");
        for (String command :
                EncoreCommand.commandLine(Map.of(), false).getSubcommands().keySet()) {
            assertThat(help).contains("./encore " + command + " ");
        }
        for (String command : List.of("run", "command|query|gateway", "test", "check", "format", "docs", "bench")) {
            assertThat(help).contains("./encore " + command + " ");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"--version", "-V", "version"})
    void the_script_and_the_client_say_the_version_of_the_build(String option) throws Exception {
        assertThat(BuildVersion.get()).matches("\\d+\\.\\d+\\.\\d+.*");
        assertThat(run(List.of("bash", SCRIPT, option), Map.of()))
                .isEqualToIgnoringNewLines("encore " + BuildVersion.get());
        assertThat(EncoreCommand.commandLine(Map.of(), false).getCommandSpec().version())
                .containsExactly("encore " + BuildVersion.get());
    }

    @Test
    void the_image_starts_a_part_or_a_command_of_the_client() throws Exception {
        Path java = Files.writeString(directory.resolve("java"), "#!/bin/sh\necho \"$*\"\n");
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path link = Files.createSymbolicLink(directory.resolve("encore"), HOME.resolve("infra/deploy/start"));
        Map<String, String> path = Map.of("PATH", directory + ":" + System.getenv("PATH"));
        assertThat(run(List.of("sh", link.toString()), path))
                .contains("encore.infra.standalone.Standalone")
                .contains(HOME.resolve("infra/deploy/standalone-exec.jar").toString());
        assertThat(run(List.of("sh", link.toString(), "query"), path)).contains("encore.infra.standalone.QueryNode");
        for (String command :
                EncoreCommand.commandLine(Map.of(), false).getSubcommands().keySet()) {
            assertThat(run(List.of("sh", link.toString(), command, "a b", "--help"), path))
                    .contains("-jar " + HOME.resolve("infra/deploy/cli-exec.jar") + " " + command + " a b --help");
        }
        assertThat(run(List.of("sh", link.toString(), "--version"), path)).contains("cli-exec.jar --version");
    }

    /** A start with other options than those of the cache would not use it. */
    @Test
    void the_image_makes_its_class_cache_with_the_options_of_a_start() throws Exception {
        Path home = Files.createDirectory(directory.resolve("image"));
        for (String script : List.of("start", "make-class-cache")) {
            Files.copy(
                    HOME.resolve("infra/deploy/" + script), home.resolve(script), StandardCopyOption.COPY_ATTRIBUTES);
        }
        Path java = Files.writeString(directory.resolve("java"), """
                #!/bin/sh
                for option; do case "$option" in -XX:AOTCacheOutput=*) echo "$*" >"${option#*=}" ;; esac; done
                [ ! -f "$0.fails" ] || exit 1
                echo "$*"
                """);
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
        Map<String, String> path = Map.of("PATH", directory + ":" + System.getenv("PATH"));
        List<String> make = List.of("sh", home.resolve("start").toString(), "make-class-cache");
        Path cache = home.resolve("standalone.aot");

        Files.createFile(directory.resolve("java.fails"));
        assertThatThrownBy(() -> run(make, path)).hasMessageContaining(cache + ".log says why");
        assertThat(cache).doesNotExist();

        Files.delete(directory.resolve("java.fails"));
        run(make, path);
        String options = "-cp " + home.resolve("standalone-exec.jar");
        String made = Files.readString(cache);
        String started = run(List.of("sh", home.resolve("start").toString()), path);
        assertThat(started).contains("-XX:AOTCache=" + cache);
        assertThat(made).startsWith(started.substring(0, started.indexOf(options) + options.length()));
        assertThat(home).isDirectoryNotContaining(file -> file.toString().endsWith(".log"));
    }

    @Test
    void the_image_contains_the_client() throws IOException {
        assertThat(Files.readString(HOME.resolve("infra/deploy/Dockerfile")))
                .contains("-pl infra/standalone,infra/cli -am", "infra/cli/target/cli-exec.jar");
    }

    private static String run(List<String> command, Map<String, String> environment) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(environment);
        Process process = builder.start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(output).isZero();
        return output;
    }
}
