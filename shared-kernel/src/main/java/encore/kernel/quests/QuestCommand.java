package encore.kernel.quests;

import encore.kernel.Command;
import encore.kernel.Patch;
import encore.kernel.StreamId;
import encore.kernel.names.StoredName;
import encore.kernel.quests.QuestQuery.FindQuest;
import encore.kernel.trackers.NewTracker;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The commands of a quest. */
public sealed interface QuestCommand<R> extends Command<R> {

    QuestId quest();

    @Override
    default StreamId stream() {
        return quest();
    }

    /**
     * Creates a quest in a business (spec 3, 4: POST .../quests). The path names the business, so an unknown one is
     * refused as unknown. Every other thing that the details name must exist. Components that do not belong to the type,
     * the restriction or the reward are ignored.
     *
     * @param quest the id, whose number is generated before the command
     * @param tracker the tracker of a link_url quest; unused for other types
     */
    record CreateQuest(QuestId quest, long businessId, QuestType questType, QuestDetails details, NewTracker tracker)
            implements QuestCommand<SavedQuest> {}

    /** Checks {@link BeginQuest} without carrying it out. It changes nothing. */
    record CheckNewQuest(BeginQuest begin) implements QuestCommand<SavedQuest> {
        @Override
        public QuestId quest() {
            return begin.quest();
        }

        @Override
        public StreamId stream() {
            return begin.stream();
        }
    }

    /**
     * Begins a quest in the list of its business, which counts the quests.
     *
     * @param pointUid the point type that the quest keeps
     */
    record BeginQuest(
            QuestId quest,
            long businessId,
            QuestType questType,
            String pointUid,
            QuestDetails details,
            NewTracker tracker)
            implements QuestCommand<SavedQuest> {
        @Override
        public StreamId stream() {
            return new BusinessQuestsId(quest.account(), businessId);
        }
    }

    /**
     * Changes a quest. Its type and its business never change. The path names the quest, so an unknown one is refused as
     * unknown.
     *
     * @param now the moment for which the answer shows the quest
     */
    record ChangeQuest(QuestId quest, Patch<QuestDetails> change, Instant now)
            implements QuestCommand<SavedQuest>, Command.Save<SavedQuest, Quest.Presentation> {
        @Override
        public FindQuest record(SavedQuest saved) {
            return new FindQuest(quest.account(), saved.pageTabId(), now, null);
        }
    }

    /** Checks {@link AlterQuest} without carrying it out. It changes nothing. */
    record CheckQuestChange(QuestId quest, Patch<QuestDetails> change) implements QuestCommand<SavedQuest> {}

    /** Changes the details of a quest. Answers the tags that restricted it before and restrict it now. */
    record AlterQuest(QuestId quest, Patch<QuestDetails> change) implements QuestCommand<AlteredQuest> {}

    /**
     * The answer to a change of a quest's details.
     *
     * @param tagBefore the tag that restricted the quest before the change; null for none
     * @param tagAfter the tag that restricts it now; null for none
     */
    record AlteredQuest(
            long pageTabId,
            @Nullable String tagBefore,
            @Nullable String tagAfter) {}

    /**
     * Deletes a quest for ever, with its tracker. Completions and points stay. The path names the quest and its business,
     * so another business's quest is refused as unknown.
     */
    record DeleteQuest(QuestId quest, long businessId) implements QuestCommand<SavedQuest> {}

    /** Ends the stream of a quest, and that of its tracker. */
    record EndQuest(QuestId quest, long businessId) implements QuestCommand<SavedQuest> {}

    /** Announces that the start of a quest was reached, once for each start. */
    record AnnounceQuestStart(QuestId quest, Instant start) implements QuestCommand<SavedQuest> {}

    /** Announces that the end of a quest was reached, once for each end. */
    record AnnounceQuestEnd(QuestId quest, Instant end) implements QuestCommand<SavedQuest> {}

    /**
     * Answers the state of a quest for a decision of another feature, also when the quest is deleted. It changes nothing.
     * An unknown quest is refused as unknown.
     */
    @StoredName("TellQuest")
    record ReadQuest(QuestId quest) implements QuestCommand<QuestState> {}
}
