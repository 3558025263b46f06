package encore.kernel.quests.restrictions;

import encore.kernel.Event;
import encore.kernel.privacy.NotPersonal;
import encore.kernel.quests.QuestId;
import org.axonframework.serialization.Revision;

/** Everything that can happen to the tags that restrict quests. A tag counts as often as it was reserved for a quest. */
public sealed interface RestrictingTagsEvent extends Event {

    RestrictingTagsId tags();

    /**
     * A tag was reserved for a quest that it is about to restrict.
     *
     * @param tagName in the form in which names of tags are claimed
     */
    @Revision("1")
    record RestrictingTagReserved(
            RestrictingTagsId tags,
            QuestId quest,
            long businessId,
            @NotPersonal("the name of a tag") String tagName) implements RestrictingTagsEvent {}

    /** A tag that restricts the quest no longer was released, once. */
    @Revision("1")
    record RestrictingTagReleased(
            RestrictingTagsId tags,
            QuestId quest,
            @NotPersonal("the name of a tag") String tagName) implements RestrictingTagsEvent {}
}
