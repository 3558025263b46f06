package encore.api.shows.answers;

import static encore.api.access.Lock.SESSION;

import encore.api.access.Access;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.keys.KnownSession;
import encore.api.shows.ShowFan;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.shows.answers.AnswerQuery.FindOwnAnswer;
import encore.kernel.shows.answers.GivenAnswer;
import encore.kernel.shows.answers.OwnAnswer;
import encore.kernel.shows.players.PlayerId;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Takes and shows the answers of fans to quiz questions. */
@RestController
@Access(scope = "apps", lock = SESSION)
@RequestMapping("/api/v1/fanxp/{page_tab_id}/answer")
class AnswerController {

    /** The index of an option is below this. */
    private static final int MAX_OPTIONS = 20;

    record Find(
            long pageTabId,

            @Description("The session of a fan.") @Nullable @Size(max = 64)
            String sessionUid,

            @Description("A question that was pushed in this show.") @NotNull @Size(max = 64)
            String quizQuestionUid) {}

    record Answer(
            long pageTabId,

            @Description("The session of a fan.") @Nullable @Size(max = 64)
            String sessionUid,

            @Description("A question whose window is open.") @NotNull @Size(max = 64)
            String quizQuestionUid,

            @Description("The index of the option, counted from 0.") @NotNull @Min(0) @Max(MAX_OPTIONS - 1)
            Integer answerIdx) {}

    private final Backend backend;
    private final AnswerSender answers;

    AnswerController(Backend backend, AnswerSender answers) {
        this.backend = backend;
        this.answers = answers;
    }

    @Description("Shows the fan's own answer, and the right ones when the results are shown")
    @GetMapping
    Mono<OwnAnswer> findOwnAnswer(Caller caller, @Nullable KnownSession session, @Params Find in) {
        return backend.ask(
                caller, new FindOwnAnswer(caller.account(), in.pageTabId(), ShowFan.of(session), in.quizQuestionUid()));
    }

    @Description("Answers a quiz question; the first answer stands")
    @PostMapping
    Mono<GivenAnswer> recordQuizAnswer(Caller caller, @Nullable KnownSession session, @Params Answer in) {
        var player = new PlayerId(new CampaignId(caller.account(), in.pageTabId()), ShowFan.of(session));
        return answers.send(caller, player, in.quizQuestionUid(), in.answerIdx(), answers.here());
    }
}
