package encore.kernel.shows.scores;

import encore.kernel.shows.ShowState;
import java.util.List;

/**
 * Numbers of a live show: its fans, messages, answers and clicks.
 *
 * @param fanCount the fans who joined a room or took part
 * @param chatMessageCount the messages that were sent; removed ones count
 */
public record EventStats(
        ShowState state,
        long fanCount,
        long chatMessageCount,
        List<QuestionCount> questions,
        List<ClickerCount> clickers) {

    public EventStats {
        questions = List.copyOf(questions);
        clickers = List.copyOf(clickers);
    }

    /** How many fans answered a question that was pushed. */
    public record QuestionCount(String quizQuestionUid, long answerCount) {}

    /**
     * The clicks of one push of a clicker.
     *
     * @param fanCount the fans who clicked
     */
    public record ClickerCount(String clickerInstanceUid, long fanCount, long clickCount) {}
}
