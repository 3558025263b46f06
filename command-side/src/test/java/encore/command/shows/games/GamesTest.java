package encore.command.shows.games;

import static encore.command.Refusals.refusalAsUnknown;
import static encore.command.Refusals.refusalNaming;

import encore.command.AggregateUnderTest;
import encore.kernel.Patch;
import encore.kernel.campaigns.AppType;
import encore.kernel.campaigns.CampaignDetails;
import encore.kernel.campaigns.CampaignEvent.CampaignCreated;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.shows.games.Game;
import encore.kernel.shows.games.GameCommand.AddGame;
import encore.kernel.shows.games.GameCommand.ChangeGame;
import encore.kernel.shows.games.GameCommand.ReadGame;
import encore.kernel.shows.games.GameCommand.RemoveGame;
import encore.kernel.shows.games.GameEvent.GameAdded;
import encore.kernel.shows.games.GameEvent.GameChanged;
import encore.kernel.shows.games.GameEvent.GameRemoved;
import encore.kernel.shows.games.GamesId;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class GamesTest {

    private static final GamesId GAMES = new GamesId(new CampaignId(7, 100));
    private static final GameAdded ADDED = new GameAdded(GAMES, new Game("darts", 100L, 5, 0));

    private final AggregateUnderTest<Games> games = new AggregateUnderTest<>(Games.class);

    @BeforeEach
    void a_campaign_has_a_show() {
        games.streams.begun(
                GAMES.campaign(), new CampaignCreated(GAMES.campaign(), AppType.FANXP, null, CampaignDetails.NONE));
    }

    @Test
    void a_game_has_limits_and_its_key_is_used_once() {
        games.givenNoPriorActivity()
                .when(new AddGame(GAMES, new Game("darts", 100L, 5, null)))
                .expectEvents(ADDED);
        games.givenNoPriorActivity()
                .when(new AddGame(GAMES, new Game("darts", null, 5, null)))
                .expectNoEvents()
                .expectException(refusalNaming("max_points"));
        games.givenNoPriorActivity()
                .when(new AddGame(GAMES, new Game("darts", 100L, null, null)))
                .expectNoEvents()
                .expectException(refusalNaming("max_reports"));
        games.given(ADDED)
                .when(new AddGame(GAMES, new Game("darts", 1L, 1, 1)))
                .expectNoEvents()
                .expectException(refusalNaming("game_key"));
        games.streams.begun(
                GAMES.campaign(), new CampaignCreated(GAMES.campaign(), AppType.WAGER, null, CampaignDetails.NONE));
        games.givenNoPriorActivity()
                .when(new AddGame(GAMES, new Game("darts", 100L, 5, null)))
                .expectNoEvents()
                .expectException(refusalNaming("page_tab_id"));
    }

    @Test
    void a_game_changes_can_be_read_and_is_removed() {
        games.given(ADDED)
                .when(new ChangeGame(GAMES, Patch.of(new Game("darts", null, null, 10))))
                .expectEvents(new GameChanged(GAMES, new Game("darts", 100L, 5, 10)));
        games.given(ADDED).when(new ReadGame(GAMES, "darts")).expectResultMessagePayload(ADDED.game());
        games.given(ADDED)
                .when(new ReadGame(GAMES, "chess"))
                .expectNoEvents()
                .expectException(refusalNaming("game_key"));
        games.given(ADDED).when(new RemoveGame(GAMES, "darts")).expectEvents(new GameRemoved(GAMES, "darts"));
        games.given(ADDED).when(new RemoveGame(GAMES, "chess")).expectException(refusalAsUnknown());
    }
}
