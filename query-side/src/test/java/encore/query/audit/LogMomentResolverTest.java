package encore.query.audit;

import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.eventstore.codec.EventCatalogue;
import encore.infra.eventstore.log.EventLog;
import encore.infra.eventstore.log.commit.NewCommit;
import encore.infra.eventstore.log.commit.NewCommit.NewEvent;
import encore.infra.eventstore.sqlite.SqliteEventLog;
import encore.kernel.fans.FanEvent.FanRegistered;
import encore.query.documents.CompleteTime;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogMomentResolverTest {

    @TempDir
    Path directory;

    private EventLog log;
    private LogMomentResolver times;
    private byte commits;

    @BeforeEach
    void open() {
        log = SqliteEventLog.open(directory);
        times = new LogMomentResolver(log);
    }

    @AfterEach
    void close() {
        log.close();
    }

    /** What other clients wrote in the same millisecond hides what one wrote oneself until it is projected as well. */
    @Test
    void at_the_end_of_its_time_what_was_written_is_over() {
        long at = append(3);
        append(1);
        var completeTime = new CompleteTime(log, EventCatalogue.load(), Set.of(FanRegistered.class));
        assertThat(completeTime.completeUntil(1)).isEqualTo(at - 1);
        assertThat(times.lastPositionOfTime(1)).isEqualTo(3);
        assertThat(times.lastPositionOfTime(4)).isEqualTo(4);
        assertThat(completeTime.completeUntil(times.lastPositionOfTime(1))).isGreaterThanOrEqualTo(at);
    }

    @Test
    void a_position_that_the_log_does_not_have_has_no_time() {
        append(1);
        assertThat(times.lastPositionOfTime(0)).isZero();
        assertThat(times.lastPositionOfTime(9)).isEqualTo(9);
    }

    /** Of one commit, and so of one time. */
    private long append(int events) {
        byte[] id = new byte[16];
        id[0] = ++commits;
        byte[] json = "{}".getBytes(StandardCharsets.UTF_8);
        List<NewEvent> all = IntStream.range(0, events)
                .mapToObj(i -> new NewEvent("s" + commits, i, "fan_registered", "1", json, json))
                .toList();
        return log.append(new NewCommit(id, all, null, List.of(), List.of(), List.of()))
                .join()
                .at();
    }
}
