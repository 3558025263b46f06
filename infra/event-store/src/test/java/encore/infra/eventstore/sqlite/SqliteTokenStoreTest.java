package encore.infra.eventstore.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteTokenStoreTest {

    @TempDir
    Path directory;

    @Test
    void a_processor_is_found_where_it_was() {
        try (SqliteEventLog log = SqliteEventLog.open(directory)) {
            SqliteTokenStore tokens = new SqliteTokenStore(log);
            assertThat(tokens.position("quests")).isEqualTo(OptionalLong.empty());
            tokens.move("quests", 0);
            assertThat(tokens.position("quests")).isEqualTo(OptionalLong.of(0));
        }
        try (SqliteEventLog log = SqliteEventLog.open(directory)) {
            assertThat(new SqliteTokenStore(log).position("quests")).isEqualTo(OptionalLong.of(0));
        }
    }
}
