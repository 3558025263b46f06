package encore.kernel.quests.restrictions;

import encore.kernel.StreamId;

/** The tags of an account that restrict quests; prints as {@code restricting_tags.<account>}. */
@StreamId.Kind("restricting_tags")
public record RestrictingTagsId(long account) implements StreamId {

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
