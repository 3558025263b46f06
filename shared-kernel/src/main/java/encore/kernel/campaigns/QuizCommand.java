package encore.kernel.campaigns;

import encore.kernel.Command;
import encore.kernel.Patch;

/** Everything that can be asked of a campaign's quiz; each answers the question that it was about. */
public sealed interface QuizCommand extends Command<QuizQuestion> {

    QuizId quiz();

    @Override
    default QuizId stream() {
        return quiz();
    }

    /** Adds a question. Its uid was minted before the command. */
    record AddQuizQuestion(QuizId quiz, QuizQuestion question) implements QuizCommand {}

    /** Changes the question that the change names. The uid stood in the path. */
    record ChangeQuizQuestion(QuizId quiz, Patch<QuizQuestion> change) implements QuizCommand {}

    /** Takes a question away. The uid stood in the path. */
    record RemoveQuizQuestion(QuizId quiz, String quizQuestionUid) implements QuizCommand {}
}
