package encore.infra.eventstore.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.infra.eventstore.log.StartRefused;
import encore.infra.eventstore.log.commit.StoredEvent;
import encore.infra.eventstore.sqlite.tables.HeadFile;
import encore.infra.eventstore.sqlite.tables.LogFileRows;
import encore.infra.eventstore.sqlite.tables.LogHead;
import encore.infra.eventstore.verify.LogVerifier;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kills a process while it writes, and checks the log that is left. */
class SqliteCrashTest {

    private static final int FRAME = 24 + 4096;

    @TempDir
    Path directory;

    @Test
    void nothing_that_was_acknowledged_is_missing_after_kills() throws Exception {
        List<String> acknowledged = new ArrayList<>();
        for (int round = 0; round < 3; round++) {
            acknowledged.addAll(appendUntilKilled("round" + round, 300));
            try (SqliteEventLog log = SqliteEventLog.open(directory)) {
                for (String line : acknowledged) {
                    String[] parts = line.split(" ", -1);
                    StoredEvent event =
                            log.read(Long.parseLong(parts[0]) - 1, 1).getFirst();
                    assertThat(event.stream() + " " + event.sequence()).isEqualTo(parts[1] + " " + parts[2]);
                }
            }
            try (LogFileRows file = LogFileRows.open(directory.resolve("events.db"))) {
                assertThat(LogVerifier.verify(file, null).problem()).isNull();
            }
        }
    }

    @Test
    void a_flipped_bit_in_the_wal_is_found_at_the_start_and_the_files_stay_as_they_are() throws Exception {
        appendUntilKilled("a", 200);
        Path wal = directory.resolve("events.db-wal");
        try (LogFileRows whole = LogFileRows.open(directory.resolve("events.db"))) {
            LogVerifier.Report report = LogVerifier.verify(whole, null);
            HeadFile.in(directory).write(new LogHead(report.head(), report.hash(), 0));
        }
        long frames = (Files.size(wal) - 32) / FRAME;
        try (RandomAccessFile file = new RandomAccessFile(wal.toFile(), "rw")) {
            long place = 32 + frames / 2 * FRAME + 1_000;
            file.seek(place);
            int value = file.read();
            file.seek(place);
            file.write(value ^ 4);
        }
        byte[] damaged = Files.readAllBytes(wal);
        assertThatThrownBy(() -> SqliteEventLog.open(directory))
                .isInstanceOf(StartRefused.class)
                .hasMessageContaining("The log ends at")
                .hasMessageContaining("head names");
        assertThat(Files.readAllBytes(wal)).isEqualTo(damaged);
    }

    private List<String> appendUntilKilled(String name, int acknowledgements) throws IOException, InterruptedException {
        Process process = AppendingProcess.start(directory, name);
        List<String> acknowledged = new ArrayList<>();
        try (BufferedReader output = AppendingProcess.output(process)) {
            while (acknowledged.size() < acknowledgements) {
                String line = output.readLine();
                assertThat(line).as("the process goes on").isNotNull();
                acknowledged.add(line);
            }
            process.toHandle().destroyForcibly();
            // Positions that it printed before it died count too, except an incomplete line.
            output.lines().filter(line -> line.split(" ", -1).length == 3).forEach(acknowledged::add);
        }
        process.waitFor();
        acknowledged.removeLast();
        return acknowledged;
    }
}
