package encore.query.shows;

import java.util.List;

/** Counts the answers to quiz questions. The feature of answers offers it as a package-private Spring component. */
public interface AnswerCountSource {

    /**
     * Returns how many fans chose each option of a question, by the index of the option. It is called inside a query.
     * Options beyond the end of the list were chosen by nobody.
     */
    List<Long> counts(long account, long pageTabId, String quizQuestionUid);
}
