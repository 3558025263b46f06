package encore.kernel.quizzes;

import encore.kernel.Command;
import encore.kernel.Patch;

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
}
