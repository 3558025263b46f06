package encore.command.completions;

import encore.command.automations.Automation;
import encore.command.automations.ProcessContext;
import encore.command.automations.Reactions;
import encore.infra.eventstore.RecordedEvent;
import encore.kernel.completions.CompletionCommand.PayCompletion;
import encore.kernel.completions.CompletionEvent.QuestCompleted;
import org.springframework.stereotype.Component;

/**
 * Adds the points of each completion to the fan's ledger. The call has sent the same command already; the ledger honours
 * it once for each quest.
 */
@Component
class WhenQuestCompletedThenAwardPoints implements Automation {

    @Override
    public Reactions reactions() {
        return Reactions.of(PayCompletion.class).on(QuestCompleted.class, WhenQuestCompletedThenAwardPoints::completed);
    }

    private static void completed(QuestCompleted event, RecordedEvent recordedEvent, ProcessContext process) {
        PayCompletion payment = PayCompletion.of(event, recordedEvent.position());
        if (payment != null) {
            process.send(payment);
        }
    }
}
