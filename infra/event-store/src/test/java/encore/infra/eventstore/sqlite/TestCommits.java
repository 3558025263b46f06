package encore.infra.eventstore.sqlite;

import encore.infra.eventstore.log.EventLog;
import encore.infra.eventstore.log.commit.NewCommit;
import encore.infra.eventstore.log.commit.NewCommit.NewEvent;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Commits for tests of the SQLite log. */
final class TestCommits {

    private TestCommits() {}

    /** Appends commits of one event each, at the given sequences of a stream. */
    static void one(EventLog log, String stream, long fromSequence, long toSequence) {
        for (long sequence = fromSequence; sequence <= toSequence; sequence++) {
            log.append(commit(stream, sequence, 100)).join();
        }
    }

    static NewCommit commit(String stream, long sequence, int bytes) {
        byte[] payload = ("{\"n\":\"" + "x".repeat(bytes) + "\"}").getBytes(StandardCharsets.UTF_8);
        NewEvent event =
                new NewEvent(stream, sequence, "Happened", "1", "{}".getBytes(StandardCharsets.UTF_8), payload);
        return new NewCommit(new byte[16], List.of(event), null, List.of(), List.of(), List.of());
    }
}
