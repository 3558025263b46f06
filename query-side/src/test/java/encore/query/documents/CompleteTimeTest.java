package encore.query.documents;

import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.eventstore.codec.EventCatalogue;
import encore.infra.eventstore.log.EventLog;
import encore.infra.eventstore.log.commit.NewCommit;
import encore.infra.eventstore.log.commit.NewCommit.NewEvent;
import encore.infra.eventstore.mongo.MongoEventLog;
import encore.infra.eventstore.sqlite.SqliteEventLog;
import encore.infra.testmongo.MongoForTests;
import encore.kernel.fans.FanEvent.FanRegistered;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompleteTimeTest {

    private static final String OURS = "fan_registered";
    private static final String OTHERS = "points_awarded";

    @TempDir
    Path directory;

    private EventLog log;
    private CompleteTime completeTime;
    private int streams;

    @BeforeEach
    void open() {
        log = SqliteEventLog.open(directory);
        completeTime = new CompleteTime(log, EventCatalogue.load(), Set.of(FanRegistered.class));
    }

    @AfterEach
    void close() {
        log.close();
    }

    @Test
    void at_the_head_of_a_quiet_log_the_last_stamp_is_over() {
        long at = append(OURS);
        assertThat(completeTime.completeUntil(log.head())).isEqualTo(at);
        assertThat(append(OURS)).isGreaterThan(at);
    }

    @Test
    void a_time_that_is_not_projected_yet_is_not_complete() {
        append(OURS);
        long position = log.head();
        long at = append(OURS);
        append(OTHERS);
        assertThat(completeTime.completeUntil(position)).isEqualTo(at - 1);
    }

    @Test
    void events_of_others_are_looked_past() {
        append(OURS);
        long position = log.head();
        long at = append(OTHERS);
        assertThat(completeTime.completeUntil(position)).isEqualTo(at);
    }

    @Test
    void an_idle_log_is_over_as_far_as_is_said_unless_something_is_left_to_come() {
        long at = append(OURS);
        long over = at + 60_000;
        assertThat(completeTime.completeUntil(log.head(), over)).isEqualTo(over);
        assertThat(completeTime.completeUntil(log.head(), at - 1)).isEqualTo(at);
        assertThat(completeTime.completeUntil(log.head() - 1, over)).isEqualTo(at - 1);
    }

    @Test
    void no_further_than_a_page_is_looked_ahead() {
        append(OURS);
        long position = log.head();
        for (int i = 0; i < 1000; i++) {
            append(OTHERS);
        }
        long page = log.headTime();
        append(OURS);
        assertThat(completeTime.completeUntil(position)).isEqualTo(page - 1);
    }

    @Test
    void the_time_of_another_process_is_complete_for_a_reader_of_its_document() {
        String uri = MongoForTests.uri();
        try (EventLog written = MongoEventLog.open(uri);
                EventLog read = MongoEventLog.open(uri)) {
            var here = new CompleteTime(read, EventCatalogue.load(), Set.of(FanRegistered.class));
            for (int i = 0; i < 30; i++) {
                long at = append(written, OURS);
                assertThat(here.completeUntil(written.head())).isEqualTo(at);
            }
        }
    }

    private long append(String type) {
        return append(log, type);
    }

    private long append(EventLog log, String type) {
        byte[] id = new byte[16];
        ThreadLocalRandom.current().nextBytes(id);
        byte[] json = "{}".getBytes(StandardCharsets.UTF_8);
        NewEvent event = new NewEvent("s" + streams++, 0, type, "1", json, json);
        return log.append(new NewCommit(id, List.of(event), null, List.of(), List.of(), List.of()))
                .join()
                .at();
    }
}
