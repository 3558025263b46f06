package encore.kernel.quests;

import encore.kernel.Event;
import encore.kernel.Patch;
import encore.kernel.privacy.NotPersonal;
import encore.kernel.published.PublishedValue;
import encore.kernel.trackers.NewTracker;
import java.util.List;
import org.axonframework.serialization.Revision;
import org.jspecify.annotations.Nullable;

/** Everything that can happen to a quest. */
public sealed interface QuestEvent extends Event {

    QuestId quest();

    /**
     * A quest was created. The components beside the details never change.
     *
     * @param pointUid the point type that it is measured by and that its points are of: that of the business when it was
     *     made, else the account's default
     * @param tracker the tracker of a link_url quest; null for the others
     */
    @Revision("1")
    record QuestCreated(
            @PublishedValue QuestId quest,
            @PublishedValue long businessId,
            @PublishedValue QuestType questType,

            @PublishedValue @NotPersonal("a uid of ours") String pointUid,

            @PublishedValue @Nullable NewTracker tracker,
            @PublishedValue QuestDetails details)
            implements QuestEvent {}

    /**
     * A quest changed. The event holds the changed components only.
     *
     * @param cleared the names of the cleared components
     */
    @Revision("1")
    record QuestChanged(
            @PublishedValue QuestId quest,
            @PublishedValue QuestDetails changes,

            @PublishedValue @NotPersonal("names of components") @Nullable
            List<String> cleared)
            implements QuestEvent, Event.Change<QuestDetails>, Event.ManagementAction {

        public static QuestChanged of(QuestId quest, Patch<QuestDetails> patch) {
            return new QuestChanged(quest, patch.given(), patch.clearedNames());
        }

        @Override
        public String target() {
            return quest.toString();
        }
    }

    /** The start of a quest was reached. This announces it; decisions use the time of each deed. */
    @Revision("1")
    record QuestStarted(@PublishedValue QuestId quest) implements QuestEvent {}

    /** The end of a quest was reached. This announces it; decisions use the time of each deed. */
    @Revision("1")
    record QuestEnded(@PublishedValue QuestId quest) implements QuestEvent {}

    /** A quest was added to the list of its business, which counts the quests. */
    @Revision("1")
    record QuestListed(BusinessQuestsId quests, QuestId quest) implements QuestEvent {}

    /** A deleted quest was removed from the list of its business, which was full. */
    @Revision("1")
    record QuestUnlisted(BusinessQuestsId quests, QuestId quest) implements QuestEvent {}

    /** A quest was deleted for ever. Completions and points stay. */
    @Revision("1")
    record QuestDeleted(@PublishedValue QuestId quest) implements QuestEvent, Event.FinalEvent {}
}
