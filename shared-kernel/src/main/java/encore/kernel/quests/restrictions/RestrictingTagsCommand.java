package encore.kernel.quests.restrictions;

import encore.kernel.Command;
import encore.kernel.names.StoredName;
import encore.kernel.quests.QuestId;
import encore.kernel.quests.SavedQuest;
import java.util.List;

/** The commands of the tags that restrict quests. Names of tags are in the form in which they are claimed. */
public sealed interface RestrictingTagsCommand<R> extends Command<R> {

    RestrictingTagsId tags();

    @Override
    default RestrictingTagsId stream() {
        return tags();
    }

    /** Reserves a tag for a quest, before it restricts the quest. A tag may be reserved several times. */
    record ReserveRestrictingTag(RestrictingTagsId tags, QuestId quest, long businessId, String tagName)
            implements RestrictingTagsCommand<SavedQuest> {}

    /** Releases tags that a quest no longer needs, each once. A tag that is not reserved is left out. */
    record ReleaseRestrictingTags(RestrictingTagsId tags, QuestId quest, List<String> tagNames)
            implements RestrictingTagsCommand<SavedQuest> {
        public ReleaseRestrictingTags {
            tagNames = List.copyOf(tagNames);
        }
    }

    /** Releases all tags of a quest that was deleted. */
    record ReleaseTagsOfQuest(RestrictingTagsId tags, QuestId quest) implements RestrictingTagsCommand<SavedQuest> {}

    /** Answers the tags that restrict undeleted quests. It changes nothing. */
    @StoredName("TellRestrictingTags")
    record ReadRestrictingTags(RestrictingTagsId tags) implements RestrictingTagsCommand<RestrictingTags> {}
}
