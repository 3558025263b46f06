package encore.infra.eventstore.sqlite.directory;

import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.eventstore.sqlite.connection.Sqlite;
import encore.infra.eventstore.sqlite.process.SqliteProcessStores;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WitnessesTest {

    private Path file;

    @BeforeEach
    void fold(@TempDir Path directory) {
        file = directory.resolve("automations/WhenItRainsThenSing.db");
        try (var stores = new SqliteProcessStores(directory)) {
            stores.open("WhenItRainsThenSing")
                    .commit(Map.of(
                            "progress",
                            "{\"position\":7}",
                            "outbox/0000000000000000009/0",
                            "{}",
                            "state/fan.7.1",
                            "{}"));
        }
    }

    @Test
    void an_automation_shows_the_last_event_that_it_applied() throws SQLException {
        assertThat(Witnesses.foldedPosition(file)).isEqualTo(9);
        alter("DELETE FROM entries WHERE key LIKE 'outbox/%'");
        assertThat(Witnesses.foldedPosition(file)).isEqualTo(7);
    }

    @Test
    void damaged_rows_count_as_nothing() throws SQLException {
        alter("UPDATE entries SET value = '{\"position\":70}' WHERE key = 'progress'");
        assertThat(Witnesses.foldedPosition(file)).isZero();
    }

    @Test
    void rows_without_positions_are_not_checked() throws SQLException {
        alter("UPDATE entries SET value = '{\"altered\":1}' WHERE key LIKE 'state/%'");
        assertThat(Witnesses.foldedPosition(file)).isEqualTo(9);
    }

    private void alter(String sql) throws SQLException {
        try (Connection connection = Sqlite.writer(file, "NORMAL", 256)) {
            Sqlite.run(connection, sql);
        }
    }
}
