package encore.command.shows.answers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.infra.eventstore.Dispatch;
import encore.kernel.Command;
import encore.kernel.Refusal;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.shows.answers.AnswerCommand.AnswerQuizQuestion;
import encore.kernel.shows.answers.AnswerCommand.RecordAnswer;
import encore.kernel.shows.answers.GivenAnswer;
import encore.kernel.shows.players.PlayerId;
import encore.kernel.shows.windows.QuizWindows;
import encore.kernel.shows.windows.ShowWindow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AnswerQuizQuestionHandlerTest {

    private static final PlayerId PLAYER = new PlayerId(new CampaignId(7, 17), 42);
    private static final Instant OPENS = Instant.parse("2026-05-01T20:00:00Z");
    private static final Instant CLOSES = OPENS.plusSeconds(11);

    private QuizWindows windows = new QuizWindows(3, false, List.of(new ShowWindow(500, OPENS, CLOSES)));
    private final List<Command<?>> last = new ArrayList<>();

    @Test
    void an_answer_in_time_names_the_push() {
        assertThat(answer(0, OPENS, OPENS)).isEqualTo(record(0, 500, true, OPENS));
    }

    @Test
    void an_answer_that_waited_in_our_queue_is_in_time_for_five_seconds() {
        Instant received = CLOSES.minusMillis(1);
        assertThat(answer(2, received, CLOSES.plusSeconds(5))).isEqualTo(record(2, 500, true, received));
        assertThat(answer(2, received, CLOSES.plusSeconds(6))).isEqualTo(record(2, 0, false, received));
    }

    @Test
    void an_answer_outside_the_window_is_not_in_time() {
        assertThat(answer(2, CLOSES, CLOSES)).isEqualTo(record(2, 0, false, CLOSES));
        Instant early = OPENS.minusMillis(1);
        assertThat(answer(2, early, OPENS)).isEqualTo(record(2, 0, false, early));
    }

    @Test
    void an_answer_to_an_earlier_push_counts_there() {
        windows = new QuizWindows(
                3,
                false,
                List.of(new ShowWindow(600, CLOSES.plusSeconds(1), null), new ShowWindow(500, OPENS, CLOSES)));
        assertThat(answer(1, OPENS, CLOSES.plusSeconds(2))).isEqualTo(record(1, 500, true, OPENS));
        Instant later = CLOSES.plusSeconds(2);
        assertThat(answer(1, later, later)).isEqualTo(record(1, 600, true, later));
    }

    @Test
    void an_option_that_the_question_does_not_have_is_refused() {
        assertThatThrownBy(() -> answer(3, OPENS, OPENS))
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.field()).isEqualTo("answer_idx"));
        assertThat(last).isEmpty();
    }

    private Command<?> answer(int idx, Instant receivedAt, Instant now) {
        last.clear();
        new AnswerQuizQuestionHandler()
                .decide(new AnswerQuizQuestion(PLAYER, "q1", idx, receivedAt), new Answering(), now);
        return last.getFirst();
    }

    private static RecordAnswer record(int idx, long position, boolean isInTime, Instant receivedAt) {
        return new RecordAnswer(PLAYER, "q1", idx, position, isInTime, receivedAt);
    }

    private final class Answering implements Dispatch {

        @Override
        @SuppressWarnings("unchecked") // The last step answers so.
        public <R> R sendLast(Command<R> command) {
            last.add(command);
            return (R) new GivenAnswer("q1", 0);
        }

        @Override
        @SuppressWarnings("unchecked") // Only the window is asked for.
        public <R> R send(Command<R> command) {
            return (R) windows;
        }
    }
}
