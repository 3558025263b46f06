package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Programs under Node with clients of the npm registry. They are installed once, and end with the test. */
final class NodeClients implements AfterEachCallback {

    private static final Path CLIENTS = Path.of("target/node-clients");

    private static final Path SOURCES = Path.of("src/test/node");
    private static final Path LOCK = Path.of("package-lock.json");

    @GuardedBy("NodeClients.class")
    private static boolean isInstalled;

    private final List<Process> started = new ArrayList<>();

    /** Installs what the lock file names, unless it is there. */
    private static synchronized void install() throws Exception {
        if (!isInstalled) {
            copyAndInstall();
            isInstalled = true;
        }
    }

    private static void copyAndInstall() throws Exception {
        Files.createDirectories(CLIENTS);
        boolean installed = Files.exists(CLIENTS.resolve("node_modules/.package-lock.json"))
                && Files.exists(CLIENTS.resolve(LOCK))
                && Files.mismatch(SOURCES.resolve(LOCK), CLIENTS.resolve(LOCK)) < 0;
        try (var files = Files.list(SOURCES)) {
            for (Path file : files.toList()) {
                Files.copy(file, CLIENTS.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
            }
        }
        if (installed) {
            return;
        }
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
        assertThat(ended && install.exitValue() == 0).as(Files.readString(log)).isTrue();
    }

    /** Starts a program, as {@code node <program> <arguments>}. */
    Process start(String program, String... arguments) throws Exception {
        install();
        Process process = new ProcessBuilder(Stream.concat(Stream.of("node", program), Stream.of(arguments))
                        .toList())
                .directory(CLIENTS.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        started.add(process);
        return process;
    }

    @Override
    public void afterEach(ExtensionContext test) {
        started.forEach(NodeClients::end);
        started.clear();
    }

    /** Kills a program. */
    static void end(Process process) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
