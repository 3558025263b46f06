package encore.command.quests;

import encore.command.automations.Automation;
import encore.command.automations.DueTimer;
import encore.command.automations.ProcessContext;
import encore.command.automations.Reactions;
import encore.kernel.StreamId;
import encore.kernel.quests.QuestCommand.AnnounceQuestEnd;
import encore.kernel.quests.QuestCommand.AnnounceQuestStart;
import encore.kernel.quests.QuestDetails;
import encore.kernel.quests.QuestEvent.QuestChanged;
import encore.kernel.quests.QuestEvent.QuestCreated;
import encore.kernel.quests.QuestEvent.QuestDeleted;
import encore.kernel.quests.QuestId;
import java.time.Instant;
import java.util.Set;
import org.springframework.stereotype.Component;

/** Announces the starts and the ends of quests. Nothing is decided by the announcements: each deed has its own time. */
@Component
class WhenQuestTimeComesThenAnnounce implements Automation {

    private static final String START = "start/";
    private static final String END = "end/";

    @Override
    public Reactions reactions() {
        return Reactions.of(AnnounceQuestStart.class)
                .sending(AnnounceQuestEnd.class)
                .on(QuestCreated.class, (event, at, process) -> setTimers(event.quest(), event.details(), process))
                .on(QuestChanged.class, (event, at, process) -> changed(event, process))
                .on(QuestDeleted.class, (event, at, process) -> {
                    process.cancel(START + event.quest());
                    process.cancel(END + event.quest());
                })
                .onTimer(WhenQuestTimeComesThenAnnounce::announce);
    }

    private static void changed(QuestChanged event, ProcessContext process) {
        Set<String> cleared = event.patch().cleared();
        if (cleared.contains("startDate")) {
            process.cancel(START + event.quest());
        }
        if (cleared.contains("endDate")) {
            process.cancel(END + event.quest());
        }
        setTimers(event.quest(), event.changes(), process);
    }

    private static void setTimers(QuestId quest, QuestDetails given, ProcessContext process) {
        Instant start = given.start();
        Instant end = given.end();
        if (start != null) {
            process.at(start, START + quest);
        }
        if (end != null) {
            process.at(end, END + quest);
        }
    }

    private static void announce(DueTimer due, ProcessContext process) {
        boolean isStart = due.key().startsWith(START);
        QuestId quest = StreamId.parse(QuestId.class, due.key().substring((isStart ? START : END).length()));
        process.send(isStart ? new AnnounceQuestStart(quest, due.at()) : new AnnounceQuestEnd(quest, due.at()));
    }
}
