package encore.kernel.quizzes;

import encore.kernel.Command;
import encore.kernel.Patch;
import encore.kernel.names.StoredName;

/** The commands of a campaign's quiz. Each answers the question that it is about. */
public sealed interface QuizCommand extends Command<QuizQuestion> {

    QuizId quiz();

    @Override
    default QuizId stream() {
        return quiz();
    }

    /** Adds a question, whose uid is generated before the command. */
    record AddQuizQuestion(QuizId quiz, QuizQuestion question) implements QuizCommand {}

    /** Changes the question with the uid of the change. The path names it, so an unknown one is refused as unknown. */
    record ChangeQuizQuestion(QuizId quiz, Patch<QuizQuestion> change) implements QuizCommand {}

    /** Removes a question. The path names it, so an unknown one is refused as unknown. */
    record RemoveQuizQuestion(QuizId quiz, String quizQuestionUid) implements QuizCommand {}

    /** Answers a question for another command. It changes nothing. An unknown one is refused (400, quiz_question_uid). */
    @StoredName("TellQuizQuestion")
    record ReadQuizQuestion(QuizId quiz, String quizQuestionUid) implements QuizCommand {}

    /** Locks a question before its first push: its options and points stay. An unknown one is refused (400). */
    record LockQuizQuestion(QuizId quiz, String quizQuestionUid) implements QuizCommand {}

    /**
     * Closes a question before its results are shown: its right answers stay. The path names it, so an unknown one is
     * refused as unknown.
     */
    record CloseQuizQuestion(QuizId quiz, String quizQuestionUid) implements QuizCommand {}
}
