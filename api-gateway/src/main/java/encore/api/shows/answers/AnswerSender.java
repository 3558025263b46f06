package encore.api.shows.answers;

import encore.api.queues.CommandQueue;
import encore.api.queues.CommandQueue.Priority;
import encore.api.shows.LogClock;
import encore.infra.backend.Caller;
import encore.kernel.shows.answers.AnswerCommand.AnswerQuizQuestion;
import encore.kernel.shows.answers.GivenAnswer;
import encore.kernel.shows.players.PlayerId;
import java.time.Instant;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** Sends answers to the command side, with the time at which they arrived. */
@Component
class AnswerSender {

    private final CommandQueue queue;
    private final LogClock logClock;

    AnswerSender(CommandQueue queue, LogClock logClock) {
        this.queue = queue;
        this.logClock = logClock;
    }

    /** Returns the present time of this gateway's clock. */
    Instant here() {
        return logClock.here();
    }

    /** @param arrivedAt by this gateway's clock */
    Mono<GivenAnswer> send(Caller caller, PlayerId player, String quizQuestionUid, int answerIdx, Instant arrivedAt) {
        return logClock.toLogTime(arrivedAt)
                .flatMap(receivedAt -> queue.send(
                        caller,
                        Priority.ANSWER,
                        new AnswerQuizQuestion(player, quizQuestionUid, answerIdx, receivedAt)));
    }
}
