package encore.api.shows.answers;

import encore.api.shows.answers.AnswerAction.Answer;
import encore.api.shows.rooms.RoomAction;
import encore.api.shows.rooms.RoomCaller;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.shows.answers.GivenAnswer;
import encore.kernel.shows.players.PlayerId;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** The frame {@code answer}. */
@Component
class AnswerAction implements RoomAction<Answer> {

    private static final int MAX_OPTIONS = 20;

    /** @param answerIdx the index of the option, counted from 0 */
    record Answer(
            @NotNull Long pageTabId,
            @NotNull @Size(max = 64) String quizQuestionUid,
            @NotNull @Min(0) @Max(MAX_OPTIONS - 1) Integer answerIdx) {}

    private final AnswerSender answers;

    AnswerAction(AnswerSender answers) {
        this.answers = answers;
    }

    @Override
    public String event() {
        return "answer";
    }

    @Override
    public String description() {
        return "Answers a quiz question; the first answer stands.";
    }

    @Override
    public Class<Answer> data() {
        return Answer.class;
    }

    @Override
    public Class<GivenAnswer> answer() {
        return GivenAnswer.class;
    }

    @Override
    public Mono<GivenAnswer> handle(RoomCaller caller, Answer frame) {
        var player = new PlayerId(new CampaignId(caller.account(), frame.pageTabId()), caller.fanId());
        return answers.send(caller.caller(), player, frame.quizQuestionUid(), frame.answerIdx(), caller.arrivedAt());
    }
}
