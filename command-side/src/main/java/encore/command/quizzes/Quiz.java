package encore.command.quizzes;

import static encore.kernel.Refusal.Kind.RULE;
import static org.axonframework.modelling.command.AggregateCreationPolicy.CREATE_IF_MISSING;

import encore.command.lists.KeyedList;
import encore.infra.eventstore.Streams;
import encore.kernel.Patch;
import encore.kernel.Refusal;
import encore.kernel.quizzes.QuizCommand.AddQuizQuestion;
import encore.kernel.quizzes.QuizCommand.ChangeQuizQuestion;
import encore.kernel.quizzes.QuizCommand.RemoveQuizQuestion;
import encore.kernel.quizzes.QuizEvent;
import encore.kernel.quizzes.QuizEvent.QuizQuestionAdded;
import encore.kernel.quizzes.QuizEvent.QuizQuestionChanged;
import encore.kernel.quizzes.QuizEvent.QuizQuestionRemoved;
import encore.kernel.quizzes.QuizId;
import encore.kernel.quizzes.QuizQuestion;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.modelling.command.AggregateIdentifier;
import org.axonframework.modelling.command.CreationPolicy;
import org.axonframework.spring.stereotype.Aggregate;
import org.jspecify.annotations.Nullable;

/** The quiz questions of a campaign. Each has options, and its right answers are among them. */
@Aggregate
class Quiz {

    /** The bound is far more than anyone answers. */
    private static final KeyedList<QuizQuestion> QUESTIONS = KeyedList.of("question", "quiz_question_uid", 200);

    private static final int MOST_OPTIONS = 20;

    @AggregateIdentifier
    private @Nullable QuizId id;

    /** By uid. */
    private Map<String, QuizQuestion> questions = new HashMap<>();

    Quiz() {}

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    QuizQuestion decide(AddQuizQuestion command, Streams streams) {
        streams.mustBeKnown(command.quiz().campaign());
        QuizQuestion added = Patch.of(command.question())
                .applyTo(new QuizQuestion(command.question().quizQuestionUid(), null, List.of(), List.of(), null));
        itHasATextAndOptions(added);
        theRightAnswersAreOptions(added);
        return QUESTIONS.add(questions, new QuizQuestionAdded(command.quiz(), added));
    }

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    QuizQuestion decide(ChangeQuizQuestion command, Streams streams) {
        streams.mustBeKnown(command.quiz().campaign());
        return QUESTIONS.change(
                questions,
                command.change(),
                (before, after) -> {
                    itHasATextAndOptions(after);
                    theRightAnswersAreOptions(after);
                },
                changed -> new QuizQuestionChanged(command.quiz(), changed));
    }

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    QuizQuestion decide(RemoveQuizQuestion command, Streams streams) {
        streams.mustBeKnown(command.quiz().campaign());
        return QUESTIONS.remove(questions, new QuizQuestionRemoved(command.quiz(), command.quizQuestionUid()));
    }

    private static void itHasATextAndOptions(QuizQuestion question) {
        if (question.question() == null || question.question().isBlank()) {
            throw new Refusal(RULE, "question-missing", "question", "A question has a text.");
        }
        int options = question.options() == null ? 0 : question.options().size();
        if (options < 1 || options > MOST_OPTIONS) {
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
    void evolve(QuizEvent event) {
        id = event.quiz();
        QUESTIONS.evolve(questions, event);
    }
}
