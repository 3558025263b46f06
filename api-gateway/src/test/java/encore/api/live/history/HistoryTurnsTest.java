package encore.api.live.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.test.scheduler.VirtualTimeScheduler;

class HistoryTurnsTest {

    private final VirtualTimeScheduler thread = VirtualTimeScheduler.create();
    private final HistoryTurns turns = new HistoryTurns(thread, () -> thread.now(TimeUnit.NANOSECONDS));
    private final List<String> begun = new ArrayList<>();

    @Test
    void two_pages_are_read_at_a_time_and_accounts_take_turns() {
        Sinks.Empty<Void> first = Sinks.empty();
        Sinks.Empty<Void> second = Sinks.empty();
        turns.await(7, page("7a", first.asMono()));
        turns.await(7, page("7b", second.asMono()));
        turns.await(7, page("7c", Mono.empty()));
        turns.await(7, page("7d", Mono.empty()));
        turns.await(8, page("8a", Mono.empty()));
        turns.await(9, page("9a", Mono.empty()));
        thread.advanceTime();
        assertThat(begun).containsExactly("7a", "7b");
        first.tryEmitEmpty();
        thread.advanceTimeBy(Duration.ofMillis(1));
        assertThat(begun).containsExactly("7a", "7b", "7c", "8a", "9a", "7d");
    }

    @Test
    void a_place_rests_for_as_long_as_its_page_took_also_when_the_page_failed() {
        turns.await(1, page("other", Mono.never()));
        turns.await(7, page("slow", Mono.delay(Duration.ofMillis(40), thread).then(Mono.error(new Exception("cut")))));
        turns.await(7, page("next", Mono.empty()));
        thread.advanceTimeBy(Duration.ofMillis(41));
        assertThat(begun).containsExactly("other", "slow");
        thread.advanceTimeBy(Duration.ofMillis(38));
        assertThat(begun).containsExactly("other", "slow");
        thread.advanceTimeBy(Duration.ofMillis(2));
        assertThat(begun).containsExactly("other", "slow", "next");
    }

    private Supplier<Mono<Void>> page(String name, Mono<Void> reading) {
        return () -> {
            begun.add(name);
            return reading;
        };
    }
}
