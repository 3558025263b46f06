package encore.infra.standalone.stores;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.infra.eventstore.log.StartRefused;
import encore.infra.eventstore.log.StoreUnavailable;
import encore.infra.eventstore.mongo.MongoEventLog;
import encore.infra.testmongo.MongoForTests;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A node waits for a database that is away at its start, and ends with a sentence when it stays away. */
class DatabaseWaitTest {

    @Test
    void a_node_that_starts_before_its_database_waits_for_it() {
        AtomicInteger tries = new AtomicInteger();
        String uri = MongoForTests.uri();
        String nobody = "mongodb://127.0.0.1:1/fans?serverSelectionTimeoutMS=300";
        try (MongoEventLog log =
                DatabaseWait.open(() -> MongoEventLog.open(tries.incrementAndGet() == 1 ? nobody : uri))) {
            assertThat(log.head()).isZero();
        }
        assertThat(tries).hasValue(2);
    }

    @Test
    void one_that_goes_away_while_it_is_opened_is_waited_for_too() {
        AtomicInteger tries = new AtomicInteger();
        assertThat(DatabaseWait.open(() -> {
                    if (tries.incrementAndGet() < 3) {
                        throw new StoreUnavailable(new IllegalStateException("away"));
                    }
                    return "open";
                }))
                .isEqualTo("open");
    }

    @Test
    void after_the_wait_the_start_ends_with_a_sentence() {
        assertThatThrownBy(() -> DatabaseWait.open(
                        () -> {
                            throw StartRefused.whileAway("Nobody answers at here.");
                        },
                        Duration.ofMillis(300)))
                .isInstanceOf(StartRefused.class)
                .hasMessageContaining("Start it again when the database is up")
                .hasMessageContaining("Nobody answers at here.");
    }

    @Test
    void a_refusal_that_waiting_does_not_mend_ends_the_start_at_once() {
        AtomicInteger tries = new AtomicInteger();
        assertThatThrownBy(() -> DatabaseWait.open(() -> {
                    tries.incrementAndGet();
                    throw new StartRefused("Events are missing.");
                }))
                .hasMessage("Events are missing.");
        assertThat(tries).hasValue(1);
    }
}
