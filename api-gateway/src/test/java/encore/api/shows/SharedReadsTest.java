package encore.api.shows;

import static org.assertj.core.api.Assertions.assertThat;

import encore.api.FakeBackend;
import encore.infra.backend.Caller;
import encore.infra.backend.RequestContext;
import encore.kernel.shows.ShowState;
import encore.kernel.shows.scores.EventStats;
import encore.kernel.shows.scores.ScoreQuery.FindEventStats;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Sinks;

class SharedReadsTest {

    private static final FindEventStats QUERY = new FindEventStats(7, 17);

    private final List<Sinks.One<EventStats>> open = new ArrayList<>();
    private final FakeBackend backend = new FakeBackend().on(FindEventStats.class, query -> {
        Sinks.One<EventStats> answer = Sinks.one();
        open.add(answer);
        return answer.asMono();
    });
    private final SharedReads reads = new SharedReads(backend);
    private final List<Long> answers = new ArrayList<>();
    private final List<Throwable> failures = new ArrayList<>();

    @Test
    void callers_that_come_while_one_is_answered_share_the_next_answer() {
        ask(5, false);
        ask(9, false);
        ask(7, true);
        assertThat(backend.asked).hasSize(1);
        open.get(0).tryEmitValue(stats(1));
        assertThat(answers).containsExactly(1L);
        assertThat(backend.asked).hasSize(2);
        assertThat(backend.callers.get(1).context().minPosition())
                .as("as fresh as any of them demands")
                .isEqualTo(9);
        assertThat(backend.callers.get(1).context().strict()).isTrue();
        open.get(1).tryEmitValue(stats(2));
        assertThat(answers).containsExactly(1L, 2L, 2L);
        ask(0, false);
        assertThat(backend.asked).hasSize(3);
    }

    @Test
    void other_queries_do_not_wait() {
        ask(0, false);
        reads.ask(caller(0, false), new FindEventStats(7, 18)).subscribe();
        assertThat(backend.asked).hasSize(2);
    }

    @Test
    void a_failure_reaches_all_who_share_it_and_nobody_else() {
        ask(0, false);
        ask(0, false);
        ask(0, false);
        open.get(0).tryEmitError(new IllegalStateException("one"));
        open.get(1).tryEmitError(new IllegalStateException("two"));
        assertThat(failures).extracting(Throwable::getMessage).containsExactly("one", "two", "two");
        ask(0, false);
        open.get(2).tryEmitValue(stats(3));
        assertThat(answers).containsExactly(3L);
    }

    private void ask(long minPosition, boolean isStrict) {
        reads.ask(caller(minPosition, isStrict), QUERY)
                .subscribe(stats -> answers.add(stats.fanCount()), failures::add);
    }

    private static Caller caller(long minPosition, boolean isStrict) {
        return new Caller(7, "key", new RequestContext(null, null, minPosition, Duration.ofSeconds(1), isStrict));
    }

    private static EventStats stats(long fans) {
        return new EventStats(ShowState.ACTIVE, fans, 0, List.of(), List.of());
    }
}
