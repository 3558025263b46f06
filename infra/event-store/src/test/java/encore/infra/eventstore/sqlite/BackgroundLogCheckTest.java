package encore.infra.eventstore.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.eventstore.log.LogHash;
import encore.infra.eventstore.verify.LogVerifier;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class BackgroundLogCheckTest {

    private static final LogVerifier.Commit COMMIT =
            new LogVerifier.Commit(new LogHash.Commit(1, 1, 1, 1, new byte[16]), new byte[32]);

    private final CompletableFuture<String> damaged = new CompletableFuture<>();

    @Test
    void a_problem_is_reported() throws Exception {
        try (BackgroundLogCheck check =
                new BackgroundLogCheck(walk -> "altered at 7", damaged::complete, Duration.ZERO)) {
            check.start();
            assertThat(damaged.get(10, TimeUnit.SECONDS)).isEqualTo("altered at 7");
        }
    }

    @Test
    void it_reads_nothing_during_the_start() throws Exception {
        AtomicInteger read = new AtomicInteger();
        try (BackgroundLogCheck check =
                new BackgroundLogCheck(walk -> "read " + read.incrementAndGet(), damaged::complete)) {
            check.start();
            Thread.sleep(50);
        }
        assertThat(read).hasValue(0);
    }

    @Test
    void it_ends_when_the_log_is_closed() throws Exception {
        CompletableFuture<Boolean> begun = new CompletableFuture<>();
        CompletableFuture<Boolean> ended = new CompletableFuture<>();
        BackgroundLogCheck check =
                new BackgroundLogCheck(walk -> readForEver(walk, begun, ended), damaged::complete, Duration.ZERO);
        check.start();
        begun.get(10, TimeUnit.SECONDS);
        check.close();
        assertThat(ended.get(10, TimeUnit.SECONDS)).isTrue();
        assertThat(damaged).isNotDone();
    }

    @SuppressWarnings("InfiniteLoopStatement") // what ends it is the check's close
    private static @Nullable String readForEver(
            LogVerifier.Walk walk, CompletableFuture<Boolean> begun, CompletableFuture<Boolean> ended) {
        try {
            while (true) {
                walk.commit(COMMIT, List.of());
                begun.complete(true);
            }
        } finally {
            ended.complete(true);
        }
    }
}
