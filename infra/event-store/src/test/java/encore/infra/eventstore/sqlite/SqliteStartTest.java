package encore.infra.eventstore.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.infra.eventstore.log.LogRefused;
import encore.infra.eventstore.log.StoredSnapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Encore does not start over a log that lost something, nor over one that another process writes. */
class SqliteStartTest {

    @TempDir
    Path directory;

    @BeforeEach
    void writeALog() {
        try (SqliteEventLog log = SqliteEventLog.open(directory)) {
            Appends.one(log, "a", 0, 9);
        }
    }

    @Test
    void a_data_directory_has_one_process() {
        try (SqliteEventLog log = SqliteEventLog.open(directory)) {
            assertThatThrownBy(() -> SqliteEventLog.open(directory))
                    .isInstanceOf(LogRefused.class)
                    .hasMessage("The data directory " + directory + " is in use by another process.");
            Appends.one(log, "a", 10, 10);
        }
        SqliteEventLog.open(directory).close();
    }

    @Test
    void a_log_that_ends_before_the_head_file_is_refused_with_both_positions() throws Exception {
        cutTo(7);
        assertThatThrownBy(() -> SqliteEventLog.open(directory))
                .isInstanceOf(LogRefused.class)
                .hasMessageContaining("ends at 7")
                .hasMessageContaining("names 10");
    }

    @Test
    void a_log_of_other_hashes_than_the_head_file_has_is_refused() throws Exception {
        Path head = directory.resolve("head");
        String line = Files.readString(head);
        Files.writeString(head, line.replaceFirst(" ..", line.contains(" 00") ? " 11" : " 00"));
        assertThatThrownBy(() -> SqliteEventLog.open(directory))
                .isInstanceOf(LogRefused.class)
                .hasMessageContaining("The log at 10 is not the one");
    }

    @Test
    void a_log_that_vanished_is_refused() throws IOException {
        Files.delete(directory.resolve("events.db"));
        assertThatThrownBy(() -> SqliteEventLog.open(directory))
                .isInstanceOf(LogRefused.class)
                .hasMessageContaining("ends at 0");
        assertThat(directory.resolve("events.db")).doesNotExist();
    }

    @Test
    void a_log_that_ends_before_a_token_is_refused() throws Exception {
        try (SqliteEventLog log = SqliteEventLog.open(directory)) {
            new SqliteTokenStore(log).move("quests", 10);
        }
        cutTo(8);
        Files.delete(directory.resolve("head"));
        assertThatThrownBy(() -> SqliteEventLog.open(directory))
                .isInstanceOf(LogRefused.class)
                .hasMessageContaining("ends at 8")
                .hasMessageContaining("quests names 10");
    }

    @Test
    void a_log_that_ends_before_a_snapshot_is_refused() throws Exception {
        try (SqliteEventLog log = SqliteEventLog.open(directory)) {
            log.putSnapshot(new StoredSnapshot("a", 9, "ledger", "1", new byte[0]));
        }
        cutTo(8);
        Files.delete(directory.resolve("head"));
        assertThatThrownBy(() -> SqliteEventLog.open(directory))
                .isInstanceOf(LogRefused.class)
                .hasMessageContaining("a snapshot names 10");
    }

    @Test
    void a_missing_head_file_is_made_again() throws Exception {
        String before = Files.readString(directory.resolve("head"));
        Files.delete(directory.resolve("head"));
        SqliteEventLog.open(directory).close();
        assertThat(directory.resolve("head")).hasContent(before);
    }

    private void cutTo(long position) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("events.db"));
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("DELETE FROM events WHERE position > " + position);
            statement.executeUpdate("DELETE FROM commits WHERE first > " + position);
        }
    }
}
