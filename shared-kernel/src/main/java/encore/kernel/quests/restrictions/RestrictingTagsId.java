package encore.kernel.quests.restrictions;

import com.fasterxml.jackson.annotation.JsonCreator;
import encore.kernel.StreamId;
import encore.kernel.StreamNames;

/** The tags of an account that restrict quests; prints as {@code restricting_tags.<account>}. */
public record RestrictingTagsId(long account) implements StreamId {

    @JsonCreator
    public static RestrictingTagsId parse(String text) {
        return new RestrictingTagsId(Long.parseLong(StreamNames.split(text, "restricting_tags", 2)[1]));
    }

    @Override
    public String toString() {
        return "restricting_tags." + account;
    }
}
