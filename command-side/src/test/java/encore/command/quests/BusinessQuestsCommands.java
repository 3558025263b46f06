package encore.command.quests;

import static encore.command.quests.SampleQuests.titled;

import encore.command.RandomCommands;
import encore.kernel.Command;
import encore.kernel.quests.QuestCommand.BeginQuest;
import encore.kernel.quests.QuestCommand.CheckNewQuest;
import encore.kernel.quests.QuestId;
import encore.kernel.quests.QuestType;
import encore.kernel.trackers.NewTracker;
import java.util.Random;

class BusinessQuestsCommands implements RandomCommands {

    private long made = 1_000;

    @Override
    public Class<?> aggregate() {
        return BusinessQuests.class;
    }

    @Override
    public Command<?> next(Random random) {
        QuestType type = QuestType.values()[random.nextInt(QuestType.values().length)];
        BeginQuest begin = new BeginQuest(
                new QuestId(7, made++),
                5,
                type,
                "discs",
                (random.nextInt(4) == 0 ? titled() : SampleQuests.complete(type)).build(),
                new NewTracker(made, "k" + random.nextInt(20)));
        return random.nextInt(5) == 0 ? new CheckNewQuest(begin) : begin;
    }
}
