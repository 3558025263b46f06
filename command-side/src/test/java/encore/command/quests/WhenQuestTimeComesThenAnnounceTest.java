package encore.command.quests;

import static encore.command.quests.SampleQuests.QUEST;
import static encore.command.quests.SampleQuests.titled;
import static org.assertj.core.api.Assertions.assertThat;

import encore.command.automations.AutomationUnderTest;
import encore.kernel.quests.DayOrTime;
import encore.kernel.quests.QuestCommand.AnnounceQuestEnd;
import encore.kernel.quests.QuestCommand.AnnounceQuestStart;
import encore.kernel.quests.QuestDetailsBuilder;
import encore.kernel.quests.QuestEvent.QuestChanged;
import encore.kernel.quests.QuestEvent.QuestCreated;
import encore.kernel.quests.QuestEvent.QuestDeleted;
import encore.kernel.quests.QuestType;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class WhenQuestTimeComesThenAnnounceTest {

    private static final Instant START = Instant.parse("2026-03-02T00:00:00Z");
    private static final Instant END = Instant.parse("2026-03-06T00:00:00Z");
    private static final QuestCreated DATED = new QuestCreated(
            QUEST,
            5,
            QuestType.CUSTOM,
            "discs",
            null,
            titled().startDate(DayOrTime.parse("2026-03-02"))
                    .endDate(DayOrTime.parse("2026-03-05"))
                    .build());

    private final AutomationUnderTest automation = new AutomationUnderTest(new WhenQuestTimeComesThenAnnounce());

    @Test
    void the_start_and_the_end_are_announced_at_their_times() {
        automation.when(DATED).at(START.minusMillis(1)).expect();
        automation.at(START).expect(new AnnounceQuestStart(QUEST, START));
        automation.at(END.minusMillis(1)).expect(new AnnounceQuestStart(QUEST, START));
        automation.at(END).expect(new AnnounceQuestStart(QUEST, START), new AnnounceQuestEnd(QUEST, END));
    }

    @Test
    void a_change_moves_one_date_and_a_cleared_date_is_not_announced() {
        Instant later = Instant.parse("2026-03-10T08:00:00Z");
        automation
                .when(
                        DATED,
                        new QuestChanged(
                                QUEST,
                                QuestDetailsBuilder.builder()
                                        .endDate(DayOrTime.parse("2026-03-10T09:00:00+01:00"))
                                        .build(),
                                List.of("startDate")))
                .at(END)
                .expect();
        automation.at(later).expect(new AnnounceQuestEnd(QUEST, later));
    }

    @Test
    void a_deleted_quest_has_no_timers() {
        automation.when(DATED, new QuestDeleted(QUEST));
        assertThat(automation.timer("start/" + QUEST)).isNull();
        assertThat(automation.timer("end/" + QUEST)).isNull();
        automation.at(END).expect();
    }
}
