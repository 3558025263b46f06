package encore.command.requirements;

import encore.command.automations.Reactions;
import encore.kernel.Command;
import encore.kernel.completions.CompletionCommand.CompleteQuest;
import encore.kernel.completions.CompletionDraft;
import encore.kernel.completions.CompletionId;
import encore.kernel.requirements.rules.Fulfilment;
import encore.kernel.requirements.rules.Rule;
import encore.kernel.requirements.rules.RuleBook;
import encore.kernel.requirements.rules.RuleFold;
import java.util.List;
import java.util.Objects;
import org.springframework.stereotype.Component;

/**
 * Completes quests by deeds of fans: entries, scans, and registrations of wristbands. A deed that was done before its fan
 * might do it counts as soon as the fan may.
 */
@Component
class WhenDeedDoneThenCompleteQuest extends RuleAutomation {

    @Override
    public Reactions reactions() {
        return reactions(CompleteQuest.class, List.of(RuleBook.EVENTS_OF_QUESTS, RuleFold.EVENTS_OF_QUESTS));
    }

    @Override
    Command<?> command(Fulfilment fulfilment) {
        Rule rule = fulfilment.rule();
        return new CompleteQuest(
                new CompletionId(rule.account(), Long.parseLong(rule.name()), fulfilment.fanId()),
                new CompletionDraft(
                        null, fulfilment.at(), fulfilment.causes(), Objects.requireNonNull(rule.terms()), null));
    }

    @Override
    String orderKey(Fulfilment fulfilment, Command<?> command) {
        return command.stream().toString();
    }
}
