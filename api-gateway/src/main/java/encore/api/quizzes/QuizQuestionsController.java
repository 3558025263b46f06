package encore.api.quizzes;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.input.ClearedComponents;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.input.Positional;
import encore.api.problems.Ids;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.people.Area;
import encore.kernel.quizzes.QuizCommand.AddQuizQuestion;
import encore.kernel.quizzes.QuizCommand.ChangeQuizQuestion;
import encore.kernel.quizzes.QuizCommand.RemoveQuizQuestion;
import encore.kernel.quizzes.QuizId;
import encore.kernel.quizzes.QuizQuery.FindQuizQuestion;
import encore.kernel.quizzes.QuizQuery.FindQuizQuestions;
import encore.kernel.quizzes.QuizQuestion;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Manages the quiz questions of a campaign with their right answers. Only staff may call it. */
@RestController
@Access(scope = "manage", area = Area.CAMPAIGNS, lock = SECRET)
@RequestMapping("/api/v1/manage/apps/{page_tab_id}/quiz_questions")
class QuizQuestionsController {

    private static final String ONE = "/{quiz_question_uid}";

    record OfCampaign(long pageTabId) {

        QuizId quiz(Caller caller) {
            return new QuizId(new CampaignId(caller.account(), pageTabId));
        }
    }

    record One(long pageTabId, @Size(max = 64) String quizQuestionUid) {

        QuizId quiz(Caller caller) {
            return new QuizId(new CampaignId(caller.account(), pageTabId));
        }
    }

    /** The components of a question that can change. Absent components stay. */
    record Save(
            @Description("Required when it is added.") @Nullable @Size(max = 1_000)
            String question,

            @Description("They replace the earlier ones. Required when the question is added.")
            @Positional
            @Nullable
            @Size(max = 20)
            List<@NotBlank @Size(max = 255) String> options,

            @Description("They replace the earlier ones.") @Nullable @Size(max = 20)
            List<Integer> rightAnswers,

            @Description("The points of a right answer in the live show. Absent for a new question: 0.")
            @Nullable
            @Min(0)
            @Max(1_000_000)
            Long pointCount,

            @Nullable Integer position,
            ClearedComponents cleared) {

        QuizQuestion asQuestion(String uid) {
            return new QuizQuestion(uid, question, options, rightAnswers, pointCount, position);
        }
    }

    private final Backend backend;

    QuizQuestionsController(Backend backend) {
        this.backend = backend;
    }

    @Description("Lists a campaign's quiz questions with their right answers, in the order in which they were added")
    @GetMapping
    Mono<List<QuizQuestion>> all(Caller caller, @Params OfCampaign in) {
        return backend.ask(caller, new FindQuizQuestions(caller.account(), in.pageTabId()));
    }

    @Description("Finds a quiz question with its right answers")
    @GetMapping(ONE)
    Mono<QuizQuestion> one(Caller caller, @Params One in) {
        return backend.ask(caller, new FindQuizQuestion(caller.account(), in.pageTabId(), in.quizQuestionUid()));
    }

    @Description("Adds a quiz question")
    @PostMapping
    Mono<QuizQuestion> add(Caller caller, @Params OfCampaign in, @Params Save save) {
        return backend.send(caller, new AddQuizQuestion(in.quiz(caller), save.asQuestion(Ids.uid())));
    }

    @Description("Changes a quiz question")
    @PostMapping(ONE)
    Mono<QuizQuestion> change(Caller caller, @Params One in, @Params Save save) {
        QuizQuestion question = save.asQuestion(in.quizQuestionUid());
        return backend.send(
                caller, new ChangeQuizQuestion(in.quiz(caller), save.cleared().toPatch(question)));
    }

    @Description("Removes a quiz question")
    @DeleteMapping(ONE)
    Mono<Boolean> remove(Caller caller, @Params One in) {
        return backend.send(caller, new RemoveQuizQuestion(in.quiz(caller), in.quizQuestionUid()))
                .thenReturn(true);
    }
}
