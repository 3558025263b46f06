package encore.kernel.shows.games;

import encore.kernel.lists.ListEvent;
import encore.kernel.privacy.NotPersonal;
import encore.kernel.published.PublishedValue;
import org.axonframework.serialization.Revision;

/** Everything that can happen to the games that report points of a show. */
public sealed interface GameEvent extends ListEvent.OfCampaign<Game> {

    GamesId games();

    /** A game was added. */
    @Revision("1")
    record GameAdded(
            @PublishedValue GamesId games, @PublishedValue Game game) implements GameEvent, ListEvent.Added<Game> {}

    /** A game changed. The event holds the whole new one. */
    @Revision("1")
    record GameChanged(
            @PublishedValue GamesId games, @PublishedValue Game game) implements GameEvent, ListEvent.Changed<Game> {}

    /** A game was removed. */
    @Revision("1")
    record GameRemoved(
            @PublishedValue GamesId games,

            @PublishedValue @NotPersonal("the key of a game")
            String gameKey) implements GameEvent, ListEvent.Removed<Game> {}
}
