package encore.kernel.campaigns;

import encore.kernel.Event;
import encore.kernel.NotPersonal;
import org.axonframework.serialization.Revision;

/** Everything that can happen to a campaign's quiz. */
public sealed interface QuizEvent extends Event.Managed {

    QuizId quiz();

    @Override
    default String target() {
        return quiz().toString();
    }

    /** A question was added. */
    @Revision("1")
    record QuizQuestionAdded(QuizId quiz, QuizQuestion question) implements QuizEvent {}

    /** A question changed. The event holds the whole new question. */
    @Revision("1")
    record QuizQuestionChanged(QuizId quiz, QuizQuestion question) implements QuizEvent {}

    /** A question was removed. */
    @Revision("1")
    record QuizQuestionRemoved(
            QuizId quiz, @NotPersonal("a uid of ours") String quizQuestionUid) implements QuizEvent {}
}
