package encore.query.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.infra.eventstore.EventPage;
import encore.infra.eventstore.EventSelection;
import encore.infra.eventstore.RecordedEvent;
import encore.query.versions.Counters.Counted;
import encore.query.versions.Counters.Other;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TailPagesTest {

    private final MemoryTail tail = new MemoryTail();

    @Test
    void pages_follow_each_other_whatever_is_asked_for() {
        append(4_500);
        var pages = new TailPages(tail, EventSelection.complete(Set.of(Other.class)));
        long after = 0;
        for (int limit : List.of(1, 999, 2_000, 7, 3_000, 10)) {
            EventPage<RecordedEvent> taken = pages.take(after, limit);
            for (RecordedEvent recordedEvent : taken.events()) {
                assertThat(recordedEvent.position()).isEqualTo(++after);
            }
            assertThat(taken.end()).isEqualTo(after);
        }
        assertThat(after).isEqualTo(4_500);
        assertThat(pages.take(10, 3).events())
                .extracting(RecordedEvent::position)
                .containsExactly(11L, 12L, 13L);
    }

    @Test
    void events_of_other_types_are_passed_over_and_yet_count() {
        for (int i = 1; i <= 3_000; i++) {
            tail.append("other", i % 1_500 == 0 ? new Counted("a", 1) : new Other());
        }
        var pages = new TailPages(tail, EventSelection.complete(Set.of(Counted.class)));
        assertThat(pages.take(0, 1_400)).isEqualTo(new EventPage<>(List.of(), 1_400));
        assertThat(pages.take(1_400, 1_599).events())
                .extracting(RecordedEvent::position)
                .containsExactly(1_500L);
        EventPage<RecordedEvent> rest = pages.take(2_999, 500);
        assertThat(rest.events()).extracting(RecordedEvent::position).containsExactly(3_000L);
        assertThat(rest.end()).isEqualTo(3_000);
        assertThat(pages.take(3_000, 500)).isEqualTo(new EventPage<>(List.of(), 3_000));
    }

    @Test
    void events_appended_after_the_end_was_read_are_not_missed() {
        append(1_000);
        var pages = new TailPages(tail, EventSelection.complete(Set.of(Other.class)));
        assertThat(pages.take(0, 1_000).events()).hasSize(1_000);
        append(5);
        assertThat(pages.take(1_000, 2_000).events()).hasSize(5);
    }

    @Test
    void a_reading_that_failed_loses_nothing() {
        append(8_000);
        var pages = new TailPages(tail, EventSelection.complete(Set.of(Other.class)));
        assertThat(pages.take(0, 10).events()).hasSize(10);
        tail.broken(true);
        assertThatThrownBy(() -> pages.take(10, 7_000)).isInstanceOf(IllegalStateException.class);
        tail.broken(false);
        long after = 10;
        for (RecordedEvent recordedEvent : pages.take(10, 8_000).events()) {
            assertThat(recordedEvent.position()).isEqualTo(++after);
        }
        assertThat(after).isEqualTo(8_000);
    }

    private void append(int events) {
        for (int i = 0; i < events; i++) {
            tail.append("other", new Other());
        }
    }
}
