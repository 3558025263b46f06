package encore.kernel.shows.games;

import encore.kernel.lists.ListQuery;
import java.util.List;

/** Queries of staff about the games of shows. A campaign that is unknown or deleted is refused as unknown. */
public sealed interface GameQuery<R> extends ListQuery.OfShow<R> {

    @Override
    default GamesId list() {
        return new GamesId(campaign());
    }

    /** A show's games, in the order in which they were added. */
    record FindGames(long account, long pageTabId) implements GameQuery<List<Game>>, ListQuery.All<Game> {}

    /** One game of a show; any other is refused as unknown. */
    record FindGame(long account, long pageTabId, String gameKey) implements GameQuery<Game>, ListQuery.One<Game> {}
}
