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

    /** A campaign asks another question. */
    @Revision("1")
    record QuizQuestionAdded(QuizId quiz, QuizQuestion question) implements QuizEvent {}

    /** A question is another: as it says now, whole. */
    @Revision("1")
    record QuizQuestionChanged(QuizId quiz, QuizQuestion question) implements QuizEvent {}

    /** A campaign asks that question no longer. */
    @Revision("1")
    record QuizQuestionRemoved(
            QuizId quiz, @NotPersonal("a uid of ours") String quizQuestionUid) implements QuizEvent {}
}
