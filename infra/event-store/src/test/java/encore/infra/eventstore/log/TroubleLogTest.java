package encore.infra.eventstore.log;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** An outage of a store strikes all parts of a process, and is logged once until it is over. */
class TroubleLogTest {

    private static final StoreUnavailable AWAY = new StoreUnavailable(new IllegalStateException("away"));

    private final AtomicLong nanos = new AtomicLong();
    private final Logger logger = (Logger) LoggerFactory.getLogger(TroubleLogTest.class);
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private final TroubleLog trouble = new TroubleLog(logger, nanos::get);

    @BeforeEach
    void listen() {
        lines.start();
        logger.addAppender(lines);
    }

    @AfterEach
    void stop() {
        logger.detachAppender(lines);
    }

    @Test
    void an_outage_is_logged_once_at_its_begin_and_once_at_its_end() {
        for (int round = 0; round < 5; round++) {
            for (int i = 0; i < 113; i++) {
                trouble.failed("projection-" + i, AWAY, "away");
            }
        }
        assertThat(logged()).hasSize(1);
        for (int i = 0; i < 113; i++) {
            trouble.recovered("projection-" + i);
        }
        assertThat(logged()).hasSize(2);
        assertThat(logged().getLast()).contains("projection-112", "after all others");
    }

    @Test
    void one_that_comes_back_at_once_is_logged_when_it_stays() {
        trouble.failed("a", AWAY, "away");
        trouble.recovered("a");
        assertThat(logged()).hasSize(2);
        for (int i = 0; i < 5; i++) {
            trouble.failed("a", AWAY, "away");
            trouble.recovered("a");
        }
        assertThat(logged()).hasSize(2);
        trouble.failed("a", AWAY, "away");
        nanos.addAndGet(Duration.ofSeconds(11).toNanos());
        trouble.failed("a", AWAY, "away");
        assertThat(logged()).hasSize(3);
    }

    @Test
    void a_fault_of_one_part_is_logged_beside_an_outage() {
        trouble.failed("a", AWAY, "away");
        trouble.failed("b", new IllegalStateException("of b"), "fault");
        trouble.failed("c", new IllegalStateException("of c"), "fault");
        assertThat(logged()).hasSize(3);
    }

    private List<String> logged() {
        return lines.list.stream()
                .filter(line -> line.getLevel().isGreaterOrEqual(Level.INFO))
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }
}
