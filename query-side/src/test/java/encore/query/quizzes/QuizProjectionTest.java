package encore.query.quizzes;

import static encore.query.campaigns.CampaignEvents.SPRING;
import static encore.query.campaigns.CampaignEvents.springIsThere;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.infra.views.Collection;
import encore.kernel.Refusal;
import encore.kernel.campaigns.AppType;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.quizzes.QuizEvent.QuizQuestionAdded;
import encore.kernel.quizzes.QuizEvent.QuizQuestionChanged;
import encore.kernel.quizzes.QuizEvent.QuizQuestionRemoved;
import encore.kernel.quizzes.QuizId;
import encore.kernel.quizzes.QuizQuery.FindQuizQuestion;
import encore.kernel.quizzes.QuizQuery.FindQuizQuestions;
import encore.kernel.quizzes.QuizQuestion;
import encore.query.EarlierDocuments;
import encore.query.ProjectionUnderTest;
import encore.query.projection.Projection;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QuizProjectionTest {

    private static final CampaignId OTHER = new CampaignId(7, 101);

    @Test
    void questions_are_kept_in_the_order_they_were_added() {
        try (var quiz = new ProjectionUnderTest<>(() -> new QuizProjection(springIsThere(AppType.TRIVIA)))) {
            var ours = new QuizId(SPRING);
            quiz.given(
                    new QuizQuestionAdded(ours, question("a", "first")),
                    new QuizQuestionAdded(new QuizId(OTHER), question("a", "other's")),
                    new QuizQuestionAdded(ours, question("b", "second")),
                    new QuizQuestionAdded(ours, question("c", "third")),
                    new QuizQuestionChanged(ours, question("a", "first anew")),
                    new QuizQuestionRemoved(ours, "b"));
            assertThat(quiz.<List<QuizQuestion>>read(
                            documents -> quiz.projection().find(new FindQuizQuestions(7, 100), documents)))
                    .containsExactly(question("a", "first anew"), question("c", "third"));
            assertThat(quiz.<QuizQuestion>read(
                            documents -> quiz.projection().find(new FindQuizQuestion(7, 100, "c"), documents)))
                    .isEqualTo(question("c", "third"));
            unknown(() -> quiz.<QuizQuestion>read(
                    documents -> quiz.projection().find(new FindQuizQuestion(7, 100, "b"), documents)));
            unknown(() -> quiz.<List<QuizQuestion>>read(
                    documents -> quiz.projection().find(new FindQuizQuestions(7, 101), documents)));
            replayed(quiz);
        }
    }

    @Test
    void questions_that_an_earlier_build_stored_are_answered(@TempDir Path files) {
        var earlier = Collection.of("quizzes", EarlierQuiz.class);
        var quiz = new QuizProjection(springIsThere(AppType.TRIVIA));
        assertThat(EarlierDocuments.<QuizQuestion>read(
                        files,
                        quiz,
                        earlier,
                        batch -> batch.put(earlier, "quiz.7.100", new EarlierQuiz(List.of(question("a", "first")))),
                        documents -> quiz.find(new FindQuizQuestion(7, 100, "a"), documents)))
                .isEqualTo(question("a", "first"));
    }

    private record EarlierQuiz(List<QuizQuestion> questions) {}

    private static void unknown(ThrowingCallable question) {
        assertThatThrownBy(question)
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.kind()).isEqualTo(Refusal.Kind.UNKNOWN));
    }

    private static <P extends Projection> void replayed(ProjectionUnderTest<P> projection) {
        try (var again = projection.replayed()) {
            assertThat(again.checksums()).isEqualTo(projection.checksums());
        }
    }

    private static QuizQuestion question(String uid, String question) {
        return new QuizQuestion(uid, question, List.of("yes", "no"), List.of(1), 0L, 1);
    }
}
