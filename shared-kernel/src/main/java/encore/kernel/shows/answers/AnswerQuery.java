package encore.kernel.shows.answers;

import encore.kernel.Query;

/** Queries about answers to quiz questions. */
public sealed interface AnswerQuery<R> extends Query<R> {

    /**
     * A fan's own answer. A question that was never pushed is refused (400). Until the results are shown nothing in it
     * reveals which answers are
     * right, or how others chose.
     */
    record FindOwnAnswer(long account, long pageTabId, long fanId, String quizQuestionUid)
            implements AnswerQuery<OwnAnswer> {}

    /** How many fans chose each option of a question, for staff. Of a question that was never pushed it is all zeros. */
    record FindAnswerCounts(long account, long pageTabId, String quizQuestionUid)
            implements AnswerQuery<AnswerCounts> {}

    /** The time of the clock that the log's stamps are compared with. */
    record FindLogTime(long account) implements AnswerQuery<LogTime> {}
}
