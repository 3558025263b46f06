package encore.kernel.shows.boards;

import org.jspecify.annotations.Nullable;

/** A row of a show's leaderboard (spec 3, 4). Rows are in the order of the ranking. */
public record ShowRank(
        long fanId, @Nullable String displayName, long correctAnswerCount, long points, long clickerPoints) {

    public static ShowRank of(PlayerStanding standing, @Nullable String displayName) {
        return new ShowRank(
                standing.fanId(),
                displayName,
                standing.correctAnswerCount(),
                standing.points(),
                standing.clickerPoints());
    }
}
