package encore.kernel.quizzes;

import encore.kernel.lists.ListEvent;
import encore.kernel.privacy.NotPersonal;
import org.axonframework.serialization.Revision;

/** Everything that can happen to a campaign's quiz. */
public sealed interface QuizEvent extends ListEvent<QuizQuestion> {

    QuizId quiz();

    @Override
    default QuizId list() {
        return quiz();
    }

    @Override
    default String target() {
        return quiz().toString();
    }

    /** A question was added. */
    @Revision("1")
    record QuizQuestionAdded(QuizId quiz, QuizQuestion question) implements QuizEvent, ListEvent.Added<QuizQuestion> {
        @Override
        public QuizQuestion item() {
            return question;
        }
    }

    /** A question changed. The event holds the whole new question. */
    @Revision("1")
    record QuizQuestionChanged(QuizId quiz, QuizQuestion question)
            implements QuizEvent, ListEvent.Changed<QuizQuestion> {
        @Override
        public QuizQuestion item() {
            return question;
        }
    }

    /** A question was removed. */
    @Revision("1")
    record QuizQuestionRemoved(
            QuizId quiz, @NotPersonal("a uid of ours") String quizQuestionUid)
            implements QuizEvent, ListEvent.Removed<QuizQuestion> {
        @Override
        public String key() {
            return quizQuestionUid;
        }
    }
}
