package encore.kernel.shows.boards;

import encore.kernel.Query;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Queries about the ranking of fans in a live show. Erased and hidden fans are left out. */
public sealed interface ShowBoardQuery<R> extends Query<R> {

    /**
     * The first fans of the ranking, with their present names.
     *
     * @param limit from 1
     * @param friendsOf only this fan and its approved connections; null for all fans
     */
    record FindShowLeaderboard(
            long account,
            long pageTabId,
            int limit,
            @Nullable Long friendsOf) implements ShowBoardQuery<List<ShowRank>> {}

    /**
     * A part of the ranking without names, for answers that join them.
     *
     * @param skip the number of fans that are better than the first row
     * @param limit from 1
     */
    record FindPlayerStandings(long account, long pageTabId, int skip, int limit)
            implements ShowBoardQuery<List<PlayerStanding>> {}

    /** The standings of some fans among all, by rank. Fans who are hidden or have not taken part are left out. */
    record FindStandingsAmong(long account, long pageTabId, List<Long> fanIds)
            implements ShowBoardQuery<List<PlayerStanding>> {

        public FindStandingsAmong {
            fanIds = List.copyOf(fanIds);
        }
    }
}
