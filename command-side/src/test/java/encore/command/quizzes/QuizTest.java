package encore.command.quizzes;

import static encore.command.Refusals.refusalAsUnknown;
import static encore.command.Refusals.refusalNaming;
import static encore.command.Refusals.refusalOfTheRule;

import encore.command.AggregateUnderTest;
import encore.kernel.Patch;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.quizzes.QuizCommand;
import encore.kernel.quizzes.QuizCommand.AddQuizQuestion;
import encore.kernel.quizzes.QuizCommand.ChangeQuizQuestion;
import encore.kernel.quizzes.QuizCommand.CloseQuizQuestion;
import encore.kernel.quizzes.QuizCommand.LockQuizQuestion;
import encore.kernel.quizzes.QuizCommand.ReadQuizQuestion;
import encore.kernel.quizzes.QuizCommand.RemoveQuizQuestion;
import encore.kernel.quizzes.QuizEvent.QuizQuestionAdded;
import encore.kernel.quizzes.QuizEvent.QuizQuestionChanged;
import encore.kernel.quizzes.QuizEvent.QuizQuestionClosed;
import encore.kernel.quizzes.QuizEvent.QuizQuestionLocked;
import encore.kernel.quizzes.QuizId;
import encore.kernel.quizzes.QuizQuestion;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class QuizTest {

    private static final QuizId QUIZ = new QuizId(new CampaignId(7, 100));
    private static final List<String> YES_NO = List.of("yes", "no");

    private static final QuizQuestionLocked LOCKED = new QuizQuestionLocked(QUIZ, "a");
    private static final QuizQuestionClosed CLOSED = new QuizQuestionClosed(QUIZ, "a");

    private final AggregateUnderTest<Quiz> quiz = new AggregateUnderTest<>(Quiz.class);

    @BeforeEach
    void the_campaign_is_there() {
        quiz.streams.open(QUIZ.campaign());
    }

    @Test
    void a_question_is_added_with_what_is_right_in_order() {
        var added = question("a", "Encore?", YES_NO, List.of(0, 1), 3);
        quiz.givenNoPriorActivity()
                .when(new AddQuizQuestion(QUIZ, question("a", "Encore?", YES_NO, List.of(1, 0, 1), 3)))
                .expectEvents(new QuizQuestionAdded(QUIZ, added))
                .expectResultMessagePayload(added);
    }

    @Test
    void nobody_need_be_wrong() {
        quiz.givenNoPriorActivity()
                .when(new AddQuizQuestion(QUIZ, question("a", "Encore?", YES_NO, null, null)))
                .expectEvents(new QuizQuestionAdded(QUIZ, question("a", "Encore?", YES_NO, List.of(), null)));
    }

    @Test
    void an_invalid_question_is_refused() {
        refused(question("a", null, YES_NO, null, null), "question");
        refused(question("a", " ", YES_NO, null, null), "question");
        refused(question("a", "Encore?", null, null, null), "options");
        refused(question("a", "Encore?", List.of(), null, null), "options");
        refused(
                question(
                        "a",
                        "Encore?",
                        IntStream.range(0, 21).mapToObj(Integer::toString).toList(),
                        null,
                        null),
                "options");
        refused(question("a", "Encore?", YES_NO, List.of(2), null), "right_answers");
        refused(question("a", "Encore?", YES_NO, List.of(-1), null), "right_answers");
    }

    private void refused(QuizQuestion question, String field) {
        quiz.givenNoPriorActivity()
                .when(new AddQuizQuestion(QUIZ, question))
                .expectNoEvents()
                .expectException(refusalNaming(field));
    }

    @Test
    void a_change_replaces_lists_and_keeps_what_it_does_not_say() {
        var added = new QuizQuestionAdded(QUIZ, question("a", "Encore?", YES_NO, List.of(1), 3));
        quiz.given(added)
                .when(change(new Patch<>(question("a", null, null, List.of(0), null), Set.of("position"))))
                .expectEvents(new QuizQuestionChanged(QUIZ, question("a", "Encore?", YES_NO, List.of(0), null)));
        quiz.given(added)
                .when(change(Patch.of(question("a", null, List.of("maybe"), null, null))))
                .expectNoEvents()
                .expectException(refusalNaming("right_answers"));
    }

    @Test
    void a_question_without_points_has_none_whatever_an_earlier_build_recorded() {
        QuizQuestion old = new QuizQuestion("a", "Encore?", YES_NO, List.of(1), null, 3);
        quiz.given(new QuizQuestionAdded(QUIZ, old))
                .when(change(Patch.of(question("a", "More?", null, null, null))))
                .expectEvents(new QuizQuestionChanged(QUIZ, question("a", "More?", YES_NO, List.of(1), 3)));
        quiz.given(new QuizQuestionAdded(QUIZ, question("a", "Encore?", YES_NO, List.of(1), 3)))
                .when(change(Patch.of(points(5L))))
                .expectResultMessagePayload(new QuizQuestion("a", "Encore?", YES_NO, List.of(1), 5L, 3));
        quiz.given(new QuizQuestionAdded(QUIZ, new QuizQuestion("a", "Encore?", YES_NO, List.of(1), 5L, 3)))
                .when(change(new Patch<>(points(null), Set.of("pointCount"))))
                .expectResultMessagePayload(question("a", "Encore?", YES_NO, List.of(1), 3));
    }

    @Test
    void a_question_is_shown_locked_and_closed() {
        var added = new QuizQuestionAdded(QUIZ, question("a", "Encore?", YES_NO, List.of(1), 3));
        quiz.given(added)
                .when(new ReadQuizQuestion(QUIZ, "a"))
                .expectNoEvents()
                .expectResultMessagePayload(added.question());
        quiz.given(added)
                .when(new LockQuizQuestion(QUIZ, "a"))
                .expectEvents(LOCKED)
                .expectResultMessagePayload(added.question());
        quiz.given(added, LOCKED)
                .when(new LockQuizQuestion(QUIZ, "a"))
                .expectNoEvents()
                .expectResultMessagePayload(added.question());
        quiz.given(added, LOCKED)
                .when(new CloseQuizQuestion(QUIZ, "a"))
                .expectEvents(CLOSED)
                .expectResultMessagePayload(added.question());
        quiz.given(added, LOCKED, CLOSED)
                .when(new CloseQuizQuestion(QUIZ, "a"))
                .expectNoEvents()
                .expectResultMessagePayload(added.question());
        for (QuizCommand command : List.of(new ReadQuizQuestion(QUIZ, "b"), new LockQuizQuestion(QUIZ, "b"))) {
            quiz.given(added).when(command).expectNoEvents().expectException(refusalNaming("quiz_question_uid"));
        }
        quiz.given(added)
                .when(new CloseQuizQuestion(QUIZ, "b"))
                .expectNoEvents()
                .expectException(refusalAsUnknown());
    }

    @Test
    void a_pushed_question_keeps_its_options_and_points_and_is_not_removed() {
        var added = new QuizQuestionAdded(QUIZ, question("a", "Encore?", YES_NO, List.of(1), 3));
        quiz.given(added, LOCKED)
                .when(change(Patch.of(question("a", null, List.of("yes", "never"), null, null))))
                .expectNoEvents()
                .expectException(refusalNaming("options"));
        quiz.given(added, LOCKED)
                .when(change(Patch.of(points(5L))))
                .expectNoEvents()
                .expectException(refusalNaming("point_count"));
        quiz.given(added, LOCKED)
                .when(new RemoveQuizQuestion(QUIZ, "a"))
                .expectNoEvents()
                .expectException(refusalOfTheRule());
        quiz.given(added, LOCKED)
                .when(change(Patch.of(question("a", "Again?", YES_NO, List.of(0), 4))))
                .expectEvents(new QuizQuestionChanged(QUIZ, question("a", "Again?", YES_NO, List.of(0), 4)));
    }

    @Test
    void after_the_results_the_right_answers_stay() {
        var added = new QuizQuestionAdded(QUIZ, question("a", "Encore?", YES_NO, List.of(1), 3));
        quiz.given(added, LOCKED, CLOSED)
                .when(change(Patch.of(question("a", null, null, List.of(0), null))))
                .expectNoEvents()
                .expectException(refusalNaming("right_answers"));
        quiz.given(added, LOCKED, CLOSED)
                .when(change(Patch.of(question("a", "Again?", null, List.of(1), null))))
                .expectEvents(new QuizQuestionChanged(QUIZ, question("a", "Again?", YES_NO, List.of(1), 3)));
    }

    private static QuizQuestion points(@Nullable Long points) {
        return new QuizQuestion("a", null, null, null, points, null);
    }

    @Test
    void a_deleted_campaign_asks_nothing() {
        quiz.streams.ended(QUIZ.campaign());
        quiz.givenNoPriorActivity()
                .when(new AddQuizQuestion(QUIZ, question("a", "Encore?", YES_NO, null, null)))
                .expectNoEvents()
                .expectException(refusalAsUnknown());
    }

    private static ChangeQuizQuestion change(Patch<QuizQuestion> change) {
        return new ChangeQuizQuestion(QUIZ, change);
    }

    private static QuizQuestion question(
            String uid,
            @Nullable String question,
            @Nullable List<String> options,
            @Nullable List<Integer> right,
            @Nullable Integer position) {
        return new QuizQuestion(uid, question, options, right, question == null ? null : 0L, position);
    }
}
