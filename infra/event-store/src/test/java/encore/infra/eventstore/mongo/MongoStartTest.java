package encore.infra.eventstore.mongo;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.infra.eventstore.log.LogRefused;
import encore.infra.eventstore.log.LogVerifier;
import encore.infra.testmongo.MongoForTests;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is said when a log cannot be opened: one sentence, and no password. */
class MongoStartTest {

    @Test
    void nobody_there_is_said_with_the_address_alone() {
        assertThatThrownBy(
                        () -> MongoEventLog.open("mongodb://ann:s3cret@127.0.0.1:1/fans?serverSelectionTimeoutMS=300"))
                .isInstanceOf(LogRefused.class)
                .hasMessageContaining("No MongoDB that takes writes answers at 127.0.0.1:1/fans")
                .hasMessageNotContaining("s3cret");
    }

    @Test
    void what_is_no_address_is_not_repeated() {
        assertThatThrownBy(() -> MongoEventLog.open("mongodb:/ann:s3cret@host"))
                .isInstanceOf(LogRefused.class)
                .hasMessageContaining("ENCORE_MONGO is not the address of a MongoDB")
                .hasMessageNotContaining("s3cret");
    }

    @Test
    void a_database_with_half_a_copy_is_not_opened() {
        String uri = MongoForTests.uri();
        try (MongoInstallation target = MongoInstallation.open(uri)) {
            target.begin(new LogVerifier.Report(3, new byte[32], null, List.of()));
            assertThatThrownBy(() -> MongoEventLog.open(uri))
                    .isInstanceOf(LogRefused.class)
                    .hasMessageContaining("was not finished");
            target.finish();
        }
        MongoEventLog.open(uri).close();
    }
}
