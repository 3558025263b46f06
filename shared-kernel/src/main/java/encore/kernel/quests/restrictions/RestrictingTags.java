package encore.kernel.quests.restrictions;

import java.util.Set;

/**
 * The names of tags that restrict undeleted quests.
 *
 * @param tagNames in the form in which names of tags are claimed
 */
public record RestrictingTags(Set<String> tagNames) {
    public RestrictingTags {
        tagNames = Set.copyOf(tagNames);
    }
}
