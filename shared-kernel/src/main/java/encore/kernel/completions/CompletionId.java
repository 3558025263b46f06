package encore.kernel.completions;

import com.fasterxml.jackson.annotation.JsonCreator;
import encore.kernel.StreamId;
import encore.kernel.StreamNames;
import encore.kernel.fans.FanId;
import encore.kernel.published.PublishedValue;
import encore.kernel.quests.QuestId;

/**
 * The completion of a quest by a fan, which happens once; prints as {@code completion.<account>.<page_tab_id>.<fan_id>}.
 */
public record CompletionId(
        long account,
        @PublishedValue("quest_page_tab_id") long pageTabId,
        @PublishedValue long fanId) implements StreamId {

    @JsonCreator
    public static CompletionId parse(String text) {
        String[] parts = StreamNames.split(text, "completion", 4);
        return new CompletionId(Long.parseLong(parts[1]), Long.parseLong(parts[2]), Long.parseLong(parts[3]));
    }

    public static CompletionId of(QuestId quest, long fanId) {
        return new CompletionId(quest.account(), quest.number(), fanId);
    }

    public QuestId quest() {
        return new QuestId(account, pageTabId);
    }

    public FanId fan() {
        return new FanId(account, fanId);
    }

    @Override
    public String toString() {
        return "completion." + account + "." + pageTabId + "." + fanId;
    }
}
