package encore.command.quests;

import static encore.command.quests.SampleQuests.QUEST;
import static encore.command.quests.SampleQuests.titled;

import encore.command.RandomCommands;
import encore.kernel.Command;
import encore.kernel.Event;
import encore.kernel.Patch;
import encore.kernel.quests.AccessRestriction;
import encore.kernel.quests.DayOrTime;
import encore.kernel.quests.QuestCommand.AlterQuest;
import encore.kernel.quests.QuestCommand.AnnounceQuestEnd;
import encore.kernel.quests.QuestCommand.AnnounceQuestStart;
import encore.kernel.quests.QuestCommand.EndQuest;
import encore.kernel.quests.QuestCommand.ReadQuest;
import encore.kernel.quests.QuestDetails;
import encore.kernel.quests.QuestDetailsBuilder;
import java.util.List;
import java.util.Random;
import java.util.Set;

class QuestCommands implements RandomCommands {

    @Override
    public Class<?> aggregate() {
        return Quest.class;
    }

    @Override
    public List<Event> begun() {
        return List.of(SampleQuests.created(QUEST, 5));
    }

    @Override
    public Command<?> next(Random random) {
        DayOrTime start = DayOrTime.parse("2026-03-0" + (1 + random.nextInt(3)));
        DayOrTime end = DayOrTime.parse("2026-03-1" + random.nextInt(3));
        return switch (random.nextInt(12)) {
            case 0, 1 -> alter(titled().startDate(start).endDate(end));
            case 2 -> new AnnounceQuestStart(QUEST, start.start());
            case 3 -> new AnnounceQuestEnd(QUEST, end.endExclusive());
            case 4 ->
                alter(titled().accessRestrictionType(AccessRestriction.TAG).tagName("t" + random.nextInt(3)));
            case 5 -> new AlterQuest(QUEST, new Patch<>(QuestDetails.NONE, Set.of("accessRestrictionType", "endDate")));
            case 6 -> alter(titled().buttonText("b" + random.nextInt(3)).orderIdx(random.nextLong(3)));
            case 7 -> alter(titled().isDisabled(random.nextBoolean()).scanGroupNames(List.of("ignored")));
            case 8 -> alter(QuestDetailsBuilder.builder(SampleQuests.rewarding(random.nextLong(3))));
            case 9 -> new EndQuest(QUEST, 6);
            case 10 -> alter(titled().accessRestrictionType(AccessRestriction.QUESTS));
            default -> new ReadQuest(QUEST);
        };
    }

    private static AlterQuest alter(QuestDetailsBuilder change) {
        return new AlterQuest(QUEST, Patch.of(change.build()));
    }
}
