package encore.command.shows;

import static encore.command.AggregateUnderTest.NOW;
import static encore.command.shows.SampleShow.SHOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.command.AggregateUnderTest.OpenStreams;
import encore.infra.eventstore.Dispatch;
import encore.kernel.Command;
import encore.kernel.Refusal;
import encore.kernel.shows.ShowCommand.ReadClicker;
import encore.kernel.shows.ShowCommand.ReadWindow;
import encore.kernel.shows.windows.ClickerWindow;
import encore.kernel.shows.windows.PushPlace;
import encore.kernel.shows.windows.PushPlaces;
import encore.kernel.shows.windows.QuizWindows;
import encore.kernel.shows.windows.ShowWindow;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ShowWindowsHandlerTest {

    private final OpenStreams streams = new OpenStreams();
    private PushPlaces places = new PushPlaces(List.of(), false, false);

    @BeforeEach
    void a_push_and_an_event_that_closes_it() {
        streams.standing(SHOW, 3, 500, NOW).standing(SHOW, 4, 600, NOW.plusSeconds(8));
    }

    @Test
    void a_window_without_a_timer_stays_open() {
        QuizWindows received = window(new PushPlace(3, null, "q1", 2, null, 0, 0, null));
        assertThat(received).isEqualTo(new QuizWindows(2, false, List.of(new ShowWindow(500, NOW, null))));
        assertThat(received.taking(NOW, NOW.plusSeconds(9_000))).isPresent();
        assertThat(received.taking(NOW.minusMillis(1), NOW)).isEmpty();
    }

    @Test
    void a_timer_has_a_second_of_grace_and_what_came_in_time_is_recorded_for_five_seconds() {
        QuizWindows received = window(new PushPlace(3, null, "q1", 2, 10, 0, 0, null));
        Instant end = NOW.plusSeconds(11);
        assertThat(received.windows()).containsExactly(new ShowWindow(500, NOW, end));
        assertThat(received.taking(end.minusMillis(1), end.plusSeconds(5))).isPresent();
        assertThat(received.taking(end.minusMillis(1), end.plusSeconds(5).plusMillis(1)))
                .isEmpty();
        assertThat(received.taking(end, end)).isEmpty();
    }

    @Test
    void the_earlier_end_counts() {
        assertThat(window(new PushPlace(3, 4L, "q1", 2, 10, 0, 0, null)).windows())
                .containsExactly(new ShowWindow(500, NOW, NOW.plusSeconds(8)));
        assertThat(window(new PushPlace(3, 4L, "q1", 2, 5, 0, 0, null)).windows())
                .containsExactly(new ShowWindow(500, NOW, NOW.plusSeconds(6)));
    }

    @Test
    void a_question_that_was_never_pushed_is_refused_and_one_of_long_ago_has_no_window() {
        assertThatThrownBy(() -> new ShowWindowsHandler().decide(new ReadWindow(SHOW, "q1"), streams, new Answering()))
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.field()).isEqualTo("quiz_question_uid"));
        places = new PushPlaces(List.of(), true, true);
        assertThat(new ShowWindowsHandler().decide(new ReadWindow(SHOW, "q1"), streams, new Answering()))
                .isEqualTo(new QuizWindows(0, true, List.of()));
    }

    @Test
    void a_clicker_is_found_by_the_position_of_its_push() {
        places = new PushPlaces(List.of(new PushPlace(3, null, null, 0, 20, 5, 2, 100L)), false, false);
        var handler = new ShowWindowsHandler();
        assertThat(handler.decide(new ReadClicker(SHOW, 500), streams, new Answering()))
                .isEqualTo(new ClickerWindow(new ShowWindow(500, NOW.plusSeconds(5), NOW.plusSeconds(26)), 2, 100L));
        assertThatThrownBy(() -> handler.decide(new ReadClicker(SHOW, 501), streams, new Answering()))
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.field()).isEqualTo("clicker_instance_uid"));
    }

    private QuizWindows window(PushPlace place) {
        places = new PushPlaces(List.of(place), true, false);
        return new ShowWindowsHandler().decide(new ReadWindow(SHOW, "q1"), streams, new Answering());
    }

    private final class Answering implements Dispatch {

        @Override
        public <R> R sendLast(Command<R> command) {
            throw new AssertionError("Nothing is changed");
        }

        @Override
        @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
        public <R> R send(Command<R> command) {
            return (R) places;
        }
    }
}
