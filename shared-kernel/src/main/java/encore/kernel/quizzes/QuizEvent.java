package encore.kernel.quizzes;

import encore.kernel.Event;
import encore.kernel.lists.ListEvent;
import encore.kernel.privacy.NotPersonal;
import encore.kernel.published.PublishedValue;
import org.axonframework.serialization.Revision;

/** Everything that can happen to a campaign's quiz. */
public sealed interface QuizEvent extends Event.ManagementAction {

    QuizId quiz();

    @Override
    default String target() {
        return quiz().toString();
    }

    /** A change of the list of questions. */
    sealed interface QuestionEvent extends QuizEvent, ListEvent.OfCampaign<QuizQuestion> {

        @Override
        default String target() {
            return list().toString();
        }
    }

    /** A question was added. */
    @Revision("1")
    record QuizQuestionAdded(
            @PublishedValue QuizId quiz, @PublishedValue QuizQuestion question)
            implements QuestionEvent, ListEvent.Added<QuizQuestion> {}

    /** A question changed. The event holds the whole new question. */
    @Revision("1")
    record QuizQuestionChanged(
            @PublishedValue QuizId quiz, @PublishedValue QuizQuestion question)
            implements QuestionEvent, ListEvent.Changed<QuizQuestion> {}

    /** A question was removed. */
    @Revision("1")
    record QuizQuestionRemoved(
            @PublishedValue QuizId quiz,
            @PublishedValue @NotPersonal("a uid of ours") String quizQuestionUid)
            implements QuestionEvent, ListEvent.Removed<QuizQuestion> {}

    /** A question was locked for its first push in the live show: its options and points never change from now on. */
    @Revision("1")
    record QuizQuestionLocked(
            @PublishedValue QuizId quiz,
            @PublishedValue @NotPersonal("a uid of ours") String quizQuestionUid) implements QuizEvent {}

    /** A question was closed for its results: its right answers never change from now on. */
    @Revision("1")
    record QuizQuestionClosed(
            @PublishedValue QuizId quiz,
            @PublishedValue @NotPersonal("a uid of ours") String quizQuestionUid) implements QuizEvent {}
}
