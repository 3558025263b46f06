package encore.api.shows.scores;

import encore.kernel.shows.ShowState;
import encore.kernel.shows.scores.EventStats;
import encore.kernel.shows.scores.EventStats.ClickerCount;
import encore.kernel.shows.scores.EventStats.QuestionCount;
import java.util.List;

/**
 * Numbers of a live show: its fans, messages, answers and clicks.
 *
 * @param members the fans and guests who are connected now
 * @param fanCount the fans who joined a room or took part
 * @param chatMessageCount the messages that were sent; removed ones count
 */
record ShowCounts(
        ShowState state,
        long members,
        long fanCount,
        long chatMessageCount,
        List<QuestionCount> questions,
        List<ClickerCount> clickers) {

    static ShowCounts of(EventStats stats, long members) {
        return new ShowCounts(
                stats.state(),
                members,
                stats.fanCount(),
                stats.chatMessageCount(),
                stats.questions(),
                stats.clickers());
    }
}
