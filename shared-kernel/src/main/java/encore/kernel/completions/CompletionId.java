package encore.kernel.completions;

import encore.kernel.StreamId;
import encore.kernel.fans.FanId;
import encore.kernel.published.PublishedValue;
import encore.kernel.quests.QuestId;

/**
 * The completion of a quest by a fan, which happens once; prints as {@code completion.<account>.<page_tab_id>.<fan_id>}.
 */
@StreamId.Kind("completion")
public record CompletionId(
        long account,
        @PublishedValue("quest_page_tab_id") long pageTabId,
        @PublishedValue long fanId) implements StreamId {

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
        return StreamId.print(this);
    }
}
