package encore.command.quests;

import encore.command.lookups.BusinessPointType;
import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Dispatch;
import encore.infra.eventstore.Streams;
import encore.kernel.Patch;
import encore.kernel.Refusal;
import encore.kernel.businesses.BusinessId;
import encore.kernel.quests.QuestCommand.ReadQuest;
import encore.kernel.quests.QuestDetails;
import encore.kernel.quests.QuestId;
import encore.kernel.quests.QuestState;
import encore.kernel.requirements.simulations.PlanCommand.PlanQuest;
import encore.kernel.requirements.simulations.PlanCommand.PlanQuestChange;
import org.axonframework.commandhandling.CommandHandler;
import org.springframework.stereotype.Component;

/**
 * Answers the state that a quest would have, for a simulation. It makes the same checks as a creation or a change, and
 * writes nothing.
 */
@Component
class PlanQuestHandler {

    @CommandHandler
    QuestState decide(PlanQuest command, Streams streams, Claims claims, Dispatch dispatch) {
        QuestId quest = command.quest();
        streams.mustBeOpen(new BusinessId(quest.account(), command.businessId()), "business_id");
        QuestDetails details = QuestRules.detailsAfter(
                quest,
                command.businessId(),
                command.questType(),
                QuestDetails.NONE,
                Patch.of(command.details()),
                streams,
                claims);
        String pointUid = BusinessPointType.find(quest.account(), command.businessId(), streams, dispatch);
        return new QuestState(command.businessId(), command.questType(), pointUid, details, false);
    }

    @CommandHandler
    QuestState decide(PlanQuestChange command, Streams streams, Claims claims, Dispatch dispatch) {
        streams.mustBeOpen(command.quest(), "page_tab_id");
        QuestState now = dispatch.send(new ReadQuest(command.quest()));
        if (now.isDeleted()) {
            throw Refusal.unknownId("page_tab_id");
        }
        QuestDetails after = QuestRules.detailsAfter(
                command.quest(), now.businessId(), now.questType(), now.details(), command.change(), streams, claims);
        return new QuestState(now.businessId(), now.questType(), now.pointUid(), after, false);
    }
}
