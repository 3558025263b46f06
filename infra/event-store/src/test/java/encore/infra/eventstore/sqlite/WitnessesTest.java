package encore.infra.eventstore.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

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
        file = directory.resolve("WhenItRainsThenSing.db");
        try (var store = SqliteProcessStore.open(file)) {
            store.commit(Map.of(
                    "progress", "{\"position\":7}", "outbox/0000000000000000009/0", "{}", "state/fan.7.1", "{}"));
        }
    }

    @Test
    void an_automation_says_how_far_it_has_folded() throws SQLException {
        assertThat(Witnesses.folded(file)).isEqualTo(9);
        alter("DELETE FROM entries WHERE key LIKE 'outbox/%'");
        assertThat(Witnesses.folded(file)).isEqualTo(7);
    }

    @Test
    void what_is_not_what_was_written_says_nothing() throws SQLException {
        alter("UPDATE entries SET value = '{\"position\":70}' WHERE key = 'progress'");
        assertThat(Witnesses.folded(file)).isZero();
    }

    @Test
    void what_says_nothing_of_positions_is_not_looked_at() throws SQLException {
        alter("UPDATE entries SET value = '{\"altered\":1}' WHERE key LIKE 'state/%'");
        assertThat(Witnesses.folded(file)).isEqualTo(9);
    }

    private void alter(String sql) throws SQLException {
        try (Connection connection = Sqlite.writer(file, "NORMAL", 256)) {
            Sqlite.run(connection, sql);
        }
    }
}
