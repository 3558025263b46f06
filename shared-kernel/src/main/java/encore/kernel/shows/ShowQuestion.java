package encore.kernel.shows;

import encore.kernel.time.WireTime;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A quiz question of a show with its right answers and the answers of fans, for staff only.
 *
 * @param lastPushTimestamp when it was last pushed; null when it never was
 * @param showResults whether its results were shown
 * @param resultsTimestamp when its results were shown; null while they are not
 * @param answerCount how many fans answered
 */
public record ShowQuestion(
        String quizQuestionUid,
        String question,
        long pointCount,
        List<Integer> rightAnswers,

        @WireTime(WireTime.Form.BOTH) @Nullable Instant lastPushTimestamp,

        boolean showResults,

        @WireTime(WireTime.Form.BOTH) @Nullable Instant resultsTimestamp,

        long answerCount,
        List<OptionCount> options) {

    /** An answer to choose from, and how many fans chose it. */
    public record OptionCount(int answerIdx, String answer, long answerCount) {}

    public ShowQuestion {
        rightAnswers = List.copyOf(rightAnswers);
        options = List.copyOf(options);
    }
}
