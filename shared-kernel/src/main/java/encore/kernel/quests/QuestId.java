package encore.kernel.quests;

import com.fasterxml.jackson.annotation.JsonCreator;
import encore.kernel.StreamId;
import encore.kernel.StreamNames;
import encore.kernel.published.PublishedValue;

/** A quest; its number is the page_tab_id; prints as {@code quest.<account>.<page_tab_id>}. */
public record QuestId(
        long account, @PublishedValue("page_tab_id") long number) implements StreamId {

    @JsonCreator
    public static QuestId parse(String text) {
        String[] parts = StreamNames.split(text, "quest", 3);
        return new QuestId(Long.parseLong(parts[1]), Long.parseLong(parts[2]));
    }

    @Override
    public String toString() {
        return "quest." + account + "." + number;
    }
}
