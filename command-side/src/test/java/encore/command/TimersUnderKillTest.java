package encore.command;

import static org.assertj.core.api.Assertions.assertThat;

import encore.command.TimersOnDiskTest.EndsUnapproved;
import encore.infra.eventstore.RecordedEvent;
import encore.kernel.connections.ConnectionCommand.RequestConnection;
import encore.kernel.connections.ConnectionEvent.ConnectionEnded;
import encore.kernel.connections.ConnectionId;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kills a process whose timers become due, again and again. */
class TimersUnderKillTest {

    private static final int ROUNDS = 3;

    @TempDir
    Path directory;

    @Test
    void after_kills_each_acknowledged_connection_has_ended_once() throws Exception {
        Random random = new Random(102);
        List<String> acknowledged = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            Process process = start(round);
            try (var output =
                    new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
                // The first ones are due after a second, while others are still requested.
                int until = 200 + random.nextInt(600);
                for (int i = 0; i < until; i++) {
                    String line = output.readLine();
                    assertThat(line).as("the process goes on").isNotNull();
                    acknowledged.add(line);
                }
            } finally {
                process.destroyForcibly().waitFor();
            }
        }
        try (var side = new CommandSideOnDisk(directory, new EndsUnapproved())) {
            long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
            while (ended(side).size() < acknowledged.size() && System.nanoTime() < deadline) {
                Thread.sleep(50);
            }
            // One that was not acknowledged may have ended as well.
            assertThat(ended(side)).containsAll(acknowledged).doesNotHaveDuplicates();
        }
    }

    private Process start(int round) throws Exception {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        TimersUnderKillTest.class.getName(),
                        directory.toString(),
                        Integer.toString(round))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    private static List<String> ended(CommandSideOnDisk side) {
        return side.events().stream()
                .filter(one -> one.event() instanceof ConnectionEnded)
                .map(RecordedEvent::stream)
                .toList();
    }

    /** Requests connections of a new fan and prints each that is acknowledged. */
    public static void main(String... arguments) {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        long first = 1 + Long.parseLong(arguments[1]) * 100_000;
        // Nothing else is printed to the standard output.
        System.setOut(System.err);
        CommandSideOnDisk side = new CommandSideOnDisk(Path.of(arguments[0]), new EndsUnapproved());
        long fan = side.registerFan(first, "fan" + first + "@example.com").number();
        for (long number = first + 1; ; number++) {
            long other =
                    side.registerFan(number, "fan" + number + "@example.com").number();
            ConnectionId pair = ConnectionId.between(CommandSideOnDisk.ACCOUNT, fan, other);
            side.send(new RequestConnection(pair, fan));
            out.println(pair);
        }
    }
}
