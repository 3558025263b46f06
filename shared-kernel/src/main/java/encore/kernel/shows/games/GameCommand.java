package encore.kernel.shows.games;

import encore.kernel.Command;
import encore.kernel.Patch;
import encore.kernel.names.StoredName;

/** The commands of a show's games. Each answers the game that it is about. */
public sealed interface GameCommand extends Command<Game> {

    GamesId games();

    @Override
    default GamesId stream() {
        return games();
    }

    /** Adds a game. A key that exists already is refused. */
    record AddGame(GamesId games, Game game) implements GameCommand {}

    /** Changes the game with the key of the change. The path names it, so an unknown one is refused as unknown. */
    record ChangeGame(GamesId games, Patch<Game> change) implements GameCommand {}

    /** Removes a game. Points that it reported stay. The path names it. */
    record RemoveGame(GamesId games, String gameKey) implements GameCommand {}

    /** Reads a game for another command. It changes nothing. An unknown one is refused (400, game_key). */
    @StoredName("TellGame")
    record ReadGame(GamesId games, String gameKey) implements GameCommand {}
}
