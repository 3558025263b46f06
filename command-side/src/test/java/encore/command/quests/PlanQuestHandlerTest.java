package encore.command.quests;

import static encore.command.Refusals.assertRefused;
import static encore.command.Refusals.refusalNaming;
import static encore.command.quests.SampleQuests.QUEST;
import static encore.command.quests.SampleQuests.ROVERS;
import static encore.command.quests.SampleQuests.titled;
import static org.assertj.core.api.Assertions.assertThat;

import encore.command.AggregateUnderTest.HeldClaims;
import encore.command.AggregateUnderTest.OpenStreams;
import encore.command.AnsweringDispatch;
import encore.kernel.Command;
import encore.kernel.Patch;
import encore.kernel.businesses.Business;
import encore.kernel.businesses.BusinessCommand.ReadBusinessPoints;
import encore.kernel.quests.QuestCommand.ReadQuest;
import encore.kernel.quests.QuestDetails;
import encore.kernel.quests.QuestDetailsBuilder;
import encore.kernel.quests.QuestState;
import encore.kernel.quests.QuestType;
import encore.kernel.requirements.simulations.PlanCommand.PlanQuest;
import encore.kernel.requirements.simulations.PlanCommand.PlanQuestChange;
import org.junit.jupiter.api.Test;

class PlanQuestHandlerTest {

    private final OpenStreams streams = new OpenStreams();
    private final HeldClaims claims = new HeldClaims();
    private final AnsweringDispatch dispatch = new AnsweringDispatch(this::answer);
    private QuestState now = new QuestState(5, QuestType.CUSTOM, "discs", titled().build(), false);

    PlanQuestHandlerTest() {
        SampleQuests.open(streams);
        streams.open(QUEST);
    }

    @Test
    void a_new_quest_is_planned_with_the_parts_that_belong_to_it() {
        QuestState planned = plan(titled().siteName("Gate"));
        assertThat(planned).isEqualTo(new QuestState(5, QuestType.CUSTOM, "discs", titled().build(), false));
    }

    @Test
    void a_plan_that_could_not_be_created_is_refused() {
        assertRefused(() -> plan(QuestDetailsBuilder.builder().questTitle(null)), refusalNaming("quest_title"));
        assertRefused(() -> plan(titled().idolUid("nobody")), refusalNaming("idol_uid"));
        streams.ended(ROVERS);
        assertRefused(() -> plan(titled()), refusalNaming("business_id"));
    }

    @Test
    void a_change_is_planned_upon_the_quest_as_it_is() {
        assertThat(change(QuestDetailsBuilder.builder().questDescription("New")).details())
                .isEqualTo(titled().questDescription("New").build());
        assertRefused(() -> change(QuestDetailsBuilder.builder().idolUid("nobody")), refusalNaming("idol_uid"));
        now = new QuestState(5, QuestType.CUSTOM, "discs", titled().build(), true);
        assertRefused(() -> change(QuestDetailsBuilder.builder().questTitle(null)), refusalNaming("page_tab_id"));
        streams.ended(QUEST);
        assertRefused(
                () -> change(QuestDetailsBuilder.builder().questDescription("New")), refusalNaming("page_tab_id"));
    }

    private QuestState plan(QuestDetailsBuilder details) {
        return new PlanQuestHandler()
                .decide(new PlanQuest(QUEST, 5, QuestType.CUSTOM, details.build()), streams, claims, dispatch);
    }

    private QuestState change(QuestDetailsBuilder changes) {
        Patch<QuestDetails> change = Patch.of(changes.build());
        return new PlanQuestHandler().decide(new PlanQuestChange(QUEST, change), streams, claims, dispatch);
    }

    /** Answers questions. Anything that writes fails. */
    private Object answer(Command<?> command) {
        return switch (command) {
            case ReadBusinessPoints business -> new Business.Points("discs");
            case ReadQuest quest -> now;
            default -> throw new IllegalArgumentException(command.toString());
        };
    }
}
