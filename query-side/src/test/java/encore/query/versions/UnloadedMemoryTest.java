package encore.query.versions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.infra.backend.QueryRequest;
import encore.infra.views.Views;
import encore.infra.views.sqlite.SqliteViews;
import encore.kernel.Refusal;
import encore.query.answering.ProjectedQuerySide;
import encore.query.runner.MemoryTail;
import encore.query.versions.Counters.Counted;
import encore.query.versions.Counters.FindSum;
import encore.query.versions.Counters.Sum;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A start that takes its time to load what it answers from. */
class UnloadedMemoryTest {

    private static final Duration LONG = Duration.ofSeconds(30);

    private final MemoryTail tail = new MemoryTail();
    private final CountDownLatch mayLoad = new CountDownLatch(1);

    @Test
    void nobody_is_answered_as_if_there_were_nothing(@TempDir Path directory) {
        tail.append("a", new Counted("a", 42));
        try (Views views = SqliteViews.open(directory)) {
            try (var before = new Projections(views, tail, List.of(new Counters.Summed()))) {
                before.whenReady().join();
            }
            try (var projections = new Projections(views, tail, List.of(new Counters.Summed(mayLoad)))) {
                try {
                    var side = new ProjectedQuerySide(projections, tail);
                    assertThatThrownBy(() -> ask(side, Duration.ofMillis(100)))
                            .isInstanceOf(CompletionException.class)
                            .extracting(Throwable::getCause, InstanceOfAssertFactories.type(Refusal.class))
                            .returns(Refusal.Kind.UNAVAILABLE, Refusal::kind);
                    mayLoad.countDown();
                    assertThat(ask(side, LONG)).isEqualTo(new Sum(42));
                } finally {
                    // Before the projections are closed, which wait for who loads.
                    mayLoad.countDown();
                }
            }
        }
    }

    private static Object ask(ProjectedQuerySide side, Duration patience) {
        return side.answer(new QueryRequest(0, patience, false, new FindSum(1)))
                .join()
                .answer();
    }
}
