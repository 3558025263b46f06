package encore.query.versions;

import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.views.Views.DeadLetters.Letter;
import encore.query.versions.Counters.Counter;
import encore.query.versions.Counters.FindCounter;
import encore.query.versions.Counters.FindReached;
import encore.query.versions.Counters.Moved;
import encore.query.versions.Counters.Named;
import org.junit.jupiter.api.Test;

/** Everything that projections do, of those in four segments. */
class PartitionedProjectionsTest extends ProjectionsTest {

    @Override
    int segments() {
        return 4;
    }

    @Test
    void an_event_of_two_documents_comes_to_both_segments_and_each_writes_its_own() {
        long last = 0;
        for (int i = 0; i < 400; i++) {
            last = tail.append("c" + i % 5, new Moved("c" + i % 5, "c" + (i + 1) % 5, i % 5));
        }
        for (int i = 0; i < 5; i++) {
            Counter counter = (Counter) ask(new FindCounter(1, "c" + i), last);
            assertThat(counter.sum()).isEqualTo(80L * ((i + 4) % 5 - i));
        }
        assertThat(projections.rebuild("counters", 1)).isEqualTo(2);
        caughtUp("counters", 2);
        assertThat(projections.compare("counters", difference -> {}).equal()).isTrue();
    }

    /** What pages by position withholds what is beyond it: the asker's own row must not be. */
    @Test
    void documents_are_as_far_as_their_asker_has_written_though_most_segments_had_nothing_to_do() {
        for (int i = 0; i < 20; i++) {
            long last = count("c" + i % 3, 1);
            assertThat(ask(new FindReached(1), last)).isEqualTo(new Named(Long.toString(last)));
        }
    }

    @Test
    void a_document_that_its_event_does_not_name_is_not_written_but_a_dead_letter() {
        documented.bad.add("b");
        long bad = tail.append("a", new Moved("a", "b", 1));
        long last = count("c", 1);
        ask(new FindCounter(1, "c"), last);
        assertThat(projections.deadLetters("counters", 0, 9))
                .containsExactly(new Letter(bad, "a", "IllegalStateException", 1));
        documented.bad.clear();
        assertThat(projections.retry("counters", bad)).isTrue();
        assertThat(projections.deadLetters("counters", 0, 9)).isEmpty();
        assertThat(((Counter) ask(new FindCounter(1, "a"), last)).sum()).isEqualTo(-1);
        assertThat(((Counter) ask(new FindCounter(1, "b"), last)).sum()).isEqualTo(1);
    }
}
