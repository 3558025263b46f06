package encore.kernel.quizzes;

import encore.kernel.Query;
import java.util.List;

/** Queries of staff about quizzes. A campaign that is unknown or deleted is refused as unknown. */
public sealed interface QuizQuery<R> extends Query<R> {

    /** A campaign's questions, in the order they were added. */
    record FindQuizQuestions(long account, long pageTabId) implements QuizQuery<List<QuizQuestion>> {}

    /** One question of a campaign; any other is refused as unknown. */
    record FindQuizQuestion(long account, long pageTabId, String quizQuestionUid) implements QuizQuery<QuizQuestion> {}
}
