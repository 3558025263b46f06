package encore.kernel.shows.answers;

import encore.kernel.Command;
import encore.kernel.shows.players.PlayerId;
import java.time.Instant;

/** The commands of answers to quiz questions. */
public sealed interface AnswerCommand<R> extends Command<R> {

    PlayerId player();

    @Override
    default PlayerId stream() {
        return player();
    }

    /**
     * Answers a quiz question. The first answer of a fan stands: the same again is answered alike, and another one is
     * refused. A question that was never pushed, and an answer outside its window, are refused.
     *
     * @param receivedAt when the answer reached a gateway, by the clock of the log. It alone decides whether the window was open
     */
    record AnswerQuizQuestion(PlayerId player, String quizQuestionUid, int answerIdx, Instant receivedAt)
            implements AnswerCommand<GivenAnswer> {}

    /**
     * Records an answer whose window was asked for.
     *
     * @param overlayPosition the position of the push
     * @param isInTime whether the window was open; otherwise only an answer that was given before is answered alike
     */
    record RecordAnswer(
            PlayerId player,
            String quizQuestionUid,
            int answerIdx,
            long overlayPosition,
            boolean isInTime,
            Instant receivedAt)
            implements AnswerCommand<GivenAnswer> {}
}
