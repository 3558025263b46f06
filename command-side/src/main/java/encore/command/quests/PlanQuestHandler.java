package encore.command.quests;

import encore.command.lookups.BusinessPointType;
import encore.infra.eventstore.Dispatch;
import encore.infra.eventstore.Streams;
import encore.kernel.Patch;
import encore.kernel.Refusal;
import encore.kernel.businesses.BusinessId;
import encore.kernel.quests.QuestCommand.TellQuest;
import encore.kernel.quests.QuestDetails;
import encore.kernel.quests.QuestId;
import encore.kernel.quests.QuestState;
import encore.kernel.requirements.simulations.PlanCommand.PlanQuest;
import encore.kernel.requirements.simulations.PlanCommand.PlanQuestChange;
import org.axonframework.commandhandling.CommandHandler;
import org.springframework.stereotype.Component;

/** Answers what a quest would be, for a simulation. It checks what creating and changing check, and writes nothing. */
@Component
class PlanQuestHandler {

    @CommandHandler
    QuestState decide(PlanQuest command, Streams streams, Dispatch dispatch) {
        QuestId quest = command.quest();
        streams.mustBeOpen(new BusinessId(quest.account(), command.businessId()), "business_id");
        QuestDetails details =
                Patch.of(command.details()).applyTo(QuestDetails.NONE).belongingTo(command.questType());
        new QuestRules(quest, command.businessId(), command.questType(), QuestDetails.NONE, details).check(streams);
        String pointUid = BusinessPointType.find(quest.account(), command.businessId(), streams, dispatch);
        return new QuestState(command.businessId(), command.questType(), pointUid, details, false);
    }

    @CommandHandler
    QuestState decide(PlanQuestChange command, Streams streams, Dispatch dispatch) {
        streams.mustBeOpen(command.quest(), "page_tab_id");
        QuestState now = dispatch.send(new TellQuest(command.quest()));
        if (now.isDeleted()) {
            throw Refusal.unknownId("page_tab_id");
        }
        QuestDetails after = command.change().applyTo(now.details()).belongingTo(now.questType());
        new QuestRules(command.quest(), now.businessId(), now.questType(), now.details(), after).check(streams);
        return new QuestState(now.businessId(), now.questType(), now.pointUid(), after, false);
    }
}
