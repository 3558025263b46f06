package encore.infra.eventstore.sqlite;

import encore.infra.eventstore.log.commit.AppendedCommit;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A separate JVM that appends from 16 threads and prints each acknowledged position. A test kills it. */
final class AppendingProcess {

    private AppendingProcess() {}

    static Process start(Path directory, String name) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                AppendingProcess.class.getName(),
                directory.toString(),
                name));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    static BufferedReader output(Process process) {
        return new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    public static void main(String... arguments) {
        SqliteEventLog log = SqliteEventLog.open(Path.of(arguments[0]));
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        for (int i = 0; i < 16; i++) {
            String stream = arguments[1] + "." + i;
            Thread.ofPlatform().start(() -> {
                for (long sequence = 0; ; sequence++) {
                    AppendedCommit appendedCommit = log.append(TestCommits.commit(stream, sequence, 200))
                            .join();
                    out.println(appendedCommit.last() + " " + stream + " " + sequence);
                }
            });
        }
    }
}
