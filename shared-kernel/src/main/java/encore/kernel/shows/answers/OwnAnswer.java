package encore.kernel.shows.answers;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A fan's answer to a quiz question.
 *
 * @param answerIdx null when the fan has not answered
 * @param isCorrect null until the results are shown, without an answer, and when no answer is wrong
 * @param correctAnswerIdxs null until the results are shown
 */
public record OwnAnswer(
        String quizQuestionUid,
        @Nullable Integer answerIdx,
        @Nullable Boolean isCorrect,
        @Nullable List<Integer> correctAnswerIdxs,
        boolean showResults,
        List<CountedOption> options) {

    public OwnAnswer {
        correctAnswerIdxs = correctAnswerIdxs == null ? null : List.copyOf(correctAnswerIdxs);
        options = List.copyOf(options);
    }

    /**
     * An answer to choose from.
     *
     * @param answerCount how many fans chose it; null until the results are shown
     */
    public record CountedOption(
            int answerIdx, String answer, @Nullable Long answerCount) {}
}
