package encore.kernel.quests;

import encore.kernel.StreamId;
import encore.kernel.published.PublishedValue;

/** A quest; its number is the page_tab_id; prints as {@code quest.<account>.<page_tab_id>}. */
@StreamId.Kind("quest")
public record QuestId(
        long account, @PublishedValue("page_tab_id") long number) implements StreamId {

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
