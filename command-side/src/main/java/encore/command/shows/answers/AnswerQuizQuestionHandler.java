package encore.command.shows.answers;

import static encore.kernel.Refusal.Kind.RULE;

import encore.infra.eventstore.Dispatch;
import encore.kernel.Refusal;
import encore.kernel.shows.ShowCommand.ReadWindow;
import encore.kernel.shows.answers.AnswerCommand.AnswerQuizQuestion;
import encore.kernel.shows.answers.AnswerCommand.RecordAnswer;
import encore.kernel.shows.answers.GivenAnswer;
import encore.kernel.shows.windows.QuizWindows;
import encore.kernel.shows.windows.ShowWindow;
import java.time.Instant;
import java.util.Optional;
import org.axonframework.commandhandling.CommandHandler;
import org.springframework.stereotype.Component;

/**
 * Asks the show for the window of a question, and sends the answer to the player. The time at which the answer reached a
 * gateway decides, so the window may have closed meanwhile.
 */
@Component
class AnswerQuizQuestionHandler {

    @CommandHandler
    GivenAnswer decide(AnswerQuizQuestion command, Dispatch dispatch, Instant now) {
        QuizWindows windows = dispatch.send(new ReadWindow(command.player().show(), command.quizQuestionUid()));
        theAnswerIsAnOption(command.answerIdx(), windows);
        Optional<ShowWindow> open = windows.taking(command.receivedAt(), now);
        return dispatch.sendLast(new RecordAnswer(
                command.player(),
                command.quizQuestionUid(),
                command.answerIdx(),
                open.map(ShowWindow::position).orElse(0L),
                open.isPresent(),
                command.receivedAt()));
    }

    private static void theAnswerIsAnOption(int answerIdx, QuizWindows windows) {
        if (!windows.windows().isEmpty() && answerIdx >= windows.optionCount()) {
            throw new Refusal(RULE, "no-such-option", "answer_idx", "The question has no option with this index.");
        }
    }
}
