package encore.command.quizzes;

import static encore.kernel.Refusal.Kind.RULE;
import static org.axonframework.modelling.command.AggregateCreationPolicy.CREATE_IF_MISSING;
import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import encore.command.lists.KeyedList;
import encore.command.lists.ListDecision;
import encore.infra.eventstore.Streams;
import encore.kernel.Refusal;
import encore.kernel.names.Blanks;
import encore.kernel.quizzes.QuizCommand;
import encore.kernel.quizzes.QuizCommand.AddQuizQuestion;
import encore.kernel.quizzes.QuizCommand.ChangeQuizQuestion;
import encore.kernel.quizzes.QuizCommand.CloseQuizQuestion;
import encore.kernel.quizzes.QuizCommand.LockQuizQuestion;
import encore.kernel.quizzes.QuizCommand.ReadQuizQuestion;
import encore.kernel.quizzes.QuizCommand.RemoveQuizQuestion;
import encore.kernel.quizzes.QuizEvent.QuestionEvent;
import encore.kernel.quizzes.QuizEvent.QuizQuestionAdded;
import encore.kernel.quizzes.QuizEvent.QuizQuestionChanged;
import encore.kernel.quizzes.QuizEvent.QuizQuestionClosed;
import encore.kernel.quizzes.QuizEvent.QuizQuestionLocked;
import encore.kernel.quizzes.QuizEvent.QuizQuestionRemoved;
import encore.kernel.quizzes.QuizId;
import encore.kernel.quizzes.QuizQuestion;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.modelling.command.AggregateIdentifier;
import org.axonframework.modelling.command.CreationPolicy;
import org.axonframework.spring.stereotype.Aggregate;
import org.jspecify.annotations.Nullable;

/**
 * The quiz questions of a campaign. Each has options, and its right answers are among them. A question that was pushed in
 * the live show keeps its options and points, and its right answers once its results are shown.
 */
@Aggregate
class Quiz {

    /** The bound is far more than anyone answers. */
    private static final KeyedList<QuizQuestion> QUESTIONS = KeyedList.of("question", "question", 200);

    private static final int MAX_OPTIONS = 20;

    @AggregateIdentifier
    private @Nullable QuizId id;

    /** By uid. */
    private Map<String, QuizQuestion> questions = new HashMap<>();

    /** Uids of the questions that were pushed in the live show. */
    private SortedSet<String> locked = new TreeSet<>();

    /** Uids of the questions whose results were shown. */
    private SortedSet<String> closed = new TreeSet<>();

    Quiz() {}

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    QuizQuestion decide(AddQuizQuestion command, Streams streams) {
        QuizQuestion empty =
                new QuizQuestion(command.question().quizQuestionUid(), null, List.of(), List.of(), 0L, null);
        return questionsOf(command, streams)
                .requiring(Quiz::itCanBeAnswered)
                .add(empty, command.question(), QuizQuestionAdded::new);
    }

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    QuizQuestion decide(ChangeQuizQuestion command, Streams streams) {
        return questionsOf(command, streams)
                .requiring((before, after) -> {
                    itCanBeAnswered(before, after);
                    aPushedQuestionKeepsOptionsAndPoints(before, after);
                    itsRightAnswersStayAfterTheResults(before, after);
                })
                .change(command.change(), QuizQuestionChanged::new)
                .withPointCount();
    }

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    QuizQuestion decide(RemoveQuizQuestion command, Streams streams) {
        var decision = questionsOf(command, streams);
        itWasNotPushed(command.quizQuestionUid());
        return decision.remove(command.quizQuestionUid(), QuizQuestionRemoved::new);
    }

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    QuizQuestion decide(ReadQuizQuestion command, Streams streams) {
        return known(command, command.quizQuestionUid(), streams);
    }

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    QuizQuestion decide(LockQuizQuestion command, Streams streams) {
        QuizQuestion question = known(command, command.quizQuestionUid(), streams);
        if (!locked.contains(question.quizQuestionUid())) {
            apply(new QuizQuestionLocked(command.quiz(), question.quizQuestionUid()));
        }
        return question;
    }

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    QuizQuestion decide(CloseQuizQuestion command, Streams streams) {
        QuizQuestion question = questionsOf(command, streams).one(command.quizQuestionUid());
        if (!closed.contains(question.quizQuestionUid())) {
            apply(new QuizQuestionClosed(command.quiz(), question.quizQuestionUid()));
        }
        return question;
    }

    private ListDecision<QuizId, QuizQuestion> questionsOf(QuizCommand command, Streams streams) {
        streams.mustBeKnown(command.quiz().campaign());
        return QUESTIONS.decision(command.quiz(), questions);
    }

    private QuizQuestion known(QuizCommand command, String quizQuestionUid, Streams streams) {
        return questionsOf(command, streams)
                .named(quizQuestionUid, "quiz_question_uid", "The campaign has no such question.");
    }

    private void itWasNotPushed(String quizQuestionUid) {
        if (locked.contains(quizQuestionUid)) {
            throw new Refusal(RULE, "question-pushed", "A question that was pushed cannot be removed.");
        }
    }

    private void aPushedQuestionKeepsOptionsAndPoints(QuizQuestion before, QuizQuestion after) {
        if (!locked.contains(before.quizQuestionUid())) {
            return;
        }
        if (!Objects.equals(before.options(), after.options())) {
            throw new Refusal(RULE, "question-pushed", "options", "The options of a pushed question never change.");
        }
        if (!Objects.equals(before.pointCount(), after.withPointCount().pointCount())) {
            throw new Refusal(RULE, "question-pushed", "point_count", "The points of a pushed question never change.");
        }
    }

    private void itsRightAnswersStayAfterTheResults(QuizQuestion before, QuizQuestion after) {
        if (closed.contains(before.quizQuestionUid()) && !Objects.equals(before.rightAnswers(), after.rightAnswers())) {
            throw new Refusal(
                    RULE, "results-final", "right_answers", "After the results the right answers never change.");
        }
    }

    private static void itCanBeAnswered(QuizQuestion before, QuizQuestion after) {
        itHasATextAndOptions(before, after);
        theRightAnswersAreOptions(after);
    }

    private static void itHasATextAndOptions(QuizQuestion before, QuizQuestion after) {
        if (Blanks.isMissing(before.question(), after.question())) {
            throw new Refusal(RULE, "question-missing", "question", "A question has a text.");
        }
        int options = after.options() == null ? 0 : after.options().size();
        if (options < 1 || options > MAX_OPTIONS) {
            throw new Refusal(RULE, "options-wrong", "options", "A question has from one to 20 options.");
        }
    }

    private static void theRightAnswersAreOptions(QuizQuestion question) {
        int options = question.options() == null ? 0 : question.options().size();
        List<Integer> right = question.rightAnswers() == null ? List.of() : question.rightAnswers();
        if (right.stream().anyMatch(idx -> idx < 0 || idx >= options)) {
            throw new Refusal(
                    RULE,
                    "right-answer-unknown",
                    "right_answers",
                    "A right answer is the index of an option, counted from 0.");
        }
    }

    @EventSourcingHandler
    void evolve(QuestionEvent event) {
        id = event.quiz();
        QUESTIONS.evolve(questions, event);
        questions.computeIfPresent(event.key(), (uid, question) -> question.withPointCount());
    }

    @EventSourcingHandler
    void evolve(QuizQuestionLocked event) {
        locked.add(event.quizQuestionUid());
    }

    @EventSourcingHandler
    void evolve(QuizQuestionClosed event) {
        closed.add(event.quizQuestionUid());
    }
}
